// Names of cards and places. A card is 13 * suit + rank; places are columns "1".."8", cells
// "a".."h" and foundations "S", "H", "D", "C".

export const SUIT_LETTERS = "SHDC";
export const SUIT_NAMES = ["spades", "hearts", "diamonds", "clubs"];
const RANK_LETTERS = "A23456789TJQK";
const RANK_NAMES = [
  "ace", "two", "three", "four", "five", "six", "seven",
  "eight", "nine", "ten", "jack", "queen", "king",
];

export const suitOf = (card) => Math.floor(card / 13);
export const rankOf = (card) => card % 13;

/** `7H`, as notation writes it. */
export const cardText = (card) => RANK_LETTERS[rankOf(card)] + SUIT_LETTERS[suitOf(card)];

/** The rank as printed on a card: `10`, not the notation's `T`. */
export const rankLabel = (card) => (rankOf(card) === 9 ? "10" : RANK_LETTERS[rankOf(card)]);

/** `seven of hearts`. */
export const cardName = (card) => `${RANK_NAMES[rankOf(card)]} of ${SUIT_NAMES[suitOf(card)]}`;

export const isColumn = (place) => place >= "1" && place <= "8";
export const isCell = (place) => place >= "a" && place <= "h";
export const columnIndex = (place) => Number(place) - 1;
export const cellIndex = (place) => place.charCodeAt(0) - "a".charCodeAt(0);
export const foundationIndex = (place) => SUIT_LETTERS.indexOf(place);
export const cellPlace = (index) => String.fromCharCode("a".charCodeAt(0) + index);
export const columnPlace = (index) => String(index + 1);

/** `column 3`, `cell a`, `foundation of hearts`. */
export function placeName(place) {
  if (isColumn(place)) return `column ${place}`;
  if (isCell(place)) return `cell ${place}`;
  return `foundation of ${SUIT_NAMES[foundationIndex(place)]}`;
}

/** All places of a board with that many cells: cells, columns, foundations. */
export function placesOf(cells) {
  return [
    ...Array.from({ length: cells }, (_, i) => cellPlace(i)),
    ...Array.from({ length: 8 }, (_, i) => columnPlace(i)),
    ...SUIT_LETTERS,
  ];
}
