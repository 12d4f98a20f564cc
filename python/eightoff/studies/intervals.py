"""Exact intervals and tests for shares of deals."""

from eightoff.studies.extras import need
from eightoff.winnability import clopper_pearson


def exact_interval(
    winnable: int, undecided: int, deals: int, confidence: float
) -> tuple[float, float]:
    """Return the Clopper-Pearson interval of a share.

    Undecided deals widen it: its lower end counts all of them as lost, its upper end as won. With
    none it is the usual exact interval (Clopper & Pearson, Biometrika 26, 1934).

    Args:
        winnable: Deals proved winnable.
        undecided: Deals of which nothing is known.
        deals: All deals, at least one.
        confidence: The level, between 0 and 1.
    """
    low, _ = clopper_pearson(winnable, deals, confidence)
    _, high = clopper_pearson(winnable + undecided, deals, confidence)
    return low, high


def exact_mcnemar(only_first: int, only_second: int) -> float:
    """Return the two-sided p-value of McNemar's exact test.

    The deals that differ are as likely to favour the first as the second, if neither is better:
    a binomial test on them (McNemar, Psychometrika 12, 1947). Without any it is 1.
    """
    differing = only_first + only_second
    if differing == 0:
        return 1.0
    return float(need("scipy.stats").binomtest(only_first, differing).pvalue)
