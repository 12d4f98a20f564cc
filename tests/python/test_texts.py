"""What objects and errors say, and that code and people can use it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import eightoff
from model.cards import PACK

BOARD = """\
Foundations: H-6 C-K D-7 S-K
Freecells: - - - - - - - -
7H
8D
8H 9H TH JH QH KH
9D TD JD QD KD
:
:
:
:
"""


def test_a_refused_drag_says_which_card_and_why():
    game = eightoff.Game.from_layout(BOARD)
    with pytest.raises(eightoff.IllegalMoveError) as refusal:
        game.drag("1", "2")
    assert "7H does not fit on 8D: other suit" in str(refusal.value)
    assert refusal.value.move == "12"
    assert refusal.value.reason in str(refusal.value)
    assert f"hint: {refusal.value.hint}" in str(refusal.value)


def test_a_place_that_the_game_lacks_is_named_with_those_it_has():
    game = eightoff.Game.deal(1, cells=2)
    for ask in [game.tap, game.double_tap, game.drags_from, lambda cell: game.drag("1", cell)]:
        with pytest.raises(
            eightoff.NotationError, match=r"no cell of this game, which has 2\n.*a to b"
        ):
            ask("c")


def test_every_illegal_action_has_its_reason_and_hint():
    """A reason names the card that was to move; hints are not the same for all."""
    hints = set()
    for cells in (8, 2):
        game = eightoff.Game.deal(20, cells=cells)
        for action in set(range(156)) - set(game.legal_actions().tolist()):
            with pytest.raises(eightoff.IllegalMoveError) as refusal:
                game.apply(action)
            assert PACK[action // 3] in refusal.value.reason
            assert refusal.value.hint
            hints.add(refusal.value.hint.split()[0])
    assert len(hints) > 3


@pytest.mark.parametrize("limit", ["app", "strict"])
@pytest.mark.parametrize("undo_limit", [None, 0, 100])
def test_reprs_can_be_evaluated(limit, undo_limit):
    rules = {"group_limit": limit, "undo_limit": undo_limit}
    fresh = eightoff.Game.deal(20, cells=4, **rules)
    played = eightoff.Game.deal(20, **rules)
    for _ in range(3):
        played.apply(int(played.legal_actions()[0]))
    for game in (fresh, played, eightoff.Game.from_layout(BOARD, **rules)):
        again = eval(repr(game), {"eightoff": eightoff})
        assert again == game
        assert again.history == game.history
        assert (again.group_limit, again.undo_limit) == (limit, undo_limit)
    for move in (*played.legal_moves(), *played.history):
        assert eval(repr(move), {"eightoff": eightoff}) == move


def test_a_printed_board_shows_every_card_once():
    for game in (eightoff.Game.deal(20), eightoff.Game.deal(20, cells=2)):
        for card in PACK:
            assert str(game).count(card) == 1


@given(st.integers() | st.text(max_size=4) | st.sampled_from(PACK))
def test_card_names(anything):
    try:
        name = eightoff.card_text(anything)
    except eightoff.NotationError:
        assert anything not in range(52)
        assert anything not in PACK
    else:
        assert PACK[eightoff.parse_card(name)] == name


@given(st.integers() | st.text(max_size=5))
def test_action_names(anything):
    try:
        name = eightoff.action_text(anything)
    except eightoff.NotationError:
        assert anything not in range(156)
    else:
        action = eightoff.parse_action(name)
        assert name == PACK[action // 3] + "ftc"[action % 3]


ODD = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=3) | st.binary()


@given(ODD, ODD, ODD, ODD, ODD)
def test_moves_of_odd_parts_are_refused(card, source, target, count, points):
    with pytest.raises((ValueError, TypeError)):
        eightoff.Move(card, source, target, count=count, points=points)


def test_a_move_is_made_between_its_places_or_else_as_its_action():
    game = eightoff.Game.deal(20)
    before = game.layout()
    for wanted, source, target in [
        (eightoff.Move("JD", "3", "h"), "3", "h"),  # legal just so, though e is free as well
        (eightoff.Move("JD", "4", "h"), "3", "e"),  # from a board with the columns elsewhere
        (eightoff.Move("JD", "3", "e", count=2), "3", "e"),
    ]:
        game.apply(wanted)
        done = game.undo()
        assert (done.card, done.source, done.target, done.count) == (36, source, target, 1)
    with pytest.raises(eightoff.IllegalMoveError):
        game.apply(eightoff.Move("7H", "8", "2"))
    assert game.layout() == before
