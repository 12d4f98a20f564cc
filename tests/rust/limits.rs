//! The 25 group limits, through positions.

use eightoff::{Card, CellCount, GroupLimit, Layout, Place, Position, Rank, Reason, Rules, Suit};

use crate::data::lines;

fn spade(rank: u8) -> Card {
    Card::new(Suit::Spades, Rank::new(rank).expect("a rank"))
}

/// A run of `count` spades at the end of column 2 that fits on the king in column 1, or with the
/// king as its first card into the empty columns, which are the last. `None`: no such long run.
fn with_group(free: usize, empty: usize, to_empty: bool, count: u8) -> Option<Layout> {
    let highest = if to_empty { 12 } else { 11 };
    let lowest = (highest + 1_u8).checked_sub(count)?;
    let mut layout = Layout {
        cells: vec![None; 8],
        foundations: [lowest, 13, 13, 13],
        ..Layout::default()
    };
    // Other suits' cards, from the king of clubs down, fill what has to be full.
    let mut others = Card::all().rev();
    let mut other = || {
        let card = others.next().expect("39 cards of other suits");
        layout.foundations[card.suit().index()] -= 1;
        card
    };
    for cell in &mut layout.cells[free..] {
        *cell = Some(other());
    }
    for column in &mut layout.columns[usize::from(!to_empty)..8 - empty] {
        column.push(other());
    }
    if !to_empty {
        layout.columns[0].push(spade(12));
    }
    layout.columns[1].extend((lowest..=highest).rev().map(spade));
    Some(layout)
}

#[test]
fn the_table_and_one_card_too_many() {
    let mut seen = 0;
    for line in lines("group_limits.txt") {
        let words: Vec<_> = line.split(' ').collect();
        let (free, empty): (usize, usize) = (words[0].parse().unwrap(), words[1].parse().unwrap());
        let to_empty = words[2] == "empty";
        let app: u32 = words[3].parse().unwrap();
        for (group_limit, most) in [
            (GroupLimit::App, app),
            (GroupLimit::Strict, free as u32 + 1),
        ] {
            let rules = Rules::new(CellCount::Eight, group_limit);
            let column = if to_empty { 7 } else { 0 };
            for count in 1..=13 {
                let Some(layout) = with_group(free, empty, to_empty, count) else {
                    continue;
                };
                let position = Position::from_layout(&layout, rules).expect("a position");
                assert_eq!(
                    position.group_limit_to(column),
                    most,
                    "{line} {group_limit}"
                );
                let card = spade(if to_empty { 12 } else { 11 });
                let target = Place::Column(column as u8);
                match position.resolve_to(card, Place::Column(1), target) {
                    Ok(done) => assert_eq!((done.count, u32::from(count) <= most), (count, true)),
                    Err(reason) => assert_eq!(
                        (reason, u32::from(count) > most),
                        (
                            Reason::GroupTooLong {
                                card,
                                count,
                                limit: most
                            },
                            true
                        )
                    ),
                }
                let action = eightoff::Action::new(card, eightoff::Destination::Tableau);
                assert_eq!(
                    position.legal_actions().contains(action),
                    u32::from(count) <= most
                );
            }
        }
        seen += 1;
    }
    assert_eq!(seen, 25);
}
