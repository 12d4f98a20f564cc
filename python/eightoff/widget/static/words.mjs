// What the board says in words: to screen readers about each card, and to everyone when a card
// cannot even be lifted (all other refusals are the engine's).

import { cardName, cardText, isColumn, placeName } from "./cards.mjs";
import { cardsAt } from "./position.mjs";

/** The label of a card: what it is, where, and whether others lie on it. */
export function cardLabel({ card, place, depth, count }) {
  const name = `${cardName(card)}, ${placeName(place)}`;
  if (!isColumn(place)) return name;
  return depth + 1 === count ? `${name}, exposed` : `${name}, card ${depth + 1} of ${count}`;
}

/** The label of an empty place. */
export const emptyLabel = (place) => `${placeName(place)}, empty`;

/** Why the card at that place cannot be lifted. */
export function coveredReason(board, place, card) {
  const exposed = cardsAt(board, place).at(-1);
  return `${cardText(card)} is covered: its column ends in ${cardText(exposed)}. Only a run of one suit travels together.`;
}

/** How the game stands, in a sentence or two. */
export function summary(board) {
  const free = board.cells.filter((card) => card < 0).length;
  const empty = board.columns.filter((cards) => cards.length === 0).length;
  const home = board.foundations.reduce((sum, count) => sum + count, 0);
  const plural = (n, word) => `${n} ${word}${n === 1 ? "" : "s"}`;
  const end = board.won ? " The game is won." : board.stuck ? " No move is left but taking cards back." : "";
  return (
    `Score ${board.score}. ${home} of 52 cards home, ${plural(free, "free cell")}, ` +
    `${plural(empty, "empty column")}.${end}`
  );
}
