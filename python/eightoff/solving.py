"""Solutions and verdicts: one game at a time, or very many deals at once."""

import os
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from eightoff._core import Game, Move, _solve, _solve_many, decode_code
from eightoff.feature_table import deal_numbers, whole_decks

__all__ = ["FEWEST_ACTIONS", "SHORTEST", "SOLVED", "Solution", "solve", "solve_many"]

SOLVED = np.dtype([("status", np.int8), ("nodes", np.int64), ("length", np.int16)])
"""The type of a row of `solve_many`."""

SHORTEST = np.dtype([*SOLVED.descr, ("lower_bound", np.int16), ("optimal", np.bool_)])
"""The type of a row of `solve_many` with ``shortest=True``."""

FEWEST_ACTIONS = 52
"""No deal is won by fewer: every card goes home by an action of its own."""

DEFAULT_MEMORY = 2 << 30


@dataclass(frozen=True, slots=True, eq=False)
class Solution:
    """A solver's answer about one game.

    Attributes:
        status: ``"winnable"`` (then there are moves, played out by the rules before they came
            here), ``"unwinnable"`` (proved), or ``"unknown"`` (only when a budget ended the search).
        moves: The moves of a way to win, in order; None when there is none or none was found.
        nodes: How many states the search looked at.
        seconds: How long it took.
        lower_bound: No way to win has fewer moves. Without ``shortest=True`` this is no more than
            the number of cards not home yet; it says nothing about a lost game.
        optimal: Whether it is proved that no way to win has fewer moves.
        game: The game as it stood, a copy without its history: where the moves start.
    """

    status: Literal["winnable", "unwinnable", "unknown"]
    moves: list[Move] | None
    nodes: int
    seconds: float
    lower_bound: int
    optimal: bool
    game: Game

    @property
    def actions(self) -> NDArray[np.int64]:
        """The actions of `moves`, an int64 array (length,); empty without moves."""
        return np.array([move.action for move in self.moves or []], dtype=np.int64)

    @property
    def length(self) -> int:
        """The number of moves, -1 without moves."""
        return -1 if self.moves is None else len(self.moves)

    def __str__(self) -> str:
        """Return the verdict and the moves as words of a game record."""
        if self.moves is None:
            return self.status
        return f"{self.status} in {self.length} moves: {' '.join(map(str, self.moves))}"

    def __repr__(self) -> str:
        """Return the verdict with its figures, on one line."""
        return (
            f"<eightoff.Solution {self.status}, length {self.length}, nodes {self.nodes}, "
            f"lower bound {self.lower_bound}, optimal {self.optimal}>"
        )

    def _repr_svg_(self) -> str:
        """What a notebook shows: the verdict and the moves."""
        from eightoff.svg import solution

        return solution(self)._repr_svg_()


def solve(
    game: Game | str,
    *,
    shortest: bool = False,
    max_nodes: int | None = None,
    max_seconds: float | None = None,
    max_memory: int = DEFAULT_MEMORY,
) -> Solution:
    """Decide whether a game can be won as it stands, and how.

    The answer is exact: every game is decided, mostly in microseconds, unless a budget ends the
    search. docs/solver.md has the reasons. The game is not changed. Ctrl-C works, and other
    threads run meanwhile.

    Args:
        game: A game, or the code of a deal (then by the app's group limit).
        shortest: Search on for a solution with as few moves as there can be. With a budget, the
            shortest one found, and how short one might be at best.
        max_nodes: The most states to look at.
        max_seconds: The most seconds to search.
        max_memory: The most bytes that the search for a shortest solution may hold.

    Returns:
        The answer.

    Raises:
        ValueError: A bad code, or a budget below zero.
        TypeError: Something that is neither a game nor a code.
    """
    if isinstance(game, str):
        game = Game(game)
    if not isinstance(game, Game):
        raise TypeError(f"a Game or a code can be solved, not {type(game).__name__}")
    if max_seconds is not None and not max_seconds >= 0:
        raise ValueError(f"max_seconds is 0 or more, not {max_seconds}")
    nodes_limit = _count(max_nodes, "max_nodes", 0)
    memory = _count(max_memory, "max_memory", 0)
    # Another thread may play on in the game meanwhile.
    asked = game.copy(history=False)
    start = time.perf_counter()
    status, moves, nodes, lower_bound, optimal = _solve(
        asked, shortest, nodes_limit, max_seconds, memory
    )
    seconds = time.perf_counter() - start
    return Solution(status, moves, nodes, seconds, lower_bound, optimal, asked)


