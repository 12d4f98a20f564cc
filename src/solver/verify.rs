//! Solutions played out by the rules, before anyone sees them.

use std::fmt;

use crate::action::Action;
use crate::illegal::Reason;
use crate::position::Position;

/// Where a list of actions stops being a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotASolution {
    /// That action (counted from 0) is illegal where it comes.
    Illegal {
        /// The action's place in the list.
        index: usize,
        /// The action.
        action: Action,
        /// The rule against it.
        reason: Reason,
    },
    /// All actions are legal, and the game is not won after them.
    NotWon,
}

impl fmt::Display for NotASolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal {
                index,
                action,
                reason,
            } => write!(f, "action {} ({action}) is illegal: {reason}", index + 1),
            Self::NotWon => f.write_str("the game is not won after the last action"),
        }
    }
}

impl std::error::Error for NotASolution {}

/// Plays `actions` from `start`, each checked by the rules, to a won game.
///
/// # Errors
/// The first action that is illegal, or that the end is not a won game.
pub fn verify(start: &Position, actions: &[Action]) -> Result<(), NotASolution> {
    let mut position = *start;
    for (index, &action) in actions.iter().enumerate() {
        let played = position
            .resolve(action)
            .map_err(|reason| NotASolution::Illegal {
                index,
                action,
                reason,
            })?;
        position.make(&played);
    }
    if position.is_won() {
        Ok(())
    } else {
        Err(NotASolution::NotWon)
    }
}

#[cfg(test)]
mod tests {
    use super::{NotASolution, verify};
    use crate::action::{Action, Destination};
    use crate::card::Card;
    use crate::layout::Layout;
    use crate::position::Position;
    use crate::rules::Rules;

    #[test]
    fn names_the_first_fault() {
        let layout = Layout {
            cells: [11, 12].map(Card::from_index).to_vec(),
            foundations: [11, 13, 13, 13],
            ..Layout::default()
        };
        let start = Position::from_layout(&layout, Rules::default()).expect("a position");
        let [queen, king] = [11, 12].map(|i| {
            Action::new(
                Card::from_index(i).expect("a card"),
                Destination::Foundation,
            )
        });
        assert_eq!(verify(&start, &[queen, king]), Ok(()));
        assert_eq!(verify(&start, &[queen]), Err(NotASolution::NotWon));
        let refused = verify(&start, &[king, queen]);
        assert!(
            matches!(refused, Err(NotASolution::Illegal { index: 0, action, .. }) if action == king),
            "{refused:?}"
        );
    }
}
