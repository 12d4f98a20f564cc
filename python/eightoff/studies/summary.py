"""What a study says as a whole: shares with exact intervals, and rule sets compared in pairs."""

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from eightoff.studies.intervals import exact_interval, exact_mcnemar
from eightoff.studies.plan import Plan, RuleSet
from eightoff.studies.table import VERDICTS

UNWINNABLE, WINNABLE = VERDICTS.index("unwinnable"), VERDICTS.index("winnable")


def p_text(value: float) -> str:
    """Return a p-value as text; one too small for a floating-point number is not 0."""
    return f"p = {value:.3g}" if value >= 1e-300 else "p < 1e-300"


@dataclass(frozen=True)
class Distribution:
    """A whole-numbered quantity over deals.

    Attributes:
        count: How many deals have a value.
        mean: Their mean; so too the quantiles are of all of them, exactly.
        median: The smallest value that half of the deals do not exceed.
        p99: The smallest value that 99 % of the deals do not exceed.
        max: The largest value.
    """

    count: int
    mean: float
    median: int
    p99: int
    max: int


@dataclass(frozen=True)
class RuleSummary:
    """One rule set.

    Attributes:
        cells: The number of cells.
        group_limit: ``"app"`` or ``"strict"``.
        deals: How many deals the figures are of.
        winnable: Deals proved winnable.
        unwinnable: Deals proved unwinnable.
        undecided: Deals left open by a budget.
        failed: Deals of chunks that failed.
        share: Winnable deals per deal; None if any deal is open, for then only `low` and `high`
            can be said.
        low: The lower end of the exact interval, open deals counted as lost.
        high: Its upper end, open deals counted as won.
        nodes: The solver's nodes, over all deals it was asked about.
        length: The length of winning lines found: the fewest actions in a study of those, as far
            as they were proved.
    """

    cells: int
    group_limit: str
    deals: int
    winnable: int
    unwinnable: int
    undecided: int
    failed: int
    share: float | None
    low: float
    high: float
    nodes: Distribution | None
    length: Distribution | None


@dataclass(frozen=True)
class PairSummary:
    """Two rule sets over the same deals.

    Attributes:
        first: The first rule set, in words.
        second: The second.
        both: Deals winnable under both.
        only_first: Deals winnable under the first only.
        only_second: Deals winnable under the second only.
        neither: Deals winnable under neither.
        undecided: Deals open under one or both; they are in none of the counts above.
        p_value: Of McNemar's exact test that neither rule set wins more deals.
    """

    first: str
    second: str
    both: int
    only_first: int
    only_second: int
    neither: int
    undecided: int
    p_value: float


@dataclass(frozen=True)
class Summary:
    """What a study says as a whole. `str` is a table for people, `to_dict` for programs.

    Attributes:
        deals: How many deals have rows.
        planned: How many the study is to have.
        confidence: The level of the intervals.
        rules: A summary for each rule set.
        pairs: A comparison for each two of them.
    """

    deals: int
    planned: int
    confidence: float
    rules: tuple[RuleSummary, ...]
    pairs: tuple[PairSummary, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as dictionaries and lists, ready for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        """Return the tables as text."""
        lines = [f"{self.deals:,} of {self.planned:,} deals"]
        for rule in self.rules:
            name = str(RuleSet(rule.cells, rule.group_limit))  # type: ignore[arg-type]
            share = "open" if rule.share is None else f"{100 * rule.share:.4f} %"
            lines.append(
                f"{name}: winnable {share}"
                f" ({100 * self.confidence:g} % interval {100 * rule.low:.4f} % to"
                f" {100 * rule.high:.4f} %)"
            )
            lines.append(
                f"  {rule.winnable:,} winnable, {rule.unwinnable:,} unwinnable,"
                f" {rule.undecided:,} undecided, {rule.failed:,} failed"
            )
            for what, values in (("nodes", rule.nodes), ("length", rule.length)):
                if values is not None:
                    lines.append(
                        f"  {what}: mean {values.mean:,.1f}, median {values.median:,},"
                        f" 99 % {values.p99:,}, max {values.max:,}"
                    )
        for pair in self.pairs:
            lines.append(
                f"{pair.first} / {pair.second}: both {pair.both:,}, only first"
                f" {pair.only_first:,}, only second {pair.only_second:,}, neither"
                f" {pair.neither:,}, undecided {pair.undecided:,}; {p_text(pair.p_value)}"
            )
        return "\n".join(lines)


@dataclass
class _Tally:
    """Counts of one rule set so far."""

    verdicts: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(VERDICTS), np.int64))
    nodes: Counter[int] = field(default_factory=Counter)
    length: Counter[int] = field(default_factory=Counter)


