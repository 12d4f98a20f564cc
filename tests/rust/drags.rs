//! Drags of one very card, as when a person picks it up in the middle of a run.

use eightoff::{Action, Deck, DragError, Game, GroupLimit, Place, Position, Reason, Rules};

/// Column 1 ends in the run 9S 8S 7S, column 2 in TS; one cell of the two is free.
const BOARD: &str = "Foundations: H-0 C-K D-K S-6
Freecells: KH -
QH JH TH 9S 8S 7S
KS QS JS TS
9H 8H 7H
6H 5H 4H
3H 2H AH
:
:
:
";

fn game(group_limit: GroupLimit) -> Game {
    let rules = Rules::new(eightoff::CellCount::Two, group_limit);
    Game::from_position(Position::from_text(BOARD, rules).expect("a possible board"))
}

fn card(text: &str) -> eightoff::Card {
    text.parse().expect("a card")
}

fn place(text: &str) -> Place {
    text.parse().expect("a place")
}

#[test]
fn a_card_takes_its_run_along() {
    let mut game = game(GroupLimit::App);
    let played = game.drag_card(card("9S"), place("2")).expect("legal");
    assert_eq!((played.count, played.source()), (3, place("1")));
    assert_eq!(game.undo(), Some(played));
}

#[test]
fn the_card_that_was_asked_for_moves_or_none() {
    let mut game = game(GroupLimit::Strict);
    let before = game.clone();
    let mut refused = |text: &str, target: &str| match game.drag_card(card(text), place(target)) {
        Err(DragError::Illegal(illegal)) => illegal.reason,
        other => panic!("{text}{target}: {other:?}"),
    };
    // Two free places in all carry two cards, not three.
    let (c, limit) = (card("9S"), 2);
    assert_eq!(
        refused("9S", "2"),
        Reason::GroupTooLong {
            card: c,
            count: 3,
            limit
        }
    );
    // The column as a whole could drag 9S there, and 7S to the cell; other cards could not.
    let (c, onto) = (card("8S"), card("TS"));
    assert_eq!(refused("8S", "2"), Reason::DoesNotFit { card: c, onto });
    assert_eq!(
        refused("8S", "b"),
        Reason::SeveralCards { card: c, count: 2 }
    );
    let (c, exposed) = (card("TH"), card("7S"));
    assert_eq!(refused("TH", "b"), Reason::Covered { card: c, exposed });
    assert_eq!(refused("7S", "1"), Reason::SamePlace { place: place("1") });
    assert_eq!(game, before);
    assert!(matches!(
        game.drag_card(card("7S"), place("c")),
        Err(DragError::Notation(_))
    ));
}

#[test]
fn every_drag_between_places_is_the_drag_of_its_card() {
    for rules in Rules::all() {
        for number in 0..40 {
            let mut game = Game::from_position(Position::deal(&Deck::numbered(number), rules));
            for step in 0..60 {
                let sources = Action::all().map(|action| game.position().place_of(action.card()));
                let drags = sources.map(|source| game.drags_from(source).expect("a place it has"));
                for played in drags.flatten() {
                    let (mut by_place, mut by_card) = (game.clone(), game.clone());
                    assert_eq!(by_place.drag(played.source(), played.target()), Ok(played));
                    assert_eq!(by_card.drag_card(played.card, played.target()), Ok(played));
                    assert_eq!(by_place, by_card);
                }
                let legal: Vec<_> = game.position().legal_actions().iter().collect();
                let Some(&action) = legal.get(step * 7 % legal.len().max(1)) else {
                    break;
                };
                game.apply(action).expect("legal");
            }
        }
    }
}
