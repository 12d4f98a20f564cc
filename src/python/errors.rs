//! The package's exceptions and how core errors become them.

use pyo3::PyTypeInfo;
use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::deal::CodeError as CoreCodeError;
use crate::error::NotationError as CoreNotationError;
use crate::game::DragError;
use crate::illegal::IllegalMove;
use crate::layout::LayoutError as CoreLayoutError;
use crate::save::RestoreError;

create_exception!(
    eightoff,
    CodeError,
    PyValueError,
    "A text that is no game code. Attributes: `input` (str), `at` (int, the offending character, from 0)."
);
create_exception!(
    eightoff,
    LayoutError,
    PyValueError,
    "A board or deck that this game cannot have. Attribute: `faults` (list[str], all that is wrong)."
);
create_exception!(
    eightoff,
    NotationError,
    PyValueError,
    "A text or number that names no card, action, place or saved game. Attributes: `input` (str), `hint` (str)."
);
create_exception!(
    eightoff,
    IllegalMoveError,
    PyValueError,
    "A move that the rules forbid; the game is as it was. Attributes: `move` (str), `reason` (str), `hint` (str)."
);

/// An exception of type `E` with that message; `fill` sets its attributes.
fn exception<E: PyTypeInfo>(
    message: String,
    fill: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>,
) -> PyErr {
    Python::attach(|py| {
        let instance = E::type_object(py).call1((message,));
        match instance.and_then(|value| fill(&value).map(|()| value)) {
            Ok(value) => PyErr::from_value(value),
            Err(error) => error,
        }
    })
}

impl From<CoreCodeError> for PyErr {
    fn from(error: CoreCodeError) -> Self {
        exception::<CodeError>(error.to_string(), |value| {
            // Python counts characters, not bytes.
            let at = error.input[..error.at].chars().count();
            value.setattr("input", &error.input)?;
            value.setattr("at", at)
        })
    }
}

impl From<CoreLayoutError> for PyErr {
    fn from(error: CoreLayoutError) -> Self {
        exception::<LayoutError>(error.to_string(), |value| {
            let faults: Vec<String> = error.faults().iter().map(ToString::to_string).collect();
            value.setattr("faults", faults)
        })
    }
}

impl From<CoreNotationError> for PyErr {
    fn from(error: CoreNotationError) -> Self {
        exception::<NotationError>(error.to_string(), |value| {
            value.setattr("input", &error.input)?;
            value.setattr("hint", &error.hint)
        })
    }
}

impl From<IllegalMove> for PyErr {
    fn from(error: IllegalMove) -> Self {
        exception::<IllegalMoveError>(error.to_string(), |value| {
            value.setattr("move", &error.asked)?;
            value.setattr("reason", error.reason.to_string())?;
            value.setattr("hint", error.reason.hint())
        })
    }
}

impl From<DragError> for PyErr {
    fn from(error: DragError) -> Self {
        match error {
            DragError::Notation(error) => error.into(),
            DragError::Illegal(error) => error.into(),
        }
    }
}

impl From<RestoreError> for PyErr {
    fn from(error: RestoreError) -> Self {
        match error {
            RestoreError::Notation(error) => error.into(),
            RestoreError::Layout(error) => error.into(),
        }
    }
}
