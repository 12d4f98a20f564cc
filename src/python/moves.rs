//! `eightoff.Move`.

use std::borrow::Cow;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};

use super::arguments::{self, Byte};
use crate::action::{Move, Place};
use crate::card::Card;
use crate::deal::Deck;
use crate::layout::{Fault, LayoutError};

/// What an action does on one board. Never changes; equal and hashable by all its fields.
///
/// str() is the action's text, such as "7Ht".
#[pyclass(name = "Move", module = "eightoff", frozen, eq, hash)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PyMove(pub(crate) Move);

#[pymethods]
impl PyMove {
    #[new]
    #[pyo3(
        signature = (card, source, target, count=Byte(1), points=Byte(0)),
        text_signature = "(card, source, target, count=1, points=0)"
    )]
    fn new(
        card: &Bound<'_, PyAny>,
        source: &str,
        target: &str,
        count: Byte,
        points: Byte,
    ) -> PyResult<Self> {
        let card = arguments::card(card)?;
        let mut made = Move::new(card, count.0, source.parse()?, target.parse()?);
        made.points = points.0;
        Ok(Self(made))
    }

    /// int: the action, 3 * card + destination.
    #[getter]
    const fn action(&self) -> u8 {
        self.0.action().index()
    }

    /// int: the card that moves, 13 * suit + rank; of a group the deepest.
    #[getter]
    const fn card(&self) -> u8 {
        self.0.card.index()
    }

    /// str: where it stood, a column "1".."8", cell "a".."h" or foundation "S" "H" "D" "C".
    #[getter]
    fn source(&self) -> String {
        self.0.source().to_string()
    }

    /// str: where it goes, like `source`.
    #[getter]
    fn target(&self) -> String {
        self.0.target().to_string()
    }

    /// int: how many cards travel.
    #[getter]
    const fn count(&self) -> u8 {
        self.0.count
    }

    /// int: the points it earns.
    #[getter]
    const fn points(&self) -> u8 {
        self.0.points
    }

    fn __str__(&self) -> String {
        self.0.to_string()
    }

    /// What a notebook shows: the cards, where they stood and where they go.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        drawing(slf, "move")
    }

    fn __repr__(&self) -> String {
        let (source, target) = (self.0.source(), self.0.target());
        let Move {
            card,
            count,
            points,
            ..
        } = self.0;
        format!("eightoff.Move('{card}', '{source}', '{target}', count={count}, points={points})")
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.get();
        let Move {
            card,
            count,
            points,
            ..
        } = this.0;
        let arguments = (
            card.to_string(),
            this.source(),
            this.target(),
            count,
            points,
        );
        (slf.get_type(), arguments).into_pyobject(slf.py())
    }
}

/// The SVG of an object, drawn by that function of `eightoff.svg`, which is loaded on first use.
pub(crate) fn drawing<'py>(
    object: &Bound<'py, PyAny>,
    function: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let module = object.py().import("eightoff.svg")?;
    module
        .call_method1(function, (object,))?
        .call_method0("_repr_svg_")
}

/// Where a drag begins.
pub(crate) enum PlaceOrCard {
    Place(Place),
    Card(Card),
}

/// A place or a card named by its text: places have one letter, cards more.
pub(crate) fn place_or_card(value: &Bound<'_, PyAny>) -> PyResult<PlaceOrCard> {
    match value.extract::<Cow<'_, str>>() {
        Ok(text) if text.trim().chars().count() > 1 => Ok(PlaceOrCard::Card(text.parse()?)),
        _ => place(value).map(PlaceOrCard::Place),
    }
}

/// A place named by its text.
pub(crate) fn place(value: &Bound<'_, PyAny>) -> PyResult<Place> {
    let text: Cow<'_, str> = value.extract().map_err(|_| {
        PyTypeError::new_err(format!(
            "a place is a text (columns \"1\".. \"8\", cells \"a\"..\"h\", foundations \"S\" \"H\" \"D\" \"C\"), not {}",
            arguments::type_name(value)
        ))
    })?;
    Ok(text.parse::<Place>()?)
}

/// The deck given as 52 texts or indices, or as one text of words.
pub(crate) fn deck(value: &Bound<'_, PyAny>) -> PyResult<Deck> {
    let items: Vec<Bound<'_, PyAny>> = if value.is_instance_of::<PyString>() {
        value
            .call_method0("split")?
            .try_iter()?
            .collect::<PyResult<_>>()?
    } else {
        value.try_iter()?.collect::<PyResult<_>>()?
    };
    let (mut cards, mut faults) = (Vec::with_capacity(items.len()), Vec::new());
    for (place, item) in items.iter().enumerate() {
        match arguments::card(item) {
            Ok(card) => cards.push(card),
            Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => return Err(error),
            Err(_) => faults.push(Fault::NotACard {
                place,
                found: item.to_string(),
            }),
        }
    }
    match Deck::from_cards(&cards) {
        Ok(deck) if faults.is_empty() => return Ok(deck),
        Ok(_) => {}
        Err(error) => faults.extend_from_slice(error.faults()),
    }
    Err(LayoutError::new(faults).into())
}
