//! Reading Python arguments: whole numbers in their range, never a bool; names of rules.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyInt, PyString};

use crate::action::Action;
use crate::card::Card;
use crate::error::NotationError;
use crate::rules::{CellCount, GroupLimit};

/// The type's name, for messages.
pub(crate) fn type_name(value: &Bound<'_, PyAny>) -> String {
    value
        .get_type()
        .name()
        .map_or_else(|_| "that".to_owned(), |name| name.to_string())
}

/// A whole number: a Python int or anything with `__index__`, NumPy's integers among them.
/// `None` when it does not fit an `i64`.
pub(crate) fn integer(value: &Bound<'_, PyAny>, what: &str) -> PyResult<Option<i64>> {
    if value.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!(
            "{what} is a whole number, not a bool"
        )));
    }
    match value.extract::<i64>() {
        Ok(number) => Ok(Some(number)),
        Err(_) if value.is_instance_of::<PyInt>() => Ok(None),
        Err(_) => match value.call_method0("__index__") {
            // An integer of another type that is too large for an i64.
            Ok(index) if index.is_instance_of::<PyInt>() => Ok(None),
            _ => Err(PyTypeError::new_err(format!(
                "{what} is a whole number, not {}",
                type_name(value)
            ))),
        },
    }
}

/// A whole number in `low..=high`.
pub(crate) fn integer_in(
    value: &Bound<'_, PyAny>,
    what: &str,
    low: i64,
    high: i64,
) -> PyResult<i64> {
    match integer(value, what)? {
        Some(number) if (low..=high).contains(&number) => Ok(number),
        _ => Err(PyValueError::new_err(format!(
            "{what} {value} is not in {low}..{high}"
        ))),
    }
}

/// A deal number.
#[derive(Clone, Copy)]
pub(crate) struct DealNumber(pub(crate) u32);

impl FromPyObject<'_, '_> for DealNumber {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let number = integer_in(&value, "deal number", 0, u32::MAX.into())?;
        Ok(Self(number as u32))
    }
}

impl FromPyObject<'_, '_> for CellCount {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let count = integer(&value, "cells")?.and_then(|count| u64::try_from(count).ok());
        count
            .and_then(Self::new)
            .ok_or_else(|| PyValueError::new_err(format!("cells is 8, 4 or 2, not {}", &*value)))
    }
}

impl FromPyObject<'_, '_> for GroupLimit {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let name: Option<String> = value.extract().ok();
        name.as_deref().and_then(Self::from_name).ok_or_else(|| {
            let shown = value
                .repr()
                .map_or_else(|_| type_name(&value), |r| r.to_string());
            PyValueError::new_err(format!("group_limit is \"app\" or \"strict\", not {shown}"))
        })
    }
}

/// How many moves can be undone; `None` in Python means all.
#[derive(Clone, Copy)]
pub(crate) struct UndoLimit(pub(crate) Option<usize>);

impl FromPyObject<'_, '_> for UndoLimit {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        if value.is_none() {
            return Ok(Self(None));
        }
        let limit = integer_in(&value, "undo_limit", 0, i64::MAX)?;
        Ok(Self(usize::try_from(limit).ok()))
    }
}

/// A whole number that fits a byte.
#[derive(Clone, Copy)]
pub(crate) struct Byte(pub(crate) u8);

impl FromPyObject<'_, '_> for Byte {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        integer_in(&value, "number", 0, u8::MAX.into()).map(|number| Self(number as u8))
    }
}

/// A card as an index or a text.
pub(crate) fn card(value: &Bound<'_, PyAny>) -> PyResult<Card> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.parse::<Card>()?);
    }
    integer(value, "card")?
        .and_then(|index| u8::try_from(index).ok())
        .and_then(Card::from_index)
        .ok_or_else(|| {
            let shown = value.to_string();
            NotationError::new(&shown, "is not a card", "cards are 0..51, 13 * suit + rank").into()
        })
}

/// An action as an index or a text.
pub(crate) fn action(value: &Bound<'_, PyAny>) -> PyResult<Action> {
    if let Ok(text) = value.cast::<PyString>() {
        return Ok(text.to_cow()?.parse::<Action>()?);
    }
    integer(value, "action")?
        .and_then(|index| u8::try_from(index).ok())
        .and_then(Action::from_index)
        .ok_or_else(|| {
            let shown = value.to_string();
            NotationError::new(
                &shown,
                "is not an action",
                "actions are 0..155, 3 * card + destination",
            )
            .into()
        })
}
