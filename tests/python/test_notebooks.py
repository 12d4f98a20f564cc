"""The notebooks run from beginning to end, and say what their committed outputs say."""

import importlib.util
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("anywidget", reason="no notebook tests: anywidget is not installed")
pytest.importorskip("gymnasium", reason="no notebook tests: gymnasium is not installed")
pytest.importorskip("matplotlib", reason="no notebook tests: matplotlib is not installed")
pytest.importorskip("nbclient", reason="no notebook tests: nbclient is not installed")
pytest.importorskip("scipy", reason="no notebook tests: scipy is not installed")

import nbformat

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))

_tool = importlib.util.spec_from_file_location("notebooks", ROOT / "tools" / "notebooks.py")
tool = importlib.util.module_from_spec(_tool)
_tool.loader.exec_module(tool)


@cache
def run(name: str) -> Any:
    return tool.executed(ROOT / "notebooks" / name)


def printed(cell: Any) -> str:
    return "".join(output.get("text", "") for output in cell.get("outputs", []))


def all_printed(book: Any) -> str:
    return "\n".join(printed(cell) for cell in book.cells)


def key_outputs(book: Any) -> dict[str, str]:
    """What the cells print whose outputs follow from the rules and their seeds alone."""
    return {
        cell.source: printed(cell) for cell in book.cells if "key" in cell.metadata.get("tags", [])
    }


def test_they_are_all_here() -> None:
    assert [path.stem for path in NOTEBOOKS] == [
        "01-first-deal",
        "02-solving",
        "03-how-winnable",
        "04-reinforcement-learning",
    ]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_committed_outputs_are_those_of_a_run(path: Path) -> None:
    committed, fresh = nbformat.read(path, as_version=4), run(path.name)
    assert key_outputs(committed)
    assert key_outputs(fresh) == key_outputs(committed)
    for old, new in zip(committed.cells, fresh.cells, strict=True):
        if old.cell_type == "code":
            assert old.execution_count == new.execution_count, old.source
            shown = [output.get("data", {}) for output in old.outputs]
            # What a picture or a board shows is committed; what needs a kernel is not.
            assert all(data.keys() & {"image/png", "image/svg+xml"} for data in shown if data)
            assert not any("application/vnd.jupyter.widget-view+json" in data for data in shown)
    assert "widgets" not in committed.metadata


def test_first_deal() -> None:
    text = all_printed(run("01-first-deal.ipynb"))
    assert "12 is illegal: KD does not fit on 5S: other suit" in text
    assert "EO1-C8-AAAAAFA EO1-C4-AAAAAFA EO1-C2-AAAAAFA" in text
    won = re.search(r"won in (\d+) moves with (\d+) points", text)
    assert won is not None
    assert int(won[1]) >= 52
    assert int(won[2]) >= 520


def test_solving() -> None:
    text = all_printed(run("02-solving.ipynb"))
    assert re.search(r"winnable \d+ moves; played out: won", text)
    assert "lost: 37 987 1001 1530 1533 2024 2054 3765 (8 of 5000)" in text
    assert re.search(r"deal 37: unwinnable, [\d,]+ states looked at", text)
    assert "1,589 positions can be reached" in text
    assert "the best of them has 12 of 52 cards home" in text
    fewest = float(re.search(r"on average of 24 deals: ([\d.]+)", text)[1])
    first = float(re.search(r"first solutions, on average: ([\d.]+)", text)[1])
    assert 52 <= fewest <= first


def test_how_winnable() -> None:
    text = all_printed(run("03-how-winnable.ipynb"))
    shares = {
        (int(cells), limit): float(share)
        for cells, limit, share in re.findall(
            r"^ +(\d) +(app|strict) +([\d.]+)%", text, re.MULTILINE
        )
    }
    assert len(shares) == 6
    for cells, low, high in ((8, 99.8, 100), (4, 10, 14.5), (2, 0.1, 0.6)):
        assert low < shares[cells, "strict"] <= shares[cells, "app"] < high
    # Nothing that the strict rule allows is forbidden by the app's.
    pairs = re.findall(r"\(\d, 'app'\) and \(\d, 'strict'\): .* only the second (\d+)", text)
    assert pairs == ["0", "0", "0"]


def test_reinforcement_learning() -> None:
    text = all_printed(run("04-reinforcement-learning.ipynb"))
    won = {
        name: float(share)
        for name, share in re.findall(
            r"^ *(random|greedy|solver) .* ([\d.]+)%   ", text, re.MULTILINE
        )
    }
    assert won["random"] < won["greedy"] < 50
    assert won["solver"] > 98
