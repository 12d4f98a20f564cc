//! Features and codes of many deals as NumPy arrays.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

use super::game::PyGame;
use crate::card::Card;
use crate::deal::{Deck, GameCode};
use crate::features::Features;
use crate::layout::{Fault, LayoutError};
use crate::position::Position;
use crate::rules::{CellCount, GroupLimit, Rules};

/// Deals between two looks at signals: a few milliseconds.
const UNINTERRUPTED: usize = 4096;

/// int16 array (n, 20): the features of many deals, a column a feature in the order of
/// `_feature_names()`. `deals` is a uint32 array (n,) of deal numbers or an int8 array (n, 52) of
/// decks. Releases the GIL. Errors: TypeError for other arrays, LayoutError for a bad deck.
#[pyfunction]
#[pyo3(name = "_features")]
pub(crate) fn features<'py>(
    deals: &Bound<'py, PyAny>,
    cells: CellCount,
    group_limit: GroupLimit,
) -> PyResult<Bound<'py, PyArray2<i16>>> {
    let rules = Rules::new(cells, group_limit);
    if let Ok(numbers) = deals.extract::<PyReadonlyArray1<'py, u32>>() {
        let numbers = numbers.as_array().to_vec();
        return rows(deals.py(), &numbers, |&number| {
            Ok(Position::deal(&Deck::numbered(number), rules))
        });
    }
    if let Ok(decks) = deals.extract::<PyReadonlyArray2<'py, i8>>() {
        let decks: Vec<Vec<i8>> = decks
            .as_array()
            .rows()
            .into_iter()
            .map(|r| r.to_vec())
            .collect();
        return rows(deals.py(), &decks, |cards| {
            Ok(Position::deal(&deck(cards)?, rules))
        });
    }
    Err(PyTypeError::new_err(
        "deals is a uint32 array (n,) of numbers or an int8 array (n, 52) of decks",
    ))
}

/// A row of features for each deal.
fn rows<'py, T: Sync>(
    py: Python<'py>,
    deals: &[T],
    position_of: impl Fn(&T) -> Result<Position, LayoutError> + Sync,
) -> PyResult<Bound<'py, PyArray2<i16>>> {
    let mut values = Vec::with_capacity(deals.len() * Features::NAMES.len());
    for block in deals.chunks(UNINTERRUPTED) {
        py.check_signals()?;
        py.detach(|| {
            block.iter().try_for_each(|deal| {
                values.extend(Features::of(&position_of(deal)?).values());
                Ok::<_, LayoutError>(())
            })
        })?;
    }
    let flat = PyArray1::from_vec(py, values);
    flat.reshape([deals.len(), Features::NAMES.len()])
}

/// int16 array (n, 20): the features of games as they stand, like `_features`.
#[pyfunction]
#[pyo3(name = "_game_features")]
pub(crate) fn game_features<'py>(
    py: Python<'py>,
    games: Vec<PyRef<'py, PyGame>>,
) -> PyResult<Bound<'py, PyArray2<i16>>> {
    let positions: Vec<Position> = games.iter().map(|game| game.position()).collect();
    // A game that is borrowed while the GIL is released could not be played by another thread.
    drop(games);
    rows(py, &positions, |position| Ok(*position))
}

/// The deck of a row of cards.
pub(crate) fn deck(cards: &[i8]) -> Result<Deck, LayoutError> {
    let read: Option<Vec<Card>> = cards
        .iter()
        .map(|&card| Card::from_index(card.cast_unsigned()))
        .collect();
    read.map_or_else(
        || {
            let place = cards
                .iter()
                .position(|&c| !(0..52).contains(&c))
                .unwrap_or_default();
            let found = cards[place].to_string();
            Err(LayoutError::new(vec![Fault::NotACard { place, found }]))
        },
        |cards| Deck::from_cards(&cards),
    )
}

/// list[tuple[str, str]]: name and meaning of each feature, in order.
#[pyfunction]
#[pyo3(name = "_feature_names")]
pub(crate) fn feature_names() -> Vec<(&'static str, &'static str)> {
    let names = Features::NAMES.iter().copied();
    names.zip(Features::MEANINGS.iter().copied()).collect()
}

/// uint8 array (n, 14): the ASCII codes of many deal numbers (uint32) with that many cells.
#[pyfunction]
#[pyo3(name = "_codes")]
pub(crate) fn codes<'py>(
    py: Python<'py>,
    numbers: PyReadonlyArray1<'py, u32>,
    cells: CellCount,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let numbers = numbers.as_array().to_vec();
    let text = py.detach(|| {
        let mut text = Vec::with_capacity(numbers.len() * GameCode::LENGTH);
        for &number in &numbers {
            text.extend_from_slice(&GameCode { number, cells }.ascii());
        }
        text
    });
    PyArray1::from_vec(py, text).reshape([numbers.len(), GameCode::LENGTH])
}
