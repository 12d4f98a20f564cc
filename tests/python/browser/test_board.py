"""The board in JupyterLab, played by mouse, finger and keyboard in a real browser."""

import json
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api", reason="no browser tests: playwright is not installed")

from playwright.sync_api import expect

from .lab import Notebook
from .table import Table

CODE = "EO1-C8-AAAAAFA"
SETUP = f"""import eightoff
from eightoff.widget import Board, Player
board = Board("{CODE}")
board"""


@pytest.fixture(scope="module")
def notebook(open_notebook: Callable[..., Notebook]) -> Notebook:
    """One notebook for the tests that need one board: each puts its own game on it."""
    notebook = open_notebook(
        "board", SETUP, "print(board.moves)", permissions=["clipboard-read", "clipboard-write"]
    )
    notebook.run_all()
    return notebook


@pytest.fixture
def table(notebook: Notebook) -> Table:
    table = Table(notebook)
    table.put(f"deal({20})")
    return table


def test_a_click_reaches_python_and_a_later_cell_prints_it(notebook: Notebook) -> None:
    table = Table(notebook)
    table.click("AC")
    table.expect_at("AC", "C")
    notebook.page.locator(".jp-Cell").last.click()
    notebook.command("notebook:run-cell")
    notebook.python("pass")
    assert notebook.outputs()[-1].strip() == "('ACf',)"


def test_a_second_run_shows_a_new_board_that_works(notebook: Notebook) -> None:
    notebook.run_all()
    table = Table(notebook)
    expect(notebook.page.locator(".eightoff")).to_have_count(1)
    table.expect_at("AC", "a")
    table.click("AC")
    table.expect_at("AC", "C")
    assert table.python("game.score") == "10"


def test_a_group_is_dragged_as_a_group(table: Table) -> None:
    table.put_late()
    table.drag("9S", "2")
    for card in ("9S", "8S", "7S"):
        table.expect_at(card, "2")
    table.expect_said("9St, nine of spades and 2 more to column 2")
    assert table.python("game.history[-1].count") == "3"


def test_targets_are_marked_while_a_card_is_in_the_hand(
    table: Table, screenshot: Callable[[Any, str], None]
) -> None:
    table.put_late()
    table.lift("7S", "6")
    marked = table.root.locator(".eo-target")
    assert sorted(marked.evaluate_all("all => all.map((one) => one.dataset.place)")) == ["S", "b"]
    screenshot(table.root, "drag")
    table.page.mouse.up()
    expect(marked).to_have_count(0)
    table.expect_refused(
        "7S cannot go to an empty column: only a king can. Hint: 7S fits only on 8S."
    )


def test_a_group_over_the_limit_is_refused_with_the_reason(
    table: Table, screenshot: Callable[[Any, str], None]
) -> None:
    table.put_late(group_limit="strict")
    before = table.python("game.layout()")
    table.drag("9S", "2")
    table.expect_refused("9S would travel with 3 cards, but only 2 cards may")
    table.expect_at("9S", "1")
    screenshot(table.root, "refused")
    assert table.python("game.layout()") == before


def test_the_card_in_the_hand_goes_or_none(table: Table) -> None:
    table.put_late()
    table.drag("8S", "2")
    table.expect_refused("8S does not fit on TS")
    table.drag("TH", "b")
    table.expect_refused("TH is covered: its column ends in 7S")
    table.drag("8S", "b")
    table.expect_refused("8S is covered by 1 of its run")
    assert table.python("moves") == "()"


def test_a_king_goes_to_the_very_column_it_is_dropped_on(table: Table) -> None:
    table.put_late()
    table.drag("KH", "7")
    table.expect_at("KH", "7")
    assert table.python("game.score") == "5"


def test_a_card_is_taken_back_from_its_foundation(table: Table) -> None:
    table.put_late()
    table.drag("6S", "b")
    table.expect_at("6S", "b")
    expect(table.card("5S")).to_have_attribute("aria-hidden", "false")


def test_cards_let_go_over_nothing_return(table: Table) -> None:
    x, y = table.grip("7H")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    table.page.mouse.move(x + 30, y + 60, steps=4)
    table.page.mouse.move(x + 3000, y, steps=4)
    table.page.mouse.up()
    table.settle()
    assert table.grip("7H") == pytest.approx((x, y), abs=1)
    assert table.python("moves") == "()"


def test_tap(table: Table) -> None:
    table.click("AC")
    table.expect_at("AC", "C")
    table.expect_said("ACf, ace of clubs to foundation of clubs, 10 points")
    expect(table.root.locator(".eo-score")).to_have_text("Score 10")
    table.click("7H")
    table.expect_said("7H cannot go home yet")
    table.expect_at("7H", "8")


