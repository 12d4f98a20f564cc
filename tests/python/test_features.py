"""Features in Rust against a slow computation from the arrays of the games."""

import re
import threading
from pathlib import Path

import numpy as np
import pytest

import eightoff
from slow_features import slow_features

RULES = [(cells, limit) for cells in (8, 4, 2) for limit in ("app", "strict")]


def as_dict(row):
    return {name: int(row[name]) for name in row.dtype.names}


@pytest.mark.parametrize(("cells", "limit"), RULES)
def test_deals(cells, limit):
    numbers = np.arange(0, 60_000_000, 400_009)
    table = eightoff.features(numbers, cells, limit)
    assert table.shape == numbers.shape
    assert list(table.dtype.names) == list(eightoff.feature_meanings)
    for number, row in zip(numbers, table, strict=True):
        assert as_dict(row) == slow_features(eightoff.Game.deal(number, cells, group_limit=limit))


@pytest.mark.parametrize(("cells", "limit"), RULES)
def test_games_in_play(cells, limit):
    dice = np.random.default_rng(cells)
    games = []
    for number in range(12):
        game = eightoff.Game.deal(number, cells, group_limit=limit)
        for _ in range(60):
            moves = game.legal_moves()
            if not moves:
                break
            # Towards the foundations more often than not, so that few cards are left at the end.
            homeward = [m for m in moves if m.target in "SHDC"]
            game.apply(homeward[0] if homeward and dice.random() < 0.8 else dice.choice(moves))
            games.append(game.copy(history=False))
    table = eightoff.features(games)
    assert max(table["longest_run"]) > 2
    assert len(set(table["runs"])) > 5
    for game, row in zip(games, table, strict=True):
        assert as_dict(row) == slow_features(game), game.layout()


def test_a_won_game_and_empty_lists():
    won = eightoff.Game.from_layout("Foundations: H-K C-K D-K S-K\n")
    (row,) = eightoff.features([won])
    assert as_dict(row) == slow_features(won)
    assert not any(as_dict(row).values())
    assert eightoff.features([]).shape == (0,)
    assert eightoff.features(np.zeros((0, 52), np.int8)).shape == (0,)


def test_codes_ranges_and_decks_agree():
    numbers = range(5, 40, 3)
    for cells in (8, 4, 2):
        table = eightoff.features(numbers, cells)
        codes = [eightoff.encode_code(n, cells) for n in numbers]
        decks = np.stack([eightoff.deck(n) for n in numbers])
        assert np.array_equal(table, eightoff.features(codes))
        assert np.array_equal(table, eightoff.features(decks, cells))
    mixed = [eightoff.encode_code(7, cells) for cells in (2, 8, 4)]
    assert [as_dict(r) for r in eightoff.features(mixed)] == [
        as_dict(eightoff.features([7], cells)[0]) for cells in (2, 8, 4)
    ]


def test_what_is_no_deal_is_refused():
    with pytest.raises(ValueError, match="deal number -1"):
        eightoff.features([3, -1])
    with pytest.raises(ValueError, match="deal number 4294967296"):
        eightoff.features([2**32])
    with pytest.raises(TypeError, match="whole numbers"):
        eightoff.features([1.5])
    with pytest.raises(TypeError, match="whole numbers"):
        eightoff.features([True])
    with pytest.raises(TypeError, match="whole numbers"):
        eightoff.features([1, "EO1-C8-AAAAAFA"])
    with pytest.raises(eightoff.CodeError):
        eightoff.features(["EO1-C8-nonsense"])
    with pytest.raises(ValueError, match="cells"):
        eightoff.features([1], 5)
    with pytest.raises(ValueError, match="group_limit"):
        eightoff.features([1], 8, "other")
    with pytest.raises(eightoff.LayoutError, match="missing"):
        eightoff.features(np.zeros((1, 52), np.int8))
    with pytest.raises(ValueError, match="52 cards"):
        eightoff.features(np.zeros((1, 51), np.int8))
    with pytest.raises(ValueError, match=r"0\.\.51"):
        eightoff.features(np.full((1, 52), 60))


def test_other_threads_run_meanwhile():
    # 300,000 deals take some tenths of a second; a thread that needs the GIL gets it.
    turns = 0
    done = threading.Event()

    def count():
        nonlocal turns
        while not done.is_set():
            turns += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = turns
    eightoff.features(range(300_000))
    during = turns - before
    done.set()
    thread.join()
    assert during > 100


def test_the_page_on_studies_has_every_feature():
    page = (Path(__file__).parents[2] / "docs" / "studies.md").read_text("utf-8")
    table = page[page.index("### Features") : page.index("## What the summary")]
    named = re.findall(r"`([a-z_]+)`", "".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
    assert named == list(eightoff.feature_meanings)
