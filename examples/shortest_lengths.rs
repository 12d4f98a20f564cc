//! Shortest solutions of many deals, in figures: the tables of `docs/shortest.md` come from here.
//!
//! ```text
//! cargo run --release --example shortest_lengths -- own 8 app 0 100000
//! cargo run --release --example shortest_lengths -- own 4 app 0 100000
//! cargo run --release --example shortest_lengths -- microsoft 8 strict 1 300
//! ```
//!
//! The words are: whose deal numbers, how many cells, which group limit, the first number, how
//! many. All but the seconds is the same in every run.

use std::collections::BTreeMap;
use std::time::Instant;

use eightoff::solver::shortest::{End, shortest};
use eightoff::solver::{Limits, Stats};
use eightoff::{CellCount, Deck, GameCode, GroupLimit, Position, Rules};
use rayon::prelude::*;

const MAX_MEMORY: usize = 1 << 30;
const USAGE: &str = "usage: shortest_lengths own|microsoft 8|4|2 app|strict FIRST COUNT";

/// Whose numbers the deals have.
#[derive(Clone, Copy, PartialEq)]
enum Numbers {
    Own,
    Microsoft,
}

/// One deal with its answer.
struct Solved {
    number: u32,
    /// `None` for a deal that is proved lost.
    length: Option<u32>,
    stats: Stats,
    seconds: f64,
}

fn solve(numbers: Numbers, number: u32, rules: Rules) -> Solved {
    let deck = match numbers {
        Numbers::Own => Deck::numbered(number),
        Numbers::Microsoft => Deck::microsoft(number).expect("a number from 1 on"),
    };
    let start = Instant::now();
    let found = shortest(&Position::deal(&deck, rules), Limits::default(), MAX_MEMORY);
    assert_eq!(found.end, End::Proved, "deal {number}");
    Solved {
        number,
        length: found.solution.map(|solution| solution.len() as u32),
        stats: found.stats,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Prints the mean and some percentiles.
fn print_spread(name: &str, values: impl Iterator<Item = f64>) {
    let mut sorted: Vec<f64> = values.collect();
    sorted.sort_by(f64::total_cmp);
    let (count, sum) = sorted
        .iter()
        .fold((0.0, 0.0), |(count, sum), value| (count + 1.0, sum + value));
    print!("{name}: mean {:.4}", sum / count);
    for hundredths in [0, 1, 5, 25, 50, 75, 95, 99, 100] {
        let value = sorted[(sorted.len() - 1) * hundredths / 100];
        print!(", {hundredths}% {value:.4}");
    }
    println!();
}

fn parse(words: &[String]) -> Option<(Numbers, Rules, u32, u32)> {
    let [numbers, cells, limit, first, count] = words else {
        return None;
    };
    let numbers = match numbers.as_str() {
        "own" => Numbers::Own,
        "microsoft" => Numbers::Microsoft,
        _ => return None,
    };
    let rules = Rules::new(
        CellCount::new(cells.parse().ok()?)?,
        GroupLimit::from_name(limit)?,
    );
    Some((numbers, rules, first.parse().ok()?, count.parse().ok()?))
}

#[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let Some((numbers, rules, first, count)) = parse(&words) else {
        eprintln!("{USAGE}");
        std::process::exit(2);
    };
    let solved: Vec<Solved> = (first..first + count)
        .into_par_iter()
        .map(|number| solve(numbers, number, rules))
        .collect();

    let mut by_length: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for deal in &solved {
        if let Some(length) = deal.length {
            by_length.entry(length).or_default().push(deal.number);
        }
    }
    let won = solved.iter().filter_map(|deal| deal.length);
    println!("{}", words.join(" "));
    println!("deals {}, winnable {}", solved.len(), won.clone().count());
    print_spread("length", won.map(f64::from));
    print_spread("nodes", solved.iter().map(|deal| deal.stats.nodes as f64));
    print_spread("stored", solved.iter().map(|deal| deal.stats.stored as f64));
    print_spread("seconds", solved.iter().map(|deal| deal.seconds));
    for (length, deals) in &by_length {
        let name = |&number: &u32| match numbers {
            Numbers::Microsoft => number.to_string(),
            Numbers::Own => GameCode {
                number,
                cells: rules.cells,
            }
            .to_string(),
        };
        let some: Vec<String> = deals.iter().take(3).map(name).collect();
        println!("{length} {} {}", deals.len(), some.join(" "));
    }
}
