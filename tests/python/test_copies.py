"""Nothing that a game hands out changes later, copies are independent, and threads do no harm."""

import contextlib
import copy
import multiprocessing
import pickle
import random
import sys
import threading

import numpy as np
import pytest

import eightoff

ARRAYS = ["tableau", "heights", "cells", "foundations", "legal_actions", "action_mask"]


def array(game, name):
    got = getattr(game, name)
    return got() if callable(got) else got


def played(deal=20, actions=60, **rules):
    """A game with a history, played by the deal number's dice."""
    game = eightoff.Game.deal(deal, **rules)
    dice = random.Random(deal)
    for _ in range(actions):
        step(game, dice)
    return game


def step(game, dice):
    """An action that the dice choose; where there is none, one is taken back."""
    legal = game.legal_actions()
    if legal.size:
        game.apply(int(dice.choice(legal)))
    else:
        game.undo()


def seen(game):
    """All that can be seen of a game."""
    return (
        game.layout(),
        game.score,
        game.history,
        game.code,
        game.group_limit,
        game.undo_limit,
        game.legal_actions().tolist(),
    )


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_never_shared(name):
    game = played()
    first, before = array(game, name), array(game, name)
    assert not np.shares_memory(first, before)
    for _ in range(10):
        step(game, random.Random(1))
    np.testing.assert_array_equal(first, before)
    now = seen(game)
    first[...] = 0  # ours to write to, and no concern of the game's
    array(game, name)[...] = 0
    assert seen(game) == now


def test_decks_are_never_shared():
    for make in (eightoff.deck, eightoff.ms_deck):
        first = make(1)
        kept = first.copy()
        first[:] = 0
        np.testing.assert_array_equal(make(1), kept)


@pytest.mark.parametrize(
    "make",
    [
        copy.copy,
        copy.deepcopy,
        eightoff.Game.copy,
        lambda game: eightoff.Game.from_json(game.to_json()),
        *(
            lambda game, p=p: pickle.loads(pickle.dumps(game, p))
            for p in range(pickle.HIGHEST_PROTOCOL + 1)
        ),
    ],
)
@pytest.mark.parametrize("undo_limit", [None, 10, 100])
def test_copies_are_whole_and_independent(make, undo_limit):
    game = played(undo_limit=undo_limit, cells=8, group_limit="strict")
    made = make(game)
    assert type(made) is eightoff.Game
    assert made == game
    assert seen(made) == seen(game)
    before = seen(game)
    while made.history:
        made.undo()
    assert seen(game) == before
    assert made != game


def test_copy_without_history():
    game = played()
    bare = game.copy(history=False)
    assert bare.history == []
    assert (bare.layout(), bare.score, bare.code) == (game.layout(), game.score, game.code)
    with pytest.raises(IndexError):
        bare.undo()


def test_moves_and_errors_pickle():
    game = played()
    for move in (*game.history, *game.legal_moves()):
        assert pickle.loads(pickle.dumps(move)) == move
        assert copy.deepcopy(move) == move
    for wrong in ("KSf", "nonsense", 0):
        with pytest.raises(ValueError, match=r"\w{3}") as refusal:
            eightoff.Game.deal(20).apply(wrong)
        again = pickle.loads(pickle.dumps(refusal.value))
        assert type(again) is type(refusal.value)
        assert str(again) == str(refusal.value)


def play_on(game):
    """What a process of its own makes of a game that was sent to it."""
    while game.history:
        game.undo()
    return game, seen(game)


def test_spawned_processes():
    games = [played(deal) for deal in range(4)]
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        answers = pool.map(play_on, games)
    for game, (returned, seen_there) in zip(games, answers, strict=True):
        expected, _ = play_on(game)
        assert returned == expected
        assert seen_there == seen(expected)


def test_an_illegal_action_changes_nothing():
    game = played()
    before = seen(game)
    legal = set(before[-1])
    for action in set(range(156)) - legal:
        with pytest.raises(eightoff.IllegalMoveError):
            game.apply(action)
    for source, target in [("1", "1"), ("a", "b"), ("1", "S"), ("S", "H"), ("8", "c")]:
        try:
            game.drag(source, target)
        except eightoff.IllegalMoveError:
            continue
        game.undo()
    assert seen(game) == before


def in_threads(work, count=8):
    """Runs `work(k)` in threads that start together; the first error is raised here."""
    errors = []
    start = threading.Barrier(count)

    def run(k):
        start.wait()
        try:
            work(k)
        except BaseException as error:  # a panic is no Exception
            errors.append(error)

    threads = [threading.Thread(target=run, args=(k,)) for k in range(count)]
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)  # threads take turns as often as they can
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(usual)
    if errors:
        raise errors[0]


def test_one_game_hammered_by_many_threads():
    """Actions may be refused, since others came first; nothing else may go wrong."""
    game = eightoff.Game.deal(20, undo_limit=None)
    start = game.layout()

    def hammer(k):
        dice = random.Random(k)
        for _ in range(1500):
            match dice.randrange(6):
                case 0 | 1:
                    with contextlib.suppress(eightoff.IllegalMoveError, IndexError):
                        step(game, dice)
                case 2:
                    with contextlib.suppress(IndexError):
                        game.undo()
                case 3:
                    game.double_tap(dice.choice("12345678abcdefgh"))
                case 4:
                    board = eightoff.Game.from_layout(game.layout())  # whole at every moment
                    assert board.perft(1) == board.legal_actions().size
                case 5:
                    assert pickle.loads(pickle.dumps(game)).num_cells == 8
                    assert game.tableau.shape == (8, 19)
                    assert game.perft(2) >= 0

    in_threads(hammer)
    assert len(game.history) > 0
    while game.history:
        game.undo()
    assert game.layout() == start
    assert game.score == 0


def test_an_argument_may_use_the_game_it_is_given_to():
    game = eightoff.Game.deal(20)
    action = int(game.legal_actions()[0])

    class Asking:
        def __index__(self):
            assert game.legal_actions().size
            game.undo_limit = 50
            return action

    assert game.apply(Asking()) == 0
    assert (len(game.history), game.undo_limit) == (1, 50)
    assert game == game


def test_games_of_their_own_in_many_threads():
    expected = [seen(played(deal)) for deal in range(8)]

    def play(deal):
        for _ in range(5):
            assert seen(played(deal)) == expected[deal]

    in_threads(play)


def test_a_game_stays_open_while_it_is_counted():
    game = eightoff.Game.deal(20)
    first = int(game.legal_actions()[0])
    counts = []
    counting = threading.Thread(target=lambda: counts.append(game.perft(7)))
    counting.start()
    while counting.is_alive():
        game.apply(first)
        game.undo()
    counting.join()
    before, after = eightoff.Game.deal(20), eightoff.Game.deal(20)
    after.apply(first)
    # One position or the other, never a mixture.
    assert counts[0] in (before.perft(7), after.perft(7))
