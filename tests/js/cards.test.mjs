import assert from "node:assert/strict";
import { test } from "node:test";

import { cardName, cardText, placeName, placesOf, rankLabel } from "../../python/eightoff/widget/static/cards.mjs";

test("all 52 cards have names of their own", () => {
  const cards = Array.from({ length: 52 }, (_, card) => card);
  assert.equal(new Set(cards.map(cardText)).size, 52);
  assert.equal(new Set(cards.map(cardName)).size, 52);
  assert.equal(cardText(0), "AS");
  assert.equal(cardText(51), "KC");
  assert.equal(cardText(22), "TH");
  assert.equal(rankLabel(22), "10");
  assert.equal(cardName(19), "seven of hearts");
});

test("places are cells, columns and foundations", () => {
  assert.deepEqual(placesOf(2), ["a", "b", "1", "2", "3", "4", "5", "6", "7", "8", "S", "H", "D", "C"]);
  assert.deepEqual(["3", "b", "D"].map(placeName), ["column 3", "cell b", "foundation of diamonds"]);
});
