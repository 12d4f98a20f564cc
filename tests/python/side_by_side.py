"""The engine's game beside the model's: how to set up both, and what has to agree."""

import numpy as np

import eightoff
from model.cards import PACK, SUITS, number
from model.deals import deck
from model.game import Done, Game
from model.table import COLUMNS, Table

MAX_HEIGHT = 19  # seven dealt cards, the last of them a king, and twelve more upon it


def dealt(deal: int, cells: int, limit: str) -> tuple[eightoff.Game, Game]:
    """A deal by its number, on both sides."""
    return (
        eightoff.Game.deal(deal, cells=cells, group_limit=limit),
        Game(Table.dealt(deck(deal), cells, limit)),
    )


def laid_out(table: Table) -> tuple[eightoff.Game, Game]:
    """A table of the model's and the same position in the engine."""
    text = table.text()
    engine = eightoff.Game.from_layout(text, cells=len(table.cells), group_limit=table.group_limit)
    return engine, Game(Table.laid_out(text, len(table.cells), table.group_limit))


def card_number(card: str | None) -> int:
    """A card as arrays hold it."""
    return -1 if card is None else number(card)


def assert_same_done(move: eightoff.Move | None, done: Done | None) -> None:
    """A move of the engine's and what the model did."""
    if done is None:
        assert move is None
        return
    source, count, target = done.transfer
    assert move is not None
    assert (move.source, move.count, move.target) == (source, count, target)
    assert move.points == done.points
    assert move.card == number(done.card)
    kind = "f" if target in SUITS else "t" if target in COLUMNS else "c"
    assert str(move) == done.card + kind
    assert move.action == 3 * number(done.card) + "ftc".index(kind)


def assert_same_position(engine: eightoff.Game, model: Game) -> None:
    """Everything that can be seen of a position."""
    table = model.table
    tableau = np.full((8, MAX_HEIGHT), -1)
    for row, name in enumerate(COLUMNS):
        cards = [number(card) for card in table.piles[name]]
        tableau[row, : len(cards)] = cards
    expected = {
        "tableau": tableau,
        "heights": [len(table.piles[name]) for name in COLUMNS],
        "cells": [card_number(table.top(name)) for name in table.cells],
        "foundations": [len(table.piles[name]) for name in SUITS],
    }
    for name, value in expected.items():
        array = getattr(engine, name)
        assert array.dtype == np.int8, name
        np.testing.assert_array_equal(array, value, err_msg=name, strict=False)
        assert array.shape == np.shape(value), name
    assert engine.layout() == table.text()
    assert list(engine.key()) == [beneath for beneath, _ in table.lies_on()] + [engine.num_cells]
    assert engine.num_cells == len(table.cells)
    assert engine.is_won == table.is_won()
    assert engine.is_stuck == table.is_stuck()
    assert [engine.group_limit_to(name) for name in COLUMNS] == [
        table.limit_to(name) for name in COLUMNS
    ]


def assert_same_actions(engine: eightoff.Game, model: Game) -> None:
    """The legal actions, in every form, and what each would do."""
    actions = model.table.actions()
    legal = engine.legal_actions()
    assert legal.dtype == np.int64
    assert legal.tolist() == list(actions)
    mask = engine.action_mask()
    assert mask.dtype == np.int8
    assert mask.shape == (3 * len(PACK),)
    assert np.flatnonzero(mask).tolist() == list(actions)
    assert mask.sum() == len(actions)
    moves = engine.legal_moves()
    assert [(str(m.source), m.count, str(m.target)) for m in moves] == [
        tuple(t) for t in actions.values()
    ]
    assert [m.points for m in moves] == [model.table.points(t) for t in actions.values()]
    drags = [move for name in model.table.piles for move in engine.drags_from(name)]
    assert {(m.source, m.count, m.target) for m in drags} == set(model.table.transfers())
    assert len(drags) == len(model.table.transfers())


def assert_same_game(engine: eightoff.Game, model: Game) -> None:
    """Position, actions, score and history."""
    assert_same_position(engine, model)
    assert_same_actions(engine, model)
    assert engine.score == model.score
    assert len(engine.history) == len(model.history)
    for move, done in zip(engine.history, model.history, strict=True):
        assert_same_done(move, done)
