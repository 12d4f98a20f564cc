//! Where episodes start.

use std::fmt;

use super::stream::{Stream, scaled};
use crate::deal::Deck;
use crate::position::Position;
use crate::rules::Rules;

/// The position an episode starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Start {
    /// The board.
    pub position: Position,
    /// The deal it comes from, if it comes from a numbered one.
    pub number: Option<u32>,
}

impl Start {
    /// The start of a numbered deal.
    #[must_use]
    pub fn deal(number: u32, rules: Rules) -> Self {
        Self {
            position: Position::deal(&Deck::numbered(number), rules),
            number: Some(number),
        }
    }
}

/// The deals that episodes are drawn from, each as likely as any other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Starts {
    /// The numbers to draw from; `None` means all 2³².
    pub numbers: Option<Box<[u32]>>,
}

impl Starts {
    /// Draws a start; one word of the stream is used for each deal looked at.
    ///
    /// # Errors
    /// When there is nothing to draw from.
    pub fn draw(&self, rules: Rules, words: &mut Stream) -> Result<Start, NoStart> {
        let number = self.draw_number(words).ok_or(NoStart)?;
        Ok(Start::deal(number, rules))
    }

    fn draw_number(&self, words: &mut Stream) -> Option<u32> {
        let word = words.next();
        match &self.numbers {
            None => Some((word >> 32) as u32),
            Some(numbers) => {
                let index = scaled(word, numbers.len() as u64);
                numbers.get(index as usize).copied()
            }
        }
    }
}

/// No deal is as an environment was told to have them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoStart;

impl fmt::Display for NoStart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no deal to start from")
    }
}

impl std::error::Error for NoStart {}