def summarise(
    plan: Plan, batches: Callable[[Sequence[str]], Iterable[Any]], confidence: float
) -> Summary:
    """Return the summary of a study whose parts `batches` yields.

    Raises:
        ValueError: `confidence` is not between 0 and 1.
    """
    if not 0 < confidence < 1:
        raise ValueError(f"confidence is between 0 and 1, not {confidence}")
    tallies = [_Tally() for _ in plan.rules]
    pairs = {
        two: np.zeros((len(VERDICTS), len(VERDICTS)), np.int64)
        for two in itertools.combinations(range(len(plan.rules)), 2)
    }
    columns = ["verdict", "nodes", "length"] + (["optimal"] if plan.shortest else [])
    for part in batches(columns):
        # A part holds the same deals for one rule set after the other.
        verdicts = _verdict_places(part["verdict"]).reshape(len(plan.rules), -1)
        count = verdicts.shape[1]
        for i, tally in enumerate(tallies):
            rows = part.slice(i * count, count)
            tally.verdicts += np.bincount(verdicts[i], minlength=len(VERDICTS))
            _count(tally.nodes, rows["nodes"])
            lengths = rows["length"]
            _count(tally.length, lengths.filter(rows["optimal"]) if plan.shortest else lengths)
        for (i, j), counts in pairs.items():
            both = verdicts[i] * len(VERDICTS) + verdicts[j]
            counts += np.bincount(both, minlength=counts.size).reshape(counts.shape)
    return Summary(
        deals=int(tallies[0].verdicts.sum()),
        planned=len(plan.source),
        confidence=confidence,
        rules=tuple(
            _rule_summary(rule, tally, confidence)
            for rule, tally in zip(plan.rules, tallies, strict=True)
        ),
        pairs=tuple(
            _pair_summary(plan.rules[i], plan.rules[j], counts) for (i, j), counts in pairs.items()
        ),
    )


def _verdict_places(column: Any) -> NDArray[np.int64]:
    """Return a verdict column as places in `VERDICTS`."""
    places = []
    for chunk in column.chunks:
        of_label = np.array([VERDICTS.index(name) for name in chunk.dictionary.to_pylist()])
        places.append(of_label[chunk.indices.to_numpy(zero_copy_only=False)])
    return np.concatenate(places)


def _count(counter: Counter[int], column: Any) -> None:
    """Add the values of a column to a counter."""
    values, counts = np.unique(column.drop_null().to_numpy(), return_counts=True)
    counter.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def _distribution(counter: Counter[int]) -> Distribution | None:
    if not counter:
        return None
    values = sorted(counter)
    reached = np.cumsum([counter[value] for value in values])
    count = int(reached[-1])

    def quantile(percent: int) -> int:
        # Whole numbers throughout: the first value that `percent` % of the deals do not exceed.
        return values[int(np.searchsorted(reached * 100, count * percent))]

    total = sum(value * times for value, times in counter.items())
    return Distribution(count, total / count, quantile(50), quantile(99), values[-1])


def _rule_summary(rule: RuleSet, tally: _Tally, confidence: float) -> RuleSummary:
    counts = {name: int(n) for name, n in zip(VERDICTS, tally.verdicts, strict=True)}
    deals = sum(counts.values())
    open_deals = counts["unknown"] + counts["error"]
    low, high = exact_interval(counts["winnable"], open_deals, deals, confidence)
    return RuleSummary(
        cells=rule.cells,
        group_limit=rule.group_limit,
        deals=deals,
        winnable=counts["winnable"],
        unwinnable=counts["unwinnable"],
        undecided=counts["unknown"],
        failed=counts["error"],
        share=None if open_deals else counts["winnable"] / deals,
        low=low,
        high=high,
        nodes=_distribution(tally.nodes),
        length=_distribution(tally.length),
    )


def _pair_summary(first: RuleSet, second: RuleSet, counts: NDArray[np.int64]) -> PairSummary:
    both, only_first = int(counts[WINNABLE, WINNABLE]), int(counts[WINNABLE, UNWINNABLE])
    only_second, neither = int(counts[UNWINNABLE, WINNABLE]), int(counts[UNWINNABLE, UNWINNABLE])
    return PairSummary(
        first=str(first),
        second=str(second),
        both=both,
        only_first=only_first,
        only_second=only_second,
        neither=neither,
        undecided=int(counts.sum()) - both - only_first - only_second - neither,
        p_value=exact_mcnemar(only_first, only_second),
    )
