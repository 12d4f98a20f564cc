// Telling a tap from a double tap.
//
// A tap acts at once: waiting for a second one would make every move feel slow. The second click
// of a double tap therefore names the card of the first. If the first has sent that card home,
// Python finds it gone and leaves the card beneath alone.

export const DOUBLE_TAP_MS = 350;

/**
 * Reads one click.
 *
 * `last` is what the call before returned as `next`, or null. Returns the gesture, the card it
 * means, and `next`.
 */
export function readClick(last, { place, card, time }) {
  if (last && last.place === place && time - last.time <= DOUBLE_TAP_MS) {
    return { gesture: "double_tap", card: last.card, next: null };
  }
  return { gesture: "tap", card, next: { place, card, time } };
}
