//! The slow truth that solvers are held to: a search over whole boards, with every legal action,
//! withdrawals included, and nothing taken for granted but that the order of cells and of columns
//! does not matter.

use std::collections::HashMap;

use eightoff::Position;

/// More boards than allowed were met.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TooMany;

/// The length of a shortest solution, `None` if there is none; or [`TooMany`].
///
/// Boards are taken in the order of `actions so far + cards not yet home`, which is a lower bound
/// on the length: an action brings one card home at the most.
pub(crate) fn shortest_length(start: &Position, max_boards: usize) -> Result<Option<u32>, TooMany> {
    let bound = |position: &Position| 52 - position.home().len();
    let mut best = HashMap::from([(start.key(), 0)]);
    let mut queue = vec![Vec::new(); bound(start) as usize];
    queue.push(vec![(*start, 0)]);
    let mut at = 0;
    while at < queue.len() {
        let Some((position, length)) = queue[at].pop() else {
            at += 1;
            continue;
        };
        if best[&position.key()] < length {
            continue;
        }
        if position.is_won() {
            return Ok(Some(length));
        }
        if best.len() > max_boards {
            return Err(TooMany);
        }
        for action in position.legal_actions().iter() {
            let mut next = position;
            next.play_unchecked(action);
            let known = best.entry(next.key()).or_insert(u32::MAX);
            if length + 1 < *known {
                *known = length + 1;
                let place = (length + 1 + bound(&next)) as usize;
                if queue.len() <= place {
                    queue.resize(place + 1, Vec::new());
                }
                queue[place].push((next, length + 1));
            }
        }
    }
    Ok(None)
}
