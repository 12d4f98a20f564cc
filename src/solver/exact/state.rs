//! The state of the exact search: what is left of the columns, and which kings have one.
//!
//! Where every card stands follows from these two; `docs/solver.md` has the reasons.

use super::columns::Columns;
use super::lanes::{COLUMNS_OF_KINGS, KINGS, chains, hanging};

/// A state, with sets of cards as lanes (see `lanes`). Depths and kings determine the rest,
/// which is kept beside them because following it costs less than working it out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Cards that are no longer where they began in a column.
    pub(super) removed: u64,
    /// The exposed cards of what is left of the columns, and bit 0 of a king that has a column.
    pub(super) exposed: u64,
    /// The bases of the exposed runs of what is left of the columns.
    pub(super) bases: u64,
    /// The next card of each suit to go home; bit 0 for a suit that is all home.
    pub(super) next_home: u64,
    /// Runs removed of each column, three bits each.
    pub(super) depths: u32,
    /// Columns that hold nothing and are no king's.
    pub(super) empty_columns: u32,
}

/// Where the removed cards of a state stand.
#[derive(Clone, Copy)]
pub(super) struct Removed {
    /// Those that are not home.
    pub(super) live: u64,
    /// Those in cells.
    pub(super) in_cells: u64,
}

impl Removed {
    /// The number of cards in cells.
    pub(super) const fn cells_used(self) -> u32 {
        self.in_cells.count_ones()
    }

    /// Those that lie on their parents, in columns.
    pub(super) const fn on_parents(self) -> u64 {
        self.live ^ self.in_cells
    }
}

impl State {
    /// Distinct for distinct states of one search.
    pub(super) const fn key(&self) -> u32 {
        // The product moves the kings' bits 0, 16, 32 and 48 to bits 48 to 51.
        let kings = (self.exposed & COLUMNS_OF_KINGS).wrapping_mul(0x0001_0002_0004_0008) >> 48;
        self.depths | (kings as u32) << 24
    }

    pub(super) const fn is_won(&self) -> bool {
        self.next_home == COLUMNS_OF_KINGS
    }

    /// How many runs of a column are removed.
    pub(super) const fn depth(&self, column: usize) -> usize {
        (self.depths >> (3 * column) & 7) as usize
    }

    /// The cards that are not home.
    pub(super) const fn not_home(&self) -> u64 {
        (self.next_home << 1).wrapping_sub(COLUMNS_OF_KINGS)
    }

    /// Where the removed cards stand. Only chains that begin at an exposed card stay on their
    /// parents: adding the first card of each carries through the chain and clears it.
    pub(super) const fn removed_cards(&self) -> Removed {
        let live = self.removed & self.not_home();
        let first = (self.exposed << 1) & live;
        Removed {
            live,
            in_cells: live & live.wrapping_add(first),
        }
    }

    /// Cards that could receive their child, and bit 0 of a king that has a column.
    pub(super) const fn open(&self, cards: Removed) -> u64 {
        self.exposed | cards.on_parents()
    }

    /// Removes the exposed run of a column.
    pub(super) const fn dig(&mut self, columns: &Columns, column: usize) {
        let depth = self.depth(column);
        let (run, next) = (columns.run(column, depth), columns.run(column, depth + 1));
        self.removed |= run.removed;
        self.exposed ^= run.end ^ next.end;
        self.bases ^= run.base ^ next.base;
        self.depths += 1 << (3 * column);
        self.empty_columns += (next.end == 0) as u32;
    }

    /// Gives an empty column to a king that stands in a cell.
    pub(super) const fn place(&mut self, king: u64) {
        self.exposed |= king >> 1;
        self.empty_columns -= 1;
    }

    /// Takes a king's column away from it.
    pub(super) const fn displace(&mut self, king: u64) {
        self.exposed &= !(king >> 1);
        self.empty_columns += 1;
    }

    /// Sends home all that can go, from cells and from the ends of columns.
    #[inline]
    pub(super) fn send_home(&mut self, columns: &Columns) {
        if self.next_home & (self.removed | self.exposed) != 0 {
            self.send_some_home(columns);
        }
    }

    #[inline]
    fn send_some_home(&mut self, columns: &Columns) {
        loop {
            // All removed cards of a suit that follow one another go at once.
            let going = chains(self.next_home, self.removed);
            self.next_home = (self.next_home | going >> 1) & !going;
            let columns_of_home_kings = self.next_home & self.exposed & COLUMNS_OF_KINGS;
            if columns_of_home_kings != 0 {
                self.exposed ^= columns_of_home_kings;
                self.empty_columns += columns_of_home_kings.count_ones();
            }
            let end = self.next_home & self.exposed;
            if end == 0 {
                return;
            }
            self.dig(columns, columns.column_of(end.trailing_zeros()));
        }
    }

    /// A move that [`settle_eagerly`](Self::settle_eagerly) makes here, if there is one.
    pub(super) fn eager_move(&self, columns: &Columns) -> Option<Eager> {
        let cards = self.removed_cards();
        let kings = cards.in_cells & KINGS;
        // Subtracting 1 makes none too many.
        if kings.count_ones().wrapping_sub(1) < self.empty_columns {
            return Some(Eager::Place(kings & kings.wrapping_neg()));
        }
        let mut parents = self.bases >> 1 & self.open(cards);
        if parents == 0 {
            return None;
        }
        let free = columns.cells() - cards.cells_used();
        let limit = columns.longest_group(free, self.empty_columns);
        while parents != 0 {
            let column = columns.column_of(parents.trailing_zeros() + 1);
            let run = columns.run(column, self.depth(column));
            if u32::from(run.length) + hanging(cards.live, run.hook) <= limit {
                return Some(Eager::Dig(column));
            }
            parents &= parents - 1;
        }
        None
    }

    /// Sends home all that can go, gives empty columns to kings in cells when there is one for
    /// each, and moves every run whose parent is open. The last two are good and not always
    /// right, so only a search that may miss wins can settle so.
    pub(super) fn settle_eagerly(&mut self, columns: &Columns) {
        // On a copy, which fits into registers.
        let mut state = *self;
        loop {
            state.send_home(columns);
            match state.eager_move(columns) {
                Some(Eager::Place(king)) => state.place(king),
                Some(Eager::Dig(column)) => state.dig(columns, column),
                None => break,
            }
        }
        *self = state;
    }
}

/// A move made without looking at others.
#[derive(Clone, Copy)]
pub(super) enum Eager {
    /// A king from its cell to an empty column.
    Place(u64),
    /// The exposed run of a column onto its parent.
    Dig(usize),
}
