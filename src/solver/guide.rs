//! A way to win that is kept, so that one hint follows from another.

use crate::action::Action;
use crate::position::Position;

/// A solution and the position where it begins.
///
/// Hints from searches made anew can go round in circles: each search may begin another way to
/// win. Who keeps the first and asks it as long as the game stays on it gets to the win.
#[derive(Clone, Debug)]
pub struct Guide {
    position: Position,
    rest: Vec<Action>,
    is_shortest: bool,
}

impl Guide {
    /// A guide along `solution`, which must win from `position`; `is_shortest` says whether no
    /// other does so in fewer actions. What is left of a shortest solution is a shortest one too.
    #[must_use]
    pub const fn new(position: Position, solution: Vec<Action>, is_shortest: bool) -> Self {
        Self {
            position,
            rest: solution,
            is_shortest,
        }
    }

    /// Whether the solution is a shortest one.
    #[must_use]
    pub const fn is_shortest(&self) -> bool {
        self.is_shortest
    }

    /// The next action of the solution, if `position` is on it from where it was last asked.
    pub fn next(&mut self, position: &Position) -> Option<Action> {
        let mut here = self.position;
        for (played, &action) in self.rest.iter().enumerate() {
            if here.rules() == position.rules() && here.key() == position.key() {
                self.position = *position;
                self.rest.drain(..played);
                return Some(action);
            }
            here.play_unchecked(action);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::Guide;
    use crate::deal::Deck;
    use crate::position::Position;
    use crate::rules::Rules;
    use crate::solver::{Limits, Outcome, Solver};

    #[test]
    fn leads_on_from_where_it_was_left() {
        let start = Position::deal(&Deck::numbered(20), Rules::default());
        let (Outcome::Winnable(solution), _) = Solver::new().solve(&start, Limits::default())
        else {
            panic!("deal 20 can be won");
        };
        let mut guide = Guide::new(start, solution.clone(), false);
        let mut position = start;
        for (i, &action) in solution.iter().enumerate() {
            // Asking twice, and not at every step, makes no difference.
            if i % 3 != 1 {
                assert_eq!(guide.next(&position), Some(action));
                assert_eq!(guide.next(&position), Some(action));
            }
            position.play_unchecked(action);
        }
        assert_eq!(guide.next(&position), None);
        assert_eq!(guide.next(&start), None);
    }
}
