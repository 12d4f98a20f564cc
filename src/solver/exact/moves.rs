//! The moves of the exact search: runs dug to the point of some gain.
//!
//! Digging a run into cells gains nothing by itself, so it can wait until just before the gain
//! it is needed for. A move is therefore a few such idle digs and one gain; `docs/solver.md` proves
//! that no win is missed.

use super::columns::{Columns, Run};
use super::lanes::{BEFORE_ACES, COLUMNS_OF_KINGS, KINGS, hanging};
use super::state::{Removed, State};

/// A move, told by what it does from a state that is settled.
#[derive(Clone, Copy, Debug)]
pub(super) enum Move {
    /// So many runs off a column, the last with some gain.
    Dig {
        /// The column.
        column: usize,
        /// How many runs.
        runs: u8,
    },
    /// The same, where the last is a king's and goes to an empty column.
    DigToEmpty {
        /// The column.
        column: usize,
        /// How many runs.
        runs: u8,
    },
    /// So many runs off one column, which exposes the parent of the last run off another.
    DigTwo {
        /// The column with the parent and how many runs cover it.
        first: (usize, u8),
        /// The column whose last run goes onto it.
        second: (usize, u8),
    },
    /// A king from its cell to an empty column.
    Place(u64),
    /// A king with all that hangs on it from its column into cells.
    Displace(u64),
}

/// Whether to go on with the next move.
pub(super) type More = std::ops::ControlFlow<()>;

/// A run whose parent is not open, with what digging to it costs.
#[derive(Clone, Copy, Default)]
struct Waiting {
    column: u8,
    runs: u8,
    /// Cells that the runs above it take.
    cost: u8,
    /// Its own cards and those that hang on it.
    length: u8,
}

/// Most runs that can wait: seven in each column.
const MOST_WAITING: usize = 56;

/// One node's view of the board.
struct Node<'a> {
    columns: &'a Columns,
    state: &'a State,
    cards: Removed,
    open: u64,
    free: u32,
}

impl Node<'_> {
    /// Walks down a column as far as free cells go, to its first gain. `waiting` hears of the
    /// runs that wait for their parents, with the runs and cells above each; `exposing` of the
    /// cards that lie exposed then.
    fn dig(
        &self,
        column: usize,
        visit: &mut impl FnMut(State, Move) -> More,
        mut waiting: impl FnMut(&Run, Waiting),
        mut exposing: impl FnMut(u64, u8, u8),
    ) -> More {
        let (columns, state) = (self.columns, self.state);
        let runs_of_column = columns.runs(column);
        let depth = state.depth(column);
        let first = &runs_of_column[depth & 7];
        let mut run = first;
        let mut removed = state.removed;
        let mut open = self.open;
        let mut hanging_cards = hanging(self.cards.live, run.hook);
        // What hangs on the first run takes no card any more when they are in cells, nor does
        // the run.
        let closed = (run.end << 1 << hanging_cards) - run.end;
        let mut free = self.free;
        let mut runs = 0;
        // The state without the first runs, when `next` is what is exposed then.
        let dug = |removed, runs: u8, next: &Run| State {
            removed,
            exposed: state.exposed ^ first.end ^ next.end,
            bases: state.bases ^ first.base ^ next.base,
            depths: state.depths + (u32::from(runs) << (3 * column)),
            empty_columns: state.empty_columns + u32::from(next.end == 0),
            ..*state
        };
        let left = loop {
            let next = &runs_of_column[(depth + usize::from(runs) + 1) & 7];
            let length = u32::from(run.length) + hanging_cards;
            removed |= run.removed;
            if run.base >> 1 & open != 0 {
                if length > columns.longest_group(free, state.empty_columns) {
                    return More::Continue(());
                }
                runs += 1;
                break next;
            }
            if run.base & KINGS != 0 {
                if state.empty_columns > 0
                    && length <= columns.longest_group(free, state.empty_columns - 1)
                {
                    let runs = runs + 1;
                    let mut placed = dug(removed, runs, next);
                    placed.place(run.base);
                    visit(placed, Move::DigToEmpty { column, runs })?;
                }
            } else {
                waiting(
                    run,
                    Waiting {
                        column: column as u8,
                        runs,
                        cost: (self.free - free) as u8,
                        length: length as u8,
                    },
                );
            }
            if length > free {
                return More::Continue(());
            }
            free -= length;
            runs += 1;
            // If the child of the next end is removed, it is home, so that the end can go home; or
            // in a cell, and can go onto it; or the king that keeps the column. All that is a gain,
            // and so are an ace and an empty column.
            let expected = next.end << 1 | u64::from(next.end == 0) << 14;
            if expected & (removed | BEFORE_ACES) != 0 {
                break next;
            }
            exposing(next.end, runs, (self.free - free) as u8);
            open &= !closed;
            hanging_cards = 0;
            run = next;
        };
        visit(dug(removed, runs, left), Move::Dig { column, runs })
    }

    fn kings_to_columns(&self, visit: &mut impl FnMut(State, Move) -> More) -> More {
        if self.state.empty_columns > 0 {
            let mut kings = self.cards.in_cells & KINGS;
            while kings != 0 {
                let king = kings & kings.wrapping_neg();
                kings ^= king;
                let mut placed = *self.state;
                placed.place(king);
                visit(placed, Move::Place(king))?;
            }
        }
        More::Continue(())
    }

    /// Kings back into cells, which frees a column for another king or for longer groups.
    fn kings_to_cells(&self, visit: &mut impl FnMut(State, Move) -> More) -> More {
        let placed = self.state.exposed & COLUMNS_OF_KINGS;
        let without_column = COLUMNS_OF_KINGS & !placed & !self.state.next_home;
        if self.columns.is_strict() && (self.state.empty_columns > 0 || without_column == 0) {
            return More::Continue(());
        }
        let mut columns = placed;
        while columns != 0 {
            let column = columns & columns.wrapping_neg();
            columns ^= column;
            if hanging(self.cards.live, column.trailing_zeros() as u8 + 1) <= self.free {
                let king = column << 1;
                let mut displaced = *self.state;
                displaced.displace(king);
                visit(displaced, Move::Displace(king))?;
            }
        }
        More::Continue(())
    }

    /// Two columns dug: one to the parent that a run of the other waits for.
    fn pairs(
        &self,
        waiting: &[Waiting],
        wanted: u64,
        reached: &[(u8, u8); 64],
        visit: &mut impl FnMut(State, Move) -> More,
    ) -> More {
        for &Waiting {
            column,
            runs,
            cost,
            length,
        } in waiting
        {
            let column = usize::from(column);
            let run = self
                .columns
                .run(column, self.state.depth(column) + usize::from(runs));
            let parent = run.base >> 1;
            if parent & wanted == 0 {
                continue;
            }
            let number = parent.trailing_zeros();
            let other = self.columns.column_of(number);
            if other == column {
                continue;
            }
            let (other_runs, other_cost) = reached[number as usize & 63];
            let cost = u32::from(cost + other_cost);
            if cost > self.free
                || u32::from(length)
                    > self
                        .columns
                        .longest_group(self.free - cost, self.state.empty_columns)
            {
                continue;
            }
            let mut dug = *self.state;
            for _ in 0..other_runs {
                dug.dig(self.columns, other);
            }
            for _ in 0..=runs {
                dug.dig(self.columns, column);
            }
            let first = (other, other_runs);
            let second = (column, runs + 1);
            visit(dug, Move::DigTwo { first, second })?;
        }
        More::Continue(())
    }
}

