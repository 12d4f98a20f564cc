//! The solvers as functions; `eightoff.solving` makes the public ones of them.

use std::time::{Duration, Instant};

use numpy::{PyArray1, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use super::features;
use super::game::PyGame;
use super::moves::PyMove;
use super::signals::Signals;
use crate::action::{Action, Move};
use crate::deal::Deck;
use crate::game::Game;
use crate::position::Position;
use crate::rules::{CellCount, GroupLimit, Rules};
use crate::solver::{Interrupt, Limits, Solver, Verdict, Wanted, Work, decide_many, shortest};

/// The most bytes that the search for a hint may hold, as `solve` has it unless told otherwise.
const HINT_MEMORY: usize = 2 << 30;

/// What `_solve` returns: status, moves, nodes, a lower bound, whether the solution is shortest.
type Answer = (&'static str, Option<Vec<PyMove>>, u64, u32, bool);

/// The moves of a solution, applied to a game one by one.
fn replayed(position: &Position, actions: &[Action]) -> PyResult<Vec<Move>> {
    let mut game = Game::from_position(*position);
    actions
        .iter()
        .map(|&action| {
            game.apply(action)
                .map_err(|error| PyRuntimeError::new_err(error.to_string()))
        })
        .collect()
}

/// tuple: the answer of the exact solver on a game as it stands, or with `fewest` of the one for
/// shortest solutions, which holds `max_memory` bytes at the most.
#[pyfunction]
#[pyo3(name = "_solve")]
pub(crate) fn solve(
    py: Python<'_>,
    game: PyRef<'_, PyGame>,
    fewest: bool,
    max_nodes: Option<u64>,
    max_seconds: Option<f64>,
    max_memory: usize,
) -> PyResult<Answer> {
    let position = game.position();
    drop(game);
    let deadline = max_seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .and_then(|length| Instant::now().checked_add(length));
    let signals = Signals::new();
    let stop = || signals.stop();
    let limits = Limits {
        max_nodes,
        deadline,
        stop: Some(&stop),
    };
    let (verdict, actions, nodes, lower_bound, optimal) = py.detach(|| {
        if fewest {
            let found = shortest(&position, limits, max_memory);
            let (verdict, optimal) = (found.verdict(), found.is_optimal());
            let nodes = found.stats.nodes;
            return (verdict, found.solution, nodes, found.lower_bound, optimal);
        }
        let (outcome, stats) = Solver::new().solve(&position, limits);
        let to_go = 52 - position.home().len();
        let length = outcome.actions().map(Vec::len);
        let optimal = length == Some(to_go as usize);
        let (verdict, actions) = (outcome.verdict(), outcome.into_actions());
        (verdict, actions, stats.nodes, to_go, optimal)
    });
    signals.into_result()?;
    let moves = actions
        .map(|actions| replayed(&position, &actions))
        .transpose()?
        .map(|moves| moves.into_iter().map(PyMove).collect());
    let status = match verdict {
        Verdict::Winnable => "winnable",
        Verdict::Unwinnable => "unwinnable",
        Verdict::Unknown(_) => "unknown",
    };
    Ok((status, moves, nodes, lower_bound, optimal))
}

/// A way to win, if there is one; a shortest one if that is asked for.
pub(crate) fn way_to_win(
    py: Python<'_>,
    position: &Position,
    fewest: bool,
) -> PyResult<Option<Vec<Action>>> {
    let position = *position;
    let signals = Signals::new();
    let actions = py.detach(|| {
        let stop = || signals.stop();
        let limits = Limits {
            stop: Some(&stop),
            ..Limits::default()
        };
        if fewest {
            shortest(&position, limits, HINT_MEMORY).solution
        } else {
            Solver::new().solve(&position, limits).0.into_actions()
        }
    });
    signals.into_result()?;
    Ok(actions)
}

/// The deals that `_solve_many` takes.
enum Deals {
    Numbers(Vec<u32>),
    Decks(Vec<Deck>),
}

impl Deals {
    fn extract(deals: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(numbers) = deals.extract::<PyReadonlyArray1<'_, u32>>() {
            return Ok(Self::Numbers(numbers.as_array().to_vec()));
        }
        let Ok(decks) = deals.extract::<PyReadonlyArray2<'_, i8>>() else {
            return Err(PyTypeError::new_err(
                "deals is a uint32 array (n,) of numbers or an int8 array (n, 52) of decks",
            ));
        };
        let decks = decks.as_array();
        let rows = decks.rows().into_iter().enumerate();
        let decks = rows.map(|(row, cards)| {
            features::deck(&cards.to_vec())
                .map_err(|error| PyValueError::new_err(format!("deck {row}: {error}")))
        });
        Ok(Self::Decks(decks.collect::<PyResult<_>>()?))
    }

    const fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Decks(decks) => decks.len(),
        }
    }

    fn position(&self, index: usize, rules: Rules) -> Position {
        match self {
            Self::Numbers(numbers) => Position::deal(&Deck::numbered(numbers[index]), rules),
            Self::Decks(decks) => Position::deal(&decks[index], rules),
        }
    }
}

