//! Verdicts on many positions, on many threads.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use super::exact::{Outcome, Solver, Verdict};
use super::limits::Limits;
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
}

/// How to go about many positions.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// The number of threads, 1 at least.
    pub threads: usize,
    /// The most nodes for any one position.
    pub max_nodes: Option<u64>,
    /// Whether the lengths of solutions are wanted, which costs about as much again.
    pub lengths: bool,
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
    };
    let mut decided = vec![UNDECIDED; count];
    let shares = Mutex::new(decided.chunks_mut(SHARE).enumerate());
    let next_share = || shares.lock().ok()?.next();
    let done = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let stop = || stopped.load(Ordering::Relaxed);
    thread::scope(|scope| {
        let (still_at_work, all_ended) = mpsc::channel::<()>();
        for _ in 0..work.threads.clamp(1, count.div_ceil(SHARE).max(1)) {
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
                        let position = position_of(share * SHARE + i);
                        *place = decide(&mut solver, &position, limits, work.lengths);
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

fn decide(solver: &mut Solver, position: &Position, limits: Limits<'_>, lengths: bool) -> Decided {
    if lengths {
        let (outcome, stats) = solver.solve(position, limits);
        let length = match &outcome {
            Outcome::Winnable(actions) => u16::try_from(actions.len()).ok(),
            _ => None,
        };
        Decided {
            verdict: outcome.verdict(),
            nodes: stats.nodes,
            length,
        }
    } else {
        let (verdict, stats) = solver.verdict(position, limits);
        Decided {
            verdict,
            nodes: stats.nodes,
            length: None,
        }
    }
}
