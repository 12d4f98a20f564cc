"""The parameters of a study: everything that decides what its table holds."""

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal, SupportsIndex, cast

from eightoff._core import __version__
from eightoff.studies.source import Source

FORMAT = 1
"""The layout of a study's directory; another one gets another number."""

CHUNK = 100_000
"""Deals a chunk when only verdicts are wanted: a few seconds of one core."""

CHUNK_SHORTEST = 1_000
"""Deals a chunk when shortest solutions are wanted, each of which takes a thousand times longer."""

FEWEST_CHUNKS = 64
"""Smaller studies have smaller chunks, so that there is work for all and progress to see."""

SMALLEST_CHUNK = 100
"""Below this the handling of a chunk would cost more than its work."""


@dataclass(frozen=True)
class RuleSet:
    """The rules of one game: how many cells, how long a group may be."""

    cells: int
    group_limit: Literal["app", "strict"]

    def __str__(self) -> str:
        """Return for example ``8 cells, app``."""
        return f"{self.cells} cells, {self.group_limit}"


@dataclass(frozen=True)
class Chunk:
    """The deals at places `start` .. `start` + `count` - 1 of a study."""

    start: int
    count: int


@dataclass(frozen=True)
class Plan:
    """All that decides what a study's table holds."""

    source: Source
    rules: tuple[RuleSet, ...]
    shortest: bool
    lengths: bool
    features: bool
    max_nodes: int | None
    chunk_size: int

    @property
    def rows(self) -> int:
        """Return how many rows the whole table has."""
        return len(self.source) * len(self.rules)

    def chunks(self) -> Iterator[Chunk]:
        """Yield the chunks in order."""
        total = len(self.source)
        for start in range(0, total, self.chunk_size):
            yield Chunk(start, min(self.chunk_size, total - start))

    def describe(self) -> dict[str, Any]:
        """Return the parameters as `study.json` holds them."""
        return {
            "format": FORMAT,
            "eightoff": __version__,
            "deals": self.source.describe(),
            "rules": [[rule.cells, rule.group_limit] for rule in self.rules],
            "shortest": self.shortest,
            "lengths": self.lengths,
            "features": self.features,
            "max_nodes": self.max_nodes,
            "chunk_size": self.chunk_size,
        }


def plan_from(description: dict[str, Any], source: Source) -> Plan:
    """Return the plan that `Plan.describe` described."""
    return Plan(
        source=source,
        rules=tuple(RuleSet(cells, limit) for cells, limit in description["rules"]),
        shortest=description["shortest"],
        lengths=description["lengths"],
        features=description["features"],
        max_nodes=description["max_nodes"],
        chunk_size=description["chunk_size"],
    )


def differences(wanted: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return a line for each parameter in which two descriptions differ."""
    return [
        f"{name} is {found.get(name)!r} there and {wanted.get(name)!r} here"
        for name in wanted.keys() | found.keys()
        if wanted.get(name) != found.get(name)
    ]


def rule_sets(
    cells: SupportsIndex | Iterable[SupportsIndex], group_limit: str | Iterable[str]
) -> tuple[RuleSet, ...]:
    """Return every combination of the cells and group limits that a user named.

    Raises:
        ValueError: None of them, one that does not exist, or one twice.
    """
    counts = [int(count) for count in (cells if isinstance(cells, Iterable) else (cells,))]
    limits = [group_limit] if isinstance(group_limit, str) else list(group_limit)
    for count in counts:
        if count not in (8, 4, 2):
            raise ValueError(f"cells is 8, 4 or 2, not {count}")
    for limit in limits:
        if limit not in ("app", "strict"):
            raise ValueError(f'group_limit is "app" or "strict", not {limit!r}')
    rules = tuple(
        RuleSet(count, cast(Literal["app", "strict"], limit))
        for count, limit in itertools.product(counts, limits)
    )
    if not rules:
        raise ValueError("no rules: name some cells and a group limit")
    if len(set(rules)) < len(rules):
        raise ValueError(f"rules named more than once: cells {counts}, group limits {limits}")
    return rules


def default_chunk_size(deals: int, shortest: bool) -> int:
    """Return how many deals a chunk has if the user does not say."""
    largest = CHUNK_SHORTEST if shortest else CHUNK
    smallest = min(SMALLEST_CHUNK, largest)
    return max(smallest, min(largest, -(-deals // FEWEST_CHUNKS)))
