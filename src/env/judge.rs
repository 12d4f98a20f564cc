//! The exact solver, made when it is first asked.

use crate::action::Action;
use crate::position::Position;
use crate::solver::{Limits, Solver, Verdict};

/// Says what can be won; made once for many questions, since a solver keeps its memory.
#[derive(Default)]
pub struct Judge {
    /// Boxed, since its tables are hundreds of times the size of an environment.
    solver: Option<Box<Solver>>,
}

impl Judge {
    /// Whether the game can be won from here.
    #[must_use]
    pub fn is_winnable(&mut self, position: &Position) -> bool {
        self.knows_winnable(position, Limits::default())
    }

    /// The same within limits; `false` when they end the search.
    pub(super) fn knows_winnable(&mut self, position: &Position, limits: Limits<'_>) -> bool {
        self.solver().verdict(position, limits).0 == Verdict::Winnable
    }

    /// Actions that win from here, if any do.
    #[must_use]
    pub fn solution(&mut self, position: &Position) -> Option<Vec<Action>> {
        self.solution_within(position, Limits::default())
    }

    /// The same within limits; `None` when they end the search.
    pub(super) fn solution_within(
        &mut self,
        position: &Position,
        limits: Limits<'_>,
    ) -> Option<Vec<Action>> {
        self.solver().solve(position, limits).0.into_actions()
    }

    fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_default()
    }
}
