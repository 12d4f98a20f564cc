"""Summaries against counts by hand, and the exact interval and test against their definitions."""

import itertools
import json
from math import comb

import pytest

import eightoff
from study_help import truth

pytest.importorskip("pyarrow")
pytest.importorskip("scipy")


def at_least(k, n, p):
    """The probability of k or more successes of n."""
    return sum(comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k, n + 1))


@pytest.mark.parametrize(("k", "n"), [(0, 20), (1, 20), (7, 20), (19, 20), (20, 20), (999, 1000)])
@pytest.mark.parametrize("confidence", [0.9, 0.99])
def test_the_interval_is_clopper_and_pearsons(k, n, confidence):
    from eightoff.studies.intervals import exact_interval

    low, high = exact_interval(k, 0, n, confidence)
    tail = (1 - confidence) / 2
    if k > 0:
        assert at_least(k, n, low) == pytest.approx(tail, rel=1e-6)
    else:
        assert low == 0
    if k < n:
        assert 1 - at_least(k + 1, n, high) == pytest.approx(tail, rel=1e-6)
    else:
        assert high == 1


def test_open_deals_widen_the_interval():
    from eightoff.studies.intervals import exact_interval

    low, high = exact_interval(70, 10, 100, 0.95)
    assert low == exact_interval(70, 0, 100, 0.95)[0]
    assert high == exact_interval(80, 0, 100, 0.95)[1]


@pytest.mark.parametrize(("b", "c"), [(0, 0), (3, 0), (5, 5), (10, 3), (2, 9)])
def test_mcnemar_is_the_binomial_test_of_the_deals_that_differ(b, c):
    from eightoff.studies.intervals import exact_mcnemar

    n = b + c
    as_far = sum(comb(n, i) for i in range(n + 1) if abs(2 * i - n) >= abs(b - c)) / 2**n
    assert exact_mcnemar(b, c) == pytest.approx(as_far)


def test_no_p_value_is_said_to_be_zero():
    from eightoff.studies.summary import p_text

    assert [p_text(p) for p in (1, 0.0123456, 0.0)] == ["p = 1", "p = 0.0123", "p < 1e-300"]


def smallest_reaching(values, percent):
    values = sorted(values)
    return next(v for i, v in enumerate(values, 1) if 100 * i >= percent * len(values))


def test_counts_by_hand(tmp_path):
    numbers = range(500, 1700)
    study = eightoff.study(numbers, (8, 4), chunk_size=170, out=tmp_path / "s")
    rows = truth(numbers, [(8, "app"), (4, "app")])
    summary = study.summary(0.99)
    assert (summary.deals, summary.planned, summary.confidence) == (1200, 1200, 0.99)
    for rule in summary.rules:
        mine = [row for (_, cells, _), row in rows.items() if cells == rule.cells]
        won = sum(row["verdict"] == "winnable" for row in mine)
        assert (rule.deals, rule.winnable, rule.unwinnable) == (1200, won, 1200 - won)
        assert (rule.undecided, rule.failed) == (0, 0)
        assert rule.share == won / 1200
        assert rule.low < rule.share < rule.high
        nodes = [row["nodes"] for row in mine]
        assert rule.nodes.mean == pytest.approx(sum(nodes) / 1200)
        assert rule.nodes.median == smallest_reaching(nodes, 50)
        assert rule.nodes.p99 == smallest_reaching(nodes, 99)
        assert rule.nodes.max == max(nodes)
        lengths = [row["length"] for row in mine if row["length"] is not None]
        assert rule.length.count == len(lengths) == won
        assert rule.length.median == smallest_reaching(lengths, 50)
    (pair,) = summary.pairs
    won = {cells: {n for n in numbers if rows[n, cells, "app"]["verdict"] == "winnable"}
           for cells in (8, 4)}  # fmt: skip
    assert pair.both == len(won[8] & won[4])
    assert pair.only_first == len(won[8] - won[4])
    assert pair.only_second == len(won[4] - won[8])
    assert pair.neither == 1200 - len(won[8] | won[4])
    assert json.loads(json.dumps(summary.to_dict()))["rules"][0]["winnable"] == len(won[8])
    assert "8 cells, app / 4 cells, app" in str(summary)


def test_a_budget_leaves_bounds_instead_of_a_share(tmp_path):
    study = eightoff.study(range(400), (8, 4), max_nodes=20, out=tmp_path / "s")
    summary = study.summary()
    for rule in summary.rules:
        assert rule.undecided > 0
        assert rule.share is None
        assert rule.winnable + rule.unwinnable + rule.undecided == 400
        assert rule.low < rule.winnable / 400
        assert rule.high >= (rule.winnable + rule.undecided) / 400
    (pair,) = summary.pairs
    assert pair.undecided > 0
    assert pair.both + pair.only_first + pair.only_second + pair.neither + pair.undecided == 400
    assert "winnable open" in str(summary)


def test_part_of_a_study_can_be_summed_up(tmp_path):
    out = tmp_path / "s"

    def stop(done, total):
        if done > total // 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        eightoff.study(range(400), 4, chunk_size=20, threads=1, progress=stop, out=out)
    study = eightoff.study.open(out)
    assert not study.complete
    assert 200 < study.deals_done < 400
    summary = study.summary()
    assert (summary.deals, summary.planned) == (study.deals_done, 400)
    done = list(itertools.islice(range(400), study.deals_done))
    expected = truth(done, [(4, "app")])
    assert summary.rules[0].winnable == sum(r["verdict"] == "winnable" for r in expected.values())


def test_nothing_to_sum_up(tmp_path):
    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        eightoff.study(range(40), 4, progress=stop, out=tmp_path / "s")
    with pytest.raises(eightoff.StudyError, match="no rows yet"):
        eightoff.study.open(tmp_path / "s").summary()


def test_confidence_is_a_probability(tmp_path):
    study = eightoff.study(range(5), 8)
    for wrong in (0, 1, 95):
        with pytest.raises(ValueError, match="confidence"):
            study.summary(wrong)
