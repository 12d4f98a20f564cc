//! The columns the search starts from, cut into runs.

use super::cards::{bit, is_king};
use crate::position::Position;
use crate::rules::COLUMNS;

/// Cards on top of each other in one column, same suit, each one lower than the one beneath.
#[derive(Clone, Copy, Default)]
pub(super) struct Run {
    /// Bit number of the deepest and highest card.
    pub(super) base: u32,
    /// Bit number of the lowest card, the one nearest to the column's end.
    pub(super) tip: u32,
    /// All cards of the run.
    pub(super) cards: u64,
}

impl Run {
    /// How many cards the run has.
    pub(super) const fn len(self) -> u32 {
        self.tip - self.base + 1
    }
}

/// All runs of all columns, numbered `8 * column + place`, deepest first: what is left of the
/// columns is then one byte of ones for each.
pub(super) struct Runs {
    runs: [Run; 64],
    /// The numbers of the runs there are.
    pub(super) all: u64,
}

impl Runs {
    /// Cuts the columns of a position. No legal one has more than seven runs in a column, since
    /// every card beyond the seventh continues a run.
    pub(super) fn of(position: &Position) -> Self {
        let mut cut = Self {
            runs: [Run::default(); 64],
            all: 0,
        };
        for column in 0..COLUMNS {
            let mut cards: Vec<u32> = position.column(column).map(bit).collect();
            cards.reverse();
            let parts = cards.chunk_by(|&deeper, &next| next == deeper + 1 && !is_king(next));
            for (number, part) in (8 * column..).zip(parts) {
                let (base, tip) = (part[0], part[part.len() - 1]);
                let cards = part.iter().fold(0, |cards, &card| cards | 1 << card);
                cut.runs[number] = Run { base, tip, cards };
                cut.all |= 1 << number;
            }
        }
        cut
    }

    /// The run with that number.
    pub(super) const fn run(&self, number: u32) -> Run {
        self.runs[number as usize]
    }

    /// The number of the last of the runs `left` in a column.
    pub(super) const fn last(left: u64, column: u32) -> Option<u32> {
        let byte = left >> (8 * column) & 0xff;
        if byte == 0 {
            None
        } else {
            Some(8 * column + byte.ilog2())
        }
    }
}
