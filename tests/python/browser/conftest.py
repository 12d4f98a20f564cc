"""One server and one browser for all browser tests; without a browser they are skipped, aloud."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from .lab import CHROMIUM_ARGUMENTS, Notebook, find_chromium, lab_server, write_notebook

ARTIFACTS = Path(__file__).parents[3] / "artifacts" / "screenshots"


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip(
        "playwright.sync_api", reason="no browser tests: playwright is not installed"
    )
    pytest.importorskip("jupyterlab", reason="no browser tests: jupyterlab is not installed")
    pytest.importorskip("anywidget", reason="no browser tests: anywidget is not installed")
    path = find_chromium()
    if path is None:
        pytest.skip("no browser tests: there is no Chromium (apt-get install chromium)")
    with playwright.sync_playwright() as started:
        browser = started.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def lab_root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("notebooks")


@pytest.fixture(scope="session")
def lab(chromium: Any, lab_root: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with lab_server(tmp_path_factory.mktemp("lab"), lab_root) as address:
        yield address


@pytest.fixture(scope="session")
def open_notebook(chromium: Any, lab: str, lab_root: Path) -> Iterator[Callable[..., Notebook]]:
    """Opens a notebook in a page of its own: a new one of given cells, or a copy of one there is."""
    contexts = []

    def open_it(name: str, *cells: str, copy_of: Path | None = None, **options: Any) -> Notebook:
        if copy_of is None:
            write_notebook(lab_root / f"{name}.ipynb", *cells)
        else:
            shutil.copy(copy_of, lab_root / f"{name}.ipynb")
        context = chromium.new_context(viewport={"width": 1300, "height": 1000}, **options)
        contexts.append(context)
        return Notebook(context.new_page(), lab, f"{name}.ipynb")

    yield open_it
    for context in contexts:
        context.close()


@pytest.fixture(scope="session")
def screenshot() -> Callable[[Any, str], None]:
    """Keeps a picture of a page or of part of it, to be looked at."""

    def keep(shown: Any, name: str) -> None:
        ARTIFACTS.mkdir(parents=True, exist_ok=True)
        shown.screenshot(path=str(ARTIFACTS / f"{name}.png"))

    return keep
