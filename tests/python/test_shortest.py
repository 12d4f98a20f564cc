"""Shortest solutions from Python: held to the lengths on file, and replayed in the model."""

import numpy as np
import pytest

import eightoff
from data import rows
from side_by_side import dealt

KNOWN = [
    (int(cells), limit, int(deal), int(length))
    for cells, limit, deal, length in rows("shortest.txt")
]


@pytest.mark.parametrize(("cells", "limit", "deal", "length"), KNOWN[::25])
def test_lengths_on_file_and_solutions_that_the_model_plays(cells, limit, deal, length):
    game, model = dealt(deal, cells, limit)
    solution = eightoff.solve(game, shortest=True)
    assert solution.status == "winnable"
    assert solution.optimal
    assert solution.length == solution.lower_bound == length
    for action in solution.actions:
        assert model.apply(int(action)) is not None
    assert model.table.is_won()


@pytest.mark.parametrize("cells", [4, 2])
@pytest.mark.parametrize("limit", ["app", "strict"])
def test_many_deals_give_the_lengths_on_file(cells, limit):
    known = {deal: length for c, li, deal, length in KNOWN if (c, li) == (cells, limit)}
    assert len(known) > 40
    table = eightoff.solve_many(list(known), cells, limit, shortest=True)
    assert table["status"].tolist() == [1] * len(known)
    assert table["length"].tolist() == list(known.values())
    assert table["lower_bound"].tolist() == list(known.values())
    assert table["optimal"].all()


def test_many_deals_are_those_that_are_solved_one_by_one():
    deals = range(30)
    table = eightoff.solve_many(deals, shortest=True, threads=2)
    assert table.dtype.names == ("status", "nodes", "length", "lower_bound", "optimal")
    for deal, row in zip(deals, table, strict=True):
        solution = eightoff.solve(eightoff.Game.deal(deal), shortest=True)
        assert row["length"] == solution.length
        assert row["lower_bound"] == solution.lower_bound
        assert row["optimal"] == solution.optimal
        assert row["nodes"] == solution.nodes


def test_lost_deals_are_told_and_nothing_is_claimed_of_their_length():
    lost = eightoff.solve(eightoff.Game.deal(0, cells=2), shortest=True)
    assert (lost.status, lost.moves, lost.length, lost.optimal) == ("unwinnable", None, -1, False)
    table = eightoff.solve_many([0], 2, shortest=True)
    assert table.tolist()[0][0] == 0
    assert table["length"][0] == -1
    assert not table["optimal"][0]


def test_a_budget_leaves_a_solution_and_a_bound_that_hold():
    length = eightoff.solve(eightoff.Game.deal(0), shortest=True).length
    bounds = []
    for max_nodes in (0, 300, 3_000, 30_000):
        solution = eightoff.solve(eightoff.Game.deal(0), shortest=True, max_nodes=max_nodes)
        assert solution.nodes <= max_nodes
        assert solution.lower_bound <= length
        assert not solution.optimal
        if max_nodes:
            assert solution.status == "winnable"
            assert solution.length >= length
        bounds.append(solution.lower_bound)
    assert bounds == sorted(bounds)
    table = eightoff.solve_many([0], shortest=True, max_nodes=3_000)
    assert not table["optimal"][0]
    assert table["lower_bound"][0] == bounds[2]


@pytest.mark.parametrize("budget", [{"max_memory": 1 << 16}, {"max_seconds": 0.0}])
def test_memory_and_time_end_a_search_without_a_false_proof(budget):
    length = eightoff.solve(eightoff.Game.deal(0), shortest=True).length
    solution = eightoff.solve(eightoff.Game.deal(0), shortest=True, **budget)
    assert not solution.optimal
    assert solution.lower_bound <= length
    assert solution.moves is None or solution.length >= length


def test_hints_lead_the_shortest_way():
    game = eightoff.Game.deal(3)
    assert game.hint() is not None  # along another way, perhaps
    left = eightoff.solve(game, shortest=True).length
    while not game.is_won:
        game.apply(game.hint(shortest=True))
        left -= 1
    assert left == 0
    assert game.hint(shortest=True) is None
    assert eightoff.Game.deal(0, cells=2).hint(shortest=True) is None


def test_progress_is_told_and_its_exceptions_end_the_work():
    told = []
    eightoff.solve_many(range(40), shortest=True, progress=lambda done, total: told.append(done))
    assert told == sorted(told)
    assert told[-1] == 40

    class EnoughError(Exception):
        pass

    def enough(done, total):
        raise EnoughError

    with pytest.raises(EnoughError):
        eightoff.solve_many(range(100_000), shortest=True, progress=enough)


def test_decks_of_other_programs():
    decks = np.array([eightoff.ms_deck(number) for number in range(1, 11)])
    table = eightoff.solve_many(decks, group_limit="strict", shortest=True)
    assert table["optimal"].all()
    assert (table["length"] == table["lower_bound"]).all()
