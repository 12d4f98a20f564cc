"""The engine counts what the model counted."""

import pytest

import eightoff
from data import DATA
from model import records

PERFT = records.read(DATA / "perft.txt")


@pytest.mark.parametrize("record", PERFT, ids=[record.id for record in PERFT])
def test_counts(record):
    rules = {"cells": record.cells, "group_limit": record.limit}
    if record.deal is not None:
        game = eightoff.Game.deal(record.deal, **rules)
    else:
        game = eightoff.Game.from_layout(record.board, **rules)
    assert {depth: game.perft(depth) for depth in record.counts} == record.counts


def test_depths_out_of_range_are_refused_before_they_overflow_the_stack():
    game = eightoff.Game.deal(2, cells=2)  # without any move after one
    assert game.perft(1000) == 0
    for depth in (-1, 1001, 2**32, 2**64):
        with pytest.raises(ValueError, match="depth"):
            game.perft(depth)


def test_no_moves_is_one_sequence():
    assert eightoff.Game.deal(20).perft(0) == 1
