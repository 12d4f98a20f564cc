//! The error shared by every parser of short texts, and the quoting all errors use.

use std::fmt;

/// A text that does not name what it should: a card, an action, a place, a saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The offending text, as given.
    pub input: String,
    /// What is wrong with it.
    pub problem: String,
    /// How to mend it.
    pub hint: String,
}

impl NotationError {
    /// An error about `input`.
    pub fn new(input: &str, problem: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            input: input.to_owned(),
            problem: problem.into(),
            hint: hint.into(),
        }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} {}\nhint: {}",
            quoted(&self.input),
            self.problem,
            self.hint
        )
    }
}

impl std::error::Error for NotationError {}

/// `text` in quotes for a message, cut where it would drown the message.
#[must_use]
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 40;
    if text.chars().nth(SHOWN).is_none() {
        format!("{text:?}")
    } else {
        let head: String = text.chars().take(SHOWN).collect();
        format!("{head:?}… ({} characters)", text.chars().count())
    }
}
