//! Sets of cards in which a chain of removed cards is found by one addition.
//!
//! Each suit has a lane of 16 bits in a `u64`, the king at bit 1 of its lane and the ace at
//! bit 13: a card's parent is the bit below its own. Bit 0 stands for an empty column that is
//! given to the suit's king, a parent for kings as it were. Bits 14 and 15 stay clear and
//! catch carries.

use crate::card::{Card, CardSet};

/// Bit 0 of every lane.
pub(super) const COLUMNS_OF_KINGS: u64 = 0x0001_0001_0001_0001;
/// The four kings.
pub(super) const KINGS: u64 = COLUMNS_OF_KINGS << 1;

/// The bits after the aces', children of aces as it were.
pub(super) const BEFORE_ACES: u64 = COLUMNS_OF_KINGS << 14;

/// The bit numbers of the cards.
const BIT: [u8; 52] = {
    let mut bit = [0; 52];
    let mut card = 0;
    while card < 52 {
        bit[card] = (16 * (card / 13) + 13 - card % 13) as u8;
        card += 1;
    }
    bit
};

/// The set of one card.
pub(super) const fn lane_bit(card: u8) -> u64 {
    1 << BIT[card as usize]
}

/// A set of cards as lanes.
pub(super) fn lanes(cards: CardSet) -> u64 {
    cards
        .iter()
        .fold(0, |set, card| set | lane_bit(card.index()))
}

/// The card of a bit that is one.
pub(super) fn card_of(bit: u64) -> Option<Card> {
    let number = bit.trailing_zeros() as u8;
    let (suit, place) = (number / 16, number % 16);
    Card::from_index((13 * suit + 13).checked_sub(place)?)
}

/// How many cards of `set` follow one another from bit number `from` upwards: from a card's
/// child, those that hang on it.
pub(super) const fn hanging(set: u64, from: u8) -> u32 {
    (!(set >> from)).trailing_zeros()
}

/// The cards of `set` from the cards `first` on, towards the kings, as far as they follow one
/// another.
pub(super) const fn chains(first: u64, set: u64) -> u64 {
    // The chains found double in length each time; those of 13 cards are the longest.
    let mut found = first & set;
    let mut set = set;
    found |= found >> 1 & set;
    set &= set >> 1;
    found |= found >> 2 & set;
    set &= set >> 2;
    found |= found >> 4 & set;
    set &= set >> 4;
    found | found >> 8 & set
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS_OF_KINGS, KINGS, card_of, chains, hanging, lane_bit, lanes};
    use crate::card::{Card, CardSet};

    #[test]
    fn a_parent_is_the_bit_below() {
        for card in Card::all() {
            let bit = lane_bit(card.index());
            assert_eq!(card_of(bit), Some(card));
            match card.parent() {
                Some(parent) => assert_eq!(lane_bit(parent.index()), bit >> 1),
                None => assert_ne!(bit >> 1 & COLUMNS_OF_KINGS, 0),
            }
        }
        assert_eq!(lanes(CardSet::KINGS), KINGS);
    }

    #[test]
    fn hanging_counts_the_chain() {
        // 9, 8, 7 and 5 of the second suit, on its ten.
        let set = [21, 20, 19, 17].map(lane_bit).iter().fold(0, |a, b| a | b);
        let ten = lane_bit(22).trailing_zeros() as u8;
        assert_eq!(hanging(set, ten + 1), 3);
        assert_eq!(hanging(set, ten + 2), 2);
        assert_eq!(hanging(set, ten), 0);
        assert_eq!(hanging(0, 1), 0);
    }

    #[test]
    fn chains_go_on_as_far_as_the_set_does() {
        let heights = (1..=13_u32).flat_map(|first| (1..=13).map(move |gap| (first, gap)));
        for (first, gap) in heights {
            for lane in [0, 16, 32, 48] {
                let set = (KINGS * 0x1FFF) & !(1 << (lane + gap));
                let mut expected = 0;
                for number in (1..=first).rev().take_while(|&number| number != gap) {
                    expected |= 1 << (lane + number);
                }
                assert_eq!(chains(1 << (lane + first), set), expected, "{first} {gap}");
            }
        }
    }
}
