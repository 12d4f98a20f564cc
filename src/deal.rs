//! From a deal number to a deck, and between deal numbers and game codes.
//!
//! The shuffle is part of the code format `EO1` and never changes; another shuffle would be
//! `EO2`. The tests hold it to published ChaCha20 words and to decks kept as data.

use std::fmt::{self, Write};
use std::str::FromStr;

use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::card::{Card, CardSet, Suit};
use crate::error::quoted;
use crate::layout::{Fault, LayoutError};
use crate::rules::CellCount;

/// How many cards of a deck go to the columns; the others go to cells while there are any.
pub const CARDS_DEALT_TO_COLUMNS: usize = 48;

/// The 52 cards in dealing order, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Deck([Card; 52]);

impl Deck {
    /// The deck of a deal number.
    #[must_use]
    pub fn numbered(number: u32) -> Self {
        let mut key = [0; 32];
        key[..4].copy_from_slice(&number.to_le_bytes());
        let mut words = ChaCha20Rng::from_seed(key);
        let mut cards = std::array::from_fn(|i| Card::at(i as u8));
        for i in (1..cards.len()).rev() {
            cards.swap(i, below(&mut words, i as u32 + 1) as usize);
        }
        Self(cards)
    }

    /// The deck of a Microsoft deal number; `None` for 0, which is none.
    ///
    /// The linear congruential generator and the removal of cards from a deck ordered rank by
    /// rank, suits C D H S, are those that freecell programs have shared since Windows 3.1. From
    /// 2³¹ on bit 15 of each draw is set, as the generators of fc-solve and pysol-cards do.
    #[must_use]
    pub fn microsoft(number: u32) -> Option<Self> {
        const SUITS: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];
        if number == 0 {
            return None;
        }
        let mut cards: [Card; 52] =
            std::array::from_fn(|i| Card::at(13 * SUITS[i % 4] as u8 + (i / 4) as u8));
        let mut seed = number;
        for i in (1..cards.len()).rev() {
            seed = seed.wrapping_mul(214_013).wrapping_add(2_531_011);
            let random = (seed >> 16) & 0x7fff | (number >> 31) << 15;
            cards.swap(i, random as usize % (i + 1));
        }
        cards.reverse();
        Some(Self(cards))
    }

    /// The deck with these cards, in dealing order.
    ///
    /// # Errors
    /// Names every card that is missing or there more than once, and a wrong number of cards.
    pub fn from_cards(cards: &[Card]) -> Result<Self, LayoutError> {
        if let Ok(deck) = <[Card; 52]>::try_from(cards)
            && deck.iter().copied().collect::<CardSet>() == CardSet::ALL
        {
            return Ok(Self(deck));
        }
        let mut faults = Vec::new();
        if cards.len() != 52 {
            faults.push(Fault::DeckSize(cards.len()));
        }
        faults.extend(Fault::missing_and_repeated(cards.iter().copied()));
        Err(LayoutError::new(faults))
    }

    /// The cards in dealing order.
    #[must_use]
    pub const fn cards(&self) -> &[Card; 52] {
        &self.0
    }

    /// Where the card at place `k` of the deck goes.
    #[must_use]
    pub const fn destination(k: usize, cells: CellCount) -> Dealt {
        if k < CARDS_DEALT_TO_COLUMNS {
            return Dealt::Column(k % 8);
        }
        let q = k - CARDS_DEALT_TO_COLUMNS;
        if q < cells.get() as usize {
            Dealt::Cell(q)
        } else {
            Dealt::Column(q)
        }
    }
}

/// The place a card is dealt to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dealt {
    /// The exposed end of that column, 0..=7.
    Column(usize),
    /// That cell, 0..=3.
    Cell(usize),
}

/// An unbiased number below `n`, by widening multiplication with rejection.
fn below(words: &mut impl Rng, n: u32) -> u32 {
    loop {
        let product = u64::from(words.next_u32()) * u64::from(n);
        // (2^32 - n) mod n words would be one too many for some results: draw again. That is less
        // than n, so the division is hardly ever needed.
        let low = product as u32;
        if low >= n || low >= n.wrapping_neg() % n {
            return (product >> 32) as u32;
        }
    }
}

/// A deal number with a cell count, written `EO1-C8-AAAAAFA`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct GameCode {
    /// The deal number.
    pub number: u32,
    /// The number of cells.
    pub cells: CellCount,
}

/// RFC 4648, table 3.
const BASE32: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/// Letters that 32 bits take at 5 bits each.
const LETTERS: usize = 7;
/// Bits of the last letter that hold nothing.
const TRAILING_BITS: u32 = 3;
const VERSION: &str = "EO1";

