//! Takes needless moves out of a solution.

use crate::action::{Action, Destination};
use crate::card::Card;
use crate::position::Position;

/// One action of a solution with what matters of the board it was played on.
#[derive(Clone, Copy)]
struct Played {
    action: Action,
    /// The cards that travelled.
    count: u8,
    /// The card on which they lay, if one did.
    under: Option<Card>,
    needless: bool,
}

impl Played {
    /// Whether that card was among those that travelled.
    const fn moves(self, card: Card) -> bool {
        let base = self.action.card().index();
        card.index() <= base && card.index() + self.count > base
    }

    /// Whether it moves that card, or puts another onto it.
    fn touches(self, card: Card) -> bool {
        let puts_on_it = self.action.destination() == Destination::Tableau
            && self.action.card().parent() == Some(card);
        puts_on_it || self.moves(card)
    }
}

/// Removes moves off a column into a cell or onto a parent when the cards might as well have
/// stayed until their next move, because nothing touches the card under them before.
///
/// The board differs only between the two moves, by the cards' staying and perhaps a free cell
/// more; every action in between is legal as before, and so is the later one.
pub(super) fn tidy(start: &Position, actions: &mut Vec<Action>) {
    let mut position = *start;
    let mut played: Vec<Played> = actions
        .iter()
        .map(|&action| {
            let under = Card::from_index(position.beneath()[usize::from(action.card().index())]);
            let count = position.play_unchecked(action).count;
            Played {
                action,
                count,
                under,
                needless: false,
            }
        })
        .collect();
    for at in 0..played.len() {
        if let Some(next) = could_wait_until(&played, at) {
            played[at].needless = true;
            played[next].under = played[at].under;
        }
    }
    actions.clear();
    actions.extend(
        played
            .iter()
            .filter(|played| !played.needless)
            .map(|played| played.action),
    );
}

/// The next move of the cards that move at `at`, if they could have stayed until then.
fn could_wait_until(played: &[Played], at: usize) -> Option<usize> {
    let Played {
        action,
        under: Some(under),
        ..
    } = played[at]
    else {
        return None;
    };
    let card = action.card();
    let parent = match action.destination() {
        Destination::Foundation => return None,
        Destination::Cell => None,
        Destination::Tableau => Some(card.parent()?),
    };
    for (next, later) in played.iter().enumerate().skip(at + 1) {
        if later.needless {
            continue;
        }
        let onto_under = later.touches(under);
        // A group with a deeper base takes the cards along; they would not have been there.
        let carried = parent.is_some_and(|parent| later.moves(parent));
        if onto_under || carried {
            return None;
        }
        if later.action.card() == card {
            return Some(next);
        }
    }
    None
}
