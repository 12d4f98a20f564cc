//! The yardstick: a straightforward depth-first search with a hash set, over the same states
//! as the exact solver (`docs/solver.md`, 1 to 6), one dig a move, and with none of 7 to 9.
//!
//! Sets of cards are bits too, so that the comparison is one of searches and not of data
//! structures: lanes of 16 bits for the suits, king at bit 1, a king's own column at bit 0.

use std::cmp::Reverse;
use std::collections::HashSet;

use eightoff::rules::COLUMNS;
use eightoff::{Card, Position};

const COLUMNS_OF_KINGS: u64 = 0x0001_0001_0001_0001;
const KINGS: u64 = COLUMNS_OF_KINGS << 1;

const fn bit(card: Card) -> u64 {
    1 << (16 * card.suit().index() + 13 - card.rank().index() as usize)
}

/// A run that a column begins with.
#[derive(Clone, Copy)]
struct Run {
    cards: u64,
    base: u64,
    end: u64,
}

#[derive(Clone, Copy)]
struct State {
    /// Runs left of each column.
    left: [u8; COLUMNS],
    removed: u64,
    /// The ends of what is left, and the columns of kings.
    exposed: u64,
    next_home: u64,
}

struct Search {
    runs: [Vec<Run>; COLUMNS],
    start: Position,
}

/// Whether the position can be won, and how many states were looked at to know.
pub(crate) fn is_winnable(start: &Position) -> (bool, u64) {
    let (search, first) = Search::new(start);
    let mut seen = HashSet::from([first.key()]);
    let mut pending = vec![first];
    let mut nodes = 0;
    while let Some(state) = pending.pop() {
        nodes += 1;
        if state.next_home == COLUMNS_OF_KINGS {
            return (true, nodes);
        }
        let mut children = Vec::new();
        search.each_child(&state, |mut child| {
            search.settle(&mut child);
            if seen.insert(child.key()) {
                children.push((child.in_cells().count_ones(), child));
            }
        });
        // Those with the fewest cards in cells are tried first.
        children.sort_by_key(|(cells, _)| Reverse(*cells));
        pending.extend(children.into_iter().map(|(_, child)| child));
    }
    (false, nodes)
}

impl State {
    fn key(&self) -> ([u8; COLUMNS], u64) {
        (self.left, self.exposed & COLUMNS_OF_KINGS)
    }

    fn live(&self) -> u64 {
        self.removed & (self.next_home << 1).wrapping_sub(COLUMNS_OF_KINGS)
    }

    fn in_cells(&self) -> u64 {
        let live = self.live();
        live & live.wrapping_add(self.exposed << 1 & live)
    }

    /// How many removed cards hang on that bit's card.
    fn hanging(&self, bit: u64) -> u32 {
        (!(self.live() >> bit.trailing_zeros() >> 1)).trailing_zeros()
    }

    fn empty_columns(&self) -> u8 {
        let empty = (0..COLUMNS)
            .filter(|&column| self.left[column] == 0)
            .count();
        (empty as u32 - (self.exposed & COLUMNS_OF_KINGS).count_ones()) as u8
    }
}

impl Search {
    fn new(start: &Position) -> (Self, State) {
        let home = start.home();
        let gone = start.in_cells().or(home);
        let mut state = State {
            left: [0; COLUMNS],
            removed: gone.iter().map(bit).sum(),
            exposed: 0,
            next_home: 0,
        };
        for ace in eightoff::CardSet::ACES.iter() {
            let height = start.foundation_height(ace.suit());
            state.next_home |= bit(ace) >> height;
        }
        let runs = std::array::from_fn(|column| {
            let mut runs: Vec<Run> = Vec::new();
            // From the exposed card down; a card that is the parent of the one before it
            // belongs to that one's run.
            for card in start.column(column) {
                let card = bit(card);
                match runs.last_mut() {
                    Some(run) if run.base == card << 1 => {
                        run.cards |= card;
                        run.base = card;
                    }
                    _ => runs.push(Run {
                        cards: card,
                        base: card,
                        end: card,
                    }),
                }
            }
            runs.reverse();
            runs
        });
        let search = Self {
            runs,
            start: *start,
        };
        for column in 0..COLUMNS {
            state.left[column] = search.runs[column].len() as u8;
            if let Some(run) = search.exposed_run(&state, column) {
                state.exposed |= run.end;
            }
            search.give_to_its_king(&mut state, column);
        }
        search.settle(&mut state);
        (search, state)
    }

    fn exposed_run(&self, state: &State, column: usize) -> Option<&Run> {
        self.runs[column].get(usize::from(state.left[column]).checked_sub(1)?)
    }

    fn dig(&self, state: &mut State, column: usize) {
        if let Some(run) = self.exposed_run(state, column) {
            state.removed |= run.cards;
            state.exposed ^= run.end;
            state.left[column] -= 1;
        }
        if let Some(next) = self.exposed_run(state, column) {
            state.exposed |= next.end;
        }
        self.give_to_its_king(state, column);
    }

    /// A column that holds a king's run alone is an empty one that was given to the king.
    fn give_to_its_king(&self, state: &mut State, column: usize) {
        let Some(run) = self.exposed_run(state, column) else {
            return;
        };
        if state.left[column] == 1 && run.base & KINGS != 0 {
            state.removed |= run.cards;
            state.exposed ^= run.end ^ run.base >> 1;
            state.left[column] = 0;
        }
    }

    /// Sends home all that can go.
    fn settle(&self, state: &mut State) {
        loop {
            let mut next = state.next_home & state.removed;
            while next != 0 {
                state.next_home ^= next ^ next >> 1;
                next = state.next_home & state.removed;
            }
            state.exposed &= !(state.next_home & COLUMNS_OF_KINGS);
            let column = (0..COLUMNS).find(|&column| {
                self.exposed_run(state, column)
                    .is_some_and(|run| run.end & state.next_home != 0)
            });
            let Some(column) = column else {
                return;
            };
            self.dig(state, column);
        }
    }

    fn each_child(&self, state: &State, mut visit: impl FnMut(State)) {
        let in_cells = state.in_cells();
        let free = self.start.rules().cells.get() - in_cells.count_ones() as u8;
        let empty = state.empty_columns();
        let limit = |empty| self.start.rules().group_limit.longest_group(free, empty);
        let open = state.exposed | state.live() & !in_cells;
        for column in 0..COLUMNS {
            let Some(run) = self.exposed_run(state, column) else {
                continue;
            };
            let length = run.cards.count_ones() + state.hanging(run.end);
            let mut dug = *state;
            self.dig(&mut dug, column);
            if run.base >> 1 & open != 0 {
                if length <= limit(empty) {
                    visit(dug);
                }
                continue;
            }
            if run.base & KINGS != 0 && empty > 0 && length <= limit(empty - 1) {
                let mut placed = dug;
                placed.exposed |= run.base >> 1;
                visit(placed);
            }
            if length <= u32::from(free) {
                visit(dug);
            }
        }
        let bits = |set: u64| (0..64).map(|i| 1 << i).filter(move |bit| set & bit != 0);
        if empty > 0 {
            for king in bits(in_cells & KINGS) {
                let mut placed = *state;
                placed.exposed |= king >> 1;
                visit(placed);
            }
        }
        for column in bits(state.exposed & COLUMNS_OF_KINGS) {
            if state.hanging(column) <= u32::from(free) {
                let mut displaced = *state;
                displaced.exposed ^= column;
                visit(displaced);
            }
        }
    }
}
