//! What is left of the columns, each arrangement kept once with all that follows from it.
//!
//! Foundations are always played at once, so what lies on them follows from what is left of the
//! columns, and so does the lower bound. Several states share an arrangement, and most steps of
//! the search lead to one that is known.

use super::cards::{from_aces, lower};
use super::deadlocks::{Deadlocks, Hit};
use super::memory::{self, NoRoom, make_room};
use super::runs::Runs;
use super::table::Table;
use crate::rules::COLUMNS;

/// An arrangement that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// What is left of the columns when no card can go to its foundation.
pub(super) struct Remains {
    /// The numbers of the runs left.
    pub(super) left: u64,
    /// The cards that are neither in the runs left nor on a foundation: attached or in cells.
    pub(super) loose: u64,
    /// The last card of each column that has a run left.
    pub(super) tips: u64,
    /// How many columns have none.
    pub(super) bare: u32,
    /// The lower bound, and runs that explain it.
    pub(super) hit: Hit,
    /// All cards that are not in the runs left.
    gone: u64,
    /// The arrangements after each column's last run is dug.
    dug: [u32; COLUMNS],
}

/// All arrangements met so far, by number.
pub(super) struct Book<'a> {
    runs: &'a Runs,
    deadlocks: &'a Deadlocks,
    pages: Vec<Remains>,
    table: Table,
}

impl<'a> Book<'a> {
    /// A book without room; see [`reserve`](Self::reserve).
    pub(super) const fn new(runs: &'a Runs, deadlocks: &'a Deadlocks) -> Self {
        Self {
            runs,
            deadlocks,
            pages: Vec::new(),
            table: Table::new(),
        }
    }

    /// The arrangement with that number.
    pub(super) fn page(&self, number: u32) -> &Remains {
        &self.pages[number as usize]
    }

    /// The arrangement of all runs, once everything that can has gone to its foundation; `gone`
    /// are the cards in cells and on foundations.
    pub(super) fn first(&mut self, gone: u64) -> u32 {
        self.enter(self.runs.all, gone, None)
    }

    /// The arrangement after a column's last run is dug and everything that then can has gone to
    /// its foundation.
    pub(super) fn dig(&mut self, number: u32, column: usize) -> u32 {
        let page = &self.pages[number as usize];
        let known = page.dug[column];
        if known != UNKNOWN {
            return known;
        }
        let run = Runs::last(page.left, column as u32).expect("a column that has a run left");
        let left = page.left & !(1 << run);
        let gone = page.gone | self.runs.run(run).cards;
        let dug = self.enter(left, gone, Some((number, run)));
        self.pages[number as usize].dug[column] = dug;
        dug
    }

    /// The bytes the book holds.
    pub(super) fn bytes(&self) -> usize {
        memory::bytes(&self.pages) + self.table.bytes()
    }

    /// Makes sure that `more` arrangements fit, by allocating `spare` bytes at the most.
    pub(super) fn reserve(&mut self, more: usize, spare: usize) -> Result<(), NoRoom> {
        let held = self.bytes();
        make_room(&mut self.pages, more, spare)?;
        let spare = (spare + held).saturating_sub(self.bytes());
        self.table.reserve(self.pages.len() + more, spare)
    }

    /// Finds an arrangement or enters it; `from` is the one before and the run that was dug.
    fn enter(&mut self, left: u64, gone: u64, from: Option<(u32, u32)>) -> u32 {
        let (left, gone) = self.play_foundations(left, gone);
        let pages = &self.pages;
        let hash = hash(left);
        let known = |number: u32| pages[number as usize].left == left;
        let slot = match self.table.find(hash, known) {
            Ok(number) => return number,
            Err(slot) => slot,
        };
        let hit = match from {
            None => self.deadlocks.least(left),
            Some((before, dug)) => self.deadlocks.least_after(self.page(before).hit, dug, left),
        };
        let (mut tips, mut bare) = (0, 0);
        for column in 0..COLUMNS as u32 {
            match Runs::last(left, column) {
                Some(run) => tips |= 1 << self.runs.run(run).tip,
                None => bare += 1,
            }
        }
        let number = self.pages.len() as u32;
        self.table.fill(slot, hash, number);
        self.pages.push(Remains {
            left,
            loose: gone & !from_aces(gone),
            tips,
            bare,
            hit,
            gone,
            dug: [UNKNOWN; COLUMNS],
        });
        number
    }

    /// Takes away every run that can go to its foundation. When its lowest card can, all can.
    fn play_foundations(&self, mut left: u64, mut gone: u64) -> (u64, u64) {
        loop {
            let before = left;
            let home = from_aces(gone);
            for column in 0..COLUMNS as u32 {
                if let Some(number) = Runs::last(left, column) {
                    let run = self.runs.run(number);
                    if lower(run.tip) & !home == 0 {
                        left &= !(1 << number);
                        gone |= run.cards;
                    }
                }
            }
            if left == before {
                return (left, gone);
            }
        }
    }
}

fn hash(left: u64) -> u32 {
    (left.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}
