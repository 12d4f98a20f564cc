//! Numbers that describe a board, for people who ask what makes a deal easy or hard.
//!
//! Pure functions of a [`Position`]; nothing here searches. All counts are of cards unless the
//! description says otherwise, and a *run* is one as long as it can be: a card that is not on its
//! parent, with all that follow it.

use crate::action::{Action, Destination};
use crate::card::{Card, CardSet, Rank};
use crate::deal::CARDS_DEALT_TO_COLUMNS;
use crate::position::Position;
use crate::rules::COLUMNS;

/// Declares the struct together with its names and values, so that no list of them can differ.
macro_rules! features {
    ($($(#[doc = $doc:literal])+ $name:ident,)+) => {
        /// The features of one board.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct Features {
            $($(#[doc = $doc])+ pub $name: i16,)+
        }

        impl Features {
            /// The names, in the order of [`values`](Self::values).
            pub const NAMES: &[&str] = &[$(stringify!($name)),+];
            /// What each feature is, in the same order.
            pub const MEANINGS: &[&str] = &[$(concat!($($doc),+).trim_ascii()),+];

            /// The values, in the order of [`NAMES`](Self::NAMES).
            pub fn values(&self) -> impl Iterator<Item = i16> {
                [$(self.$name),+].into_iter()
            }
        }
    };
}

features! {
    /// Cards above aces in their columns, all aces together; an ace in a cell or home counts 0.
    ace_depth_sum,
    /// Cards above the deepest ace.
    ace_depth_max,
    /// Cards above the ace that is nearest to the end of its column, or free already.
    ace_depth_min,
    /// Cards above twos in their columns, all twos together; a two in a cell or home counts 0.
    two_depth_sum,
    /// Cards above the deepest two.
    two_depth_max,
    /// Cards above kings in their columns, all kings together; a king in a cell or home counts 0.
    king_depth_sum,
    /// Cards beneath kings in their columns, all kings together: what kings lock in.
    king_covers_sum,
    /// Kings that are the deepest card of a column: they need no empty column.
    kings_at_base,
    /// Kings in cells.
    kings_in_cells,
    /// Aces and twos in cells.
    low_cards_in_cells,
    /// Ranks of the cards in cells, ace 1 to king 13, added up.
    cell_rank_sum,
    /// Runs in all columns; single cards are runs of one.
    runs,
    /// Cards in the longest run.
    longest_run,
    /// Pairs of cards of one suit and column, the higher one above the lower.
    inversions,
    /// Runs above a lower card of their own suit: each must move once before its column is done.
    self_blocked_runs,
    /// Pairs of runs in two columns that wait for each other: each lies above a card of the
    /// other's suit that is lower than the other.
    blocked_pairs,
    /// Pairs of columns (of 28) that have such a pair of runs.
    blocked_columns,
    /// Cards that go home one after the other without any other move.
    home_at_once,
    /// Legal actions, withdrawals left out.
    mobility,
    /// Legal actions to the tableau, withdrawals left out.
    mobility_tableau,
}

/// One run and what lies beneath it in its column.
#[derive(Clone, Copy)]
struct Run {
    /// The cards of the run's suit that are lower than all of the run.
    lower: CardSet,
    beneath: CardSet,
}

impl Run {
    const NONE: Self = Self {
        lower: CardSet::EMPTY,
        beneath: CardSet::EMPTY,
    };

    /// Whether a card that `other` waits for lies beneath this run.
    const fn lies_above_need_of(self, other: Self) -> bool {
        !self.beneath.and(other.lower).is_empty()
    }
}

/// The runs of one column, the exposed one first.
struct Column {
    runs: [Run; Self::MOST_RUNS],
    count: usize,
}

impl Column {
    /// A column has at most seven dealt cards, and what is built on them continues their last run.
    const MOST_RUNS: usize = CARDS_DEALT_TO_COLUMNS / COLUMNS + 1;

    fn runs(&self) -> &[Run] {
        &self.runs[..self.count]
    }

    /// Reads a column and adds what it says of single cards to `features`.
    fn read(position: &Position, column: usize, features: &mut Features) -> Self {
        let mut read = Self {
            runs: [Run::NONE; Self::MOST_RUNS],
            count: 0,
        };
        let mut beneath: CardSet = position.column(column).collect();
        let height = beneath.len() as i16;
        // The lowest card of the run that is being read.
        let mut end: Option<Card> = None;
        for (above, card) in (0..).zip(position.column(column)) {
            beneath.remove(card);
            features.see(card, above, height);
            let lower_of_suit = lower(card);
            features.inversions += beneath.and(lower_of_suit).len() as i16;
            let end_of_run = *end.get_or_insert(card);
            if !position.on_parent().contains(card) {
                let length = (card.index() - end_of_run.index() + 1).into();
                features.longest_run = features.longest_run.max(length);
                read.runs[read.count] = Run {
                    lower: lower(end_of_run),
                    beneath,
                };
                read.count += 1;
                end = None;
            }
        }
        read
    }
}

/// The lower cards of a card's suit.
const fn lower(card: Card) -> CardSet {
    CardSet::lowest(card.suit(), card.rank().index())
}

impl Features {
    /// The features of a board.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let mut features = Self {
            ace_depth_min: i16::MAX,
            ..Self::default()
        };
        let columns: [Column; COLUMNS] =
            std::array::from_fn(|column| Column::read(position, column, &mut features));
        for (i, column) in columns.iter().enumerate() {
            features.runs += how_many(column.runs());
            let blocked = |run: &&Run| run.lies_above_need_of(**run);
            features.self_blocked_runs += how_many(column.runs().iter().filter(blocked));
            for other in &columns[i + 1..] {
                let pairs = waiting_pairs(column, other);
                features.blocked_pairs += pairs;
                features.blocked_columns += i16::from(pairs > 0);
            }
        }
        features.see_cells(position);
        if !position
            .in_cells()
            .or(position.home())
            .and(CardSet::ACES)
            .is_empty()
        {
            features.ace_depth_min = 0;
        }
        let actions = position.legal_actions_without_withdrawals();
        features.mobility = actions.len() as i16;
        features.mobility_tableau = actions.to(Destination::Tableau).len() as i16;
        features.home_at_once = home_at_once(position);
        features
    }

    /// Takes note of a card in a column of `height` cards, `above` of them above it.
    fn see(&mut self, card: Card, above: i16, height: i16) {
        const TWO: u8 = Rank::ACE.index() + 1;
        if card.is_ace() {
            self.ace_depth_sum += above;
            self.ace_depth_max = self.ace_depth_max.max(above);
            self.ace_depth_min = self.ace_depth_min.min(above);
        } else if card.rank().index() == TWO {
            self.two_depth_sum += above;
            self.two_depth_max = self.two_depth_max.max(above);
        } else if card.is_king() {
            let covers = height - above - 1;
            self.king_depth_sum += above;
            self.king_covers_sum += covers;
            self.kings_at_base += i16::from(covers == 0);
        }
    }

    fn see_cells(&mut self, position: &Position) {
        let cells = position.in_cells();
        let low = CardSet::ACES.or(CardSet::ACES.parents());
        self.kings_in_cells = cells.and(CardSet::KINGS).len() as i16;
        self.low_cards_in_cells = cells.and(low).len() as i16;
        self.cell_rank_sum = cells.iter().map(|c| i16::from(c.rank().index()) + 1).sum();
    }
}

/// How many items there are: at most some hundreds.
fn how_many(items: impl IntoIterator) -> i16 {
    items.into_iter().map(|_| 1).sum()
}

/// Pairs of runs, one of each column, each above a card that the other waits for.
fn waiting_pairs(one: &Column, other: &Column) -> i16 {
    one.runs()
        .iter()
        .map(|a| {
            // What lies beneath a run lies beneath those above it too: the first run that is not
            // above what `a` needs ends the search, which is most often at once.
            let above = other.runs().iter().take_while(|b| b.lies_above_need_of(*a));
            how_many(above.filter(|b| a.lies_above_need_of(**b)))
        })
        .sum()
}

/// How many cards go home by themselves.
fn home_at_once(position: &Position) -> i16 {
    let mut position = *position;
    let before = position.home().len();
    while let Some(card) = position
        .legal_actions()
        .to(Destination::Foundation)
        .iter()
        .next()
    {
        position.play_unchecked(Action::new(card, Destination::Foundation));
    }
    (position.home().len() - before) as i16
}
