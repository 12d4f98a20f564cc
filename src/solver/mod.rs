//! Solvers: they know positions only, never a game's history.
//!
//! [`Solver`] decides whether a position can be won, [`shortest()`] finds the fewest moves. How,
//! and why their answers are exact, is told in `docs/solver.md`.

pub mod exact;
pub mod guide;
pub mod limits;
pub mod many;
pub mod shortest;
pub mod stats;
pub mod verify;

pub use exact::{Outcome, Solver, Verdict};
pub use guide::Guide;
pub use limits::{Interrupt, Limits, Meter, Stop};
pub use many::{Decided, Wanted, Work, decide_many};
pub use shortest::{Shortest, shortest};
pub use stats::Stats;
pub use verify::{NotASolution, verify};