def test_double_tap_goes_to_the_column_before_the_cell(table: Table) -> None:
    table.put_late()
    # In column 1 the top card of the run can go home: the first of the two clicks does it all.
    table.double_click("7S")
    table.expect_at("7S", "S")
    assert table.python("moves") == "('7Sf',)"
    table.double_click("KH")
    table.expect_at("KH", "6")
    table.double_click("4H")
    table.expect_at("4H", "a")
    assert table.python("moves") == "('7Sf', 'KHt', '4Hc')"


def test_undo(table: Table) -> None:
    expect(table.button("Undo")).to_be_disabled()
    table.click("AC")
    table.expect_at("AC", "C")
    table.button("Undo").click()
    table.expect_at("AC", "a")
    expect(table.root.locator(".eo-score")).to_have_text("Score 0")
    table.expect_said("Took back ACf")


def test_hint(table: Table, screenshot: Callable[[Any, str], None]) -> None:
    table.button("Hint").click()
    table.expect_said("Hint: ")
    hint = table.root.get_by_role("status").inner_text().split()[1].rstrip(",")
    assert hint == table.python("game.hint()")
    expect(table.root.locator(".eo-moved")).not_to_have_count(0)
    expect(table.root.locator(".eo-goal")).to_have_count(1)
    screenshot(table.root, "hint")


def test_the_verdict_follows_the_game(table: Table) -> None:
    verdict = table.root.locator(".eo-verdict")
    expect(verdict).to_have_text("Yes, it can be won.")
    # Half of what is left stands in the way: no king can move, no cell is free.
    lost = next_lost_deal()
    table.put(f"deal({lost}, cells=2)")
    expect(verdict).to_have_text("No: proved lost. Undo.")
    table.button("Hint").click()
    table.expect_refused("No line wins from here")
    box = table.root.get_by_role("checkbox", name="Can this still be won?")
    box.uncheck()
    expect(verdict).to_have_text("")
    assert table.python("live") == "False"
    box.check()
    expect(verdict).to_have_text("No: proved lost. Undo.")


def next_lost_deal() -> int:
    """A two-cell deal that is proved lost."""
    import eightoff

    return next(
        n
        for n in range(100)
        if eightoff.solve(eightoff.Game.deal(n, cells=2)).status == "unwinnable"
    )


def test_new_deal_with_four_cells(table: Table, screenshot: Callable[[Any, str], None]) -> None:
    table.button("New deal").click()
    form = table.root.get_by_role("form", name="New deal")
    form.get_by_role("radio", name="4").check()
    form.get_by_role("textbox").fill("20")
    screenshot(table.root, "new-deal")
    form.get_by_role("button", name="Deal").click()
    table.expect_said("New deal EO1-C4-AAAAAFA with 4 cells.")
    expect(table.slot("d")).to_have_count(1)
    expect(table.slot("e")).to_have_count(0)
    assert table.python("game.code") == "EO1-C4-AAAAAFA"
    expect(form).to_be_hidden()
    screenshot(table.root, "four-cells")


def test_a_bad_code_is_explained_and_the_game_goes_on(table: Table) -> None:
    table.button("New deal").click()
    form = table.root.get_by_role("form", name="New deal")
    form.get_by_role("textbox").fill("EO1-C8-AAAAAF1")
    form.get_by_role("textbox").press("Enter")
    expect(table.root.get_by_role("alert")).to_contain_text("EO1-C8-AAAAAF1")
    assert table.python("game.number") == "20"


def test_the_code_is_copied(table: Table) -> None:
    table.button("Copy code").click()
    table.expect_said(f"Copied {CODE}.")
    assert table.page.evaluate("() => navigator.clipboard.readText()") == CODE


def test_a_late_position_is_won_by_keyboard_alone(
    table: Table, screenshot: Callable[[Any, str], None]
) -> None:
    table.put_late()
    table.focus()
    expect(table.root.locator(".eo-table :focus")).to_have_count(1)
    # The run on to its parent, by lifting it; everything else goes home.
    table.keys("1", "ArrowUp", "ArrowUp", "Enter")
    table.expect_said("Lifted 9S and 2 more. It can go to column 2.")
    table.keys("ArrowRight")
    screenshot(table.root, "keyboard")
    table.keys("Enter")
    table.expect_at("7S", "2")
    for column, count in [("5", 3), ("4", 3), ("3", 3), ("2", 7), ("1", 3)]:
        table.keys(column, *("f" * count))
    table.expect_at("QH", "H")
    table.keys("PageUp", "f")
    expect(table.root.locator(".eo-verdict")).to_have_text("Won!")
    assert table.python("game.is_won") == "True"
    table.settle()
    screenshot(table.root, "won")
    # A won game moves no more, and says so.
    table.keys("Home", "d")
    table.keys("u")
    table.expect_at("KH", "a")


def test_keys_go_to_the_board_and_not_to_the_notebook(table: Table, notebook: Notebook) -> None:
    cells = "() => jupyterapp.shell.currentWidget.content.widgets.length"
    count = notebook.page.evaluate(cells)
    table.focus()
    # In JupyterLab's command mode these delete, cut, add and change cells.
    table.keys("d", "d", "x", "a", "b", "m", "Escape", "Enter", "Escape")
    assert notebook.page.evaluate(cells) == count
    assert notebook.page.evaluate("() => jupyterapp.shell.currentWidget.content.mode") == "command"


