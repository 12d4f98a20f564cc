//! What a caller lets a search spend, and the meter that keeps to it.

use std::time::Instant;

/// A caller's signal to end, asked again and again; once it has answered `true` it must go on
/// answering that.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// What a caller lets a search spend. The default is no limit at all.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// The most nodes the search may visit.
    pub max_nodes: Option<u64>,
    /// When the search must end.
    pub deadline: Option<Instant>,
    /// Asked every [`Meter::INTERVAL`] nodes; the search ends when it answers `true`.
    pub stop: Option<Stop<'a>>,
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interrupt {
    /// [`Limits::max_nodes`] were visited.
    Nodes,
    /// [`Limits::deadline`] passed.
    Time,
    /// [`Limits::stop`] said so.
    Stopped,
}

/// Counts nodes and says when to end.
pub struct Meter<'a> {
    limits: Limits<'a>,
    nodes: u64,
    /// The count at which limits are looked at next, so that a node costs one comparison.
    next_look: u64,
}

impl<'a> Meter<'a> {
    /// Nodes between two looks at the clock and the stop signal: well under a millisecond.
    pub const INTERVAL: u64 = 1024;

    /// A meter at zero.
    #[must_use]
    pub fn new(limits: Limits<'a>) -> Self {
        let mut meter = Self {
            limits,
            nodes: 0,
            next_look: 0,
        };
        meter.schedule();
        meter
    }

    /// Nodes counted so far.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts one node.
    ///
    /// # Errors
    /// The limit that forbids it; the node is not counted then.
    pub fn count(&mut self) -> Result<(), Interrupt> {
        if self.nodes == self.next_look {
            self.look()?;
        }
        self.nodes += 1;
        Ok(())
    }

    #[cold]
    fn look(&mut self) -> Result<(), Interrupt> {
        if self.limits.max_nodes == Some(self.nodes) {
            return Err(Interrupt::Nodes);
        }
        if self.limits.stop.is_some_and(|stop| stop()) {
            return Err(Interrupt::Stopped);
        }
        if self
            .limits
            .deadline
            .is_some_and(|end| Instant::now() >= end)
        {
            return Err(Interrupt::Time);
        }
        self.schedule();
        Ok(())
    }

    fn schedule(&mut self) {
        // The first look comes before the first node only where a caller allows none.
        self.next_look = self.nodes + Self::INTERVAL;
        if let Some(max) = self.limits.max_nodes {
            self.next_look = self.next_look.min(max);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Interrupt, Limits, Meter};
    use std::time::Instant;

    fn count_until_interrupted(limits: Limits<'_>) -> (u64, Interrupt) {
        let mut meter = Meter::new(limits);
        loop {
            if let Err(interrupt) = meter.count() {
                return (meter.nodes(), interrupt);
            }
        }
    }

    #[test]
    fn exactly_the_allowed_nodes_are_counted() {
        for max in [0, 1, Meter::INTERVAL - 1, Meter::INTERVAL, 5000] {
            let limits = Limits {
                max_nodes: Some(max),
                ..Limits::default()
            };
            assert_eq!(count_until_interrupted(limits), (max, Interrupt::Nodes));
        }
    }

    #[test]
    fn clock_and_stop_signal_are_looked_at() {
        let limits = Limits {
            deadline: Some(Instant::now()),
            ..Limits::default()
        };
        assert_eq!(
            count_until_interrupted(limits),
            (Meter::INTERVAL, Interrupt::Time)
        );
        let stop = || true;
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        assert_eq!(
            count_until_interrupted(limits),
            (Meter::INTERVAL, Interrupt::Stopped)
        );
    }
}
