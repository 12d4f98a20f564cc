// The keyboard's cursor: which card or empty place has the focus, and what keys do to it.
//
// A cursor is {place, depth}; depth counts from a column's deepest card and is 0 elsewhere.

import {
  SUIT_LETTERS, cellIndex, cellPlace, columnIndex, columnPlace, foundationIndex, isCell, isColumn,
} from "./cards.mjs";
import { cardsAt } from "./position.mjs";

/** The cursor on a place's exposed card, or on the empty place. */
export function endOf(board, place) {
  return { place, depth: Math.max(cardsAt(board, place).length - 1, 0) };
}

/** The cursor's card, or null on an empty place. */
export const cardAtCursor = (board, cursor) => cardsAt(board, cursor.place)[cursor.depth] ?? null;

/** The cursor moved to where it can be on this board: the board may have changed beneath it. */
export function keepOn(board, cursor) {
  if (isCell(cursor.place) && cellIndex(cursor.place) >= board.cells.length) return endOf(board, "1");
  const end = endOf(board, cursor.place);
  return cursor.depth > end.depth ? end : cursor;
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Where an arrow key, Page Up, Page Down or a digit takes the cursor; null for all other keys.
 *
 * Cells stand above the columns, foundations to the right of both. Within a column, up and down go
 * through its cards; with `lifted`, a card looks for a place, so they go past them.
 */
export function moveCursor(board, cursor, key, lifted = false) {
  if (key >= "1" && key <= "8" && key.length === 1) return endOf(board, key);
  const { place, depth } = cursor;
  if (key === "PageUp") return endOf(board, isColumn(place) ? cellAbove(board, place) : "a");
  if (key === "PageDown") return endOf(board, isCell(place) ? columnPlace(cellIndex(place)) : "8");
  const step = STEPS[key];
  if (!step) return null;
  const [right, down] = step;
  if (isColumn(place)) {
    if (right) return endOf(board, beside(columnIndex(place) + right, 8, columnPlace) ?? (right > 0 ? "C" : place));
    const next = depth + down;
    if (!lifted && next >= 0) return keepOn(board, { place, depth: next });
    return endOf(board, down < 0 ? cellAbove(board, place) : place);
  }
  if (isCell(place)) {
    const count = board.cells.length;
    if (right) return endOf(board, beside(cellIndex(place) + right, count, cellPlace) ?? (right > 0 ? "S" : place));
    return endOf(board, down > 0 ? columnPlace(cellIndex(place)) : place);
  }
  const suit = foundationIndex(place);
  if (down) return endOf(board, SUIT_LETTERS[suit + down] ?? place);
  if (right > 0) return cursor;
  return endOf(board, suit === 0 ? cellPlace(board.cells.length - 1) : "8");
}

const beside = (index, count, named) => (index >= 0 && index < count ? named(index) : null);

const cellAbove = (board, place) => cellPlace(Math.min(columnIndex(place), board.cells.length - 1));

const COMMANDS = {
  Enter: "lift", " ": "lift", Escape: "cancel",
  f: "foundation", t: "tableau", c: "cell", d: "double_tap",
  u: "undo", h: "hint", n: "new", i: "say", "?": "help",
};

/** The command of a key press, or null. Keys held with Ctrl, Alt or Meta are the browser's but undo. */
export function commandOf({ key, ctrlKey = false, metaKey = false, altKey = false, shiftKey = false }) {
  if (ctrlKey || metaKey) return key.toLowerCase() === "z" && !altKey && !shiftKey ? "undo" : null;
  if (altKey) return null;
  return COMMANDS[key.length === 1 ? key.toLowerCase() : key] ?? null;
}

/** What the keys do, for the help panel. */
export const KEY_HELP = [
  ["Arrows", "go from card to card; 1 to 8 jump to a column, Page Up and Page Down to cells and columns"],
  ["Enter", "lift the card with the run on it, and again to put it down; Escape lets go"],
  ["F, T, C", "send the card to its foundation, to the tableau, to a cell"],
  ["D", "double tap: the first of foundation, column, empty column, cell"],
  ["U", "undo"],
  ["H, I", "hint; say how the game stands"],
  ["N", "new deal"],
];
