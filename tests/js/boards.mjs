// Boards for the tests, in the shape that Python sends.

export const card = (text) => "A23456789TJQK".indexOf(text[0]) + 13 * "SHDC".indexOf(text[1]);

/** Column 1 ends in the run 9S 8S 7S, column 2 is empty, cells b and c are free; 8 or fewer cells. */
export function lateBoard(cells = 4) {
  return {
    columns: [
      ["KH", "9S", "8S", "7S"].map(card), [], ["TS"].map(card), ["KD"].map(card),
      [], [], [], ["2C", "QH"].map(card),
    ],
    cells: [card("JH"), ...Array.from({ length: cells - 1 }, () => -1)],
    foundations: [6, 0, 3, 0],
    drags: { 1: [[card("9S"), "3"], [card("7S"), "b"], [card("7S"), "S"]], a: [[card("JH"), "8"]] },
    score: 90,
    code: null,
    won: false,
    stuck: false,
    can_undo: true,
  };
}

/** A fresh deal, number by number: column c has cards c, c + 8, ...; cells a to d the last four. */
export function freshBoard() {
  return {
    ...lateBoard(8),
    columns: Array.from({ length: 8 }, (_, c) => Array.from({ length: 6 }, (_, r) => c + 8 * r)),
    cells: [48, 49, 50, 51, -1, -1, -1, -1],
    foundations: [0, 0, 0, 0],
    drags: {},
  };
}

