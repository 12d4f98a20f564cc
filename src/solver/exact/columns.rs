//! What never changes in a search: the runs that the columns begin with.

use super::lanes::{KINGS, lane_bit, lanes};
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
    /// The base of the next run, or nothing.
    pub(super) next_base: u64,
    /// What it changes of [`State::exposed`], by exclusive or.
    pub(super) exposed_change: u64,
    /// The same of [`State::bases`].
    pub(super) bases_change: u64,
    /// The same of [`State::depths`].
    pub(super) depths_change: u32,
    /// The number of cards in the run.
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
        let runs = &mut self.runs[column];
        let Some(end) = position.exposed_card(column) else {
            state.empty_columns += 1;
            return;
        };
        let mut run = Cards::run_from(end, position);
        if run.are_a_king_alone() {
            state.removed |= run.set;
            state.exposed |= run.base >> 1;
            state.depths |= 1 << (3 * column);
            return;
        }
        state.exposed |= run.end;
        state.bases |= run.base;
        let mut depth = 0;
        let mut above = 0;
        loop {
            let (end, base) = (run.end.trailing_zeros(), run.base.trailing_zeros());
            self.column[end as usize & 63] = column as u8;
            self.column[base as usize & 63] = column as u8;
            self.covering[end as usize & 63] = above;
            above |= run.set;
            let next = run.under.map(|card| Cards::run_from(card, position));
            let mut entry = Run {
                removed: run.set,
                base: run.base,
                end: run.end,
                next_end: 0,
                next_base: 0,
                exposed_change: run.end,
                bases_change: run.base,
                depths_change: 0,
                length: run.set.count_ones() as u8,
                next_depth: depth + 1,
                empties: next.is_none().into(),
                hook: end as u8 + 1,
            };
            let mut goes_on = false;
            if let Some(next) = next {
                if next.are_a_king_alone() {
                    self.covering[next.base.trailing_zeros() as usize & 63] = above;
                    entry.removed |= next.set;
                    entry.next_end = next.base >> 1;
                    entry.next_depth += 1;
                } else {
                    goes_on = true;
                    entry.next_end = next.end;
                    entry.next_base = next.base;
                    run = next;
                }
                entry.exposed_change ^= entry.next_end;
                entry.bases_change ^= entry.next_base;
            }
            entry.depths_change = u32::from(depth ^ entry.next_depth) << (3 * column);
            runs[usize::from(depth & 7)] = entry;
            if !goes_on {
                return;
            }
            depth = entry.next_depth;
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

/// A run as it lies in a column.
struct Cards {
    set: u64,
    end: u64,
    base: u64,
    /// What is under the base.
    under: Option<Card>,
}

impl Cards {
    /// The run of which that card is the end.
    fn run_from(end: Card, position: &Position) -> Self {
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
        Self {
            set: (end << 1) - base,
            end,
            base,
            under: Card::from_index(under),
        }
    }

    const fn are_a_king_alone(&self) -> bool {
        self.base & KINGS != 0 && self.under.is_none()
    }
}

/// The next card of each suit to go home, as lanes; bit 0 for a suit that is all home.
fn next_home(home: CardSet) -> u64 {
    Suit::ALL.iter().fold(0, |next, suit| {
        let height = home.and(CardSet::lowest(*suit, 13)).len();
        next | 1 << (16 * suit.index() as u32 + 13 - height)
    })
}
