// The table: one element for each place and each card, which keep their identity from board to
// board, so that CSS animates every move and the focus stays on its card.

import { SUIT_LETTERS, foundationIndex } from "./cards.mjs";
import { make } from "./dom.mjs";
import { faceMarkup, suitMarkup } from "./faces.mjs";
import { TABLE_WIDTH, cardSpots, slotSpots, tableHeight } from "./geometry.mjs";
import { cardsAt } from "./position.mjs";
import { cardLabel, emptyLabel } from "./words.mjs";

const units = (n) => `calc(${n} * var(--eo-unit))`;

/** Builds a table. Its element goes into the page; `render` shows a board on it. */
export function createTable(properties = {}) {
  const element = make("div", { className: "eo-table", ...properties });
  const slots = new Map();
  const cards = Array.from({ length: 52 }, (_, card) => {
    const face = make("div", { className: "eo-card", tabIndex: -1, "data-card": card });
    element.append(face);
    return face;
  });
  let cellCount = 0;
  let deck = null;

  function layOutSlots(count) {
    for (const slot of slots.values()) slot.remove();
    slots.clear();
    for (const { place, x, y } of slotSpots(count)) {
      const slot = make("div", { className: "eo-slot", tabIndex: -1, "data-place": place });
      slot.style.transform = `translate(${units(x)}, ${units(y)})`;
      if (SUIT_LETTERS.includes(place)) slot.innerHTML = suitMarkup(foundationIndex(place));
      else slot.append(make("span", { className: "eo-label", textContent: place, "aria-hidden": "true" }));
      element.prepend(slot);
      slots.set(place, slot);
    }
    cellCount = count;
  }

  /** The element of a card, or of an empty place. */
  const elementAt = (place, card) => (card === null ? slots.get(place) : cards[card]);

  /**
   * Shows a board.
   *
   * `marks` names what stands out: sets of cards (`lifted`, `moved`) and of places (`targets`,
   * `goal`). A place is marked at its exposed card, or on its frame when it is empty.
   */
  function render(board, deckName, { lifted = [], moved = [], targets = [], goal = [] } = {}) {
    if (board.cells.length !== cellCount) layOutSlots(board.cells.length);
    if (deck !== deckName) {
      deck = deckName;
      cards.forEach((face, card) => (face.innerHTML = faceMarkup(card, deck)));
    }
    element.style.height = units(tableHeight(board));
    for (const spot of cardSpots(board)) {
      const face = cards[spot.card];
      const onTop = spot.depth + 1 === spot.count && cardsAt(board, spot.place).at(-1) === spot.card;
      face.style.transform = `translate(${units(spot.x)}, ${units(spot.y)})`;
      face.style.zIndex = spot.z;
      face.dataset.place = spot.place;
      face.dataset.depth = spot.depth;
      // A foundation's buried cards are beneath its top one, for the eye and the ear alike.
      const buried = SUIT_LETTERS.includes(spot.place) && !onTop;
      face.setAttribute("aria-hidden", String(buried));
      face.setAttribute("role", "button");
      face.setAttribute("aria-label", cardLabel(spot));
      face.classList.toggle("eo-lifted", lifted.includes(spot.card));
      face.classList.toggle("eo-moved", moved.includes(spot.card));
      face.classList.toggle("eo-target", onTop && targets.includes(spot.place));
      face.classList.toggle("eo-goal", onTop && goal.includes(spot.place));
    }
    for (const [place, slot] of slots) {
      const empty = cardsAt(board, place).length === 0;
      slot.setAttribute("aria-hidden", String(!empty));
      slot.setAttribute("role", "button");
      slot.setAttribute("aria-label", emptyLabel(place));
      slot.classList.toggle("eo-target", empty && targets.includes(place));
      slot.classList.toggle("eo-goal", empty && goal.includes(place));
    }
  }

  /** Makes one card or empty place the one that Tab reaches. */
  function setTabStop(place, card) {
    for (const stop of element.querySelectorAll('[tabindex="0"]')) stop.tabIndex = -1;
    elementAt(place, card).tabIndex = 0;
  }

  /** How many pixels a unit is now. */
  const unit = () => element.getBoundingClientRect().width / TABLE_WIDTH;

  return { element, render, elementAt, setTabStop, unit };
}
