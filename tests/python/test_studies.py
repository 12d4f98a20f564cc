"""Studies that nothing disturbs: their tables, their parameters, their summaries."""

import json
import sys
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context

import numpy as np
import pytest

import eightoff
from study_help import rows_of, truth

pytest.importorskip("pyarrow")

NUMBERS = range(1000, 3000, 7)


def test_the_table_is_what_the_solver_and_the_features_say(tmp_path):
    study = eightoff.study(NUMBERS, out=tmp_path / "s")
    assert rows_of(study) == truth(NUMBERS)
    assert len(study) == 3 * len(NUMBERS)
    assert study.complete
    assert study.failed == []


def test_both_limits_without_features(tmp_path):
    study = eightoff.study(
        NUMBERS, (4, 2), ("app", "strict"), features=False, chunk_size=50, out=tmp_path / "s"
    )
    rules = [(cells, limit) for cells in (4, 2) for limit in ("app", "strict")]
    assert rows_of(study) == truth(NUMBERS, rules, features=False)
    assert len(study.parts) == -(-len(NUMBERS) // 50)


def test_verdicts_without_lengths():
    study = eightoff.study(NUMBERS, (8, 4), lengths=False)
    true = truth(NUMBERS, [(8, "app"), (4, "app")])
    assert rows_of(study) == {key: row | {"length": None} for key, row in true.items()}
    assert study.summary().rules[0].length is None


def test_shortest_solutions_and_their_bounds():
    study = eightoff.study(range(40), 4, shortest=True)
    solved = eightoff.solve_many(range(40), cells=4, shortest=True)
    rows = study.to_arrow(["verdict", "length", "lower_bound", "optimal"]).to_pylist()
    assert 0 < sum(row["verdict"] == "winnable" for row in rows) < 40
    for row, found in zip(rows, solved, strict=True):
        if found["status"] == 1:
            assert row["length"] == row["lower_bound"] == found["length"]
            assert row["optimal"] is True
        else:
            assert row["length"] is None
            assert row["optimal"] is None
    lengths = study.summary().rules[0].length
    assert lengths.count == sum(row["verdict"] == "winnable" for row in rows)


def test_a_budget_leaves_lengths_unproved():
    study = eightoff.study(range(40), 8, shortest=True, max_nodes=300)
    rows = study.to_arrow(["length", "lower_bound", "optimal"]).to_pylist()
    unproved = [row for row in rows if row["optimal"] is False]
    assert unproved
    assert all(row["lower_bound"] < row["length"] for row in unproved)
    proved = sum(row["optimal"] is True for row in rows)
    summary = study.summary().rules[0]
    assert (summary.length.count if summary.length else 0) == proved


def test_lists_keep_their_order_and_codes_their_cells(tmp_path):
    numbers = [7, 3, 2**32 - 1, 0, 11]
    study = eightoff.study(numbers, 4, chunk_size=2, out=tmp_path / "s")
    assert study.to_arrow(["number"])["number"].to_pylist() == numbers
    assert rows_of(study) == truth(numbers, [(4, "app")])
    codes = [eightoff.encode_code(n, 2) for n in numbers]
    of_codes = eightoff.study(codes)
    assert rows_of(of_codes) == truth(numbers, [(2, "app")])


def test_microsofts_numbers():
    study = eightoff.study(range(1, 40), 8, "strict", numbering="microsoft")
    decks = np.stack([eightoff.ms_deck(n) for n in range(1, 40)])
    solved = eightoff.solve_many(decks, cells=8, group_limit="strict")
    table = study.to_arrow()
    assert table["number"].to_pylist() == list(range(1, 40))
    assert table["code"].null_count == 39
    assert table["nodes"].to_pylist() == solved["nodes"].tolist()
    features = eightoff.features(decks, 8, "strict")
    assert table["blocked_pairs"].to_pylist() == features["blocked_pairs"].tolist()


def test_opens_as_arrow_pandas_and_polars(tmp_path):
    study = eightoff.study(NUMBERS, 8, chunk_size=100, out=tmp_path / "s")
    arrow = study.to_arrow()
    assert arrow.num_rows == len(NUMBERS)
    pandas = pytest.importorskip("pandas")
    frame = study.to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["number"].tolist() == list(NUMBERS)
    polars = pytest.importorskip("polars")
    lazy = study.to_polars()
    assert isinstance(lazy, polars.LazyFrame)
    winnable = lazy.filter(polars.col("verdict") == "winnable").select("number").collect()
    assert winnable["number"].to_list() == [
        n for (n, _, _), row in truth(NUMBERS, [(8, "app")]).items() if row["verdict"] == "winnable"
    ]
    assert sum(part.num_rows for part in study.batches()) == len(NUMBERS)


def test_a_study_without_a_directory_cleans_up():
    study = eightoff.study(range(20), 8)
    path = study.path
    assert path.is_dir()
    assert len(study) == 20
    del study
    assert not path.exists()


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_any_executor(kind, tmp_path):
    pools = {
        "threads": ThreadPoolExecutor,
        "processes": partial(ProcessPoolExecutor, mp_context=get_context("spawn")),
    }
    with pools[kind](2) as pool:
        study = eightoff.study(range(300), executor=pool, chunk_size=20, out=tmp_path / "s")
    assert rows_of(study) == truth(range(300))


def test_progress_counts_every_row(tmp_path):
    seen = []
    eightoff.study(
        range(100), 8, chunk_size=10, out=tmp_path / "s", progress=lambda *now: seen.append(now)
    )
    assert seen[0] == (0, 100)
    assert seen[-1] == (100, 100)
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)
    again = []
    eightoff.study.resume(tmp_path / "s", progress=lambda *now: again.append(now))
    assert again == [(100, 100)]


