//! The board as a person reads it in a terminal.

use std::fmt;

use crate::card::{Card, Rank, Suit};
use crate::game::Game;
use crate::position::Position;
use crate::rules::COLUMNS;

impl fmt::Display for Position {
    /// Foundations, cells, and the columns side by side, exposed cards lowest.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("foundations ")?;
        for suit in Suit::ALL {
            let top = self.foundation_height(suit).checked_sub(1);
            let rank = top.and_then(Rank::new).map_or('-', Rank::letter);
            write!(f, " {rank}{}", suit.letter())?;
        }
        f.write_str("\ncells       ")?;
        for cell in 0..self.rules().cells.get() {
            let card = text_or(self.cell(usize::from(cell)), "--");
            write!(f, " {}:{card}", (b'a' + cell) as char)?;
        }
        f.write_str("\n\n")?;
        for column in 1..=COLUMNS {
            write!(f, "  {column} ")?;
        }
        let columns: [Vec<Card>; COLUMNS] = self.layout().columns;
        let height = columns.iter().map(Vec::len).max().unwrap_or_default();
        for row in 0..height {
            let cards = columns
                .iter()
                .map(|column| text_or(column.get(row).copied(), "  "));
            let line = cards.collect::<Vec<_>>().join("  ");
            write!(f, "\n {}", line.trim_end())?;
        }
        Ok(())
    }
}

fn text_or(card: Option<Card>, otherwise: &str) -> String {
    card.map_or_else(|| otherwise.to_owned(), |card| card.to_string())
}

impl fmt::Display for Game {
    /// A line with code, rules and score, then the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code() {
            Some(code) => write!(f, "{code}")?,
            None => f.write_str("no code")?,
        }
        let rules = self.rules();
        let (cells, limit) = (rules.cells.get(), rules.group_limit);
        write!(
            f,
            "   {cells} cells   {limit} group limit   score {}",
            self.score()
        )?;
        if self.position().is_won() {
            f.write_str("   won")?;
        }
        write!(f, "\n{}", self.position())
    }
}
