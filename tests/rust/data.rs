//! The files of `tests/data`, as the tests read them.

use std::fs;
use std::path::PathBuf;

use eightoff::{CellCount, Deck, GroupLimit, Position, Rules};

/// A file's text.
pub(crate) fn text(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The lines of a file without its comments.
pub(crate) fn lines(name: &str) -> Vec<String> {
    let kept = |line: &&str| !line.starts_with('#');
    text(name).lines().filter(kept).map(str::to_owned).collect()
}

/// A number of cells as the files write it.
pub(crate) fn cells(word: &str) -> CellCount {
    CellCount::new(word.parse().expect("a number")).expect("8, 4 or 2 cells")
}

/// A group limit as the files write it.
pub(crate) fn limit(word: &str) -> GroupLimit {
    GroupLimit::from_name(word).expect("a group limit")
}

/// A position of `perft.txt` and its counts.
pub(crate) struct Record {
    pub(crate) id: String,
    pub(crate) position: Position,
    /// Depth and count, from depth 1 on.
    pub(crate) counts: Vec<(u32, u64)>,
}

/// All records of `perft.txt`.
pub(crate) fn perft_records() -> Vec<Record> {
    let joined = lines("perft.txt").join("\n");
    joined.trim().split("\n\n").map(record).collect()
}

fn record(block: &str) -> Record {
    let all = |name: &str| -> Vec<String> {
        let named = block
            .lines()
            .filter_map(|line| line.split_once(' ').or(Some((line, ""))));
        let named = named.filter(|&(word, _)| word == name);
        named.map(|(_, rest)| rest.to_owned()).collect()
    };
    let one = |name: &str| {
        all(name)
            .pop()
            .unwrap_or_else(|| panic!("no {name} in {block}"))
    };
    let rules = Rules::new(cells(&one("cells")), limit(&one("limit")));
    let position = match all("deal").pop() {
        Some(number) => Position::deal(&Deck::numbered(number.parse().expect("a number")), rules),
        None => Position::from_text(&(all("board").join("\n") + "\n"), rules).expect("a position"),
    };
    let count = |line: String| {
        let (depth, count) = line.split_once(' ').expect("two numbers");
        (depth.parse().expect("depth"), count.parse().expect("count"))
    };
    Record {
        id: one("id"),
        position,
        counts: all("perft").into_iter().map(count).collect(),
    }
}
