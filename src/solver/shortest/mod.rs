//! Fewest moves: solutions that are proved to be shortest.
//!
//! All foundation actions are needed in any solution and none is worth delaying, so the search
//! minimises the others. Its states are what is left of the columns and which of the cards taken
//! from them stand in cells; A* runs over them with the deadlock bound of `deadlocks`.
//! `docs/shortest.md` proves each step.

mod cards;
mod deadlocks;
mod memory;
mod path;
mod remains;
mod runs;
mod search;
mod steps;
mod store;
mod table;

use self::cards::bits;
use self::deadlocks::Deadlocks;
use self::memory::NoRoom;
use self::remains::Book;
use self::runs::Runs;
use self::search::{Aim, Progress, Search};
use crate::action::Action;
use crate::card::Card;
use crate::position::Position;
use crate::solver::exact::{Outcome, Solver, Verdict};
use crate::solver::limits::{Interrupt, Limits, Meter};
use crate::solver::stats::Stats;
use crate::solver::verify::verify;

/// How much more the lower bound counts in the dive for a first solution. Twice is enough to find
/// one in a twentieth of the states that the proof takes, some six actions longer than it must be.
const DIVE: u32 = 2;

/// What a search for a shortest solution found.
#[derive(Clone, Debug)]
pub struct Shortest {
    /// The shortest solution found, foundation actions included.
    pub solution: Option<Vec<Action>>,
    /// No solution has fewer actions. Means nothing when there is none.
    pub lower_bound: u32,
    /// Whether the search came to its end: the solution is a shortest one, or there is none.
    pub end: End,
    /// What it has cost.
    pub stats: Stats,
}

impl Shortest {
    /// Whether the position can be won.
    #[must_use]
    pub const fn verdict(&self) -> Verdict {
        match (&self.solution, self.end) {
            (Some(_), _) => Verdict::Winnable,
            (None, End::Interrupted(interrupt)) => Verdict::Unknown(interrupt),
            // The search that memory can end begins only when there is a solution.
            (None, End::Proved | End::OutOfMemory) => Verdict::Unwinnable,
        }
    }

    /// Whether it is proved that no solution has fewer actions than the one found. That can be
    /// known even of a search that was ended.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        let length = self.solution.as_ref().map(Vec::len);
        length == Some(self.lower_bound as usize)
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All is known: the solution is a shortest one, or the position cannot be won.
    Proved,
    /// The caller's limits ended it.
    Interrupted(Interrupt),
    /// It would have held more bytes than allowed, or than the machine has.
    OutOfMemory,
}

/// Searches a shortest solution, holding `max_memory` bytes at the most. Whether there is one is
/// decided before, by [`Solver`], which holds the little it needs beside that.
///
/// # Panics
/// If a solution breaks the rules when it is played through, which would be a bug here.
#[must_use]
pub fn shortest(position: &Position, limits: Limits<'_>, max_memory: usize) -> Shortest {
    let runs = Runs::of(position);
    let deadlocks = Deadlocks::of(&runs);
    let book = Book::new(&runs, &deadlocks);
    let loose = (bits(position.in_cells()), bits(position.home()));
    let to_go = u32::from(Card::COUNT) - position.home().len();
    let (outcome, exact) = Solver::new().solve(position, limits);
    let mut found = Shortest {
        solution: None,
        lower_bound: to_go,
        end: End::Proved,
        stats: exact,
    };
    match outcome {
        Outcome::Winnable(actions) => found.solution = Some(actions),
        Outcome::Unwinnable => return found,
        Outcome::Unknown(interrupt) => found.end = End::Interrupted(interrupt),
    }
    let search = Search::new(position.rules(), &runs, book, loose, max_memory);
    let Ok(mut search) = search else {
        if found.solution.is_some() {
            found.end = End::OutOfMemory;
        }
        return found;
    };
    found.lower_bound += search.first_bound();
    let Some(known) = &found.solution else {
        return found;
    };
    let mut ceiling = known.len() as u32 - to_go;
    let mut meter = Meter::new(Limits {
        max_nodes: limits.max_nodes.map(|max| max - exact.nodes),
        ..limits
    });
    // A search that may have to end early begins with a dive, to have something better to show
    // then.
    let may_end_early = limits.max_nodes.is_some() || limits.deadline.is_some();
    let greeds: &[u32] = if may_end_early { &[DIVE, 1] } else { &[1] };
    for &greed in greeds {
        let progress = match search.begin(Aim { greed, ceiling }) {
            Ok(()) => search.run(&mut meter),
            Err(NoRoom) => Progress::NoRoom,
        };
        let (end, floor) = match progress {
            Progress::Found(node) => {
                ceiling = search.cost(node);
                let way = search.way(node);
                let solution = path::actions(&mut search, position, &way);
                verify(position, &solution).expect("moves between states keep to the rules");
                found.solution = Some(solution);
                (End::Proved, ceiling)
            }
            Progress::Exhausted => (End::Proved, ceiling),
            Progress::Interrupted(interrupt) => (End::Interrupted(interrupt), search.floor()),
            Progress::NoRoom => (End::OutOfMemory, search.floor()),
        };
        if greed > 1 && matches!(progress, Progress::Found(_)) {
            continue;
        }
        found.end = end;
        if greed == 1 || end == End::Proved {
            found.lower_bound = found.lower_bound.max(to_go + floor.min(ceiling));
        }
        break;
    }
    found.stats = Stats {
        nodes: exact.nodes + meter.nodes(),
        stored: exact.stored + search.stored() as u64,
    };
    found
}