impl GameCode {
    /// How many characters a code has.
    pub const LENGTH: usize = 14;

    /// The code's characters, for those who write very many.
    #[must_use]
    pub fn ascii(self) -> [u8; Self::LENGTH] {
        let mut text = *b"EO1-C8-AAAAAAA";
        text[..VERSION.len()].copy_from_slice(VERSION.as_bytes());
        text[5] = b'0' + self.cells.get();
        let bits = u64::from(self.number) << TRAILING_BITS;
        for (place, letter) in text.iter_mut().rev().take(LETTERS).enumerate() {
            *letter = BASE32[(bits >> (5 * place)) as usize & 31];
        }
        text
    }
}

impl fmt::Display for GameCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut ascii = self.ascii().into_iter();
        ascii.try_for_each(|character| f.write_char(character.into()))
    }
}

impl FromStr for GameCode {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Self, CodeError> {
        let code = text.trim();
        let error = |at: usize, problem| {
            Err(CodeError {
                input: text.to_owned(),
                at: text.len() - text.trim_start().len() + at,
                problem,
            })
        };
        let upper = code.to_ascii_uppercase();
        let Some(rest) = upper.strip_prefix("EO1-C") else {
            let version = upper.split('-').next().unwrap_or_default();
            let other = version != VERSION
                && version
                    .strip_prefix("EO")
                    .is_some_and(|v| !v.is_empty() && v.bytes().all(|b| b.is_ascii_digit()));
            return if other {
                error(2, CodeProblem::Version(version.to_owned()))
            } else {
                error(0, CodeProblem::Shape)
            };
        };
        let Some((count, letters)) = rest.split_once('-') else {
            return error(0, CodeProblem::Shape);
        };
        let cells = match count {
            "8" => CellCount::Eight,
            "4" => CellCount::Four,
            "2" => CellCount::Two,
            _ => return error(5, CodeProblem::Cells(count.to_owned())),
        };
        let start = code.len() - letters.len();
        let mut bits = 0;
        for (i, letter) in letters.char_indices() {
            match BASE32.iter().position(|&b| char::from(b) == letter) {
                Some(_) if i >= LETTERS => {}
                Some(value) => bits = bits << 5 | value as u64,
                None => return error(start + i, CodeProblem::Letter(letter)),
            }
        }
        if letters.len() != LETTERS {
            return error(start, CodeProblem::Length(letters.len()));
        }
        if bits & ((1 << TRAILING_BITS) - 1) != 0 {
            let last = letters.chars().last().unwrap_or_default();
            return error(start + LETTERS - 1, CodeProblem::TrailingBits(last));
        }
        Ok(Self {
            number: (bits >> TRAILING_BITS) as u32,
            cells,
        })
    }
}

/// A text that is no game code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeError {
    /// The text, as given.
    pub input: String,
    /// The byte of `input` at which the fault stands, from 0.
    pub at: usize,
    /// What is wrong there.
    pub problem: CodeProblem,
}

/// The ways in which a code can be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CodeProblem {
    /// Not of the shape `EO1-C8-AAAAAFA`.
    Shape,
    /// A version other than `EO1`.
    Version(String),
    /// A cell count other than 8, 4 and 2.
    Cells(String),
    /// Not seven letters.
    Length(usize),
    /// A character outside the alphabet.
    Letter(char),
    /// A last letter whose three unused bits are not zero.
    TrailingBits(char),
}

impl fmt::Display for CodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let input = quoted(&self.input);
        write!(f, "{input} is no game code: at character {}, ", self.at + 1)?;
        match &self.problem {
            CodeProblem::Shape => f.write_str(
                "expected EO1-C<cells>-<7 letters>\nhint: a code looks like EO1-C8-AAAAAFA",
            ),
            CodeProblem::Version(version) => write!(
                f,
                "version {} is unknown\nhint: this package reads codes that begin with EO1",
                quoted(version)
            ),
            CodeProblem::Cells(count) => write!(
                f,
                "{} is no number of cells\nhint: write C8, C4 or C2",
                quoted(count)
            ),
            CodeProblem::Length(length) => write!(
                f,
                "{length} letters stand where 7 belong\nhint: a code looks like EO1-C8-AAAAAFA"
            ),
            CodeProblem::Letter(letter) => write!(
                f,
                "{letter:?} is no letter of the code's alphabet\n\
                 hint: only A-Z and 2-7 occur; 0 is probably O, 1 is I or L, 8 is B"
            ),
            CodeProblem::TrailingBits(letter) => write!(
                f,
                "the last letter cannot be {letter:?}\nhint: only A, I, Q and Y can end a code"
            ),
        }
    }
}

impl std::error::Error for CodeError {}
