//! What moves keep in step is what one finds by looking at the whole board.

use eightoff::{Card, CardSet, Deck, Place, Position, Rules, Suit};

use crate::data::perft_records;
use crate::dice::{Dice, wander};

/// The position as read anew from its own arrangement.
fn anew(position: &Position) -> Position {
    Position::from_layout(&position.layout(), position.rules()).expect("a position's own layout")
}

/// Everything that a position keeps, against a position put together from nothing and against
/// the plain arrangement.
fn check(position: &Position) {
    let fresh = anew(position);
    assert_eq!(*position, fresh);
    // `Debug` shows every field, those that equality may leave out too.
    assert_eq!(format!("{position:?}"), format!("{fresh:?}"));

    let layout = position.layout();
    let exposed = layout.columns.iter().filter_map(|column| column.last());
    let exposed = exposed.fold(CardSet::EMPTY, |set, &card| set.or(CardSet::of(card)));
    assert_eq!(position.exposed(), exposed);
    let on_parent = layout.columns.iter().flat_map(|column| column.windows(2));
    let on_parent = on_parent.filter(|pair| pair[1].parent() == Some(pair[0]));
    let on_parent = on_parent.fold(CardSet::EMPTY, |set, pair| set.or(CardSet::of(pair[1])));
    assert_eq!(position.on_parent(), on_parent);
    let in_cells = layout.cells.iter().flatten();
    let in_cells = in_cells.fold(CardSet::EMPTY, |set, &card| set.or(CardSet::of(card)));
    assert_eq!(position.in_cells(), in_cells);
    assert_eq!(
        u32::from(position.free_cells()),
        u32::from(position.rules().cells.get()) - in_cells.len()
    );
    let empty = layout
        .columns
        .iter()
        .filter(|column| column.is_empty())
        .count();
    assert_eq!(usize::from(position.empty_columns()), empty);
    let home = Suit::ALL.map(|suit| CardSet::lowest(suit, layout.foundations[suit.index()]));
    assert_eq!(
        position.home(),
        home.into_iter().fold(CardSet::EMPTY, CardSet::or)
    );
    for (index, cards) in (0..).zip(&layout.columns) {
        for &card in cards {
            assert_eq!(position.place_of(card), Place::Column(index));
        }
    }
}

#[test]
fn after_every_move() {
    wander(60, 120, check);
}

#[test]
fn after_every_move_and_undo_from_positions_put_together() {
    for record in perft_records() {
        check(&record.position);
        for action in record.position.legal_actions().iter() {
            let mut position = record.position;
            let played = position.play_unchecked(action);
            check(&position);
            position.unmake(&played);
            check(&position);
            assert_eq!(position, record.position, "{action} in {}", record.id);
        }
    }
}

/// Ten thousand deals, under one of the six rules each, played as far as dice take them and
/// taken back to the first card.
#[test]
fn deep_do_and_undo() {
    let all: Vec<_> = Rules::all().collect();
    for number in 0..10_000 {
        let start = Position::deal(&Deck::numbered(number), all[number as usize % all.len()]);
        let mut dice = Dice::new(u64::from(number));
        let mut position = start;
        let mut played = Vec::new();
        while played.len() < 300 {
            let Some(action) = dice.action(&position) else {
                break;
            };
            let before = position;
            let done = position.play_unchecked(action);
            assert_ne!(position.key(), before.key());
            played.push((before, done));
        }
        check(&position);
        while let Some((before, done)) = played.pop() {
            position.unmake(&done);
            assert_eq!(position, before);
        }
        assert_eq!(position, start);
        assert_eq!(format!("{position:?}"), format!("{start:?}"));
    }
}

/// Keys forget the order of columns and of cells, and nothing else.
#[test]
fn keys() {
    wander(20, 60, |position| {
        let mut layout = position.layout();
        layout.columns.rotate_left(3);
        layout.columns.swap(0, 5);
        layout.cells.rotate_left(1);
        let shuffled = Position::from_layout(&layout, position.rules()).expect("the same cards");
        assert_eq!(shuffled.key(), position.key());
        assert_eq!(shuffled.legal_actions(), position.legal_actions());
        for action in position.legal_actions().iter() {
            let (mut one, mut other) = (*position, shuffled);
            one.play_unchecked(action);
            other.play_unchecked(action);
            assert_eq!(one.key(), other.key(), "{action}");
            assert_ne!(one.key(), position.key(), "{action}");
        }
    });
}

#[test]
fn beneath_names_the_card_under_each() {
    wander(20, 60, |position| {
        let layout = position.layout();
        for card in Card::all() {
            let expected = match position.place_of(card) {
                Place::Foundation(_) => eightoff::position::HOME,
                Place::Cell(_) => eightoff::position::CELL,
                Place::Column(column) => {
                    let cards = &layout.columns[usize::from(column)];
                    let place = cards
                        .iter()
                        .position(|&other| other == card)
                        .expect("there");
                    place
                        .checked_sub(1)
                        .map_or(eightoff::position::BASE, |k| cards[k].index())
                }
            };
            assert_eq!(
                position.beneath()[usize::from(card.index())],
                expected,
                "{card}"
            );
        }
    });
}
