import assert from "node:assert/strict";
import { test } from "node:test";

import { cardAtCursor, commandOf, endOf, keepOn, moveCursor } from "../../python/eightoff/widget/static/cursor.mjs";
import { placesOf } from "../../python/eightoff/widget/static/cards.mjs";
import { card, freshBoard, lateBoard } from "./boards.mjs";

/** Where the keys lead from a place's exposed card. */
function walk(board, place, keys, lifted = false) {
  return keys.reduce((cursor, key) => moveCursor(board, cursor, key, lifted), endOf(board, place));
}
const [LEFT, RIGHT, UP, DOWN] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];

test("up and down go through a column's cards and on to the cells", () => {
  const board = lateBoard();
  assert.equal(cardAtCursor(board, endOf(board, "1")), card("7S"));
  assert.equal(cardAtCursor(board, walk(board, "1", [UP, UP])), card("9S"));
  assert.deepEqual(walk(board, "1", [UP, UP, UP, UP]), { place: "a", depth: 0 });
  assert.deepEqual(walk(board, "1", [UP, DOWN]), endOf(board, "1"));
  assert.deepEqual(walk(board, "1", [DOWN]), endOf(board, "1"));
});

test("a lifted card looks for a place: up goes straight to the cells", () => {
  assert.deepEqual(walk(lateBoard(), "1", [UP], true), { place: "a", depth: 0 });
});

test("with few cells, those above the last columns are the last cell", () => {
  assert.equal(walk(lateBoard(2), "8", [UP, UP]).place, "b");
});

test("digits and page keys jump", () => {
  const board = freshBoard();
  assert.deepEqual(walk(board, "1", ["7"]), endOf(board, "7"));
  assert.equal(walk(board, "5", ["PageUp"]).place, "e");
  assert.equal(walk(board, "e", ["PageDown"]).place, "5");
});

test("from every place the arrows reach every other, on boards of any number of cells", () => {
  for (const cells of [2, 4, 8]) {
    const board = lateBoard(cells);
    for (const start of placesOf(cells)) {
      const seen = new Set();
      const open = [endOf(board, start)];
      while (open.length) {
        const cursor = open.pop();
        const key = `${cursor.place}${cursor.depth}`;
        if (seen.has(key)) continue;
        seen.add(key);
        for (const arrow of [LEFT, RIGHT, UP, DOWN]) open.push(moveCursor(board, cursor, arrow));
      }
      for (const place of placesOf(cells)) assert.ok(seen.has(`${place}0`), `${place} from ${start}`);
    }
  }
});

test("a cursor stays on the board when the board changes", () => {
  const board = lateBoard(2);
  assert.deepEqual(keepOn(board, { place: "g", depth: 0 }), endOf(board, "1"));
  assert.deepEqual(keepOn(board, { place: "1", depth: 9 }), endOf(board, "1"));
  assert.deepEqual(keepOn(board, { place: "1", depth: 2 }), { place: "1", depth: 2 });
});

test("keys are commands, and the browser keeps its own", () => {
  assert.equal(commandOf({ key: "F" }), "foundation");
  assert.equal(commandOf({ key: " " }), "lift");
  assert.equal(commandOf({ key: "z", ctrlKey: true }), "undo");
  assert.equal(commandOf({ key: "Z", metaKey: true, shiftKey: true }), null);
  assert.equal(commandOf({ key: "c", ctrlKey: true }), null);
  assert.equal(commandOf({ key: "d", altKey: true }), null);
  assert.equal(commandOf({ key: "Tab" }), null);
  assert.equal(moveCursor(lateBoard(), endOf(lateBoard(), "1"), "x"), null);
});
