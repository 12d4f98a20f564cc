"""Deals by property, against a plain look through all of them."""

import itertools
import subprocess
import sys

import numpy as np
import pytest

import eightoff
from eightoff.studies.shuffle import shuffled_numbers


@pytest.mark.parametrize("winnable", [True, False, None])
def test_in_the_order_of_the_deals(winnable):
    numbers = range(100, 1500)
    solved = eightoff.solve_many(numbers, cells=4)
    found = list(eightoff.find_deals(cells=4, winnable=winnable, deals=numbers))
    assert [deal.number for deal in found] == [
        n
        for n, status in zip(numbers, solved["status"], strict=True)
        if winnable is None or status == winnable
    ]
    for deal in found:
        row = solved[deal.number - 100]
        assert deal.code == eightoff.encode_code(deal.number, 4)
        assert deal.winnable == (row["status"] == 1)
        assert deal.nodes == row["nodes"]
        assert deal.length is None


def test_the_same_seed_finds_the_same_deals():
    first = list(eightoff.find_deals(50, cells=4, seed=7))
    assert first == list(eightoff.find_deals(50, cells=4, seed=7, threads=1))
    assert first[:3] == list(eightoff.find_deals(3, cells=4, seed=7))
    assert len({deal.number for deal in first}) == 50
    assert first != list(eightoff.find_deals(50, cells=4, seed=8))
    assert first != list(eightoff.find_deals(50, cells=4))
    assert all(deal.winnable for deal in first)


def test_a_stream_without_end_is_read_as_far_as_wanted():
    stream = eightoff.find_deals(seed=1)
    deals = list(itertools.islice(stream, 300))
    assert len({deal.number for deal in deals}) == 300
    assert list(eightoff.find_deals(0, seed=1)) == []


def test_the_hardest_of_a_range():
    numbers = np.arange(2000, 4000)
    solved = eightoff.solve_many(numbers)
    won = solved["status"] == 1
    order = np.lexsort((numbers[won], -solved["nodes"][won]))
    found = list(eightoff.find_deals(hardest=7, deals=numbers))
    assert [deal.number for deal in found] == numbers[won][order][:7].tolist()
    assert found[:2] == list(eightoff.find_deals(2, hardest=7, deals=numbers))


def test_by_shortest_length():
    numbers = range(30)
    shortest = eightoff.solve_many(numbers, shortest=True)
    lengths = shortest["length"][shortest["status"] == 1]
    low, high = int(np.median(lengths)) - 2, int(np.median(lengths)) + 1
    found = list(eightoff.find_deals(length=(low, high), deals=numbers))
    assert [(deal.number, deal.length) for deal in found] == [
        (n, row["length"])
        for n, row in zip(numbers, shortest, strict=True)
        if row["optimal"] and low <= row["length"] <= high
    ]
    assert 0 < len(found) < 30


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"count": -1}, "count"),
        ({"cells": 3}, "cells"),
        ({"cells": (8, 4)}, "one rule set at a time"),
        ({"hardest": 3}, "hardest"),
        ({"hardest": 0, "deals": range(9)}, "hardest"),
        ({"seed": 1, "deals": range(9)}, "seed"),
        ({"length": (70, 60)}, "length"),
        ({"length": (10, 51)}, "52 is the least"),
        ({"length": (60, 70), "winnable": False}, "length"),
        ({"deals": [1, 1]}, "more than once"),
    ],
)
def test_bad_arguments_are_refused_at_once(arguments, message):
    with pytest.raises(ValueError, match=message):
        eightoff.find_deals(**arguments)


def test_an_order_has_every_number_once():
    # The steps can be undone one by one, so the whole order is one to one; a large sample of it
    # without repeats, and its spread, show that the arithmetic is what it should be.
    numbers = shuffled_numbers(5, 0, 1_000_000)
    assert len(np.unique(numbers)) == 1_000_000
    share = np.bincount(numbers >> np.uint32(28), minlength=16) / 1_000_000
    assert np.abs(share - 1 / 16).max() < 0.0015
    assert np.array_equal(shuffled_numbers(5, 700_000, 10), numbers[700_000:700_010])
    assert len(shuffled_numbers(5, 2**32 - 3, 10)) == 3
    # An order stays what it was.
    assert shuffled_numbers(7, 0, 3).tolist() == PLACES_OF_SEED_7


PLACES_OF_SEED_7 = [1319261915, 3031819156, 137877887]


def command(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "eightoff", "deals", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command():
    ended = command("--winnable", "--cells", "4", "--count", "100", "--seed", "7")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.split() == [d.code for d in eightoff.find_deals(100, cells=4, seed=7)]


def test_the_command_says_when_there_are_no_more():
    ended = command("--unwinnable", "--range", "0:5", "--count", "9")
    assert ended.returncode == 1
    assert "such deals" in ended.stderr
    assert ended.stdout == ""
    ended = command("--unwinnable", "--range", "0:5")
    assert (ended.returncode, ended.stderr) == (1, "error: no such deals\n")
    assert command("--unwinnable", "--range", "0:5", "--count", "0").returncode == 0
    ended = command("--hardest", "9", "--range", "0:3")
    assert (ended.returncode, ended.stderr) == (1, "error: only 3 such deals\n")
    assert command("--hardest", "3", "--range", "0:3").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--length", "80:70"], "the shorter length comes first"),
        (["--length", "10"], "fewer than 52 actions"),
        (["--length", "0:51", "--count", "1"], "fewer than 52 actions"),
        (["--seed", "1", "--range", "0:5"], "not allowed with"),
        (["--count", "-2"], "'-2' is no whole number from 0 on"),
        (["--hardest", "0", "--range", "0:5"], "'0' is no whole number from 1 on"),
        (["--hardest", "3"], "--hardest needs --range\nhint: --range 0:100000"),
        (["--hardest", "2", "--count", "3", "--range", "0:5"], "--count does not go with"),
        (["--unwinnable", "--length", "70:72"], "--length does not go with --unwinnable"),
    ],
)
def test_wrong_command_lines_are_refused(arguments, message):
    ended = command(*arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert message in ended.stderr


def test_a_length_alone_is_both_ends():
    numbers = range(30)
    (first, *_) = eightoff.find_deals(1, length=(52, 99), deals=numbers)
    ended = command("--length", str(first.length), "--range", "0:30")
    assert ended.returncode == 0
    found = eightoff.find_deals(length=(first.length, first.length), deals=numbers)
    assert ended.stdout.split() == [deal.code for deal in found]
