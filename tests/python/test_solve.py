"""`solve` and `Game.hint`."""

import pickle
import threading

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import eightoff

CELLS = (8, 4, 2)
LIMITS = ("app", "strict")
LOST = "EO1-C2-AAAAAFA"

pytestmark = pytest.mark.filterwarnings("error")


def check(game, solution):
    """The solution wins the game, move by move."""
    board = game.copy(history=False)
    for move in solution.moves:
        board.apply(move)
    assert board.is_won
    assert solution.length == len(solution.moves) == len(solution.actions)
    assert solution.actions.dtype == np.int64
    assert [move.action for move in solution.moves] == solution.actions.tolist()
    assert solution.lower_bound <= solution.length


@pytest.mark.parametrize("group_limit", LIMITS)
@pytest.mark.parametrize("cells", CELLS)
def test_deals_are_decided_and_solutions_win(cells, group_limit):
    numbers = range(60)
    table = eightoff.solve_many(numbers, cells, group_limit, threads=1)
    for number, row in zip(numbers, table, strict=True):
        game = eightoff.Game.deal(number, cells, group_limit=group_limit)
        before = game.to_json()
        solution = eightoff.solve(game)
        assert game.to_json() == before
        assert solution.status == ("winnable" if row["status"] else "unwinnable")
        assert (solution.nodes, solution.length) == (row["nodes"], row["length"])
        if solution.status == "winnable":
            check(game, solution)
        else:
            assert solution.moves is None
            assert solution.length == -1
            assert solution.actions.tolist() == []
            assert not solution.optimal


def test_a_code_can_be_solved():
    solution = eightoff.solve("EO1-C8-AAAAAFA")
    check(eightoff.Game("EO1-C8-AAAAAFA"), solution)
    assert solution.seconds >= 0
    words = " ".join(map(str, solution.moves))
    assert str(solution) == f"winnable in {solution.length} moves: {words}"
    assert eightoff.replay(f"EO1-C8-AAAAAFA: {words}").is_won
    assert repr(solution).startswith("<eightoff.Solution winnable, length ")
    assert str(eightoff.solve(LOST)) == "unwinnable"
    assert "<svg" in solution._repr_svg_()


def test_solutions_never_change_and_travel():
    solution = eightoff.solve("EO1-C8-AAAAAFA")
    with pytest.raises(AttributeError):
        solution.status = "unwinnable"
    other = pickle.loads(pickle.dumps(solution))
    assert (other.status, other.moves, other.nodes) == (
        solution.status,
        solution.moves,
        solution.nodes,
    )
    solution.actions[0] = 0
    assert solution.actions.tolist() == other.actions.tolist()


@pytest.mark.parametrize(
    ("cells", "numbers"), [(8, range(60)), (4, range(60)), (2, [0, 1, 1341, 1387, 1758, 2080])]
)
def test_hints_lead_to_a_win(cells, numbers):
    won = 0
    for number in numbers:
        game = eightoff.Game.deal(number, cells, undo_limit=None)
        hint = game.hint()
        if hint is None:
            assert eightoff.solve(game).status == "unwinnable"
            continue
        for _ in range(300):
            game.apply(hint)
            hint = game.hint()
            if hint is None:
                break
        assert game.is_won
        won += 1
    assert won


def brute_force(game, most=20_000):
    """Whether the game can be won, by every legal action; None when that takes too long."""
    seen, pending = {game.key()}, [game.copy(history=False)]
    while pending:
        board = pending.pop()
        if board.is_won:
            return True
        if len(seen) > most:
            return None
        # Foundation actions, 0 modulo 3, are pushed last and so tried first.
        for action in sorted(board.legal_actions().tolist(), key=lambda a: -(a % 3)):
            after = board.copy(history=False)
            after.apply(action)
            if after.key() not in seen:
                seen.add(after.key())
                pending.append(after)
    return False


@settings(max_examples=60)
@given(
    number=st.integers(0, 2**32 - 1),
    cells=st.sampled_from((2, 2, 4)),
    group_limit=st.sampled_from(LIMITS),
    choices=st.lists(st.integers(0, 10_000), max_size=40),
)
def test_positions_of_random_play_are_decided_rightly(number, cells, group_limit, choices):
    game = eightoff.Game.deal(number, cells, group_limit=group_limit)
    for choice in choices:
        actions = game.legal_actions()
        if not len(actions):
            break
        game.apply(int(actions[choice % len(actions)]))
    solution = eightoff.solve(game)
    if solution.status == "winnable":
        check(game, solution)
    truth = brute_force(game)
    assert truth is None or (solution.status == "winnable") == truth


def test_a_won_game_needs_no_moves():
    game = eightoff.Game.from_layout("Foundations: H-K C-K D-K S-K\n" + "\n" * 8)
    solution = eightoff.solve(game)
    assert (solution.status, solution.moves, solution.optimal) == ("winnable", [], True)
    assert solution.lower_bound == 0
    assert game.hint() is None


def test_budgets_end_in_unknown():
    game = eightoff.Game.deal(3, 8)
    exact = eightoff.solve(game)
    for budget in ({"max_nodes": 0}, {"max_nodes": exact.nodes - 1}):
        solution = eightoff.solve(game, **budget)
        assert (solution.status, solution.moves) == ("unknown", None)
        assert solution.nodes <= budget["max_nodes"]
    assert eightoff.solve(game, max_nodes=exact.nodes).status == "winnable"
    assert eightoff.solve(game, max_nodes=10**30, max_seconds=1e300).status == "winnable"


def test_shortest_solutions_are_no_longer():
    game = eightoff.Game("EO1-C8-AAAAAFA")
    found, best = eightoff.solve(game), eightoff.solve(game, shortest=True)
    check(game, best)
    assert best.optimal
    assert best.lower_bound == best.length <= found.length
    assert not eightoff.solve(LOST, shortest=True).optimal
    hurried = eightoff.solve(game, shortest=True, max_nodes=found.nodes + 10)
    check(game, hurried)
    assert hurried.lower_bound <= best.length
    assert hurried.optimal == (hurried.length == hurried.lower_bound)


@pytest.mark.parametrize(
    ("arguments", "budget", "error", "message"),
    [
        ((20,), {}, TypeError, "not int"),
        ((None,), {}, TypeError, "not NoneType"),
        (("EO1-C8-AAAAAFB",), {}, eightoff.CodeError, "last letter"),
        ((LOST,), {"max_nodes": -1}, ValueError, "max_nodes is 0 or more"),
        ((LOST,), {"max_nodes": 1.5}, TypeError, "whole number"),
        ((LOST,), {"max_nodes": True}, TypeError, "whole number"),
        ((LOST,), {"max_seconds": -1}, ValueError, "max_seconds is 0 or more"),
        ((LOST,), {"max_seconds": float("nan")}, ValueError, "max_seconds is 0 or more"),
        ((LOST,), {"max_memory": -1}, ValueError, "max_memory is 0 or more"),
    ],
)
def test_wrong_arguments_are_named(arguments, budget, error, message):
    with pytest.raises(error, match=message):
        eightoff.solve(*arguments, **budget)


def test_threads_can_solve_one_game():
    game = eightoff.Game.deal(1, 8)
    answers = []

    def work():
        for _ in range(50):
            answers.append(eightoff.solve(game).length)
            game.hint()
            game.apply(int(game.legal_actions()[-1]))
            game.undo()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) == 150
