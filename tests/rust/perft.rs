//! The engine counts what the independent model counted.

use crate::data::perft_records;

#[test]
fn all_counts() {
    for record in perft_records() {
        for &(depth, count) in &record.counts {
            assert_eq!(
                record.position.perft(depth),
                count,
                "{} at depth {depth}",
                record.id
            );
        }
    }
}

#[test]
fn bulk_counting_agrees_with_playing_every_leaf() {
    fn one_by_one(position: &eightoff::Position, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let play = |action| {
            let mut after = *position;
            after.play_unchecked(action);
            one_by_one(&after, depth - 1)
        };
        position.legal_actions().iter().map(play).sum()
    }
    for record in perft_records() {
        let (depth, count) = record.counts[record.counts.len().min(4) - 1];
        assert_eq!(one_by_one(&record.position, depth), count, "{}", record.id);
    }
}
