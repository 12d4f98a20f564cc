//! Board text: the format that fc-solve reads for `-g eight_off`, both ways.
//!
//! ```text
//! Foundations: H-0 C-0 D-0 S-A
//! Freecells: 6S - 9C - 2H - 6H -
//! JD KD 2S 4C 3S 6D
//! :
//! ...
//! ```
//!
//! What other programs write is read as well: `FC:` and `Founds:` and the like, headers before,
//! among or after the columns or not at all, `*` for an empty cell, `:` before a column, comments
//! from `#` on, Windows line ends, and every spelling of a card that [`Card`] reads.

use std::fmt::Write;

use crate::card::{Card, Rank, Suit};
use crate::error::NotationError;
use crate::layout::{Fault, Layout, LayoutError};
use crate::position::Position;
use crate::rules::{COLUMNS, Rules};

/// The order in which fc-solve writes foundations.
const FOUNDATION_ORDER: [Suit; 4] = [Suit::Hearts, Suit::Clubs, Suit::Diamonds, Suit::Spades];

impl Layout {
    /// The board text of the arrangement. An empty column is a line of its own, `:`.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::with_capacity(256);
        text.push_str("Foundations:");
        for suit in FOUNDATION_ORDER {
            let top = match self.foundations[suit.index()].checked_sub(1) {
                None => '0',
                Some(top) => Rank::new(top).map_or('?', Rank::letter),
            };
            // Writing to a String cannot fail.
            let _ = write!(text, " {}-{top}", suit.letter());
        }
        text.push_str("\nFreecells:");
        for cell in &self.cells {
            match cell {
                Some(card) => _ = write!(text, " {card}"),
                None => text.push_str(" -"),
            }
        }
        text.push('\n');
        for column in &self.columns {
            if column.is_empty() {
                text.push(':');
            }
            for (i, card) in column.iter().enumerate() {
                let space = if i > 0 { " " } else { "" };
                let _ = write!(text, "{space}{card}");
            }
            text.push('\n');
        }
        text
    }

    /// The arrangement that a board text describes, whether or not it is a possible position, and
    /// the faults of the text: every word that cannot be read, a header that stands twice, a
    /// ninth column.
    #[must_use]
    pub fn read(text: &str) -> (Self, Vec<Fault>) {
        let mut reader = Reader::default();
        for (line, content) in text.lines().enumerate() {
            reader.read_line(line, content);
        }
        reader.finish()
    }
}

impl Position {
    /// The position that a board text describes.
    ///
    /// # Errors
    /// All faults of the text and of the arrangement at once.
    pub fn from_text(text: &str, rules: Rules) -> Result<Self, LayoutError> {
        let (layout, mut faults) = Layout::read(text);
        if faults.is_empty() {
            return Self::from_layout(&layout, rules);
        }
        faults.extend(layout.faults(rules.cells));
        Err(LayoutError::new(faults))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Header {
    Foundations,
    Cells,
}

impl Header {
    fn named(name: &str) -> Option<Self> {
        match name.trim().to_ascii_lowercase().as_str() {
            "foundations" | "foundation" | "founds" | "found" | "decks" | "deck" => {
                Some(Self::Foundations)
            }
            "freecells" | "freecell" | "fc" | "cells" => Some(Self::Cells),
            _ => None,
        }
    }
}

/// What has been read so far.
#[derive(Default)]
struct Reader {
    foundations: Option<[u8; 4]>,
    cells: Option<Vec<Option<Card>>>,
    /// The line each column stands on, and its cards.
    columns: Vec<(usize, Vec<Card>)>,
    faults: Vec<Fault>,
}

impl Reader {
    fn read_line(&mut self, line: usize, content: &str) {
        let commented = content.contains('#');
        let content = content.split('#').next().unwrap_or_default().trim();
        if content.is_empty() && commented {
            return;
        }
        if let Some((name, words)) = content.split_once(':') {
            match Header::named(name) {
                Some(Header::Foundations) => return self.read_foundations(line, name, words),
                Some(Header::Cells) => return self.read_cells(line, name, words),
                None => {}
            }
        }
        self.read_column(line, content);
    }

    fn read_foundations(&mut self, line: usize, name: &str, words: &str) {
        let mut heights = [0; 4];
        for word in words.split_whitespace() {
            if let Some((suit, height)) = foundation(word) {
                heights[suit.index()] = height;
            } else {
                self.fault_of_word(
                    line,
                    NotationError::new(
                        word,
                        "is not a foundation",
                        "write the suit, a hyphen and the top rank or 0, as in H-0 or S-A",
                    ),
                );
            }
        }
        if self.foundations.replace(heights).is_some() {
            self.repeated_header(line, name);
        }
    }

    fn read_cells(&mut self, line: usize, name: &str, words: &str) {
        let mut cells = Vec::new();
        for word in words.split_whitespace() {
            if word == "-" || word == "*" {
                cells.push(None);
            } else {
                cells.extend(self.card(line, word).map(Some));
            }
        }
        if self.cells.replace(cells).is_some() {
            self.repeated_header(line, name);
        }
    }

    fn read_column(&mut self, line: usize, words: &str) {
        // Blank lines before everything else are the writer's, not columns; those with a colon are.
        let nothing_yet =
            self.columns.is_empty() && self.cells.is_none() && self.foundations.is_none();
        if nothing_yet && words.is_empty() {
            return;
        }
        let words = words.trim_start().trim_start_matches(':');
        let cards = words
            .split_whitespace()
            .filter_map(|word| self.card(line, word))
            .collect();
        self.columns.push((line, cards));
    }

    fn card(&mut self, line: usize, word: &str) -> Option<Card> {
        word.parse()
            .map_err(|error| self.fault_of_word(line, error))
            .ok()
    }

    fn fault_of_word(&mut self, line: usize, error: NotationError) {
        self.faults.push(Fault::Word { line, error });
    }

    fn repeated_header(&mut self, line: usize, name: &str) {
        let header = name.trim().to_owned();
        self.faults.push(Fault::RepeatedHeader { line, header });
    }

    fn finish(mut self) -> (Layout, Vec<Fault>) {
        // A blank line is an empty column while there is room for it. Beyond that those at the
        // end go first, for fc-solve reads no further than eight lines; others only separate.
        let blank = |column: &(usize, Vec<Card>)| column.1.is_empty();
        while self.columns.len() > COLUMNS && self.columns.last().is_some_and(blank) {
            self.columns.pop();
        }
        if self.columns.len() > COLUMNS {
            self.columns.retain(|column| !blank(column));
        }
        if let Some(&(line, _)) = self.columns.get(COLUMNS) {
            self.faults.push(Fault::TooManyColumns { line });
        }
        let mut layout = Layout {
            cells: self.cells.unwrap_or_default(),
            foundations: self.foundations.unwrap_or_default(),
            ..Layout::default()
        };
        for (column, (_, cards)) in layout.columns.iter_mut().zip(self.columns) {
            *column = cards;
        }
        (layout, self.faults)
    }
}

/// `H-0` is (hearts, 0), `S-A` (spades, 1), `C-K` (clubs, 13).
fn foundation(word: &str) -> Option<(Suit, u8)> {
    let (suit, top) = word.split_once('-')?;
    let mut letters = suit.chars();
    let suit = Suit::from_char(letters.next()?)?;
    if letters.next().is_some() {
        return None;
    }
    // Here 0 is none, not a short ten.
    if top == "0" {
        return Some((suit, 0));
    }
    Some((suit, Rank::from_text(top)?.index() + 1))
}
