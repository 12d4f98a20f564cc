"""Boards side by side, players, static boards and exports, in a real browser."""

import base64
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no browser tests: playwright is not installed")

from playwright.sync_api import expect

from .lab import Notebook
from .table import Table


@pytest.fixture(scope="module")
def notebook(open_notebook: Callable[..., Notebook]) -> Notebook:
    notebook = open_notebook(
        "displays",
        "import eightoff\nfrom eightoff.widget import Board, Player\n"
        'one = Board("EO1-C8-AAAAAFA")\none',
        "two = Board(eightoff.Game.deal(20, cells=2), live=False)\ntwo",
        "one",
        "solution = eightoff.solve('EO1-C8-AAAAAFA')\nplayer = Player(solution)\nplayer",
        "eightoff.svg.board(one.game, targets='8')",
        "solution",
        "solution.moves[0]",
    )
    notebook.run_all()
    return notebook


def test_two_boards_and_a_second_view(notebook: Notebook) -> None:
    one, two, again = (Table(notebook, name, i) for i, name in enumerate(["one", "two", "one"]))
    two.click("AC")
    two.expect_at("AC", "C")
    one.expect_at("AC", "a")
    # The second view is the same board: what is done in one shows in the other.
    again.click("AC")
    one.expect_at("AC", "C")
    one.button("Undo").click()
    again.expect_at("AC", "a")
    two.expect_at("AC", "C")
    assert notebook.python("print(one.game.score, two.game.score)") == "0 10"


def test_a_player_steps_plays_and_scrubs(
    notebook: Notebook, screenshot: Callable[[Any, str], None]
) -> None:
    table = Table(notebook, "player", 3)
    total = int(notebook.python("print(solution.length)"))
    table.expect_said(f"0 of {total} moves made, score 0. Next: ")
    table.button("Next").click()
    table.expect_said(f"1 of {total} moves made")
    assert (
        notebook.python("print(player.step, player.game.history[0] == solution.moves[0])")
        == "1 True"
    )
    screenshot(table.root, "player")
    table.button("Last").click()
    table.expect_said(f"{total} of {total} moves made, score")
    table.expect_said("Won.")
    slider = table.root.get_by_role("slider")
    slider.focus()
    table.keys("Home", "ArrowRight", "ArrowRight", "PageDown", "ArrowLeft")
    table.expect_said(f"11 of {total} moves made")
    slider.fill(str(total - 2))
    table.expect_said(f"{total - 2} of {total} moves made")
    table.button("Play").click()
    table.expect_said(f"{total} of {total} moves made")
    expect(table.button("Play")).to_be_enabled()
    notebook.python("player.step = 5")
    table.expect_said(f"5 of {total} moves made")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_static_pictures_show_in_both_themes(
    notebook: Notebook, theme: str, screenshot: Callable[[Any, str], None]
) -> None:
    name = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}[theme]
    notebook.command("apputils:change-theme", {"theme": name})
    expect(notebook.page.locator("body")).to_have_attribute(
        "data-jp-theme-light", json.dumps(theme == "light")
    )
    for kind, cell in [("board", 4), ("solution", 5), ("move", 6)]:
        output = notebook.page.locator(".jp-Cell").nth(cell).locator(".jp-OutputArea")
        output.scroll_into_view_if_needed()
        drawn = output.locator("svg, img").first
        expect(drawn).to_be_visible()
        assert drawn.bounding_box()["width"] > 200
        screenshot(output, f"static-{kind}-{theme}")


def test_a_narrow_screen_shows_the_whole_board(
    notebook: Notebook, screenshot: Callable[[Any, str], None]
) -> None:
    table = Table(notebook, "one")
    page = notebook.page
    page.set_viewport_size({"width": 480, "height": 800})
    notebook.command("application:toggle-left-area")
    table.root.scroll_into_view_if_needed()
    box = table.root.locator(".eo-table").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 480
    screenshot(page, "narrow")
    page.set_viewport_size({"width": 1300, "height": 1000})


def test_a_newcomer_plays_in_the_first_notebook(open_notebook: Callable[..., Notebook]) -> None:
    first = Path(__file__).parents[3] / "notebooks" / "01-first-deal.ipynb"
    notebook = open_notebook("first", copy_of=first)
    notebook.run_all()
    table = Table(notebook)
    table.drag("7H", "e")
    table.expect_at("7H", "e")
    table.click("AC")
    table.expect_at("AC", "C")
    assert table.python("moves") == "('7Hc', 'ACf')"


def test_exports_show_the_board_as_a_picture() -> None:
    """Neither the stored notebook nor its HTML needs a widget, or anything from elsewhere."""
    nbformat = pytest.importorskip("nbformat", reason="no export tests: nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="no export tests: nbclient is not installed")
    nbconvert = pytest.importorskip("nbconvert", reason="no export tests: nbconvert is missing")
    book = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell(
                "from eightoff.widget import Board\nBoard('EO1-C8-AAAAAFA', live=False)"
            )
        ]
    )
    nbclient.NotebookClient(book, kernel_name="python3", store_widget_state=False).execute()
    data = book.cells[0].outputs[0].data
    assert data["image/svg+xml"].startswith("<svg")
    assert data["text/plain"].startswith("EO1-C8-AAAAAFA")
    html, _ = nbconvert.HTMLExporter().from_notebook_node(book)
    pictures = re.findall(r'src="data:image/svg\+xml;base64,([^"]+)"', html)
    assert [base64.b64decode(picture).decode() for picture in pictures] == [data["image/svg+xml"]]
    assert "vnd.jupyter.widget" not in html
