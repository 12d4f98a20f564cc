// Drawings of cards. Shapes and colours are those of Python's `eightoff._faces`; a test compares.

import { rankLabel, suitOf } from "./cards.mjs";

// Spade, heart, diamond, club, in a box of 100 by 100.
export const SUIT_PATHS = [
  "M50 4C58 24 92 42 92 65C92 82 70 89 56 75C57 86 61 92 69 96H31C39 92 43 86 44 75C30 89 8 82 8 65C8 42 42 24 50 4Z",
  "M50 94C40 77 6 57 6 31C6 4 40 0 50 25C60 0 94 4 94 31C94 57 60 77 50 94Z",
  "M50 3C60 23 72 37 87 50C72 63 60 77 50 97C40 77 28 63 13 50C28 37 40 23 50 3Z",
  "M50 4A21 21 0 0 1 67 38A21 21 0 1 1 56 71C57 84 61 92 69 96H31C39 92 43 84 44 71A21 21 0 1 1 33 38A21 21 0 0 1 50 4Z",
];

export const DECKS = {
  "two-colour": ["#111111", "#c1121f", "#c1121f", "#111111"],
  "four-colour": ["#111111", "#c1121f", "#0a58ca", "#067a2b"],
};

const suitShape = (suit, x, y, side, colour) =>
  `<path d="${SUIT_PATHS[suit]}" transform="translate(${x} ${y}) scale(${side / 100})" fill="${colour}"/>`;

/** The face of a card, 60 by 84, as SVG. */
export function faceMarkup(card, deck) {
  const suit = suitOf(card);
  const colour = DECKS[deck][suit];
  return (
    `<svg viewBox="0 0 60 84" aria-hidden="true" focusable="false">` +
    `<rect x="0.5" y="0.5" width="59" height="83" rx="6" fill="#ffffff" stroke="#444444"/>` +
    `<text x="6" y="20" font-size="19" font-weight="bold" fill="${colour}">${rankLabel(card)}</text>` +
    suitShape(suit, 38, 5, 16, colour) +
    suitShape(suit, 14, 36, 32, colour) +
    `</svg>`
  );
}

/** The suit drawn in an empty foundation. */
export const suitMarkup = (suit) =>
  `<svg viewBox="0 0 100 100" aria-hidden="true" focusable="false"><path d="${SUIT_PATHS[suit]}" fill="currentColor"/></svg>`;