def test_keys_send_cards_by_their_action(table: Table) -> None:
    table.put_late()
    table.focus()
    table.keys("1", "PageUp", "t")
    table.expect_at("KH", "6")
    table.keys("4", "c")
    table.expect_at("4H", "a")
    table.keys("8", "Enter")
    table.expect_refused("column 8 is empty.")
    table.keys("4", "t")
    table.expect_refused("5H fits only on 6H")
    table.keys("i")
    table.expect_said(
        "Score 5. 32 of 52 cards home, 1 free cell, 2 empty columns. Yes, it can be won."
    )


def test_python_changes_redraw(table: Table) -> None:
    table.notebook.python("board.game.apply('ACf')")
    table.expect_at("AC", "C")
    expect(table.root.locator(".eo-score")).to_have_text("Score 10")
    table.notebook.python("board.deck = 'two-colour'")
    expect(table.card("2D").locator("text")).to_have_attribute("fill", "#c1121f")
    table.notebook.python("board.deck = 'four-colour'")
    expect(table.card("2D").locator("text")).to_have_attribute("fill", "#0a58ca")


def test_moves_are_observed(table: Table) -> None:
    table.notebook.python(
        "seen = []; board.on_move(seen.append)\n"
        "changes = []; board.observe(lambda change: changes.append(change.new), 'moves')"
    )
    table.click("AC")
    table.expect_at("AC", "C")
    table.keys("u")
    table.expect_at("AC", "a")
    assert table.notebook.python("print(*seen, changes)") == "ACf [('ACf',), ()]"


def test_a_finger_drags_and_taps(table: Table) -> None:
    table.put_late()
    session = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    (x0, y0), (x1, y1) = table.grip("9S"), table.middle("2")
    touch("touchStart", (x0, y0))
    for step in range(1, 9):
        touch("touchMove", (x0 + (x1 - x0) * step / 8, y0 + (y1 - y0) * step / 8))
    touch("touchEnd")
    table.expect_at("9S", "2")
    touch("touchStart", table.grip("AH"))
    touch("touchEnd")
    table.expect_at("AH", "H")


def test_everything_has_a_name_and_a_role(table: Table) -> None:
    table.put_late()
    assert table.root.get_by_role("application", name="Eight Off table").count() == 1
    nameless = table.root.evaluate(
        """root => [...root.querySelectorAll('[tabindex], button, input')]
            .filter((one) => one.checkVisibility() && one.getAttribute("aria-hidden") !== "true")
            .filter((one) => !(one.getAttribute("aria-label") || one.textContent || one.labels?.[0]?.textContent))
            .length"""
    )
    assert nameless == 0
    expect(table.card("7S")).to_have_attribute("aria-label", "seven of spades, column 1, exposed")
    expect(table.card("9S")).to_have_attribute(
        "aria-label", "nine of spades, column 1, card 4 of 6"
    )
    expect(table.slot("8")).to_have_attribute("aria-label", "column 8, empty")
    # One stop for Tab: arrows do the rest.
    assert table.root.locator('.eo-table [tabindex="0"]').count() == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_themes(
    table: Table, notebook: Notebook, theme: str, screenshot: Callable[[Any, str], None]
) -> None:
    name = {"light": "JupyterLab Light", "dark": "JupyterLab Dark"}[theme]
    notebook.command("apputils:change-theme", {"theme": name})
    expect(notebook.page.locator("body")).to_have_attribute(
        "data-jp-theme-light", json.dumps(theme == "light")
    )
    table.click("AC")
    table.expect_at("AC", "C")
    table.settle()
    assert contrast_of_texts(table) >= 4.5
    table.root.locator("summary").click()
    screenshot(notebook.page, f"board-{theme}")
    table.root.locator("summary").click()


def contrast_of_texts(table: Table) -> float:
    """The least contrast between a text around the table and what is behind it."""
    return table.root.evaluate(
        """root => {
            const channel = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
            const luminance = (colour) => {
                const [r, g, b] = colour.match(/[\\d.]+/g).map((c) => channel(c / 255));
                return 0.2126 * r + 0.7152 * g + 0.0722 * b;
            };
            const behind = (one) => {
                for (; one; one = one.parentElement) {
                    const colour = getComputedStyle(one).backgroundColor;
                    if (!/^rgba\\(.*, 0\\)$/.test(colour)) return colour;
                }
                return "rgb(255, 255, 255)";
            };
            const texts = [...root.querySelectorAll(
                "button:enabled, .eo-score, .eo-code, p, label, summary, .eo-verdict, .eo-label"
            )];
            return Math.min(...texts.filter((one) => one.textContent).map((one) => {
                const [a, b] = [getComputedStyle(one).color, behind(one)].map(luminance);
                return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            }));
        }"""
    )
