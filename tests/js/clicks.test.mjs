import assert from "node:assert/strict";
import { test } from "node:test";

import { DOUBLE_TAP_MS, readClick } from "../../python/eightoff/widget/static/clicks.mjs";

/** The gestures and cards that clicks [place, card, time] are read as. */
function read(...clicks) {
  let last = null;
  return clicks.map(([place, card, time]) => {
    const result = readClick(last, { place, card, time });
    last = result.next;
    return [result.gesture, result.card];
  });
}

test("slow clicks are taps", () => {
  assert.deepEqual(read(["1", 5, 0], ["1", 5, DOUBLE_TAP_MS + 1]), [["tap", 5], ["tap", 5]]);
});

test("two quick clicks are a tap and a double tap of the same card", () => {
  assert.deepEqual(read(["1", 5, 0], ["1", 5, 120]), [["tap", 5], ["double_tap", 5]]);
});

test("when the first click has sent its card home, the second still means that card", () => {
  assert.deepEqual(read(["1", 5, 0], ["1", 17, 120]), [["tap", 5], ["double_tap", 5]]);
});

test("quick clicks on two places are two taps", () => {
  assert.deepEqual(read(["1", 5, 0], ["2", 6, 120]), [["tap", 5], ["tap", 6]]);
});

test("a third quick click begins anew", () => {
  assert.deepEqual(read(["1", 5, 0], ["1", 5, 100], ["1", 5, 200]).at(-1), ["tap", 5]);
});
