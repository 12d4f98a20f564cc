//! The rules a game is played by: how many cells, how long a group may be, what a move earns.

use std::fmt;

/// How many columns the tableau has.
pub const COLUMNS: usize = 8;
/// The largest number of cells a game can have.
pub const MAX_CELLS: usize = 8;
/// Points for each card placed on a foundation.
pub const FOUNDATION_POINTS: u8 = 10;
/// Points for each card moved from a cell to the tableau.
pub const CELL_TO_TABLEAU_POINTS: u8 = 5;

/// The number of cells; no others exist.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CellCount {
    /// The hardest game: two cells, both full after the deal.
    Two = 2,
    /// Four cells, all full after the deal.
    Four = 4,
    /// The standard game: eight cells, four of them full after the deal.
    #[default]
    Eight = 8,
}

impl CellCount {
    /// All choices, the standard one first.
    pub const ALL: [Self; 3] = [Self::Eight, Self::Four, Self::Two];

    /// The choice with `count` cells, if there is one.
    #[must_use]
    pub const fn new(count: u64) -> Option<Self> {
        match count {
            2 => Some(Self::Two),
            4 => Some(Self::Four),
            8 => Some(Self::Eight),
            _ => None,
        }
    }

    /// 2, 4 or 8.
    #[must_use]
    pub const fn get(self) -> u8 {
        self as u8
    }
}

/// How many cards may travel together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GroupLimit {
    /// `(free cells + 1) * 2^(empty columns)`, a target column that is empty not counted.
    #[default]
    App,
    /// `free cells + 1`: what moving one card at a time can do when only kings enter empty columns.
    Strict,
}

impl GroupLimit {
    /// Both variants.
    pub const ALL: [Self; 2] = [Self::App, Self::Strict];

    /// The variant's name, `app` or `strict`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::App => "app",
            Self::Strict => "strict",
        }
    }

    /// The variant with that name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|limit| limit.name() == name)
    }

    /// The longest group that may move when `free_cells` cells are free and `empty_columns`
    /// columns, the target not among them, are empty.
    #[must_use]
    pub const fn longest_group(self, free_cells: u8, empty_columns: u8) -> u32 {
        let one_by_one = free_cells as u32 + 1;
        match self {
            Self::App => one_by_one << empty_columns,
            Self::Strict => one_by_one,
        }
    }
}

impl fmt::Display for GroupLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What distinguishes one game from another besides the deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The number of cells.
    pub cells: CellCount,
    /// How many cards may travel together.
    pub group_limit: GroupLimit,
}

impl Rules {
    /// Rules with that many cells and that group limit.
    #[must_use]
    pub const fn new(cells: CellCount, group_limit: GroupLimit) -> Self {
        Self { cells, group_limit }
    }

    /// All six rule sets, standard first.
    pub fn all() -> impl Iterator<Item = Self> {
        CellCount::ALL.into_iter().flat_map(|cells| {
            GroupLimit::ALL
                .into_iter()
                .map(move |limit| Self::new(cells, limit))
        })
    }
}
