"""Deals by property: winnable or not, by shortest length, the hardest of many."""

import heapq
import secrets
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple, SupportsIndex

import numpy as np
from numpy.typing import NDArray

import eightoff
from eightoff.solving import FEWEST_ACTIONS
from eightoff.studies.plan import RuleSet, rule_sets
from eightoff.studies.shuffle import ALL, shuffled_numbers
from eightoff.studies.source import Source, read_source

FIRST_BATCH = 64
LARGEST_BATCH = 1 << 16
LARGEST_BATCH_SHORTEST = 256
"""Shortest solutions take so much longer that a larger batch would keep the user waiting."""


class FoundDeal(NamedTuple):
    """A deal and what is known of it."""

    number: int
    """The deal number."""
    code: str
    """The game code, for `eightoff.Game`."""
    winnable: bool
    """Whether it can be won."""
    nodes: int
    """How many nodes the exact solver needed."""
    length: int | None
    """The fewest actions that win, if lengths were asked for."""


def find_deals(
    count: SupportsIndex | None = None,
    *,
    cells: SupportsIndex = 8,
    group_limit: Literal["app", "strict"] = "app",
    winnable: bool | None = True,
    length: tuple[int, int] | None = None,
    hardest: int | None = None,
    deals: Iterable[int | str] | NDArray[Any] | None = None,
    seed: int | None = None,
    threads: int | None = None,
) -> Iterator[FoundDeal]:
    """Return a stream of deals with a property, found as they are asked for.

    >>> import eightoff
    >>> [deal.code for deal in eightoff.find_deals(2, cells=4, seed=7)]  # doctest: +SKIP

    Args:
        count: How many deals; all there are (or without end) if left out.
        cells: 8, 4 or 2.
        group_limit: ``"app"`` or ``"strict"``.
        winnable: True for deals that can be won, False for those that cannot, None for both.
        length: Only deals whose shortest solution has from `length[0]` to `length[1]` actions,
            foundation moves among them; they are winnable, so `winnable` stays True. Deals whose
            optimum the solver did not prove are left out.
        hardest: Only the so many deals that cost the exact solver most nodes, hardest first.
            All of `deals` must be looked at before the first comes.
        deals: The deals to look through, in this order: numbers, a range or codes. If left out,
            all 2**32, in an order that `seed` gives.
        seed: Any whole number: the same deals in the same order, in every version. From the
            operating system if left out.
        threads: How many threads to use, all processors if left out.

    Returns:
        An iterator of `FoundDeal`.

    Raises:
        ValueError: Arguments that are out of range or contradict each other.
    """
    rules = rule_sets(cells, group_limit)
    if len(rules) > 1:
        raise ValueError("deals are found under one rule set at a time")
    (rule,) = rules
    if count is not None and int(count) < 0:
        raise ValueError(f"count is at least 0, not {count}")
    if hardest is not None and (hardest < 1 or deals is None):
        raise ValueError("hardest is at least 1 and of some deals\nhint: deals=range(100000)")
    if deals is not None and seed is not None:
        raise ValueError("seed orders all deals; deals are taken in their own order")
    if length is not None:
        if winnable is not True:
            raise ValueError("only winnable deals have a length")
        if len(length) != 2 or not 0 <= length[0] <= length[1]:
            raise ValueError(f"length is a pair, the shorter one first, not {length!r}")
        if length[1] < FEWEST_ACTIONS:
            raise ValueError(
                f"no deal has the length {length!r}\nhint: {FEWEST_ACTIONS} is the least"
            )
    source = None if deals is None else read_source(deals, "eightoff")[0]
    largest = LARGEST_BATCH if length is None else LARGEST_BATCH_SHORTEST
    found: Iterator[FoundDeal] = (
        deal
        for numbers in _batches(source, seed, largest)
        for deal in _matching(numbers, rule, winnable, length, threads)
    )
    if hardest is not None:
        found = _hardest(found, hardest)
    return found if count is None else _first(found, int(count))


def _first(found: Iterator[FoundDeal], count: int) -> Iterator[FoundDeal]:
    """Yield `count` deals, and look for no more than that."""
    for _, deal in zip(range(count), found, strict=False):
        yield deal


def _hardest(found: Iterator[FoundDeal], count: int) -> Iterator[FoundDeal]:
    """Yield the deals with most nodes; of equals the one that came first."""
    yield from heapq.nlargest(count, found, key=lambda deal: deal.nodes)


def _batches(source: Source | None, seed: int | None, largest: int) -> Iterator[NDArray[np.uint32]]:
    """Yield deal numbers, few at first so that the first deals come soon."""
    order = secrets.randbits(64) if seed is None else seed
    start, size = 0, min(FIRST_BATCH, largest)
    while start < (ALL if source is None else len(source)):
        if source is None:
            yield shuffled_numbers(order, start, size)
        else:
            yield source.slice(start, size).array()
        start += size
        size = min(2 * size, largest)


def _matching(
    numbers: NDArray[np.uint32],
    rule: RuleSet,
    winnable: bool | None,
    length: tuple[int, int] | None,
    threads: int | None,
) -> Iterator[FoundDeal]:
    """Yield those of the deals that have the property."""
    solved = _solve(numbers, rule, threads)
    if winnable is not None:
        chosen = solved["status"] == int(winnable)
        numbers, solved = numbers[chosen], solved[chosen]
    if length is not None and len(numbers):
        shortest = _solve(numbers, rule, threads, shortest=True)
        fits = (length[0] <= shortest["length"]) & (shortest["length"] <= length[1])
        chosen = fits & shortest["optimal"].astype(bool)
        numbers, solved = numbers[chosen], solved[chosen]
        solved["length"] = shortest["length"][chosen]
    for number, row in zip(numbers.tolist(), solved, strict=True):
        yield FoundDeal(
            number=number,
            code=eightoff.encode_code(number, rule.cells),
            winnable=bool(row["status"] == 1),
            nodes=int(row["nodes"]),
            length=int(row["length"]) if row["length"] >= 0 else None,
        )


def _solve(
    numbers: NDArray[np.uint32], rule: RuleSet, threads: int | None, shortest: bool = False
) -> NDArray[Any]:
    return eightoff.solve_many(
        numbers,
        cells=rule.cells,
        group_limit=rule.group_limit,
        threads=threads,
        lengths=False,
        shortest=shortest,
    )
