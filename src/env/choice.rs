//! A random legal action.

use super::stream::scaled;
use crate::action::{Action, ActionSet, Destination};
use crate::card::Card;

/// The action of a set that is not empty which a random word picks, each as likely as any other.
///
/// # Panics
/// When the set is empty.
#[must_use]
pub fn uniform_action(legal: ActionSet, word: u64) -> Action {
    let mut skip = scaled(word, u64::from(legal.len())) as u32;
    let (foundation, tableau) = (legal.foundation.len(), legal.tableau.len());
    let (mut bits, destination) = if skip < foundation {
        (legal.foundation.bits(), Destination::Foundation)
    } else if skip < foundation + tableau {
        skip -= foundation;
        (legal.tableau.bits(), Destination::Tableau)
    } else {
        skip -= foundation + tableau;
        (legal.cell.bits(), Destination::Cell)
    };
    for _ in 0..skip {
        bits &= bits - 1;
    }
    let card = Card::from_index(bits.trailing_zeros() as u8).expect("the set has an action");
    Action::new(card, destination)
}
