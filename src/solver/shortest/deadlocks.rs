//! The lower bound: how many moves it takes to break all deadlocks.
//!
//! Run A *blocks* run B while A lies over a card that is lower than B and of B's suit: A must leave before that card
//! can, and that card must be on its foundation before any card of B can be. If no run of a cycle of blocks is ever
//! moved except onto its foundation, none of them can be the first to go. So from every cycle at least one run makes
//! another move, and the cheapest set of runs that meets every cycle costs no more than any solution's moves.
//! `docs/shortest.md` has the proof, with the one for the weights.

use super::cards::{is_king, ones, same_suit};
use super::runs::Runs;

/// Which run blocks which, for the runs of a starting position.
pub(super) struct Deadlocks {
    /// For each run, the runs it blocks.
    blocks: [u64; 64],
    /// For each run, the runs that block it.
    blocked_by: [u64; 64],
    /// Runs that block themselves: they lie over a lower card of their own suit.
    own: u64,
    /// What moving each run costs at least.
    weight: [u8; 64],
    /// The runs whose weight is not 1.
    heavy: u64,
}

/// A cheapest set of runs that meets every cycle.
#[derive(Clone, Copy)]
pub(super) struct Hit {
    /// The least cost.
    pub(super) cost: u32,
    /// One set of that cost.
    pub(super) runs: u64,
}

impl Deadlocks {
    /// Finds all blocks between the runs of a starting position.
    pub(super) fn of(runs: &Runs) -> Self {
        let mut found = Self {
            blocks: [0; 64],
            blocked_by: [0; 64],
            own: 0,
            weight: [1; 64],
            heavy: 0,
        };
        for above in ones(runs.all) {
            let blocker = runs.run(above);
            for beneath in above / 8 * 8..above {
                let held = runs.run(beneath);
                for waiting in ones(runs.all) {
                    let waiter = runs.run(waiting);
                    // Runs of one suit share no rank, so the higher base means that every card is higher.
                    if same_suit(waiter.base, held.base) && waiter.base < held.base {
                        found.blocks[above as usize] |= 1 << waiting;
                        found.blocked_by[waiting as usize] |= 1 << above;
                        if waiting == above {
                            found.own |= 1 << above;
                        }
                    }
                }
                // The run's parent lies under the run itself, so the run's cards can only go to cells, one by one.
                if blocker.len() > 1
                    && !is_king(blocker.base)
                    && held.cards >> (blocker.base - 1) & 1 == 1
                {
                    found.weight[above as usize] = blocker.len() as u8;
                    found.heavy |= 1 << above;
                }
            }
        }
        found
    }

    /// What moving that run costs at least.
    pub(super) fn weight(&self, run: u32) -> u32 {
        u32::from(self.weight[run as usize])
    }

    /// The least cost that breaks all deadlocks between the runs `left`, and runs that do.
    pub(super) fn least(&self, left: u64) -> Hit {
        let mut budget = self.cost(left & self.own);
        loop {
            if let Some(hit) = self.within(left, budget) {
                return hit;
            }
            budget += 1;
        }
    }

    /// The same after the run `moved` is gone, given what held before it. It differs by the run's weight at most, and
    /// when the run was one of the set, the others are a cheapest set for what is left.
    pub(super) fn least_after(&self, before: Hit, moved: u32, left: u64) -> Hit {
        let floor = before.cost.saturating_sub(self.weight(moved));
        if before.runs >> moved & 1 == 1 {
            return Hit {
                cost: floor,
                runs: before.runs & left,
            };
        }
        (floor..before.cost)
            .find_map(|budget| self.within(left, budget))
            .unwrap_or(Hit {
                cost: before.cost,
                runs: before.runs & left,
            })
    }

    /// A set that breaks all deadlocks for at most `budget`, if there is one.
    fn within(&self, left: u64, budget: u32) -> Option<Hit> {
        let own = left & self.own;
        let rest = budget.checked_sub(self.cost(own))?;
        let chosen = self.choose(left & !own, 0, rest)? | own;
        Some(Hit {
            cost: self.cost(chosen),
            runs: chosen,
        })
    }

    /// Branches over the runs of a cycle: one of those not in `kept` is moved, and is `kept` in the branches after it.
    fn choose(&self, left: u64, kept: u64, budget: u32) -> Option<u64> {
        let left = self.on_cycles(left);
        if left == 0 {
            return Some(0);
        }
        // Cycles without a common run need a move each: a bound, and the cycle with the fewest choices to branch on.
        let (mut apart, mut needed, mut branch) = (left, 0, u64::MAX);
        while let Some(cycle) = self.short_cycle(apart) {
            let choices = cycle & !kept;
            needed += ones(choices).map(|run| self.weight(run)).min()?;
            if needed > budget {
                return None;
            }
            if choices.count_ones() < branch.count_ones() {
                branch = choices;
            }
            apart = self.on_cycles(apart & !cycle);
        }
        let mut kept = kept;
        for run in ones(branch) {
            if let Some(rest) = budget.checked_sub(self.weight(run))
                && let Some(chosen) = self.choose(left & !(1 << run), kept, rest)
            {
                return Some(chosen | 1 << run);
            }
            kept |= 1 << run;
        }
        None
    }

    /// Drops runs that block nothing or that nothing blocks, until every run left does both.
    fn on_cycles(&self, mut left: u64) -> u64 {
        loop {
            let before = left;
            for run in ones(before) {
                if self.blocks[run as usize] & left == 0
                    || self.blocked_by[run as usize] & left == 0
                {
                    left &= !(1 << run);
                }
            }
            if left == before {
                return left;
            }
        }
    }

    /// A cycle of two runs, or else a shortest one.
    fn short_cycle(&self, left: u64) -> Option<u64> {
        for run in ones(left) {
            let both = self.blocks[run as usize] & self.blocked_by[run as usize] & left;
            if both != 0 {
                return Some(1 << run | both & both.wrapping_neg());
            }
        }
        let mut shortest: Option<u64> = None;
        for run in ones(left) {
            let limit = shortest.map_or(u32::MAX, u64::count_ones);
            if let Some(cycle) = self.cycle_through(run, left, limit) {
                shortest = Some(cycle);
                if cycle.count_ones() == 3 {
                    break;
                }
            }
        }
        shortest
    }

    /// A shortest cycle through `run` of fewer than `limit` runs, found breadth first.
    fn cycle_through(&self, run: u32, left: u64, limit: u32) -> Option<u64> {
        let mut layers = [0; 64];
        let (mut seen, mut depth) = (0, 0);
        let mut front = self.blocks[run as usize] & left;
        while front != 0 && depth + 1 < limit {
            if front >> run & 1 == 1 {
                let (mut cycle, mut at) = (1 << run, run);
                while depth > 0 {
                    depth -= 1;
                    let back: u64 = layers[depth as usize] & self.blocked_by[at as usize];
                    at = back.trailing_zeros();
                    cycle |= 1 << at;
                }
                return Some(cycle);
            }
            layers[depth as usize] = front;
            depth += 1;
            seen |= front;
            let next = ones(front).fold(0, |next, at| next | self.blocks[at as usize]);
            front = next & left & !seen;
        }
        None
    }

    fn cost(&self, runs: u64) -> u32 {
        runs.count_ones()
            + ones(runs & self.heavy)
                .map(|run| self.weight(run) - 1)
                .sum::<u32>()
    }
}
