"""How many cards travel as one group, shown on boards."""

import pytest

import eightoff
from data import group_limits
from model.positions import with_group

LONGEST_RUN = {"filled": 12, "empty": 13}  # to a king, and with it
ONLY_EMPTY_COLUMN = "8"


def game_with_group(free, empty, target, count, limit):
    board = with_group(free, empty, target, count).text()
    return eightoff.Game.from_layout(board, cells=8, group_limit=limit)


@pytest.mark.parametrize("limit", ["app", "strict"])
@pytest.mark.parametrize(("free", "empty", "target", "app_limit"), group_limits())
def test_limit_and_one_card_too_many(free, empty, target, app_limit, limit):
    most = app_limit if limit == "app" else free + 1
    column = "1" if target == "filled" else ONLY_EMPTY_COLUMN
    word = "QSt" if target == "filled" else "KSt"

    longest = min(most, LONGEST_RUN[target])
    game = game_with_group(free, empty, target, longest, limit)
    assert game.group_limit_to(column) == most
    assert game.apply(word) == 0
    assert game.history[-1].count == longest
    game.undo()
    assert game.drag("2", column).count == longest

    if most < LONGEST_RUN[target]:
        game = game_with_group(free, empty, target, most + 1, limit)
        before = game.layout()
        assert game.group_limit_to(column) == most
        for refused in (lambda: game.apply(word), lambda: game.drag("2", column)):
            with pytest.raises(eightoff.IllegalMoveError, match=str(most)):
                refused()
        assert word not in map(str, game.legal_moves())
        assert game.layout() == before


def test_worked_example():
    """The app's rules page: 2 free cells, one empty column, a king's run of 3 goes, of 4 not."""
    assert game_with_group(2, 1, "empty", 3, "app").apply("KSt") == 0
    with pytest.raises(eightoff.IllegalMoveError):
        game_with_group(2, 1, "empty", 4, "app").apply("KSt")


def test_limit_holds_for_fewer_cells():
    for cells in (4, 2):
        game = eightoff.Game.deal(20, cells=cells)
        assert [game.group_limit_to(column) for column in "12345678"] == [1] * 8
