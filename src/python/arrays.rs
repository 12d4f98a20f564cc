//! Positions as fresh NumPy arrays; nothing returned here is changed later.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;

use crate::action::{Action, ActionSet};
use crate::card::{Card, Suit};
use crate::layout::COLUMN_CAPACITY;
use crate::position::Position;
use crate::rules::COLUMNS;

/// The columns, `-1` where there is no card.
pub(crate) fn tableau<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray2<i8>> {
    let mut rows = [[-1_i8; COLUMN_CAPACITY]; COLUMNS];
    for (column, row) in rows.iter_mut().enumerate() {
        let height = position.column(column).count();
        for (place, card) in row[..height].iter_mut().rev().zip(position.column(column)) {
            *place = card_value(card);
        }
    }
    let array = PyArray2::zeros(py, [COLUMNS, COLUMN_CAPACITY], false);
    {
        let mut cells = array.readwrite();
        for (target, value) in cells.as_array_mut().iter_mut().zip(rows.as_flattened()) {
            *target = *value;
        }
    }
    array
}

/// How many cards each column has.
pub(crate) fn heights<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray1<i8>> {
    let heights: [i8; COLUMNS] =
        std::array::from_fn(|column| position.column(column).count() as i8);
    PyArray1::from_slice(py, &heights)
}

/// The card in each cell, `-1` where there is none.
pub(crate) fn cells<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray1<i8>> {
    let count = usize::from(position.rules().cells.get());
    PyArray1::from_iter(
        py,
        (0..count).map(|cell| position.cell(cell).map_or(-1, card_value)),
    )
}

/// How many cards lie on each foundation.
pub(crate) fn foundations<'py>(py: Python<'py>, position: &Position) -> Bound<'py, PyArray1<i8>> {
    let heights = Suit::ALL.map(|suit| position.foundation_height(suit).cast_signed());
    PyArray1::from_slice(py, &heights)
}

/// The indices of the actions, ascending.
pub(crate) fn action_indices(py: Python<'_>, actions: ActionSet) -> Bound<'_, PyArray1<i64>> {
    PyArray1::from_iter(py, actions.iter().map(|action| i64::from(action.index())))
}

/// 1 for every action of the set.
pub(crate) fn action_mask(py: Python<'_>, actions: ActionSet) -> Bound<'_, PyArray1<i8>> {
    let mut mask = [0; Action::COUNT];
    actions.write_mask(&mut mask);
    PyArray1::from_slice(py, &mask)
}

/// The cards of a deck.
pub(crate) fn deck<'py>(py: Python<'py>, cards: &[Card]) -> Bound<'py, PyArray1<i8>> {
    PyArray1::from_iter(py, cards.iter().copied().map(card_value))
}

const fn card_value(card: Card) -> i8 {
    card.index().cast_signed()
}
