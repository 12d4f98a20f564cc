//! Cards as bits, laid out so that a run is a block of ones.

use crate::card::{Card, CardSet, Rank, Suit};

/// The four kings.
pub(super) const KINGS: u64 = 0x0001_0001_0001_0001;

/// How many bits a suit takes: thirteen and three unused ones, which end every chain of ones.
const LANE: u32 = 16;

/// The bit number of a card. Every suit has a lane with the king at its lowest bit and the ace at
/// its bit 12, so that the next lower card of the suit is one bit up.
pub(super) fn bit(card: Card) -> u32 {
    LANE * card.suit() as u32 + u32::from(Rank::KING.index() - card.rank().index())
}

/// The card with that bit number.
pub(super) fn card(bit: u32) -> Card {
    let suit = Suit::ALL[(bit / LANE) as usize];
    let rank = Rank::new(Rank::KING.index() - (bit % LANE) as u8);
    Card::new(suit, rank.expect("only bits of cards are asked for"))
}

/// The bits of a set of cards.
pub(super) fn bits(cards: CardSet) -> u64 {
    cards.iter().fold(0, |bits, card| bits | 1 << bit(card))
}

/// Whether the card has no parent.
pub(super) const fn is_king(bit: u32) -> bool {
    bit.is_multiple_of(LANE)
}

/// Whether two cards are of one suit.
pub(super) const fn same_suit(one: u32, other: u32) -> bool {
    one / LANE == other / LANE
}

/// `len` cards of a suit, from the one with bit number `top` downwards in rank.
pub(super) const fn block(top: u32, len: u32) -> u64 {
    ((1 << len) - 1) << top
}

/// How many of `cards` follow each other, from the card with bit number `top` downwards in rank.
pub(super) const fn chain(cards: u64, top: u32) -> u32 {
    (!(cards >> top)).trailing_zeros()
}

/// All cards of a card's suit that are lower than it.
pub(super) const fn lower(bit: u32) -> u64 {
    block(bit + 1, Rank::KING.index() as u32 - bit % LANE)
}

/// Those of `cards` that make unbroken sequences with their aces.
pub(super) fn from_aces(cards: u64) -> u64 {
    (0..4).fold(0, |found, suit| {
        let lane = cards >> (LANE * suit) & 0x1fff;
        let missing = 13 - (lane << 51).leading_ones();
        found | (lane >> missing << missing) << (LANE * suit)
    })
}

/// The numbers of the ones in a mask, lowest first.
pub(super) fn ones(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        (mask != 0).then(|| {
            let lowest = mask.trailing_zeros();
            mask &= mask - 1;
            lowest
        })
    })
}
