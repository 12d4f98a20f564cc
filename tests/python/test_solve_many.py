"""`solve_many`: every kind of input, threads, interruption, progress."""

import os
import signal
import time

import numpy as np
import pytest

import eightoff

NUMBERS = list(range(1000))


@pytest.fixture(scope="module")
def expected():
    return eightoff.solve_many(NUMBERS, cells=4, threads=1)


def test_the_table_has_the_promised_fields(expected):
    assert expected.dtype == np.dtype([("status", "i1"), ("nodes", "i8"), ("length", "i2")])
    assert expected.shape == (1000,)
    assert set(expected["status"].tolist()) == {0, 1}
    won = expected["status"] == 1
    assert won.sum() == 147
    assert (expected["length"][won] >= 52).all()
    assert (expected["length"][~won] == -1).all()
    assert (expected["nodes"] > 0).all()


@pytest.mark.parametrize(
    "numbers",
    [
        range(1000),
        tuple(NUMBERS),
        iter(NUMBERS),
        np.arange(1000),
        np.arange(1000, dtype=">u4"),
        np.arange(2000, dtype=np.uint64)[::2] // 2,
        np.array(NUMBERS, dtype=object),
        [np.int16(number) for number in NUMBERS],
        (eightoff.encode_code(number, 4) for number in NUMBERS),
        np.array([eightoff.encode_code(number, 4) for number in NUMBERS]),
        np.array([eightoff.deck(number) for number in NUMBERS]),
        np.array([eightoff.deck(number) for number in NUMBERS], dtype=np.int64),
        [eightoff.deck(number).tolist() for number in NUMBERS],
    ],
    ids=lambda numbers: type(numbers).__name__,
)
def test_deals_come_in_many_forms(numbers, expected):
    assert (eightoff.solve_many(numbers, cells=4) == expected).all()


def test_codes_have_their_own_cells():
    codes = ["EO1-C8-AAAAAFA", "EO1-C2-AAAAAFA", "eo1-c8-aaaaafa"]
    table = eightoff.solve_many(codes, cells=2)
    assert table["status"].tolist() == [1, 0, 1]
    assert table[0] == table[2]


def test_other_programs_deals():
    decks = [eightoff.ms_deck(number) for number in (1, 465, 644, 617)]
    table = eightoff.solve_many(np.array(decks), group_limit="strict")
    assert table["status"].tolist() == [1, 0, 0, 1]


@pytest.mark.parametrize("threads", [1, 2, 3, 16])
def test_threads_change_nothing(threads, expected):
    assert (eightoff.solve_many(NUMBERS, cells=4, threads=threads) == expected).all()


def test_lengths_can_be_left_out(expected):
    table = eightoff.solve_many(NUMBERS, cells=4, lengths=False)
    assert (table["status"] == expected["status"]).all()
    assert (table["nodes"] == expected["nodes"]).all()
    assert (table["length"] == -1).all()


def test_a_budget_makes_deals_unknown(expected):
    table = eightoff.solve_many(NUMBERS, cells=4, max_nodes=30)
    ended = expected["nodes"] > 30
    assert (table["status"] == np.where(ended, -1, expected["status"])).all()
    assert (table["nodes"] <= 30).all()


def test_no_deals_make_an_empty_table():
    for nothing in ([], range(0), np.zeros(0, int), np.zeros((0, 52), np.int8)):
        assert eightoff.solve_many(nothing, progress=lambda *_: None).shape == (0,)


def test_progress_is_told_and_may_end_the_work():
    told = []
    eightoff.solve_many(range(30_000), threads=1, progress=lambda *now: told.append(now))
    assert told[-1] == (30_000, 30_000)
    assert [done for done, _ in told] == sorted(done for done, _ in told)

    def stop(done, total):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        eightoff.solve_many(range(1_000_000), progress=stop)


def test_progress_as_a_bar(capsys):
    eightoff.solve_many(range(1000), progress=True)
    assert "1000/1000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("numbers", "options", "error", "message"),
    [
        ("EO1-C8-AAAAAFA", {}, TypeError, "list of deals"),
        (["EO1-C8-AAAAAFB"], {}, eightoff.CodeError, "last letter"),
        ([1, "EO1-C8-AAAAAFA"], {}, ValueError, "no game code"),
        ([-1], {}, ValueError, "-1 is not in 0"),
        ([2**32], {}, ValueError, "4294967296 is not in 0"),
        ([2**70], {}, ValueError, "is not in 0"),
        ([1.5], {}, TypeError, "whole numbers"),
        ([True], {}, TypeError, "whole numbers"),
        ([None], {}, TypeError, "whole numbers"),
        (7, {}, TypeError, "iterable"),
        (np.zeros((2, 3, 4), int), {}, ValueError, "shape"),
        (np.zeros((2, 52), int), {}, ValueError, "deck 0: "),
        (np.full((1, 52), 52), {}, ValueError, "52 cards 0..51"),
        (np.zeros((2, 51), int), {}, ValueError, "52 cards"),
        ([1], {"cells": 3}, ValueError, "8, 4 or 2"),
        ([1], {"group_limit": "none"}, ValueError, "group_limit"),
        ([1], {"threads": 0}, ValueError, "threads is 1 or more"),
        ([1], {"max_nodes": -1}, ValueError, "max_nodes is 0 or more"),
    ],
)
def test_wrong_arguments_are_named(numbers, options, error, message):
    with pytest.raises(error, match=message):
        eightoff.solve_many(numbers, **options)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_forked_process_can_solve(expected):
    eightoff.solve_many(NUMBERS, cells=4, threads=2)
    child = os.fork()
    if child == 0:
        same = (eightoff.solve_many(NUMBERS, cells=4, threads=2) == expected).all()
        os._exit(0 if same else 1)
    deadline = time.monotonic() + 60
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > deadline:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            pytest.fail("the forked process hangs")
        time.sleep(0.05)
    assert os.waitstatus_to_exitcode(status) == 0
