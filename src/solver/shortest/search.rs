//! Best-first search over states: A*, or a greedy dive.

use super::memory::NoRoom;
use super::remains::Book;
use super::runs::{Run, Runs};
use super::steps::{State, Step, Steps};
use super::store::Store;
use crate::rules::{COLUMNS, Rules};
use crate::solver::limits::{Interrupt, Meter};

/// How a search chooses and what it leaves out.
#[derive(Clone, Copy)]
pub(super) struct Aim {
    /// How much the lower bound counts beside the actions so far. With 1 the first solution found
    /// is a shortest one; with more, some solution is found sooner.
    pub(super) greed: u32,
    /// States from which only solutions of so many actions or more can follow are left out,
    /// foundations not counted.
    pub(super) ceiling: u32,
}

/// Where a search stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Progress {
    /// The node of a won game.
    Found(u32),
    /// There is no solution below the ceiling.
    Exhausted,
    /// The caller's limits ended it.
    Interrupted(Interrupt),
    /// The memory allowed is used up.
    NoRoom,
}

/// How many states are expanded before room is made for more, at the least and at the most.
const SMALLEST_SLICE: usize = 32;
const LARGEST_SLICE: usize = 1024;

/// A search from one start.
pub(super) struct Search<'a> {
    rules: Rules,
    runs: &'a Runs,
    book: Book<'a>,
    store: Store,
    start: State,
    aim: Aim,
    max_memory: usize,
}

impl<'a> Search<'a> {
    /// A search that may hold `max_memory` bytes; `in_cells` and `home` are the cards in cells and
    /// on foundations.
    pub(super) fn new(
        rules: Rules,
        runs: &'a Runs,
        mut book: Book<'a>,
        (in_cells, home): (u64, u64),
        max_memory: usize,
    ) -> Result<Self, NoRoom> {
        book.reserve(1, max_memory)?;
        let remains = book.first(in_cells | home);
        let start = State {
            cells: in_cells & book.page(remains).loose,
            remains,
        };
        Ok(Self {
            rules,
            runs,
            book,
            store: Store::new(),
            start,
            aim: Aim {
                greed: 1,
                ceiling: u32::MAX,
            },
            max_memory,
        })
    }

    /// Begins anew from the start, keeping what is known about arrangements.
    pub(super) fn begin(&mut self, aim: Aim) -> Result<(), NoRoom> {
        self.aim = aim;
        self.store.clear();
        self.store.reserve(1, self.spare())?;
        self.offer(self.start, 0, None);
        Ok(())
    }

    /// Expands states until there is something to tell, each of them counted by `meter`.
    pub(super) fn run(&mut self, meter: &mut Meter<'_>) -> Progress {
        let mut expanded = 0;
        loop {
            // Slices that grow with the search, so that a small one needs little room.
            let slice = expanded.clamp(SMALLEST_SLICE, LARGEST_SLICE);
            if self.reserve(slice).is_err() {
                return Progress::NoRoom;
            }
            for _ in 0..slice {
                let Some(number) = self.store.take() else {
                    return Progress::Exhausted;
                };
                let remains = self.store.node(number).state.remains;
                if self.book.page(remains).left == 0 {
                    return Progress::Found(number);
                }
                if let Err(interrupt) = meter.count() {
                    return Progress::Interrupted(interrupt);
                }
                self.expand(number);
            }
            expanded += slice;
        }
    }

    /// How many states are kept.
    pub(super) const fn stored(&self) -> usize {
        self.store.len()
    }

    /// How many actions any solution below the ceiling takes at least, foundations not counted:
    /// as far as the search has come, if its greed is 1.
    pub(super) const fn floor(&self) -> u32 {
        self.store.lowest() as u32
    }

    /// How many actions any solution takes at least as seen from the start.
    pub(super) fn first_bound(&self) -> u32 {
        self.bound(self.start)
    }

    /// How many actions led to a node.
    pub(super) fn cost(&self, node: u32) -> u32 {
        u32::from(self.store.node(node).cost)
    }

    /// The states on the way to a node.
    pub(super) fn way(&self, node: u32) -> Vec<State> {
        self.store.way(node)
    }

    /// The cheapest move from one state to the next, and the run it digs, if it digs one.
    pub(super) fn step_between(
        &mut self,
        state: State,
        next: State,
    ) -> Option<(Step, Option<Run>)> {
        let remains = self.book.page(state.remains);
        let left = remains.left;
        let steps = Steps::of(self.rules, self.runs, remains, state.cells);
        let fitting = steps.as_slice().iter();
        let step = *fitting
            .filter(|step| self.after(state, step) == next)
            .min_by_key(|step| step.cost)?;
        let run = step
            .column
            .and_then(|column| Runs::last(left, u32::from(column)));
        Some((step, run.map(|run| self.runs.run(run))))
    }

    fn expand(&mut self, number: u32) {
        let node = self.store.node(number);
        let remains = self.book.page(node.state.remains);
        let steps = Steps::of(self.rules, self.runs, remains, node.state.cells);
        for step in steps.as_slice() {
            let state = self.after(node.state, step);
            self.offer(state, node.cost + u16::from(step.cost), Some(number));
        }
    }

    /// The state after a move and all foundations that follow.
    fn after(&mut self, state: State, step: &Step) -> State {
        let remains = step.column.map_or(state.remains, |column| {
            self.book.dig(state.remains, usize::from(column))
        });
        State {
            cells: step.cells & self.book.page(remains).loose,
            remains,
        }
    }

    fn offer(&mut self, state: State, cost: u16, parent: Option<u32>) {
        let bound = self.bound(state);
        if u32::from(cost) + bound < self.aim.ceiling {
            let priority = u32::from(cost) + self.aim.greed * bound;
            self.store
                .offer(state, cost, parent, priority as usize, bound);
        }
    }

    fn bound(&self, state: State) -> u32 {
        self.book.page(state.remains).hit.cost
    }

    /// Makes room for whatever expanding so many states can add.
    fn reserve(&mut self, states: usize) -> Result<(), NoRoom> {
        self.book.reserve(states * COLUMNS, self.spare())?;
        self.store.reserve(states * Steps::MOST, self.spare())
    }

    fn spare(&self) -> usize {
        let held = self.book.bytes() + self.store.bytes();
        self.max_memory.saturating_sub(held)
    }
}
