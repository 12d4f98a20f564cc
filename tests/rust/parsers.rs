//! No text makes a parser panic, and what it takes it writes back.

use eightoff::{Action, Card, CellCount, GameCode, GroupLimit, Layout, Place, Position, Rules};
use proptest::prelude::*;

use crate::data::perft_records;

fn rules() -> impl Strategy<Value = Rules> {
    prop::sample::select(Rules::all().collect::<Vec<_>>())
}

/// A board of the perft file, some of its characters replaced, left out or doubled.
fn damaged_board() -> impl Strategy<Value = String> {
    let boards: Vec<_> = perft_records()
        .iter()
        .map(|record| record.position.layout().to_text())
        .collect();
    let damage = prop::collection::vec((any::<prop::sample::Index>(), 0..3, any::<char>()), 0..4);
    (prop::sample::select(boards), damage).prop_map(|(board, damage)| {
        let mut letters: Vec<char> = board.chars().collect();
        for (index, kind, new) in damage {
            let at = index.index(letters.len());
            match kind {
                0 => letters[at] = new,
                1 => drop(letters.remove(at)),
                _ => letters.insert(at, letters[at]),
            }
        }
        letters.into_iter().collect()
    })
}

#[test]
fn an_empty_first_column_needs_a_colon_when_nothing_stands_above_it() {
    let board = "KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS\n".repeat(4);
    let suits = ['S', 'H', 'D', 'C'].into_iter().zip(board.lines());
    let runs: Vec<String> = suits
        .map(|(suit, run)| run.replace('S', &suit.to_string()))
        .collect();
    let runs = runs.join("\n");
    let lengths = |text: &str| {
        let position = Position::from_text(text, Rules::default()).expect("a position");
        position.layout().columns.map(|column| column.len())
    };
    assert_eq!(
        lengths(&format!(":\n{runs}\n")),
        [0, 13, 13, 13, 13, 0, 0, 0]
    );
    assert_eq!(
        lengths(&format!("\n{runs}\n\n\n\n\n\n")),
        [13, 13, 13, 13, 0, 0, 0, 0]
    );
    assert_eq!(
        lengths(&format!("FC:\n\n{runs}\n\n\n\n\n\n")),
        [0, 13, 13, 13, 13, 0, 0, 0]
    );
}

proptest! {
    #[test]
    fn any_text_as_a_code(text in "\\PC*|[Ee][Oo][12]-[Cc][0-9]-[A-Za-z2-9=]{5,9}") {
        if let Ok(code) = text.parse::<GameCode>() {
            prop_assert_eq!(text.trim().to_uppercase(), code.to_string());
        }
    }

    #[test]
    fn every_code_reads_back(number: u32, k in 0_usize..3) {
        let code = GameCode { number, cells: CellCount::ALL[k] };
        prop_assert_eq!(code.to_string().parse(), Ok(code));
    }

    #[test]
    fn any_text_as_a_word(text in "\\PC{0,5}|(10|[2-9atjqkATJQK])[shdcSHDC♠♥♦♣][ftcFTC]") {
        if let Ok(action) = text.parse::<Action>() {
            prop_assert_eq!(action.to_string().parse(), Ok(action));
        }
        if let Ok(card) = text.parse::<Card>() {
            prop_assert_eq!(card.to_string().parse(), Ok(card));
        }
        if let Ok(place) = text.parse::<Place>() {
            prop_assert_eq!(place.to_string(), text.trim().replace('♠', "S").replace('♥', "H")
                .replace('♦', "D").replace('♣', "C"));
        }
        prop_assert_eq!(GroupLimit::from_name(&text).is_some(), text == "app" || text == "strict");
    }

    #[test]
    fn any_text_as_a_board(text in any::<String>(), rules in rules()) {
        let refused = Position::from_text(&text, rules).expect_err("not a board");
        prop_assert!(!refused.faults().is_empty());
        prop_assert!(!refused.to_string().is_empty());
    }

    #[test]
    fn a_damaged_board(text in damaged_board(), rules in rules()) {
        match Position::from_text(&text, rules) {
            Ok(position) => {
                let written = position.layout().to_text();
                prop_assert_eq!(Position::from_text(&written, rules), Ok(position));
                prop_assert_eq!(position.layout().cards().count(), 52);
            }
            Err(refused) => prop_assert!(!refused.faults().is_empty()),
        }
    }

    /// Layouts are public and hold anything: too many cells, cards twice, foundations of 200.
    #[test]
    fn any_arrangement(
        columns in prop::array::uniform8(prop::collection::vec(0_u8..52, 0..25)),
        cells in prop::collection::vec(prop::option::of(0_u8..52), 0..12),
        foundations: [u8; 4],
        rules in rules(),
    ) {
        let card = |index| Card::from_index(index).expect("below 52");
        let layout = Layout {
            columns: columns.map(|column| column.into_iter().map(card).collect()),
            cells: cells.into_iter().map(|cell| cell.map(card)).collect(),
            foundations,
        };
        let refused = Position::from_layout(&layout, rules).expect_err("no position by chance");
        prop_assert!(!refused.to_string().is_empty());
        let _written: String = layout.to_text();
    }
}
