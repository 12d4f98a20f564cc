//! Verdicts on many positions, on many threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::exact::{Solver, Verdict};
use super::limits::Limits;
use super::shortest::shortest;
use crate::action::Action;
use crate::position::Position;

/// How often the caller is told how far the work is.
const REPORT_EVERY: Duration = Duration::from_millis(50);
/// Positions that a thread takes at a time: about a millisecond's work.
const SHARE: usize = 128;

/// What was found out about one of many positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decided {
    /// Whether it can be won.
    pub verdict: Verdict,
    /// The nodes that it took to know.
    pub nodes: u64,
    /// The number of actions of the solution found, if asked for.
    pub length: Option<u16>,
    /// No solution has fewer actions. Known only when shortest solutions are looked for.
    pub lower_bound: u16,
    /// Whether it is proved that no solution has fewer actions than `length`.
    pub optimal: bool,
}

/// What is wanted for each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Whether it can be won.
    Verdict,
    /// Also the length of some solution, which costs twice as much again.
    Length,
    /// Also the length of a shortest one, which costs hundreds of times as much.
    ShortestLength {
        /// The most bytes that the search for one may hold, on each thread.
        max_memory: usize,
    },
}

impl Wanted {
    /// Positions that a thread takes at a time. A shortest solution is as much work as many
    /// verdicts, and sometimes very much more, so none should wait for another one.
    const fn share(self) -> usize {
        match self {
            Self::Verdict | Self::Length => SHARE,
            Self::ShortestLength { .. } => 1,
        }
    }
}

/// How to go about many positions.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The number of threads, 1 at least.
    pub threads: usize,
    /// The most nodes for any one position.
    pub max_nodes: Option<u64>,
    /// What to find out.
    pub wanted: Wanted,
}

/// Decides `count` positions, the `i`-th being `position_of(i)`.
///
/// The calling thread works on none; it calls `go_on` every 50 milliseconds, with the number of
/// positions decided so far, and everything ends early when that answers `false`: the result is
/// `None` then. Threads are started anew by each call, so that it works in a forked process too.
pub fn decide_many(
    count: usize,
    position_of: impl Fn(usize) -> Position + Sync,
    work: Work,
    mut go_on: impl FnMut(usize) -> bool,
) -> Option<Vec<Decided>> {
    const UNDECIDED: Decided = Decided {
        verdict: Verdict::Unwinnable,
        nodes: 0,
        length: None,
        lower_bound: 0,
        optimal: false,
    };
    let size = work.wanted.share();
    let mut decided = vec![UNDECIDED; count];
    let shares = Mutex::new(decided.chunks_mut(size).enumerate());
    let next_share = || shares.lock().ok()?.next();
    let done = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let stop = || stopped.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (still_at_work, all_ended) = mpsc::channel::<()>();
        for _ in 0..work.threads.clamp(1, count.div_ceil(size).max(1)) {
            let still_at_work = still_at_work.clone();
            scope.spawn(|| {
                let _still_at_work = still_at_work;
                let mut solver = Solver::new();
                while let Some((share, places)) = next_share() {
                    let length = places.len();
                    for (i, place) in places.iter_mut().enumerate() {
                        if stop() {
                            return;
                        }
                        let limits = Limits {
                            max_nodes: work.max_nodes,
                            stop: Some(&stop),
                            ..Limits::default()
                        };
                        let position = position_of(share * size + i);
                        *place = decide(&mut solver, &position, limits, work.wanted);
                    }
                    done.fetch_add(length, Ordering::Relaxed);
                }
            });
        }
        drop(still_at_work);
        while let Err(RecvTimeoutError::Timeout) = all_ended.recv_timeout(REPORT_EVERY) {
            if !go_on(done.load(Ordering::Relaxed)) {
                stopped.store(true, Ordering::Relaxed);
                break;
            }
        }
    });
    (!stop()).then_some(decided)
}

fn decide(solver: &mut Solver, position: &Position, limits: Limits<'_>, wanted: Wanted) -> Decided {
    let length = |actions: &Vec<Action>| u16::try_from(actions.len()).ok();
    match wanted {
        Wanted::Verdict => {
            let (verdict, stats) = solver.verdict(position, limits);
            Decided {
                verdict,
                nodes: stats.nodes,
                length: None,
                lower_bound: 0,
                optimal: false,
            }
        }
        Wanted::Length => {
            let (outcome, stats) = solver.solve(position, limits);
            Decided {
                verdict: outcome.verdict(),
                nodes: stats.nodes,
                length: outcome.actions().and_then(length),
                lower_bound: 0,
                optimal: false,
            }
        }
        Wanted::ShortestLength { max_memory } => {
            let found = shortest(position, limits, max_memory);
            Decided {
                verdict: found.verdict(),
                nodes: found.stats.nodes,
                length: found.solution.as_ref().and_then(length),
                lower_bound: found.lower_bound as u16,
                optimal: found.is_optimal(),
            }
        }
    }
}
