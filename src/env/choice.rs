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
    let mut nth = scaled(word, u64::from(legal.len())) as u32;
    // Arithmetic instead of branches, which random numbers make unpredictable.
    let [foundation, tableau, _] = legal.by_destination();
    let (first, second) = (foundation.len(), foundation.len() + tableau.len());
    let kind = usize::from(nth >= first) + usize::from(nth >= second);
    nth -= [0, first, second][kind];
    let destination = Destination::ALL[kind];
    let card = nth_one(legal.to(destination).bits(), nth);
    let card = Card::from_index(card as u8).expect("the set has an action");
    Action::new(card, destination)
}

/// The place of the one that has `n` others below it; 64 or more if there are fewer.
///
/// Vigna's broadword selection (2008): the ones are counted byte by byte all at once, and the
/// byte in question is looked up.
const fn nth_one(bits: u64, n: u32) -> u32 {
    const LOWEST: u64 = 0x0101_0101_0101_0101;
    const HIGHEST: u64 = LOWEST << 7;
    let mut counts = bits - (bits >> 1 & 0x5555_5555_5555_5555);
    counts = (counts & 0x3333_3333_3333_3333) + (counts >> 2 & 0x3333_3333_3333_3333);
    counts = (counts + (counts >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // Each byte's ones with those of the bytes below.
    let sums = counts.wrapping_mul(LOWEST);
    // A byte's highest bit stays where the sum is n or less: so many bytes to pass over.
    let passed = ((((n as u64 * LOWEST) | HIGHEST) - sums) & HIGHEST).count_ones();
    let before = (sums << 8).unbounded_shr(8 * passed) as u8;
    let byte = bits.unbounded_shr(8 * passed) as u8;
    8 * passed + NTH_ONE_OF_BYTE[(n as u8 - before) as usize & 7][byte as usize] as u32
}

/// For each n and byte, the place of the one with n others below it; 64 if there are fewer.
static NTH_ONE_OF_BYTE: [[u8; 256]; 8] = {
    let mut table = [[64; 256]; 8];
    let mut byte = 0;
    while byte < 256 {
        let (mut n, mut place) = (0, 0);
        while place < 8 {
            if byte >> place & 1 == 1 {
                table[n][byte] = place;
                n += 1;
            }
            place += 1;
        }
        byte += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::nth_one;

    #[test]
    fn every_one_is_found_by_its_number() {
        let mut words = crate::env::Stream::new(3);
        for _ in 0..2000 {
            // Words with few ones as well as with many.
            let bits = (0..words.next() % 4).fold(u64::MAX, |bits, _| bits & words.next());
            let mut rest = bits;
            for n in 0..bits.count_ones() {
                assert_eq!(nth_one(bits, n), rest.trailing_zeros(), "{n} of {bits:b}");
                rest &= rest - 1;
            }
            assert!(nth_one(bits, bits.count_ones()) >= 64, "{bits:b}");
        }
    }
}
