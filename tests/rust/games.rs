//! What a game keeps beside its position: code, score, history and how far back it goes.

use eightoff::position::BASE;
use eightoff::{Action, CellCount, Game, GameCode, GroupLimit, Move, Place, Position, Rules, Suit};

use crate::dice::{Dice, wander};

const CODE: GameCode = GameCode {
    number: 20,
    cells: CellCount::Eight,
};

/// Deal 20 after so many actions by dice.
fn played(actions: usize) -> Game {
    let mut game = Game::deal(CODE, GroupLimit::App);
    let mut dice = Dice::new(7);
    for _ in 0..actions {
        let action = dice.action(game.position()).expect("an action");
        game.apply(action).expect("a legal action");
    }
    game
}

/// A queen that goes to and fro, so many times.
fn to_and_fro(actions: usize, undo_limit: Option<usize>) -> Game {
    let board = "Foundations: H-K C-K D-K S-J\nKS QS\n:\n:\n:\n:\n:\n:\n:\n";
    let rules = Rules::new(CellCount::Eight, GroupLimit::App);
    let mut game = Game::from_position(Position::from_text(board, rules).expect("a position"));
    game.set_undo_limit(undo_limit);
    for word in ["QSf", "QSc", "QSt"].iter().cycle().take(actions) {
        game.apply(word.parse().expect("a word")).expect("legal");
    }
    game
}

#[test]
fn code_belongs_to_the_deal() {
    assert_eq!(played(5).code(), Some(CODE));
    assert_eq!(to_and_fro(5, None).code(), None);
}

#[test]
fn undo_goes_back_as_far_as_the_limit() {
    assert_eq!(played(0).undo_limit(), Some(100));
    let all = to_and_fro(150, None);
    assert_eq!(all.undo_limit(), None);
    for limit in [0, 1, 7, 100, 150, 151] {
        let mut game = to_and_fro(150, Some(limit));
        assert_eq!(game.undo_limit(), Some(limit));
        let kept = limit.min(150);
        assert!(
            game.history()
                .iter()
                .eq(all.history().iter().skip(150 - kept))
        );
        assert_eq!(std::iter::from_fn(|| game.undo()).count(), kept);
    }
    let mut shortened = all;
    shortened.set_undo_limit(Some(4));
    assert_eq!(shortened.history().len(), 4);
    shortened.clear_history();
    assert_eq!(shortened.undo(), None);
}

#[test]
fn games_are_equal_by_position_score_and_code() {
    let game = played(9);
    let mut limited = game.clone();
    limited.set_undo_limit(Some(3));
    assert_eq!(limited, game);
    limited.undo();
    assert_ne!(limited, game);
    assert_ne!(Game::from_position(*played(0).position()), played(0)); // without its code

    let (farmed, fresh) = (to_and_fro(3, None), to_and_fro(0, None));
    assert_eq!(farmed.position(), fresh.position());
    assert_eq!((farmed.score(), fresh.score()), (15, 0));
    assert_ne!(farmed, fresh);
}

#[test]
fn a_refused_action_changes_nothing() {
    let mut game = played(12);
    let before = (game.clone(), game.history().clone());
    let position = *game.position();
    for action in Action::all().filter(|&action| !position.is_legal(action)) {
        let refused = game.apply(action).expect_err("not legal");
        assert_eq!(Err(refused.reason), position.resolve(action));
    }
    assert_eq!((game.clone(), game.history().clone()), before);
}

/// Every action's move can be dragged, and what else can be dragged differs from some action in
/// the very cell or empty column alone, or is a base king's move between columns.
#[test]
fn drags_and_actions_are_the_same_moves() {
    let mut groups = 0;
    wander(40, 80, |position| {
        let game = Game::from_position(*position);
        let columns = (0..8).map(Place::Column);
        let cells = (0..position.rules().cells.get()).map(Place::Cell);
        let places = columns.chain(cells).chain(Suit::ALL.map(Place::Foundation));
        let drags: Vec<Move> = places
            .flat_map(|place| game.drags_from(place).expect("a place of the game"))
            .collect();
        for &drag in &drags {
            assert_eq!(game.clone().drag(drag.source(), drag.target()), Ok(drag));
            groups += usize::from(drag.count > 1);
            let of_base = position.beneath()[usize::from(drag.card.index())] == BASE;
            let to_column = matches!(drag.target(), Place::Column(_));
            if drag.card.is_king() && of_base && to_column {
                continue;
            }
            let action = position.resolve(drag.action()).expect("legal as well");
            assert_eq!(
                (action.card, action.source(), action.count, action.points),
                (drag.card, drag.source(), drag.count, drag.points)
            );
        }
        for action in position.legal_actions().iter() {
            assert!(drags.contains(&position.move_of(action)), "{action}");
        }
    });
    assert!(groups > 500, "the dice have to find groups: {groups}");
}

#[test]
fn a_move_goes_between_its_places_or_else_as_its_action() {
    let start = Game::deal(CODE, GroupLimit::App);
    let jack = start.position().move_of("JDc".parse().expect("a word"));
    let made = |source: &str, target: &str, points| {
        let [source, target] = [source, target].map(|text| text.parse().expect("a place"));
        let mut wanted = Move::new(jack.card, jack.count, source, target);
        wanted.points = points;
        let done = start.clone().apply_move(&wanted).expect("legal");
        (
            done.source().to_string(),
            done.target().to_string(),
            done.points,
        )
    };
    let expected = |source: &str, target: &str| (source.to_owned(), target.to_owned(), 0);
    assert_eq!(made("3", "e", 0), expected("3", "e"));
    assert_eq!(made("3", "h", 99), expected("3", "h"));
    assert_eq!(made("4", "h", 0), expected("3", "e")); // the jack is not there
    assert_eq!(made("3", "a", 0), expected("3", "e")); // a full cell
}

#[test]
fn records_lead_to_the_same_position_and_score() {
    let game = played(12);
    let record = game.record().expect("all moves since the deal");
    let (code, words) = record.split_once(':').expect("a colon");
    let mut again = Game::deal(code.parse().expect("a code"), GroupLimit::App);
    for word in words.split_whitespace() {
        again.apply(word.parse().expect("a word")).expect("legal");
    }
    assert_eq!(again, game);
    again.set_undo_limit(Some(11));
    assert_eq!(again.record(), None);
    assert_eq!(to_and_fro(3, None).record(), None);
}
