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
    let sets = [legal.foundation, legal.tableau, legal.cell];
    let mut skip = scaled(word, u64::from(legal.len())) as u32;
    // Arithmetic instead of branches, which random numbers make unpredictable.
    let (first, second) = (sets[0].len(), sets[0].len() + sets[1].len());
    let kind = usize::from(skip >= first) + usize::from(skip >= second);
    skip -= [0, first, second][kind];
    let (mut bits, destination) = (sets[kind].bits(), Destination::ALL[kind]);
    for _ in 0..skip {
        bits &= bits - 1;
    }
    let card = Card::from_index(bits.trailing_zeros() as u8).expect("the set has an action");
    Action::new(card, destination)
}
