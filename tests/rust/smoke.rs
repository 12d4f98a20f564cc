//! The worked examples of the rules.

use eightoff::{Deck, Game, GameCode, GroupLimit, Layout, Position, Rules};

#[test]
fn the_worked_code() {
    let code: GameCode = " eo1-c8-aaaaafa\n".parse().expect("a valid code");
    assert_eq!(code.number, 20);
    assert_eq!(code.to_string(), "EO1-C8-AAAAAFA");
}

#[test]
fn perft_small() {
    for rules in Rules::all() {
        let position = Position::deal(&Deck::numbered(20), rules);
        println!("{rules:?} {} {}", position.perft(1), position.perft(4));
        let text = position.layout().to_text();
        assert_eq!(Layout::read(&text), (position.layout(), vec![]));
        assert_eq!(Position::from_text(&text, rules), Ok(position));
    }
}

#[test]
fn games_play_back() {
    let code = GameCode {
        number: 20,
        cells: eightoff::CellCount::Eight,
    };
    let mut game = Game::deal(code, GroupLimit::App);
    let start = game.clone();
    for _ in 0..50 {
        let Some(action) = game.position().legal_actions().iter().last() else {
            break;
        };
        game.apply(action).expect("legal");
        for action in eightoff::Action::all() {
            assert_eq!(
                game.position().is_legal(action),
                game.position().legal_actions().contains(action),
                "{action}"
            );
        }
        let text = game.position().layout().to_text();
        assert_eq!(
            Position::from_text(&text, game.rules()),
            Ok(*game.position())
        );
    }
    while game.undo().is_some() {}
    assert_eq!(game, start);
}

#[test]
fn saved_games_come_back() {
    let code = GameCode {
        number: 7,
        cells: eightoff::CellCount::Eight,
    };
    let mut game = Game::deal(code, GroupLimit::App);
    for _ in 0..50 {
        let Some(action) = game.position().legal_actions().iter().next() else {
            break;
        };
        game.apply(action).expect("legal");
        let back = Game::from_json(&game.to_json()).expect("own text");
        assert_eq!(back, game);
        assert_eq!(back.history(), game.history());
    }
    assert!(Game::from_json(&game.to_json().replacen("\"count\":1", "\"count\":2", 1)).is_err());
}
