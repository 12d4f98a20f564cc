//! Environments for learners: episodes with rewards, one at a time or in batches.
//!
//! An [`Episode`] is the one definition of what an environment does; a [`Batch`] runs many of
//! them into buffers of the caller. Nothing here knows Python.

mod batch;
mod choice;
mod episode;
mod judge;
mod lessons;
mod pool;
mod rows;
mod starts;
mod stream;
mod task;

pub use batch::{Batch, BatchError, Before, Seeds};
pub use choice::uniform_action;
pub use episode::{Drawn, Episode, Outcome, Parts};
pub use judge::Judge;
pub use lessons::{Course, LessonRows, SHARE};
pub use pool::watched;
pub use rows::{Observations, Rows};
pub use starts::{NoStart, Start, Starts};
pub use stream::Stream;
pub use task::{Illegal, Reward, Task};