type Columns<'py> = (
    Bound<'py, PyArray1<i8>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<i16>>,
    Bound<'py, PyArray1<bool>>,
);

/// tuple of arrays: status int8, nodes int64, length int16, lower bound int16 and optimal bool of
/// many deals. `wanted` is "verdict", "length" or "shortest". `watch` is called with the number
/// decided so far, several times a second; its exceptions end the work.
#[pyfunction]
#[pyo3(name = "_solve_many")]
#[allow(clippy::too_many_arguments, reason = "called from one place, by name")]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    deals: &Bound<'py, PyAny>,
    cells: CellCount,
    group_limit: GroupLimit,
    threads: usize,
    max_nodes: Option<u64>,
    wanted: &str,
    max_memory: usize,
    watch: Option<Py<PyAny>>,
) -> PyResult<Columns<'py>> {
    let rules = Rules::new(cells, group_limit);
    let deals = Deals::extract(deals)?;
    let work = Work {
        threads,
        max_nodes,
        wanted: match wanted {
            "verdict" => Wanted::Verdict,
            "length" => Wanted::Length,
            "shortest" => Wanted::ShortestLength { max_memory },
            _ => {
                let choices = "wanted is \"verdict\", \"length\" or \"shortest\"";
                return Err(PyValueError::new_err(choices));
            }
        },
    };
    let mut raised = None;
    let decided = py.detach(|| {
        decide_many(
            deals.len(),
            |index| deals.position(index, rules),
            work,
            |done| {
                let told = Python::attach(|py| {
                    py.check_signals()?;
                    watch
                        .as_ref()
                        .map_or(Ok(()), |watch| watch.call1(py, (done,)).map(drop))
                });
                raised = told.err();
                raised.is_none()
            },
        )
    });
    if let Some(error) = raised {
        return Err(error);
    }
    let decided = decided.unwrap_or_default();
    let status = decided.iter().map(|one| match one.verdict {
        Verdict::Winnable => 1,
        Verdict::Unwinnable => 0,
        Verdict::Unknown(Interrupt::Nodes | Interrupt::Time | Interrupt::Stopped) => -1,
    });
    let length = |length: Option<u16>| length.map_or(-1, u16::cast_signed);
    Ok((
        PyArray1::from_iter(py, status),
        PyArray1::from_iter(py, decided.iter().map(|one| one.nodes.cast_signed())),
        PyArray1::from_iter(py, decided.iter().map(|one| length(one.length))),
        PyArray1::from_iter(py, decided.iter().map(|one| one.lower_bound.cast_signed())),
        PyArray1::from_iter(py, decided.iter().map(|one| one.optimal)),
    ))
}
