//! What a learner sees of a position, written into buffers of the caller.
//!
//! Three forms hold the whole position. [`write_cards`] and [`write_planes`] are the same for
//! positions that differ only in the order of cells and of columns; [`write_grid`] shows the
//! board as a person sees it.

use wide::u8x16;

use crate::action::{FIRST_CELL, Move};
use crate::card::Suit;
use crate::position::Position;
use crate::rules::{COLUMNS, MAX_CELLS};

/// Bytes of the "cards" form: two for each card.
pub const CARDS_LEN: usize = 2 * 52;

/// Rows of the "grid" form: foundations, cells, and the 19 cards that a column can hold.
pub const GRID_ROWS: usize = 2 + TALLEST;
/// Numbers of the "grid" form, rows of eight.
pub const GRID_LEN: usize = GRID_ROWS * COLUMNS;
/// What the grid holds at a place without a card.
pub const GRID_EMPTY: i8 = -1;
/// What the grid holds where the game has no place at all.
pub const GRID_NOWHERE: i8 = -2;

/// Planes of the "planes" form that say what lies beneath a card.
const BENEATH_PLANES: usize = 55;
/// Planes of the "planes" form: what lies beneath, and how many cards lie on top (0..=18).
pub const PLANES: usize = BENEATH_PLANES + TALLEST;
/// Numbers of the "planes" form, planes of 4 suits by 13 ranks.
pub const PLANES_LEN: usize = PLANES * 52;

/// The most cards that a column can hold: seven dealt ones, the seventh a king, and its run.
const TALLEST: usize = 19;

/// Writes, for each card, what lies directly beneath it (see [`Position::beneath`]) and how many
/// cards lie on it in its column (0 in cells and on foundations).
pub fn write_cards(position: &Position, out: &mut [u8; CARDS_LEN]) {
    for (pair, &beneath) in out.chunks_exact_mut(2).zip(position.beneath()) {
        pair.copy_from_slice(&[beneath, 0]);
    }
    for column in 0..COLUMNS {
        for (on_it, card) in (0..).zip(position.column(column)) {
            out[2 * usize::from(card.index()) + 1] = on_it;
        }
    }
}

/// Brings what [`write_cards`] wrote before `played` up to `position`, which is the one after it.
///
/// All cards are looked at, eight at once: columns are of all heights, and a loop that ends now
/// here, now there costs more than one that goes over all.
pub fn update_cards(position: &Position, played: &Move, out: &mut [u8; CARDS_LEN]) {
    let (from, to) = played.indices();
    // Only in columns do cards lie on one another; no place has the index 255.
    let column = |place| if place < FIRST_CELL { place } else { u8::MAX };
    let (source, target) = (u8x16::splat(column(from)), u8x16::splat(column(to)));
    let count = u8x16::splat(played.count);
    let change = |places: &[u8; 16]| {
        let places = u8x16::from(*places);
        (places.simd_eq(target) & count) - (places.simd_eq(source) & count)
    };
    // Counts are every second byte; the others, of what lies beneath, are changed by nothing.
    let add = |pairs: &mut [u8; 16], change: u8x16| {
        *pairs = (u8x16::from(*pairs) + change).to_array();
    };
    let (pairs, last_pairs) = out.as_chunks_mut::<16>();
    let (places, _) = position.places().as_chunks::<16>();
    for (pairs, places) in pairs.as_chunks_mut::<2>().0.iter_mut().zip(places) {
        let change = change(places);
        add(&mut pairs[0], u8x16::unpack_low(u8x16::ZERO, change));
        add(&mut pairs[1], u8x16::unpack_high(u8x16::ZERO, change));
    }
    // The last four of 52 cards, in the lower half of a vector.
    if let Some(places) = position.places().last_chunk() {
        let mut eight = [0; 16];
        eight[..8].copy_from_slice(last_pairs);
        let mut change =
            u128::from_le_bytes(u8x16::unpack_high(u8x16::ZERO, change(places)).to_array());
        change >>= 64;
        add(&mut eight, u8x16::from(change.to_le_bytes()));
        last_pairs.copy_from_slice(&eight[..8]);
    }
    // The cards that moved are in the target's place by now, yet carry what they carried.
    let card = usize::from(played.card.index());
    let counted = if to < FIRST_CELL { played.count } else { 0 };
    for moved in card + 1 - usize::from(played.count)..=card {
        out[2 * moved + 1] -= counted;
    }
    out[2 * card] = position.beneath()[card];
}

/// Writes the board as people see it: a row with the top card of each foundation (suits in
/// order), a row of cells, then the columns side by side, deepest cards first.
pub fn write_grid(position: &Position, out: &mut [i8; GRID_LEN]) {
    let (foundations, rest) = out.split_at_mut(COLUMNS);
    let (cells, tableau) = rest.split_at_mut(COLUMNS);
    foundations.fill(GRID_NOWHERE);
    for (suit, place) in Suit::ALL.into_iter().zip(foundations) {
        let height = position.foundation_height(suit);
        *place = match height.checked_sub(1) {
            Some(top) => (13 * suit as u8 + top).cast_signed(),
            None => GRID_EMPTY,
        };
    }
    cells.fill(GRID_NOWHERE);
    let in_game = usize::from(position.rules().cells.get()).min(MAX_CELLS);
    for (cell, place) in cells[..in_game].iter_mut().enumerate() {
        *place = position
            .cell(cell)
            .map_or(GRID_EMPTY, |card| card.index().cast_signed());
    }
    tableau.fill(GRID_EMPTY);
    for column in 0..COLUMNS {
        let height = position.column(column).count();
        for (row, card) in (0..height).rev().zip(position.column(column)) {
            tableau[row * COLUMNS + column] = card.index().cast_signed();
        }
    }
}

/// Writes planes of 4 suits by 13 ranks, all zero but for two ones a card: in plane 0..=54 after
/// what lies beneath it, in plane 55..=73 after how many cards lie on it.
pub fn write_planes<T: Copy + Default>(position: &Position, one: T, out: &mut [T; PLANES_LEN]) {
    let mut cards = [0; CARDS_LEN];
    write_cards(position, &mut cards);
    out.fill(T::default());
    for (card, pair) in cards.chunks_exact(2).enumerate() {
        out[usize::from(pair[0]) * 52 + card] = one;
        out[(BENEATH_PLANES + usize::from(pair[1])) * 52 + card] = one;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Deck, Rules};

    /// The updated rows equal freshly written ones along many random games of all rule sets.
    #[test]
    fn updates_equal_writing_afresh() {
        let mut words = crate::env::Stream::new(5);
        for number in 0..200 {
            for rules in Rules::all() {
                let mut position = Position::deal(&Deck::numbered(number), rules);
                let mut kept = [0; CARDS_LEN];
                write_cards(&position, &mut kept);
                for _ in 0..60 {
                    let legal = position.legal_actions();
                    if legal.is_empty() {
                        break;
                    }
                    let action = crate::env::uniform_action(legal, words.next());
                    let played = position.play_unchecked(action);
                    update_cards(&position, &played, &mut kept);
                    let mut fresh = [0; CARDS_LEN];
                    write_cards(&position, &mut fresh);
                    assert_eq!(kept, fresh, "deal {number}, {played}");
                }
            }
        }
    }
}
