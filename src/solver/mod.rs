//! Solvers: they know positions only, never a game's history.

pub mod limits;
pub mod shortest;
pub mod stats;
pub mod verify;

pub use limits::{Interrupt, Limits, Meter};
pub use shortest::{Shortest, shortest};
pub use stats::Stats;
pub use verify::{NotASolution, verify};
