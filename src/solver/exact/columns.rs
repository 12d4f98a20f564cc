//! What never changes in a search: the runs that the columns begin with.

use super::lanes::{KINGS, lane_bit, lanes};
use super::state::State;
use crate::card::{Card, CardSet, Suit};
use crate::position::Position;
use crate::rules::{COLUMNS, GroupLimit};

/// A run of a column.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// The cards that are removed when the run is: its own, and with the last but one of a column
    /// also those of the one under it if that is a king's (see [`Columns::load`]).
    pub(super) removed: u64,
    /// The run's deepest card.
    pub(super) base: u64,
    /// The run's exposed card.
    pub(super) end: u64,
    /// The number of cards in the run.
    pub(super) length: u8,
    /// The number of the bit after the end's: where cards hang on the run.
    pub(super) hook: u8,
}

/// The runs of the columns at the start of a search, and where each card lies among them.
///
/// A column has at most seven runs, since every card beyond the seventh continues one.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    /// What follows a column's last run has no cards; its end is the king's column if the column
    /// is kept by its king, else nothing.
    runs: [[Run; 8]; COLUMNS],
    /// By bit number of a run's end or base: the column in which it lies.
    column: [u8; 64],
    /// By bit number of a run's end: the cards that cover it.
    covering: [u64; 64],
    cells: u32,
    /// All ones if an empty column doubles the length of a group, else 0.
    doubling: u32,
}

impl Columns {
    pub(super) fn new() -> Self {
        Self {
            runs: [[Run::default(); 8]; COLUMNS],
            column: [0; 64],
            covering: [0; 64],
            cells: 0,
            doubling: 0,
        }
    }

    /// Takes the columns of `position`, and gives it as a state.
    ///
    /// A column that holds a king's run alone counts as an empty one in which that king was
    /// put: the two can do the same.
    pub(super) fn load(&mut self, position: &Position) -> State {
        let rules = position.rules();
        self.cells = u32::from(rules.cells.get());
        self.doubling = match rules.group_limit {
            GroupLimit::App => u32::MAX,
            GroupLimit::Strict => 0,
        };
        let loose = position.in_cells();
        let mut state = State {
            removed: lanes(loose.or(position.home())),
            next_home: next_home(position.home()),
            ..State::default()
        };
        for column in 0..COLUMNS {
            self.load_column(position, column, &mut state);
        }
        state
    }

    fn load_column(&mut self, position: &Position, column: usize, state: &mut State) {
        let runs = &mut self.runs[column];
        let mut count = 0;
        let mut above = 0;
        let mut next = position.exposed_card(column);
        while let Some(card) = next {
            let (run, under) = run_from(card, position);
            let (end, base) = (run.hook - 1, run.base.trailing_zeros());
            self.column[usize::from(end & 63)] = column as u8;
            self.column[base as usize & 63] = column as u8;
            self.covering[usize::from(end & 63)] = above;
            above |= run.removed;
            runs[count & 7] = run;
            count += 1;
            next = under;
        }
        runs[count & 7] = Run::default();
        let Some(last) = count.checked_sub(1) else {
            state.empty_columns += 1;
            return;
        };
        let king = runs[last & 7];
        if king.base & KINGS != 0 {
            // It goes with the run above it, and keeps the column.
            runs[last & 7] = Run {
                end: king.base >> 1,
                ..Run::default()
            };
            match last.checked_sub(1) {
                Some(upper) => runs[upper & 7].removed |= king.removed,
                None => state.removed |= king.removed,
            }
        }
        state.exposed |= runs[0].end;
        state.bases |= runs[0].base;
    }

    /// How many cells the game has.
    pub(super) const fn cells(&self) -> u32 {
        self.cells
    }

    /// How many cards may travel as a group.
    pub(super) const fn longest_group(&self, free_cells: u32, empty_columns: u32) -> u32 {
        (free_cells + 1) << (empty_columns & self.doubling)
    }

    pub(super) const fn is_strict(&self) -> bool {
        self.doubling == 0
    }

    /// The runs of a column, the exposed one first.
    pub(super) const fn runs(&self, column: usize) -> &[Run; 8] {
        &self.runs[column & 7]
    }

    /// The run that is exposed in a column of which that many runs are removed.
    pub(super) const fn run(&self, column: usize, depth: usize) -> &Run {
        &self.runs[column & 7][depth & 7]
    }

    /// The column in which a run's end or base began, by its bit number.
    pub(super) const fn column_of(&self, number: u32) -> usize {
        self.column[number as usize & 63] as usize
    }

    /// The cards that covered a run's end at the start, by its bit number. It must be in a column
    /// yet.
    pub(super) const fn covering(&self, number: u32) -> u64 {
        self.covering[number as usize & 63]
    }
}

/// The run of which that card is the end, and what is under it.
fn run_from(end: Card, position: &Position) -> (Run, Option<Card>) {
    let mut card = end.index();
    let end = lane_bit(card);
    let mut base = end;
    let mut length = 1;
    let under = loop {
        let under = position.beneath()[usize::from(card)];
        if under != card + 1 || base & KINGS != 0 {
            break under;
        }
        card = under;
        base >>= 1;
        length += 1;
    };
    let run = Run {
        removed: (end << 1) - base,
        base,
        end,
        length,
        hook: end.trailing_zeros() as u8 + 1,
    };
    (run, Card::from_index(under))
}

/// The next card of each suit to go home, as lanes; bit 0 for a suit that is all home.
fn next_home(home: CardSet) -> u64 {
    Suit::ALL.iter().fold(0, |next, suit| {
        let height = home.and(CardSet::lowest(*suit, 13)).len();
        next | 1 << (16 * suit.index() as u32 + 13 - height)
    })
}
