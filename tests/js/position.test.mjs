import assert from "node:assert/strict";
import { test } from "node:test";

import { cardsAt, liftedWith, placeOf, targetsOf } from "../../python/eightoff/widget/static/position.mjs";
import { card, lateBoard } from "./boards.mjs";

test("a foundation shows its top card only", () => {
  assert.deepEqual(cardsAt(lateBoard(), "S"), [card("6S")]);
  assert.deepEqual(cardsAt(lateBoard(), "H"), []);
  assert.equal(placeOf(lateBoard(), card("6S")), "S");
  assert.equal(placeOf(lateBoard(), card("5S")), null);
});

test("a card is lifted with the run on it, or not at all", () => {
  const board = lateBoard();
  assert.deepEqual(liftedWith(board, "1", card("9S")), ["9S", "8S", "7S"].map(card));
  assert.deepEqual(liftedWith(board, "1", card("7S")), [card("7S")]);
  assert.equal(liftedWith(board, "1", card("KH")), null);
  assert.equal(liftedWith(board, "8", card("2C")), null);
  assert.deepEqual(liftedWith(board, "a", card("JH")), [card("JH")]);
});

test("a run ends where the suit does: the ace of hearts does not continue the king of spades", () => {
  const board = { ...lateBoard(), columns: [[card("AH"), card("KS")], [], [], [], [], [], [], []] };
  assert.equal(liftedWith(board, "1", card("AH")), null);
});

test("targets are those of the very card", () => {
  const board = lateBoard();
  assert.deepEqual(targetsOf(board, "1", card("9S")), ["3"]);
  assert.deepEqual(targetsOf(board, "1", card("7S")), ["b", "S"]);
  assert.deepEqual(targetsOf(board, "8", card("QH")), []);
});
