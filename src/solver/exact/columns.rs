//! What never changes in a search: the runs that the columns begin with.

use super::lanes::{BEFORE_ACES, KINGS, lane_bit, lanes};
use super::state::State;
use crate::card::{Card, CardSet, Suit};
use crate::position::Position;
use crate::rules::{COLUMNS, GroupLimit};

/// A run of a column, and what removing it changes in a [`State`].
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
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
    /// The child of `next_end`. If it is removed when this run has been dug into cells, it is
    /// home, so that `next_end` can go home; or in a cell and can go onto `next_end`; or the
    /// king that keeps the column. All that is a gain, and so are an ace and an empty column,
    /// for which this is one of [`BEFORE_ACES`].
    pub(super) opens: u64,
    /// The base of the next run, or nothing.
    pub(super) next_base: u64,
    /// What it changes of [`State::depths`], by exclusive or.
    pub(super) depths_change: u32,
    /// The number of cards in the run.
    pub(super) length: u8,
    /// Whether its column is empty when it is removed, 0 or 1.
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
    /// By bit number of a run's end or base: the column in which it lies.
    column: [u8; 64],
    /// By bit number of a run's end, or of a king alone under others: the cards that cover it.
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
        // One more for what follows the last run.
        let mut found = [Cards::default(); 8];
        let mut count = 0;
        let mut next = position.exposed_card(column);
        while let Some(end) = next {
            let (cards, under) = run_from(end, position);
            found[count & 7] = cards;
            count += 1;
            next = under;
        }
        let mut empties = 1;
        if let Some(last) = count.checked_sub(1)
            && found[last & 7].base & KINGS != 0
        {
            // A king with its run alone: it goes with the run above it, and keeps the column.
            let king = found[last & 7];
            found[last & 7] = Cards {
                end: king.base >> 1,
                ..Cards::default()
            };
            count = last;
            empties = 0;
            match last.checked_sub(1) {
                Some(upper) => {
                    let above = found[..last & 7]
                        .iter()
                        .fold(0, |above, run| above | run.set);
                    self.covering[king.base.trailing_zeros() as usize & 63] = above;
                    found[upper & 7].set |= king.set;
                }
                None => state.removed |= king.set,
            }
        } else if count == 0 {
            state.empty_columns += 1;
        }
        state.exposed |= found[0].end;
        state.bases |= found[0].base;
        let mut above = 0;
        for depth in 0..count & 7 {
            let (run, next) = (found[depth], found[depth + 1]);
            let (end, base) = (run.end.trailing_zeros(), run.base.trailing_zeros());
            self.column[end as usize & 63] = column as u8;
            self.column[base as usize & 63] = column as u8;
            self.covering[end as usize & 63] = above;
            above |= run.set;
            let deeper = depth as u32 + 1;
            self.runs[column][depth] = Run {
                removed: run.set,
                base: run.base,
                end: run.end,
                next_end: next.end,
                next_base: next.base,
                opens: if next.end == 0 {
                    BEFORE_ACES
                } else {
                    next.end << 1
                },
                depths_change: (depth as u32 ^ deeper) << (3 * column),
                length: ((run.end << 1) - run.base).count_ones() as u8,
                empties: empties & u8::from(depth + 1 == count),
                hook: end as u8 + 1,
            };
        }
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

    /// The runs of a column that was not empty, the exposed one first.
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

/// The cards of a run.
#[derive(Clone, Copy, Default)]
struct Cards {
    set: u64,
    end: u64,
    base: u64,
}

/// The run of which that card is the end, and what is under it.
fn run_from(end: Card, position: &Position) -> (Cards, Option<Card>) {
    let mut card = end.index();
    let end = lane_bit(card);
    let mut base = end;
    let under = loop {
        let under = position.beneath()[usize::from(card)];
        if under != card + 1 || base & KINGS != 0 {
            break under;
        }
        card = under;
        base >>= 1;
    };
    let set = (end << 1) - base;
    (Cards { set, end, base }, Card::from_index(under))
}

/// The next card of each suit to go home, as lanes; bit 0 for a suit that is all home.
fn next_home(home: CardSet) -> u64 {
    Suit::ALL.iter().fold(0, |next, suit| {
        let height = home.and(CardSet::lowest(*suit, 13)).len();
        next | 1 << (16 * suit.index() as u32 + 13 - height)
    })
}