def solve_many(
    numbers: Iterable[int] | Iterable[str] | NDArray[Any],
    cells: SupportsIndex = 8,
    group_limit: Literal["app", "strict"] = "app",
    *,
    threads: int | None = None,
    max_nodes: int | None = None,
    progress: Callable[[int, int], object] | bool | None = None,
    lengths: bool = True,
    shortest: bool = False,
    max_memory: int = DEFAULT_MEMORY,
) -> NDArray[Any]:
    """Decide very many deals.

    Args:
        numbers: Deal numbers (0..4294967295) as any integers, or codes, or decks as an int8
            array (n, 52) in dealing order.
        cells: 8, 4 or 2, for numbers and decks; codes have their own.
        group_limit: ``"app"`` or ``"strict"``.
        threads: How many threads work; all cores when None.
        max_nodes: The most states to look at in each deal; those it ends are unknown.
        progress: Called as ``progress(done, total)`` several times a second, or True for a bar
            by tqdm. An exception that it raises ends the work, as Ctrl-C does.
        lengths: Whether to work out solutions for their lengths, which takes longer than the
            verdicts alone.
        shortest: Whether to find the shortest solutions and prove them, which takes hundreds
            of times as long.
        max_memory: The most bytes that the search for a shortest solution may hold, on each thread.

    Returns:
        A structured array (n,) with the fields ``status`` int8 (1 winnable, 0 unwinnable, -1
        unknown), ``nodes`` int64, and ``length`` int16: the number of moves of the solution that
        `solve` finds, -1 without one. With ``shortest=True`` also ``lower_bound`` int16 (no
        solution is shorter; says nothing about a lost deal) and ``optimal`` bool (that is proved of
        the solution found; false for a lost deal).

    Raises:
        ValueError: A number out of range, a bad code or deck, no such number of cells or threads.
        TypeError: Something that is no deal at all.
    """
    workers = (os.cpu_count() or 1) if threads is None else _count(threads, "threads", 1)
    nodes_limit = _count(max_nodes, "max_nodes", 0)
    memory = _count(max_memory, "max_memory", 0)
    wanted: Literal["verdict", "length", "shortest"]
    wanted = "shortest" if shortest else "length" if lengths else "verdict"
    groups, total = _grouped(numbers, cells)
    table = np.empty(total, SHORTEST if shortest else SOLVED)
    done = 0
    with ExitStack() as stack:
        report = _reporter(progress, total, stack)
        for chosen, deals, group_cells in groups:
            before = done
            watch = None if report is None else lambda now, before=before: report(before + now)
            columns = _solve_many(
                deals, group_cells, group_limit, workers, nodes_limit, wanted, memory, watch
            )
            for name, column in zip(SHORTEST.names or (), columns, strict=True):
                if name in (table.dtype.names or ()):
                    table[name][chosen] = column
            done += len(deals)
        if report is not None:
            report(total)
    return table


def _grouped(
    numbers: Any, cells: SupportsIndex
) -> tuple[list[tuple[Any, NDArray[Any], SupportsIndex]], int]:
    """Return the deals by number of cells, each group with the rows it fills, and their count."""
    everything = slice(None)
    if isinstance(numbers, str):
        raise TypeError("solve_many takes a list of deals; for one code there is solve()")
    if isinstance(numbers, range):
        numbers = np.arange(numbers.start, numbers.stop, numbers.step)
    if not hasattr(numbers, "__array__"):
        numbers = list(numbers)
        if numbers and all(isinstance(code, str) for code in numbers):
            decoded = np.array([decode_code(code) for code in numbers], dtype=np.uint32)
            groups: list[tuple[Any, NDArray[Any], SupportsIndex]] = []
            for count in np.unique(decoded[:, 1]):
                chosen = np.flatnonzero(decoded[:, 1] == count)
                groups.append((chosen, np.ascontiguousarray(decoded[chosen, 0]), int(count)))
            return groups, len(numbers)
    array = np.asarray(numbers)
    if array.dtype.kind in "OUT" and array.ndim == 1 and array.size:
        if all(isinstance(code, str) for code in array):
            return _grouped([str(code) for code in array], cells)
        if array.dtype.kind == "O":
            array = np.array([_whole(number) for number in array])
    deals = whole_decks(array) if array.ndim == 2 else deal_numbers(array)
    return [(everything, deals, cells)], len(deals)


def _whole(number: Any) -> int:
    """Return one of several numbers that NumPy did not take for integers."""
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise TypeError(f"deal numbers are whole numbers, not {type(number).__name__}")
    value = number.__index__()
    if not 0 <= value <= 0xFFFF_FFFF:
        raise ValueError(f"deal number {value} is not in 0..4294967295")
    return int(value)


def _count(value: Any, name: str, least: int) -> Any:
    """Return a whole number as an int the core takes, None as None."""
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{name} is a whole number, not {type(value).__name__}")
    count = value.__index__()
    if count < least:
        raise ValueError(f"{name} is {least} or more, not {count}")
    return min(count, 2**62)


def _reporter(
    progress: Callable[[int, int], object] | bool | None, total: int, stack: ExitStack
) -> Callable[[int], object] | None:
    """Return what is to be called with the number done, if anything is."""
    if progress is None or progress is False:
        return None
    if progress is not True:
        return lambda done: progress(done, total)
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError(
            "progress=True needs tqdm: pip install eightoff[progress]; or pass a function"
        ) from error
    bar = stack.enter_context(tqdm(total=total, unit="deals", smoothing=0))
    return lambda done: bar.update(done - bar.n)
