"""Points, taking back, and what ends a game."""

import pytest

import eightoff

NEARLY_DONE = """\
Foundations: H-K C-K D-K S-T
Freecells: - - - - - - - -
KS QS
JS







"""

WON = "Foundations: H-K C-K D-K S-K\nFreecells: - - - - - - - -\n" + ":\n" * 8


def nearly_done(**rules):
    return eightoff.Game.from_layout(NEARLY_DONE, **rules)


def test_points():
    game = nearly_done()
    assert game.apply("JSf") == 10  # from the tableau
    assert game.apply("QSc") == 0
    assert game.apply("QSt") == 5  # from a cell to the tableau
    assert game.apply("QSc") == 0
    assert game.apply("QSf") == 10  # from a cell
    assert game.score == 25


def test_the_apps_score_can_be_farmed():
    game = nearly_done()
    for _ in range(200):
        assert game.apply("JSc") == 0
        assert game.apply("JSt") == 5
    assert game.score == 1_000
    for _ in range(200):
        assert game.apply("JSf") == 10
        assert game.apply("JSt") == 0  # a withdrawal
    assert game.score == 3_000


def test_undo_takes_points_back():
    game = nearly_done()
    before = game.layout()
    scores = [game.score]
    for word in ("JSf", "QSc", "QSt", "JSc", "JSt", "JSf", "QSf", "KSf"):
        game.apply(word)
        scores.append(game.score)
    assert scores == [0, 10, 10, 15, 15, 20, 30, 40, 50]
    assert game.is_won
    for expected in scores[-2::-1]:
        game.undo()
        assert game.score == expected
    assert game.layout() == before
    assert not game.history
    with pytest.raises(IndexError):
        game.undo()


def test_a_group_comes_back_as_a_group():
    game = nearly_done()
    assert game.drag("2", "1").count == 1
    assert game.drag("1", "5").count == 3  # a base king, by hand
    after = game.layout()
    moved = game.history[-1]
    assert game.undo() == moved
    assert game.heights.tolist() == [3, 0, 0, 0, 0, 0, 0, 0]
    game.drag("1", "5")
    assert game.layout() == after


@pytest.mark.parametrize("limit", [None, 0, 1, 3, 100, 150])
def test_undo_reaches_back_as_far_as_the_limit(limit):
    made = 120
    game = nearly_done(undo_limit=limit)
    assert game.undo_limit == limit
    for k in range(made):
        game.apply("JSc" if k % 2 == 0 else "JSt")
    kept = made if limit is None else min(made, limit)
    assert len(game.history) == kept
    for _ in range(kept):
        game.undo()
    with pytest.raises(IndexError):
        game.undo()
    assert game.score == 5 * ((made - kept) // 2)  # what the forgotten ones had earned


def test_the_limit_may_change_in_play():
    game = nearly_done(undo_limit=None)
    for k in range(120):
        game.apply("JSc" if k % 2 == 0 else "JSt")
    game.undo_limit = 7
    assert len(game.history) == 7
    game.apply("JSc")
    assert len(game.history) == 7
    for wrong in (-1, 1.5, "7"):
        with pytest.raises((ValueError, TypeError)):
            game.undo_limit = wrong
    assert game.undo_limit == 7


def test_default_limit_is_100_actions():
    game = nearly_done()
    assert game.undo_limit == 100
    for k in range(101):
        game.apply("JSc" if k % 2 == 0 else "JSt")
    for _ in range(100):
        game.undo()
    assert game.cells.tolist() == [
        10,
        -1,
        -1,
        -1,
        -1,
        -1,
        -1,
        -1,
    ]  # after the one that is forgotten
    with pytest.raises(IndexError):
        game.undo()


def test_withdrawals_to_column_and_cell():
    game = eightoff.Game.from_layout(NEARLY_DONE.replace("KS QS\nJS", "KS QS JS\n"))
    assert {"KHt", "KHc", "KDt", "KDc", "TSt", "TSc"} <= set(map(str, game.legal_moves()))
    assert game.apply("TSt") == 0
    assert game.apply("KHt") == 0  # a king into the leftmost empty column
    assert game.heights.tolist() == [4, 1, 0, 0, 0, 0, 0, 0]
    assert game.drag("C", "8").card == 51
    assert game.drag("H", "c").count == 1
    assert game.cells.tolist() == [-1, -1, 24, -1, -1, -1, -1, -1]
    assert game.foundations.tolist() == [9, 11, 13, 12]
    assert game.score == 0


def test_a_won_game_is_closed():
    game = eightoff.Game.from_layout(WON)
    assert game.is_won
    assert not game.is_stuck
    assert game.legal_actions().size == 0
    assert not game.action_mask().any()
    assert game.legal_moves() == []
    assert game.perft(1) == 0
    for action in range(156):
        with pytest.raises(eightoff.IllegalMoveError, match="won"):
            game.apply(action)
    for source, target in [("S", "a"), ("S", "1"), ("H", "8")]:
        with pytest.raises(eightoff.IllegalMoveError, match="won"):
            game.drag(source, target)
    assert game.layout() == WON


STUCK = """\
Foundations: H-K C-0 D-0 S-0
Freecells: 2C 2D
KS AS 2S 3S 8S
KD AD 3D 4D 8D
KC AC 3C 4C 8C
4S 5S 6S 7S TS
5D 6D 7D 9D TD
JC 5C 6C 7C 9C TC
9S JS JD QD QC QS

"""


def test_stuck_counts_withdrawals_as_nothing():
    """Only the king of hearts may move, off its foundation; no card in a column or cell may."""
    game = eightoff.Game.from_layout(STUCK, cells=2)
    assert list(map(str, game.legal_moves())) == ["KHt"]
    assert game.is_stuck
    game.apply("KHt")
    assert "KHf" in map(str, game.legal_moves())
    assert not game.is_stuck
