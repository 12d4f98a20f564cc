//! The moves between states.

use super::cards::{KINGS, block, chain, is_king, ones};
use super::remains::Remains;
use super::runs::Runs;
use crate::rules::{COLUMNS, MAX_CELLS, Rules};

/// One state: an arrangement of what is left of the columns, and which loose cards are in cells.
/// The other loose cards lie on their parents or, kings, have a column to themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// The loose cards in cells.
    pub(super) cells: u64,
    /// The arrangement's number.
    pub(super) remains: u32,
}

/// A move out of a state: a group to the tableau, a card from a cell to the tableau, or a whole
/// run into cells, card by card.
#[derive(Clone, Copy, Default)]
pub(super) struct Step {
    /// The cards in cells afterwards, foundations not yet played.
    pub(super) cells: u64,
    /// The column whose last run is dug.
    pub(super) column: Option<u8>,
    /// How many actions it takes.
    pub(super) cost: u8,
}

/// All moves out of one state.
pub(super) struct Steps {
    steps: [Step; Steps::MOST],
    len: usize,
}

impl Steps {
    /// Every cell's card, every suit's king, every column's run in two ways.
    pub(super) const MOST: usize = MAX_CELLS + 4 + 2 * COLUMNS;

    /// All moves that a shortest solution may need; `docs/shortest.md` proves that no others are.
    pub(super) fn of(rules: Rules, runs: &Runs, remains: &Remains, cells: u64) -> Self {
        let mut steps = Self {
            steps: [Step::default(); Self::MOST],
            len: 0,
        };
        let attached = remains.loose & !cells;
        let free = u32::from(rules.cells.get()) - cells.count_ones();
        let empty = remains.bare - (attached & KINGS).count_ones();
        let longest = |empty| rules.group_limit.longest_group(free as u8, empty as u8);

        // Whatever lies on a card is its child. So a card whose child is in a cell is exposed,
        // unless it is in a cell too or covered by what is left of its column.
        let parents = attached | remains.tips;
        let kings = if empty > 0 { KINGS } else { 0 };
        for card in ones(cells & (parents << 1 & !KINGS | kings)) {
            steps.push(cells & !(1 << card), None, 1);
        }
        for king in ones(attached & KINGS) {
            let len = chain(attached, king);
            if len <= free {
                steps.push(cells | block(king, len), None, len);
            }
        }
        for column in 0..COLUMNS as u32 {
            let Some(number) = Runs::last(remains.left, column) else {
                continue;
            };
            let run = runs.run(number);
            let len = run.len() + chain(attached, run.tip + 1);
            let fits = if is_king(run.base) {
                let is_bottom = number == 8 * column;
                !is_bottom && empty > 0 && len <= longest(empty - 1)
            } else {
                parents >> (run.base - 1) & 1 == 1 && len <= longest(empty)
            };
            if fits {
                steps.push(cells, Some(column), 1);
            }
            if len <= free {
                steps.push(cells | block(run.base, len), Some(column), len);
            }
        }
        steps
    }

    /// The moves found.
    pub(super) fn as_slice(&self) -> &[Step] {
        &self.steps[..self.len]
    }

    fn push(&mut self, cells: u64, column: Option<u32>, cost: u32) {
        self.steps[self.len] = Step {
            cells,
            column: column.map(|column| column as u8),
            cost: cost as u8,
        };
        self.len += 1;
    }
}
