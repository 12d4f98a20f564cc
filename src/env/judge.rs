//! The exact solver, made when it is first asked.

use crate::action::Action;
use crate::position::Position;
use crate::solver::{Limits, Outcome, Solver, Verdict};

/// Says what can be won; made once for many questions, since a solver keeps its memory.
#[derive(Default)]
pub struct Judge {
    solver: Option<Solver>,
}

impl Judge {
    /// Whether the game can be won from here.
    #[must_use]
    pub fn is_winnable(&mut self, position: &Position) -> bool {
        let (verdict, _) = self.solver().verdict(position, Limits::default());
        verdict == Verdict::Winnable
    }

    /// Actions that win from here, if any do.
    #[must_use]
    pub fn solution(&mut self, position: &Position) -> Option<Vec<Action>> {
        match self.solver().solve(position, Limits::default()).0 {
            Outcome::Winnable(actions) => Some(actions),
            Outcome::Unwinnable | Outcome::Unknown(_) => None,
        }
    }

    fn solver(&mut self) -> &mut Solver {
        self.solver.get_or_insert_with(Solver::new)
    }
}
