"""The winnable share of very many deals, with exact confidence limits."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from eightoff._core import ms_deck
from eightoff.solving import solve_many

__all__ = ["Census", "clopper_pearson"]

BLOCK = 100_000
"""Deals between two looks at the progress: a second or so."""


class Census:
    """Counts verdicts and nodes over a range of deals, in little memory."""

    def __init__(
        self,
        *,
        cells: int = 8,
        group_limit: Literal["app", "strict"] = "app",
        microsoft: bool = False,
        threads: int | None = None,
        max_nodes: int | None = None,
    ) -> None:
        """Say what is to be counted.

        Args:
            cells: 8, 4 or 2.
            group_limit: ``"app"`` or ``"strict"``.
            microsoft: Whether the numbers are Microsoft's and not this package's.
            threads: How many threads work; all cores when None.
            max_nodes: The most states to look at in each deal.
        """
        self.cells = cells
        self.group_limit = group_limit
        self.microsoft = microsoft
        self.threads = threads
        self.max_nodes = max_nodes
        self.counts = {1: 0, 0: 0, -1: 0}
        self.nodes: Counter[int] = Counter()

    def run(
        self, first: int, end: int, bar: Any = None
    ) -> Iterator[tuple[NDArray[np.uint32], NDArray[Any]]]:
        """Decide the deals `first` to `end - 1`; yield numbers and verdicts block by block.

        Args:
            first: The first deal number.
            end: The number after the last.
            bar: A progress bar with ``update`` and ``close``.
        """
        for start in range(first, end, BLOCK):
            stop = min(start + BLOCK, end)
            numbers = np.arange(start, stop, dtype=np.int64)
            deals: Any = numbers
            if self.microsoft:
                deals = np.array([ms_deck(int(number)) for number in numbers])
            table = solve_many(
                deals,
                self.cells,
                self.group_limit,
                threads=self.threads,
                max_nodes=self.max_nodes,
                lengths=False,
            )
            for status in self.counts:
                self.counts[status] += int(np.count_nonzero(table["status"] == status))
            values, times = np.unique(table["nodes"], return_counts=True)
            self.nodes.update(dict(zip(values.tolist(), times.tolist(), strict=True)))
            if bar is not None:
                bar.update(stop - start)
            yield numbers.astype(np.uint32), table
        if bar is not None:
            bar.close()

    @property
    def deals(self) -> int:
        """How many deals were decided or given up."""
        return sum(self.counts.values())

    def node_figures(self) -> dict[str, float]:
        """Return mean, median, 99th percentile and maximum of the nodes a deal took."""
        ordered = sorted(self.nodes.items())

        def quantile(share: float) -> int:
            wanted, seen = share * self.deals, 0
            for value, times in ordered:
                seen += times
                if seen >= wanted:
                    return value
            return ordered[-1][0]

        mean = sum(value * times for value, times in ordered) / self.deals
        return {
            "mean": mean,
            "median": quantile(0.5),
            "p99": quantile(0.99),
            "max": ordered[-1][0],
        }

    def share(self) -> float | None:
        """Return the winnable share, None while some deals are unknown."""
        return None if self.counts[-1] else self.counts[1] / self.deals

    def interval(self) -> tuple[float, float]:
        """Return the exact 95 % limits of the share.

        Unknown deals widen it: the lower limit counts all of them as lost, the upper as won.
        """
        won, unknown = self.counts[1], self.counts[-1]
        low, _ = clopper_pearson(won, self.deals)
        _, high = clopper_pearson(won + unknown, self.deals)
        return low, high

    def data(self) -> dict[str, Any]:
        """Return everything counted, for JSON."""
        low, high = self.interval()
        return {
            "cells": self.cells,
            "group_limit": self.group_limit,
            "numbering": "microsoft" if self.microsoft else "eightoff",
            "deals": self.deals,
            "winnable": self.counts[1],
            "unwinnable": self.counts[0],
            "unknown": self.counts[-1],
            "share": self.share(),
            "share_low": low,
            "share_high": high,
            "nodes": self.node_figures(),
        }

    def __str__(self) -> str:
        """Return the summary as a few lines of text."""
        data = self.data()
        nodes = data["nodes"]
        unknown = f", unknown {data['unknown']}" if data["unknown"] else ""
        share = "unknown" if data["share"] is None else f"{100 * data['share']:.5f} %"
        return (
            f"deals {data['deals']}, cells {self.cells}, group limit {self.group_limit}\n"
            f"winnable {data['winnable']}, unwinnable {data['unwinnable']}{unknown}\n"
            f"share {share}, 95 % interval (Clopper-Pearson) "
            f"{100 * data['share_low']:.5f} .. {100 * data['share_high']:.5f} %\n"
            f"nodes a deal: mean {nodes['mean']:.2f}, median {nodes['median']}, "
            f"p99 {nodes['p99']}, max {nodes['max']}"
        )


def clopper_pearson(successes: int, trials: int, level: float = 0.95) -> tuple[float, float]:
    """Return the exact confidence limits of a binomial share (Clopper & Pearson 1934).

    Args:
        successes: How often it happened.
        trials: How often it was tried, 1 at least.
        level: The probability that the limits enclose the share, 0..1.

    Returns:
        The lower and the upper limit.
    """
    tail = (1 - level) / 2
    low = 0.0 if successes == 0 else _beta_quantile(tail, successes, trials - successes + 1)
    high = 1.0
    if successes < trials:
        # By symmetry from the rarer side, where floating point has more digits.
        high = 1 - _beta_quantile(tail, trials - successes, successes + 1)
    return low, high


def _beta_quantile(probability: float, a: int, b: int) -> float:
    """Return the quantile of the beta distribution, by bisection."""
    low, high = 0.0, 1.0
    while True:
        middle = (low + high) / 2
        if middle in (low, high):
            return middle
        if _beta_cdf(middle, a, b) < probability:
            low = middle
        else:
            high = middle


def _beta_cdf(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function by its continued fraction (DLMF 8.17.22)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta_cdf(1 - x, b, a)
    log_front = (
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    # Lentz's method.
    tiny = 1e-300
    c, d = 1.0, 1 / max(1 - (a + b) * x / (a + 1), tiny)
    fraction = d
    for m in range(1, 100_000):
        for step in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + step * d or tiny)
            c = 1 + step / c or tiny
            fraction *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return math.exp(log_front) * fraction / a
