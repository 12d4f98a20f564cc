//! Whether a position can be won, by trying everything: no knowledge of the game but its rules.

use std::collections::HashSet;

use eightoff::{Destination, Position};

/// What trying everything found, within `cap` positions.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Win,
    NoWin,
    TooMany,
}

/// Visits every position that legal actions, withdrawals included, lead to.
pub(crate) fn search(start: &Position, cap: usize) -> Found {
    let mut seen = HashSet::from([start.key()]);
    let mut pending = vec![*start];
    while let Some(position) = pending.pop() {
        if position.is_won() {
            return Found::Win;
        }
        if seen.len() > cap {
            return Found::TooMany;
        }
        // The order decides only how soon a win is found: what is pushed last is tried first.
        let legal = position.legal_actions();
        for destination in [
            Destination::Cell,
            Destination::Tableau,
            Destination::Foundation,
        ] {
            for action in legal.iter().filter(|a| a.destination() == destination) {
                let mut next = position;
                next.play_unchecked(action);
                if seen.insert(next.key()) {
                    pending.push(next);
                }
            }
        }
    }
    Found::NoWin
}