/// Calls `visit` with every move from a settled state, and with the state that it leads to,
/// not settled, until `visit` says to stop. `ALL` moves miss no win; the others do sometimes,
/// and are fewer by far.
pub(super) fn for_each_move<const ALL: bool>(
    columns: &Columns,
    state: &State,
    mut visit: impl FnMut(State, Move) -> More,
) -> More {
    let cards = state.removed_cards();
    let free = columns.cells() - cards.cells_used();
    let node = Node {
        columns,
        state,
        cards,
        open: state.open(cards),
        free,
    };
    node.kings_to_columns(&mut visit)?;
    if !ALL {
        let mut bases = state.bases;
        // The columns with a next card to go home are the likeliest.
        let mut wanted = state.next_home & !COLUMNS_OF_KINGS;
        while wanted != 0 {
            let column = columns.column_of(wanted.trailing_zeros());
            wanted &= wanted - 1;
            let base = columns.run(column, state.depth(column)).base & bases;
            if base != 0 {
                bases ^= base;
                node.dig(column, &mut visit, |_, _| (), |_, _, _| ())?;
            }
        }
        while bases != 0 {
            let column = columns.column_of(bases.trailing_zeros());
            bases &= bases - 1;
            node.dig(column, &mut visit, |_, _| (), |_, _, _| ())?;
        }
        return More::Continue(());
    }
    let mut waiting = [Waiting::default(); MOST_WAITING];
    let mut waiters = 0;
    let mut parents = 0;
    // By bit number: runs and cells that exposing a card takes.
    let mut reached = [(0, 0); 64];
    let mut exposable = 0;
    let mut bases = state.bases;
    while bases != 0 {
        let column = columns.column_of(bases.trailing_zeros());
        bases &= bases - 1;
        node.dig(
            column,
            &mut visit,
            |run, waiter| {
                waiting[waiters] = waiter;
                waiters += 1;
                parents |= run.base >> 1;
            },
            |card, runs, cost| {
                reached[card.trailing_zeros() as usize & 63] = (runs, cost);
                exposable |= card;
            },
        )?;
    }
    let wanted = parents & exposable;
    if wanted != 0 {
        node.pairs(&waiting[..waiters], wanted, &reached, &mut visit)?;
    }
    node.kings_to_cells(&mut visit)
}
