import assert from "node:assert/strict";
import { test } from "node:test";

import { placesOf } from "../../python/eightoff/widget/static/cards.mjs";
import {
  CARD_HEIGHT, CARD_WIDTH, TABLE_WIDTH, cardSpots, placeUnder, slotSpots, spotIn, tableHeight,
} from "../../python/eightoff/widget/static/geometry.mjs";
import { card, freshBoard, lateBoard } from "./boards.mjs";

test("every card has one spot on the table", () => {
  const board = freshBoard();
  const spots = cardSpots(board);
  assert.deepEqual(spots.map((spot) => spot.card).sort((a, b) => a - b), Array.from({ length: 52 }, (_, i) => i));
  for (const { x, y } of spots) {
    assert.ok(x >= 0 && x + CARD_WIDTH <= TABLE_WIDTH);
    assert.ok(y >= 0 && y + CARD_HEIGHT <= tableHeight(board));
  }
});

test("no two places overlap", () => {
  const slots = slotSpots(8);
  for (const a of slots) {
    for (const b of slots) {
      if (a.place === b.place) continue;
      assert.ok(Math.abs(a.x - b.x) >= CARD_WIDTH || Math.abs(a.y - b.y) >= CARD_HEIGHT, `${a.place} ${b.place}`);
    }
  }
});

test("a card dropped right on a place, or a third of a card beside it, belongs to it", () => {
  const board = lateBoard(8);
  for (const place of placesOf(8)) {
    const { x, y } = spotIn(place);
    assert.equal(placeUnder(board, x, y), place);
    assert.equal(placeUnder(board, x + CARD_WIDTH / 3, y), place);
    assert.equal(placeUnder(board, x, y + CARD_HEIGHT / 3), place);
  }
});

test("a column takes what is dropped below its last card", () => {
  const board = lateBoard();
  assert.equal(placeUnder(board, spotIn("3").x, tableHeight(board) - CARD_HEIGHT), "3");
});

test("a drop off the table belongs nowhere", () => {
  assert.equal(placeUnder(lateBoard(), -200, 50), null);
  assert.equal(placeUnder(lateBoard(), 100, 2000), null);
});

test("the longest column that play can make stays in one piece and readable", () => {
  const long = Array.from({ length: 19 }, (_, i) => i);
  const board = { ...freshBoard(), columns: [long, [], [], [], [], [], [], []] };
  const ys = cardSpots(board).filter((spot) => spot.place === "1").map((spot) => spot.y);
  for (let i = 1; i < ys.length; i++) assert.ok(ys[i] - ys[i - 1] >= 18);
  assert.ok(tableHeight(board) > ys.at(-1) + CARD_HEIGHT);
});

test("cards of a foundation lie on each other, the top one above", () => {
  const spots = cardSpots(lateBoard()).filter((spot) => spot.place === "S");
  assert.equal(spots.length, 6);
  assert.equal(spots.sort((a, b) => a.z - b.z).at(-1).card, card("6S"));
});