def test_resume_needs_the_same_parameters(tmp_path):
    out = tmp_path / "s"
    eightoff.study(range(50), 8, out=out)
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    for changed in (
        {"deals": range(51)},
        {"deals": list(range(50))},
        {"cells": 4},
        {"group_limit": "strict"},
        {"features": False},
        {"lengths": False},
        {"max_nodes": 5},
        {"chunk_size": 7},
        {"numbering": "microsoft", "deals": range(1, 51)},
    ):
        arguments = {"deals": range(50), "cells": 8, **changed}
        with pytest.raises(eightoff.StudyError, match="other parameters"):
            eightoff.study(**arguments, out=out)
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    assert eightoff.study(range(50), 8, out=out).complete


def test_a_list_is_known_by_its_numbers(tmp_path):
    eightoff.study([5, 6, 9], 8, out=tmp_path / "s")
    assert eightoff.study(np.array([5, 6, 9]), 8, out=tmp_path / "s").complete
    with pytest.raises(eightoff.StudyError, match="deals is"):
        eightoff.study([5, 6, 8], 8, out=tmp_path / "s")
    np.save(tmp_path / "s" / "numbers.npy", np.array([5, 6, 8], np.uint32))
    with pytest.raises(eightoff.StudyError, match="checksum"):
        eightoff.study.resume(tmp_path / "s")


def test_another_version_is_another_study(tmp_path):
    eightoff.study(range(5), 8, out=tmp_path / "s")
    file = tmp_path / "s" / "study.json"
    parameters = json.loads(file.read_text())
    file.write_text(json.dumps(parameters | {"eightoff": "0.0.1"}))
    assert len(eightoff.study.open(tmp_path / "s")) == 5
    with pytest.raises(eightoff.StudyError, match=r"eightoff is '0\.0\.1' there"):
        eightoff.study.resume(tmp_path / "s")
    file.write_text(json.dumps(parameters | {"format": 99}))
    with pytest.raises(eightoff.StudyError, match="format 99"):
        eightoff.study.open(tmp_path / "s")
    file.write_text("{")
    with pytest.raises(eightoff.StudyError, match="damaged"):
        eightoff.study.open(tmp_path / "s")


def test_directories_that_are_no_study(tmp_path):
    with pytest.raises(eightoff.StudyError, match="no study"):
        eightoff.study.open(tmp_path)
    with pytest.raises(eightoff.StudyError, match="no study"):
        eightoff.study.resume(tmp_path / "nowhere")
    (tmp_path / "thesis.tex").write_text("precious")
    with pytest.raises(eightoff.StudyError, match=r"not empty.*thesis\.tex"):
        eightoff.study(range(5), 8, out=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"deals": []}, "no deals"),
        ({"deals": [1, 2, 1]}, "deal 1 is named more than once"),
        ({"deals": [-1]}, "deal number -1"),
        ({"deals": range(2**32, 2**32 + 1)}, "deal number 4294967296"),
        ({"deals": ["EO1-C8-AAAAAF!"]}, "game code"),
        ({"deals": [1], "cells": 5}, "cells is 8, 4 or 2, not 5"),
        ({"deals": [1], "cells": (8, 8)}, "more than once"),
        ({"deals": [1], "cells": ()}, "no rules"),
        ({"deals": [1], "group_limit": "none"}, "group_limit"),
        ({"deals": [1], "chunk_size": 0}, "chunk_size"),
        ({"deals": [1], "max_nodes": 0}, "max_nodes"),
        ({"deals": [1], "numbering": "kpat"}, "numbering"),
        ({"deals": [0], "numbering": "microsoft"}, "begin with number 1"),
    ],
)
def test_bad_arguments(arguments, message):
    with pytest.raises(ValueError, match=message):
        eightoff.study(**arguments)


def test_huge_ranges_are_never_written_out(tmp_path):
    from eightoff.studies.directory import Directory
    from eightoff.studies.plan import Plan, rule_sets
    from eightoff.studies.source import Source

    plan = Plan(Source(range(2**32)), rule_sets(8, "app"), False, True, True, None, 100_000)
    Directory(tmp_path / "s").begin(plan)
    assert Directory(tmp_path / "s").read() == plan
    assert sum(f.stat().st_size for f in (tmp_path / "s").iterdir()) < 1000


def test_extras_are_asked_for_by_name(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r"pip install 'eightoff\[study\]'"):
        eightoff.study(range(5), 8)
