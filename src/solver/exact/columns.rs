//! What never changes in a search: the runs that the columns begin with.

use super::lanes::{KINGS, lane_bit, lanes};
use super::state::State;
use crate::card::{Card, CardSet, Suit};
use crate::position::Position;
use crate::rules::{COLUMNS, GroupLimit, Rules};

/// A run of a column, and what removing it changes in a [`State`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Run {
    /// The cards that are removed: the run, and with the last but one of a column also the one
    /// under it if that is a king's (see [`Columns::load`]).
    pub(super) removed: u64,
    /// The run's deepest card.
    pub(super) base: u64,
    /// The run's exposed card.
    pub(super) end: u64,
    /// The exposed card after it: of the next run, or the column as its king's, or nothing.
    pub(super) next_end: u64,
    /// The base of the next run, or nothing.
    pub(super) next_base: u64,
    /// The number of cards in the run; 0 for what follows a column's last run.
    pub(super) length: u8,
    /// The number of runs removed when this one is, in its column.
    pub(super) next_depth: u8,
    /// Whether the column is then empty, 0 or 1.
    pub(super) empties: u8,
    /// The number of the bit after the end's: where cards hang on the run.
    pub(super) hook: u8,
}

/// The runs of the columns at the start of a search, and where each card lies among them.
///
/// A column has at most seven runs, since every card beyond the seventh continues one.
#[derive(Clone, Debug)]
pub(super) struct Columns {
    runs: [[Run; 8]; COLUMNS],
    /// By bit number: the column in which a card lies.
    column: [u8; 64],
    /// By bit number: the cards that cover a card that began in a column, its own run apart.
    covering: [u64; 64],
    rules: Rules,
}

impl Columns {
    pub(super) fn new() -> Self {
        Self {
            runs: [[Run::default(); 8]; COLUMNS],
            column: [0; 64],
            covering: [0; 64],
            rules: Rules::default(),
        }
    }

    /// Takes the columns of `position`, and gives it as a state.
    ///
    /// A column that holds a king's run alone counts as an empty one in which that king was
    /// put: the two can do the same.
    pub(super) fn load(&mut self, position: &Position) -> State {
        self.rules = position.rules();
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
        let beneath = position.beneath();
        let runs = &mut self.runs[column];
        let mut depth = 0_usize;
        let mut above = 0;
        let mut next = position.exposed_card(column).map(Card::index);
        if next.is_none() {
            state.empty_columns += 1;
        }
        while let Some(end) = next {
            let (mut base, mut removed) = (end, 0);
            loop {
                let bit = lane_bit(base);
                removed |= bit;
                let number = bit.trailing_zeros() as usize;
                self.column[number] = column as u8;
                self.covering[number] = above;
                let under = beneath[usize::from(base)];
                if under != base + 1 || bit & KINGS != 0 {
                    next = Card::from_index(under).map(Card::index);
                    break;
                }
                base = under;
            }
            above |= removed;
            let (base_bit, end_bit) = (lane_bit(base), lane_bit(end));
            let king_alone = next.is_none() && base_bit & KINGS != 0;
            if let Some(upper) = depth.checked_sub(1).map(|upper| &mut runs[upper]) {
                upper.empties = 0;
                if king_alone {
                    upper.removed |= removed;
                    upper.next_end = base_bit >> 1;
                    upper.next_depth += 1;
                } else {
                    upper.next_end = end_bit;
                    upper.next_base = base_bit;
                }
            } else if king_alone {
                state.removed |= removed;
                state.exposed |= base_bit >> 1;
                state.depths |= 1 << (3 * column);
            } else {
                state.exposed |= end_bit;
                state.bases |= base_bit;
            }
            runs[depth & 7] = Run {
                removed,
                base: base_bit,
                end: end_bit,
                next_end: 0,
                next_base: 0,
                length: base - end + 1,
                next_depth: depth as u8 + 1,
                empties: 1,
                hook: end_bit.trailing_zeros() as u8 + 1,
            };
            depth += 1;
        }
        runs[depth & 7] = Run::default();
    }

    /// How many cells the game has.
    pub(super) fn cells(&self) -> u32 {
        u32::from(self.rules.cells.get())
    }

    /// How many cards may travel as a group.
    pub(super) fn longest_group(&self, free_cells: u32, empty_columns: u32) -> u32 {
        self.rules
            .group_limit
            .longest_group(free_cells as u8, empty_columns as u8)
    }

    pub(super) fn is_strict(&self) -> bool {
        self.rules.group_limit == GroupLimit::Strict
    }

    /// The run that is exposed in a column of which that many runs are removed.
    pub(super) const fn run(&self, column: usize, depth: usize) -> &Run {
        &self.runs[column & 7][depth & 7]
    }

    /// The column in which a card began, by its bit number.
    pub(super) const fn column_of(&self, number: u32) -> usize {
        self.column[number as usize & 63] as usize
    }

    /// The cards that covered a card at the start, by its bit number. It must be in a column yet.
    pub(super) const fn covering(&self, number: u32) -> u64 {
        self.covering[number as usize & 63]
    }
}

/// The next card of each suit to go home, as lanes; bit 0 for a suit that is all home.
fn next_home(home: CardSet) -> u64 {
    Suit::ALL.iter().fold(0, |next, suit| {
        let height = home.and(CardSet::lowest(*suit, 13)).len();
        next | 1 << (16 * suit.index() as u32 + 13 - height)
    })
}
