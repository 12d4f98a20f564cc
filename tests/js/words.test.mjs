import assert from "node:assert/strict";
import { test } from "node:test";

import { cardSpots } from "../../python/eightoff/widget/static/geometry.mjs";
import { cardLabel, coveredReason, emptyLabel, summary } from "../../python/eightoff/widget/static/words.mjs";
import { card, freshBoard, lateBoard } from "./boards.mjs";

const labelOf = (board, text) => cardLabel(cardSpots(board).find((spot) => spot.card === card(text)));

test("labels say what a sighted person sees", () => {
  assert.equal(labelOf(lateBoard(), "7S"), "seven of spades, column 1, exposed");
  assert.equal(labelOf(lateBoard(), "9S"), "nine of spades, column 1, card 2 of 4");
  assert.equal(labelOf(lateBoard(), "JH"), "jack of hearts, cell a");
  assert.equal(labelOf(lateBoard(), "6S"), "six of spades, foundation of spades");
  assert.equal(emptyLabel("b"), "cell b, empty");
});

test("all visible cards have labels of their own", () => {
  assert.equal(new Set(cardSpots(freshBoard()).map(cardLabel)).size, 52);
});

test("a covered card says what covers it", () => {
  assert.match(coveredReason(lateBoard(), "8", card("2C")), /^2C is covered: its column ends in QH\./);
});

test("the summary counts", () => {
  assert.equal(summary(lateBoard()), "Score 90. 9 of 52 cards home, 3 free cells, 4 empty columns.");
  assert.match(summary({ ...lateBoard(), stuck: true }), /No move is left/);
});
