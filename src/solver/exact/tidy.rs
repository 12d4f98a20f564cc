//! Takes needless moves out of a solution.

use crate::action::{Action, Destination};
use crate::card::Card;

/// One action of a solution with what matters of the board it was played on.
#[derive(Clone, Copy)]
pub(super) struct Played {
    pub(super) action: Action,
    /// The cards that travelled.
    pub(super) count: u8,
    /// The card on which they lay, if one did.
    pub(super) under: Option<Card>,
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
pub(super) fn tidied(played: Vec<Played>) -> Vec<Action> {
    let mut kept: Vec<Option<Played>> = played.into_iter().map(Some).collect();
    for at in 0..kept.len() {
        if let Some((next, under)) = could_wait_until(&kept, at) {
            kept[at] = None;
            if let Some(later) = &mut kept[next] {
                later.under = Some(under);
            }
        }
    }
    kept.into_iter()
        .flatten()
        .map(|played| played.action)
        .collect()
}

/// The next move of the cards that move at `at`, if they could have stayed until then, and the
/// card under them.
fn could_wait_until(played: &[Option<Played>], at: usize) -> Option<(usize, Card)> {
    let Played { action, under, .. } = played[at]?;
    let under = under?;
    let card = action.card();
    let parent = match action.destination() {
        Destination::Foundation => return None,
        Destination::Cell => None,
        Destination::Tableau => Some(card.parent()?),
    };
    for (next, later) in played.iter().enumerate().skip(at + 1) {
        let Some(later) = later else {
            continue;
        };
        // A group with a deeper base takes the cards along; they would not have been there.
        let carried = parent.is_some_and(|parent| later.moves(parent));
        if later.touches(under) || carried {
            return None;
        }
        if later.action.card() == card {
            return Some((next, under));
        }
    }
    None
}
