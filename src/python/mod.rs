//! The extension module `eightoff._core`: the only place that knows Python and NumPy.

#![allow(
    clippy::doc_markdown,
    clippy::needless_pass_by_value,
    clippy::cast_sign_loss,
    clippy::trivially_copy_pass_by_ref,
    reason = "docstrings are Python's; what pyo3 passes how is pyo3's; numbers are range-checked"
)]

mod arguments;
mod arrays;
mod batch_env;
mod env;
mod errors;
mod features;
mod game;
mod lessons;
mod moves;
mod signals;
mod solver;
mod task;

use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::action::Action;
use crate::deal::{Deck, GameCode};
use crate::rules::CellCount;
use arguments::DealNumber;

/// str: the code of a deal number (0..4294967295) with 8, 4 or 2 cells. Errors: ValueError.
#[pyfunction]
#[pyo3(
    signature = (number, cells=CellCount::Eight),
    text_signature = "(number, cells=8)"
)]
fn encode_code(number: DealNumber, cells: CellCount) -> String {
    let number = number.0;
    GameCode { number, cells }.to_string()
}

/// tuple[int, int]: the deal number and the number of cells of a code. Errors: CodeError.
#[pyfunction]
fn decode_code(code: &str) -> PyResult<(u32, u8)> {
    let code: GameCode = code.parse()?;
    Ok((code.number, code.cells.get()))
}

/// int8 array (52,): the deck of a deal number (0..4294967295), in dealing order. Errors: ValueError.
#[pyfunction]
fn deck(py: Python<'_>, number: DealNumber) -> Bound<'_, PyArray1<i8>> {
    arrays::deck(py, Deck::numbered(number.0).cards())
}

/// int8 array (52,): the deck of one of Microsoft's numbered deals (1..4294967295), in dealing
/// order, its last four cards for cells a to d. Errors: ValueError.
#[pyfunction]
fn ms_deck<'py>(py: Python<'py>, number: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArray1<i8>>> {
    let high = i64::from(u32::MAX);
    let number = arguments::integer_in(number, "Microsoft deal number", 1, high)?;
    let deck = Deck::microsoft(number as u32)
        .ok_or_else(|| PyValueError::new_err("no such Microsoft deal"))?;
    Ok(arrays::deck(py, deck.cards()))
}

/// str: the text of a card, 0 -> "AS". Errors: NotationError.
#[pyfunction]
fn card_text(card: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(arguments::card(card)?.to_string())
}

/// int: the card, 0..51, of a text such as "7H", "10h" or "7♥". Errors: NotationError.
#[pyfunction]
fn parse_card(text: &str) -> PyResult<u8> {
    Ok(text.parse::<crate::card::Card>()?.index())
}

/// str: the text of an action, 59 -> "7Ht". Errors: NotationError.
#[pyfunction]
fn action_text(action: &Bound<'_, PyAny>) -> PyResult<String> {
    Ok(arguments::action(action)?.to_string())
}

/// int: the action, 0..155, of a text such as "7Ht". Errors: NotationError.
#[pyfunction]
fn parse_action(text: &str) -> PyResult<u8> {
    Ok(text.parse::<Action>()?.index())
}

#[pymodule]
#[pyo3(name = "_core")]
mod core_module {
    use pyo3::prelude::*;

    #[pymodule_export]
    use super::batch_env::PyBatch;
    #[pymodule_export]
    use super::env::PyEnvironment;
    #[pymodule_export]
    use super::errors::{CodeError, IllegalMoveError, LayoutError, NotationError};
    #[pymodule_export]
    use super::features::{codes, feature_names, features, game_features};
    #[pymodule_export]
    use super::game::{PyGame, restore_game};
    #[pymodule_export]
    use super::lessons::lessons;
    #[pymodule_export]
    use super::moves::PyMove;
    #[pymodule_export]
    use super::solver::{solve, solve_many};
    #[pymodule_export]
    use super::{
        action_text, card_text, deck, decode_code, encode_code, ms_deck, parse_action, parse_card,
    };

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
