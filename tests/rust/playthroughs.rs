//! Whole games, as the independent model played them.

use eightoff::{Action, Game, Move};

use crate::data::{limit, lines};

fn shown(done: Option<Move>) -> String {
    done.map_or("-".to_owned(), |m| {
        format!("{m} {} {} {} {}", m.source(), m.count, m.target(), m.points)
    })
}

fn step(game: &mut Game, asked: &str) -> Option<Move> {
    let words: Vec<_> = asked.split(' ').collect();
    let place = |k: usize| words[k].parse().expect("a place");
    match words[0] {
        "apply" => {
            let action = Action::from_index(words[1].parse().expect("an action"));
            Some(game.apply(action.expect("below 156")).expect("legal"))
        }
        "drag" => Some(game.drag(place(1), place(2)).expect("legal")),
        "tap" => game.tap(place(1)).expect("a place of this game"),
        "double_tap" => game.double_tap(place(1)).expect("a place of this game"),
        "undo" => game.undo(),
        other => panic!("{other}"),
    }
}

#[test]
fn step_by_step() {
    let mut games = Vec::new();
    for line in lines("playthroughs.txt") {
        if let Some(start) = line.strip_prefix("game ") {
            let words: Vec<_> = start.split(' ').collect();
            let mut game = Game::deal(words[0].parse().expect("a code"), limit(words[1]));
            game.set_undo_limit(Some(words[2].parse().expect("a number")));
            games.push(game);
            continue;
        }
        let game = games.last_mut().expect("a game line first");
        let parts: Vec<_> = line.split('|').map(str::trim).collect();
        let done = step(game, parts[0]);
        let legal: Vec<_> = game
            .position()
            .legal_actions()
            .iter()
            .map(|a| a.index().to_string())
            .collect();
        let seen = [shown(done), game.score().to_string(), legal.join(" ")];
        assert_eq!(
            seen,
            parts[1..],
            "{line}\n{}",
            game.position().layout().to_text()
        );
    }
    assert_eq!(games.len(), 6);
}
