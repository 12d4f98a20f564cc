"""What a person does at a board: the hands and the eyes of the browser tests."""

from typing import Any

from playwright.sync_api import expect

import eightoff
from boards import LATE

from .lab import Notebook

# Whether an element has kept its place on the screen for ten frames.
STANDS_STILL = """(element) => {
    const { x, y } = element.getBoundingClientRect();
    const still = element.still;
    if (still?.x === x && still.y === y) return ++still.frames >= 10;
    element.still = { x, y, frames: 0 };
    return false;
}"""


class Table:
    """One of the boards on a page, the variable `name` of its notebook."""

    def __init__(self, notebook: Notebook, name: str = "board", index: int = 0) -> None:
        self.notebook, self.name = notebook, name
        self.page = notebook.page
        self.root = self.page.locator(".eightoff").nth(index)
        expect(self.root).to_be_visible()

    def put(self, game: str) -> None:
        """Puts `eightoff.Game.<game>` on the board, from Python."""
        self.notebook.python(f"{self.name}.game = eightoff.Game.{game}")
        expect(self.root.get_by_role("status")).to_have_text("Another game.")

    def put_late(self, group_limit: str = "app") -> None:
        self.put(f"from_layout({LATE!r}, cells=2, group_limit={group_limit!r})")

    def python(self, expression: str) -> str:
        """What Python says `<board>.<expression>` is."""
        return self.notebook.python(f"print({self.name}.{expression})")

    def card(self, text: str) -> Any:
        return self.root.locator(f'[data-card="{eightoff.parse_card(text)}"]')

    def at(self, place: str) -> Any:
        """The exposed card of a place, or its frame if it is empty."""
        shown = self.root.locator(f'[data-place="{place}"]:not([aria-hidden="true"])')
        depths = shown.evaluate_all("all => all.map((one) => Number(one.dataset.depth ?? 0))")
        return shown.nth(depths.index(max(depths)))

    def slot(self, place: str) -> Any:
        return self.root.locator(f'.eo-slot[data-place="{place}"]')

    def expect_at(self, card: str, place: str) -> None:
        expect(self.card(card)).to_have_attribute("data-place", place)

    def expect_refused(self, words: str) -> None:
        alert = self.root.get_by_role("alert")
        expect(alert).to_be_visible()
        expect(alert).to_contain_text(words)

    def expect_said(self, words: str) -> None:
        expect(self.root.get_by_role("status")).to_contain_text(words)

    def button(self, name: str) -> Any:
        return self.root.get_by_role("button", name=name, exact=True)

    def settle(self) -> None:
        """Waits until no card is on its way."""
        self.page.wait_for_function(
            "() => document.getAnimations().every((each) => each.playState !== 'running')"
        )

    def grip(self, card: str) -> tuple[float, float]:
        """A point of a card that other cards leave in view."""
        self.settle()
        element = self.card(card)
        element.scroll_into_view_if_needed()
        # JupyterLab scrolls on by itself after running cells and lays out late what comes into
        # view: a person, too, reaches for a card only once it stands still.
        self.page.wait_for_function(STANDS_STILL, arg=element.element_handle())
        box = element.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + 9

    def middle(self, place: str) -> tuple[float, float]:
        box = self.at(place).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + 14

    def lift(self, card: str, place: str) -> None:
        """Drags a card to a place and keeps the button down."""
        mouse = self.page.mouse
        mouse.move(*self.grip(card))
        mouse.down()
        mouse.move(*self.middle(place), steps=8)

    def drag(self, card: str, place: str) -> None:
        self.lift(card, place)
        self.page.mouse.up()

    def click(self, card: str) -> None:
        self.page.mouse.click(*self.grip(card))

    def double_click(self, card: str) -> None:
        self.page.mouse.dblclick(*self.grip(card))

    def keys(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def focus(self) -> None:
        """Puts the focus on the table by Tab alone, from the last button before it."""
        self.button("Copy code").or_(self.button("New deal")).last.focus()
        self.keys("Tab")
