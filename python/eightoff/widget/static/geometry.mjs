// Where things lie on the table, in units that CSS turns into pixels. A card is 60 by 84.

import {
  SUIT_LETTERS, cellIndex, cellPlace, columnIndex, columnPlace, foundationIndex, isCell, isColumn,
  placesOf,
} from "./cards.mjs";

export const CARD_WIDTH = 60;
export const CARD_HEIGHT = 84;
const STEP = CARD_WIDTH + 10;
const MARGIN = 14;
const CELLS_TOP = 30;
export const COLUMNS_TOP = CELLS_TOP + CARD_HEIGHT + 28;
const FOUNDATIONS_LEFT = MARGIN + 8 * STEP + 14;
export const TABLE_WIDTH = FOUNDATIONS_LEFT + CARD_WIDTH + MARGIN;
// A covered card shows this much of itself, less in a long column.
const FAN = 26;
const LONGEST_FAN = 340;

/** Where the card at `depth` of a place with `count` cards lies. */
export function spotIn(place, depth = 0, count = 1) {
  if (isColumn(place)) {
    const fan = Math.min(FAN, LONGEST_FAN / Math.max(count - 1, 1));
    return { x: MARGIN + columnIndex(place) * STEP, y: COLUMNS_TOP + depth * fan };
  }
  if (isCell(place)) return { x: MARGIN + cellIndex(place) * STEP, y: CELLS_TOP };
  return { x: FOUNDATIONS_LEFT, y: CELLS_TOP + foundationIndex(place) * (CARD_HEIGHT + 10) };
}

/** The empty frames: every place of the board and where it is. */
export function slotSpots(cells) {
  return placesOf(cells).map((place) => ({ place, ...spotIn(place) }));
}

/**
 * Where all 52 cards lie: `[{card, place, depth, count, x, y, z}]`. A foundation's cards lie on each
 * other; depth and count are those of the column, 0 and 1 elsewhere.
 */
export function cardSpots(board) {
  const spots = [];
  const put = (card, place, depth, count, z) =>
    spots.push({ card, place, depth, count, z, ...spotIn(place, depth, count) });
  board.columns.forEach((cards, column) =>
    cards.forEach((card, depth) => put(card, columnPlace(column), depth, cards.length, depth + 1)),
  );
  board.cells.forEach((card, cell) => card >= 0 && put(card, cellPlace(cell), 0, 1, 1));
  board.foundations.forEach((count, suit) => {
    for (let rank = 0; rank < count; rank++) put(13 * suit + rank, SUIT_LETTERS[suit], 0, 1, rank + 1);
  });
  return spots;
}

/** The height of the table: the foundations, or the longest column when it reaches below them. */
export function tableHeight(board) {
  const lowest = Math.max(
    spotIn("C").y,
    ...board.columns.map((cards, i) => spotIn(columnPlace(i), Math.max(cards.length - 1, 0), cards.length).y),
  );
  return lowest + CARD_HEIGHT + MARGIN;
}

/**
 * The place that a card dropped with its corner at (x, y) belongs to, or null: the one it covers
 * most of. A column reaches down to the table's end, so that a drop below its last card counts.
 */
export function placeUnder(board, x, y) {
  const bottom = tableHeight(board);
  let best = null;
  let most = 0;
  for (const { place, x: left, y: top } of slotSpots(board.cells.length)) {
    const height = isColumn(place) ? bottom - top : CARD_HEIGHT;
    const width = Math.min(x, left) + CARD_WIDTH - Math.max(x, left);
    const overlap = Math.min(y + CARD_HEIGHT, top + height) - Math.max(y, top);
    const area = Math.max(width, 0) * Math.max(overlap, 0);
    if (area > most) [best, most] = [place, area];
  }
  return best;
}
