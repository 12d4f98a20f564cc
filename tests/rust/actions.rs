//! Generator, rule-by-rule check and mask say the same of all 156 actions.

use eightoff::{Action, Place, Position, Reason, Rules};

use crate::data::perft_records;
use crate::dice::wander;

fn check(position: &Position) {
    let legal = position.legal_actions();
    let mut mask = [7; Action::COUNT];
    legal.write_mask(&mut mask);
    for action in Action::all() {
        let generated = legal.contains(action);
        assert_eq!(
            position.is_legal(action),
            generated,
            "{action} in\n{}",
            position.layout().to_text()
        );
        assert_eq!(
            mask[usize::from(action.index())],
            i8::from(generated),
            "{action}"
        );
        if let Err(Reason::NotNextHome { card, needed }) = position.resolve(action) {
            assert_eq!(needed.suit(), card.suit());
            assert_eq!(
                needed.rank().index(),
                position.foundation_height(card.suit())
            );
        }
        if generated {
            assert_eq!(
                position.resolve(action),
                Ok(position.move_of(action)),
                "{action}"
            );
            assert_eq!(position.move_of(action).action(), action);
        }
    }
    let withdrawal = |action| matches!(position.move_of(action).source(), Place::Foundation(_));
    let only_withdrawals = legal.iter().all(withdrawal);
    assert_eq!(position.is_stuck(), only_withdrawals && !position.is_won());
    let listed: Vec<_> = legal.iter().collect();
    assert!(listed.is_sorted());
    assert_eq!(listed.len(), legal.len() as usize);
    let mut by_destination: Vec<_> = legal.iter_by_destination().collect();
    by_destination.sort();
    assert_eq!(by_destination, listed);
}

#[test]
fn in_positions_played_to() {
    let (mut stuck, mut in_play) = (0, 0);
    wander(150, 150, |position| {
        check(position);
        if position.is_stuck() {
            stuck += 1;
        } else {
            in_play += 1;
        }
    });
    assert!(stuck > 100 && in_play > 1000, "{stuck} {in_play}");
}

#[test]
fn a_won_position_is_not_stuck() {
    let won = Position::from_text("Founds: S-K H-K D-K C-K", Rules::default()).expect("a position");
    assert!(won.is_won());
    check(&won);
}

#[test]
fn in_positions_put_together() {
    for record in perft_records() {
        check(&record.position);
        for action in record.position.legal_actions().iter() {
            let mut after = record.position;
            after.play_unchecked(action);
            check(&after);
        }
    }
}

#[test]
fn numbers_and_words() {
    let all: Vec<_> = Action::all().collect();
    assert_eq!(all.len(), Action::COUNT);
    for (index, &action) in (0..).zip(&all) {
        assert_eq!(Action::from_index(index), Some(action));
        assert_eq!(action.index(), index);
        assert_eq!(Action::new(action.card(), action.destination()), action);
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    assert_eq!(Action::from_index(156), None);
    assert_eq!(Action::from_index(255), None);
}
