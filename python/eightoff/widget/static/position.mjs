// Questions about a board as Python sends it: `columns` (cards, deepest first), `cells` (card or
// -1), `foundations` (cards on each) and `drags` (for each place, [card, target] of legal drags).
// Rules live in Python's engine; here is only what must not wait for an answer.

import { cellIndex, columnIndex, foundationIndex, isCell, isColumn, placesOf } from "./cards.mjs";

/** The cards of a place, deepest first; of a foundation the top one only. */
export function cardsAt(board, place) {
  if (isColumn(place)) return board.columns[columnIndex(place)];
  if (isCell(place)) {
    const card = board.cells[cellIndex(place)];
    return card >= 0 ? [card] : [];
  }
  const suit = foundationIndex(place);
  return board.foundations[suit] > 0 ? [13 * suit + board.foundations[suit] - 1] : [];
}

/** The place a card can be seen at, or null for one buried in a foundation. */
export function placeOf(board, card) {
  return placesOf(board.cells.length).find((place) => cardsAt(board, place).includes(card)) ?? null;
}

/** The cards that travel with `card`, itself first, or null when others lie on it. */
export function liftedWith(board, place, card) {
  const cards = cardsAt(board, place);
  const lifted = cards.slice(cards.indexOf(card));
  const isRun = lifted.every((each, i) => each === card - i && Math.floor(each / 13) === Math.floor(card / 13));
  return isRun ? lifted : null;
}

/** The places that accept `card` from `place` now. */
export function targetsOf(board, place, card) {
  return (board.drags?.[place] ?? []).filter(([moved]) => moved === card).map(([, target]) => target);
}
