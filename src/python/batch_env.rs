//! The core of `eightoff.VectorEnv`: a batch with the arrays that it writes.

use numpy::{Element, PyArray, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::arguments::DealNumber;
use super::errors::IllegalMoveError;
use super::signals::Signals;
use super::task::{ObservationForm, SavedEpisode, StartArguments, TaskArguments};
use crate::action::Action;
use crate::env::{Batch, BatchError, Observations, Rows, Seeds, Start, Starts};
use crate::observe::{GRID_ROWS, PLANES};
use crate::position::Position;
use crate::rules::COLUMNS;
use crate::solver::Stop;

/// The fewest environments for whose work letting other Python threads run pays.
const DETACHED: usize = 64;

/// Arrays of observations in one of their forms.
enum Seen {
    Cards(Py<PyArrayDyn<u8>>),
    Grid(Py<PyArrayDyn<i8>>),
    Planes(Py<PyArrayDyn<u8>>),
    FloatPlanes(Py<PyArrayDyn<f32>>),
}

/// A batch of environments and the arrays that it writes. `eightoff.VectorEnv` gives it
/// Gymnasium's interface.
#[pyclass(name = "_Batch", module = "eightoff._core")]
pub(crate) struct PyBatch {
    batch: Batch,
    /// What `__new__` was called with, for pickle.
    made: Made,
    seen: Seen,
    masks: Py<PyArrayDyn<i8>>,
    rewards: Py<PyArray1<f64>>,
    terminated: Py<PyArray1<bool>>,
    truncated: Py<PyArray1<bool>>,
    illegal: Py<PyArray1<bool>>,
    scores: Py<PyArray1<i64>>,
    cards_home: Py<PyArray1<i64>>,
    numbers: Py<PyArray1<i64>>,
}

#[derive(Clone)]
struct Made {
    arguments: TaskArguments,
    starts: Starts,
    num_envs: usize,
    max_steps: u32,
    resets_itself: bool,
    threads: usize,
}

fn zeros<T: Element>(py: Python<'_>, shape: &[usize]) -> Py<PyArrayDyn<T>> {
    PyArray::zeros(py, shape, false).unbind()
}

/// A view of an array that nobody can write through.
fn read_only<'py, T: Element, D: numpy::ndarray::Dimension>(
    py: Python<'py>,
    array: &Py<PyArray<T, D>>,
) -> PyResult<Bound<'py, PyAny>> {
    let view = array.bind(py).call_method0("view")?;
    let flags = PyDict::new(py);
    flags.set_item("write", false)?;
    view.call_method("setflags", (), Some(&flags))?;
    Ok(view)
}

/// The content of an array, which is let go: it may be one of those that the batch writes.
fn taken<T: Element + Copy>(array: PyReadonlyArray1<'_, T>) -> PyResult<Vec<T>> {
    Ok(array.as_slice()?.to_vec())
}

fn refused(error: &BatchError) -> PyErr {
    let text = error.to_string();
    match error {
        BatchError::NoSuchAction { .. } | BatchError::NoStart(_) => PyValueError::new_err(text),
        BatchError::Illegal { .. } => IllegalMoveError::new_err(text),
        BatchError::NoThreads => PyRuntimeError::new_err(text),
    }
}

impl PyBatch {
    /// Lends the arrays to the batch while `work` runs, without the interpreter if that pays.
    fn with_rows<R: Send>(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, Rows) -> R + Send,
    ) -> R {
        const OWN: &str = "the arrays are this object's own, contiguous and lent to nobody else";
        macro_rules! slice {
            ($guard:ident, $array:expr) => {
                let mut $guard = $array.bind(py).readwrite();
                let $guard = $guard.as_slice_mut().expect(OWN);
            };
        }
        macro_rules! with_seen {
            ($form:ident, $array:expr) => {{
                slice!(seen, $array);
                slice!(masks, self.masks);
                slice!(rewards, self.rewards);
                slice!(terminated, self.terminated);
                slice!(truncated, self.truncated);
                slice!(illegal, self.illegal);
                slice!(scores, self.scores);
                slice!(cards_home, self.cards_home);
                slice!(numbers, self.numbers);
                let rows = Rows {
                    observations: Observations::$form(seen.as_chunks_mut().0),
                    masks: masks.as_chunks_mut().0,
                    rewards,
                    terminated,
                    truncated,
                    illegal,
                    scores,
                    cards_home,
                    numbers,
                };
                let batch = &mut self.batch;
                if batch.len() < DETACHED && !batch.needs_searching() {
                    work(batch, rows)
                } else {
                    py.detach(|| work(batch, rows))
                }
            }};
        }
        match &self.seen {
            Seen::Cards(array) => with_seen!(Cards, array),
            Seen::Grid(array) => with_seen!(Grid, array),
            Seen::Planes(array) => with_seen!(Planes, array),
            Seen::FloatPlanes(array) => with_seen!(FloatPlanes, array),
        }
    }

    /// The same for work that a search may make long, which Ctrl-C ends.
    fn with_rows_and_signals(
        &mut self,
        py: Python<'_>,
        work: impl FnOnce(&mut Batch, Rows, Stop<'_>) -> Result<(), BatchError> + Send,
    ) -> PyResult<()> {
        let done = if self.batch.needs_searching() {
            let signals = Signals::new();
            let stop = || signals.stop();
            let done = self.with_rows(py, |batch, rows| work(batch, rows, &stop));
            signals.into_result()?;
            done
        } else {
            self.with_rows(py, |batch, rows| work(batch, rows, &|| false))
        };
        done.map_err(|error| refused(&error))
    }

    fn check_length(&self, length: usize, what: &str) -> PyResult<()> {
        if length == self.batch.len() {
            return Ok(());
        }
        Err(PyValueError::new_err(format!(
            "{length} {what} for {} environments",
            self.batch.len()
        )))
    }

    fn reset_to(
        &mut self,
        py: Python<'_>,
        chosen: PyReadonlyArray1<'_, bool>,
        start: Option<Start>,
    ) -> PyResult<()> {
        let chosen = taken(chosen)?;
        self.check_length(chosen.len(), "choices")?;
        self.with_rows_and_signals(py, |batch, rows, stop| {
            batch.reset(&chosen, start, rows, stop)
        })
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    fn new(
        py: Python<'_>,
        arguments: TaskArguments,
        starts: StartArguments,
        num_envs: usize,
        max_steps: u32,
        resets_itself: bool,
        threads: usize,
    ) -> PyResult<Self> {
        let task = arguments.task()?;
        let starts = starts.0;
        let n = num_envs;
        let seen = match arguments.observation {
            ObservationForm::Cards => Seen::Cards(zeros(py, &[n, 52, 2])),
            ObservationForm::Grid => Seen::Grid(zeros(py, &[n, GRID_ROWS, COLUMNS])),
            ObservationForm::Planes => Seen::Planes(zeros(py, &[n, PLANES, 4, 13])),
            ObservationForm::FloatPlanes => Seen::FloatPlanes(zeros(py, &[n, PLANES, 4, 13])),
        };
        let seeds = vec![Seeds::default(); n];
        Ok(Self {
            batch: Batch::new(
                task,
                starts.clone(),
                &seeds,
                max_steps,
                resets_itself,
                threads,
            ),
            made: Made {
                arguments,
                starts,
                num_envs,
                max_steps,
                resets_itself,
                threads,
            },
            seen,
            masks: zeros(py, &[n, Action::COUNT]),
            rewards: PyArray1::zeros(py, n, false).unbind(),
            terminated: PyArray1::zeros(py, n, false).unbind(),
            truncated: PyArray1::zeros(py, n, false).unbind(),
            illegal: PyArray1::zeros(py, n, false).unbind(),
            scores: PyArray1::zeros(py, n, false).unbind(),
            cards_home: PyArray1::zeros(py, n, false).unbind(),
            numbers: PyArray1::zeros(py, n, false).unbind(),
        })
    }

    /// tuple: read-only views of the arrays that steps and resets write into: observations,
    /// rewards, terminated, truncated, action masks, cards at home, illegal, numbers, scores.
    fn views<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let seen = match &self.seen {
            Seen::Cards(array) | Seen::Planes(array) => read_only(py, array)?,
            Seen::Grid(array) => read_only(py, array)?,
            Seen::FloatPlanes(array) => read_only(py, array)?,
        };
        (
            seen,
            read_only(py, &self.rewards)?,
            read_only(py, &self.terminated)?,
            read_only(py, &self.truncated)?,
            read_only(py, &self.masks)?,
            read_only(py, &self.cards_home)?,
            read_only(py, &self.illegal)?,
            read_only(py, &self.numbers)?,
            read_only(py, &self.scores)?,
        )
            .into_pyobject(py)
    }

    /// Gives one environment other random numbers: a word for its deals, one for its actions.
    fn reseed(&mut self, index: usize, deals: u64, choices: u64) -> PyResult<()> {
        if index >= self.batch.len() {
            return Err(PyValueError::new_err(format!(
                "there is no environment {index}"
            )));
        }
        self.batch.reseed(index, (deals, choices));
        Ok(())
    }

    /// Begins episodes, from drawn deals, where the bool array (num_envs,) says so.
    fn reset(&mut self, py: Python<'_>, chosen: PyReadonlyArray1<'_, bool>) -> PyResult<()> {
        self.reset_to(py, chosen, None)
    }

    /// Begins episodes from one deal where the bool array (num_envs,) says so.
    fn start_deal(
        &mut self,
        py: Python<'_>,
        chosen: PyReadonlyArray1<'_, bool>,
        number: DealNumber,
    ) -> PyResult<()> {
        let start = Start::deal(number.0, self.batch.task().rules);
        self.reset_to(py, chosen, Some(start))
    }

    /// Begins episodes from a board text where the bool array (num_envs,) says so.
    fn start_layout(
        &mut self,
        py: Python<'_>,
        chosen: PyReadonlyArray1<'_, bool>,
        layout: &str,
    ) -> PyResult<()> {
        let position = Position::from_text(layout, self.batch.task().rules)?;
        let number = None;
        self.reset_to(py, chosen, Some(Start { position, number }))
    }

    /// Plays the int64 array (num_envs,) of actions. With `reset_follows` a reset of all that end
    /// will follow at once, so that what can fail of it is done here. Errors: ValueError,
    /// IllegalMoveError, and what a signal raises; then nothing has changed.
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        reset_follows: bool,
    ) -> PyResult<()> {
        let actions = taken(actions)?;
        self.check_length(actions.len(), "actions")?;
        let searches = reset_follows && self.batch.needs_searching();
        let before = searches.then(|| self.with_rows(py, |batch, rows| batch.before(&rows)));
        self.with_rows_and_signals(py, |batch, rows, stop| batch.step(&actions, rows, stop))?;
        let Some(before) = before else {
            return Ok(());
        };
        let drawn = self.with_rows_and_signals(py, |batch, _, stop| batch.draw_for_ended(stop));
        if drawn.is_err() {
            self.with_rows(py, |batch, rows| batch.go_back(before, rows));
        }
        drawn
    }

    /// int64 array (num_envs,): a legal action for each, each as likely as any other.
    fn sample<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let actions = PyArray1::zeros(py, self.batch.len(), false);
        {
            let mut lent = actions.readwrite();
            let (batch, lent) = (&mut self.batch, lent.as_slice_mut()?);
            let drawn = if batch.len() < DETACHED {
                batch.sample(lent)
            } else {
                py.detach(|| batch.sample(lent))
            };
            drawn.map_err(|error| refused(&error))?;
        }
        Ok(actions)
    }

    /// bool array (num_envs,): whether each game can be won (or is), by the exact solver.
    fn winnable<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let batch = &mut self.batch;
        let answers = py.detach(|| batch.winnable());
        Ok(PyArray1::from_vec(
            py,
            answers.map_err(|error| refused(&error))?,
        ))
    }

    /// tuple of int64 arrays (num_envs,): the next action of a solution of the exact solver and
    /// how many actions it has; -1 where the game is lost or over.
    fn advice<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let batch = &mut self.batch;
        let answers = py.detach(|| batch.advice());
        let answers = answers.map_err(|error| refused(&error))?;
        let actions = answers.iter().map(|answer| {
            let action = answer.map(|(action, _)| i64::from(action.index()));
            action.unwrap_or(-1)
        });
        let lengths = answers.iter().map(|answer| {
            let length = answer.and_then(|(_, length)| i64::try_from(length).ok());
            length.unwrap_or(-1)
        });
        (
            PyArray1::from_iter(py, actions),
            PyArray1::from_iter(py, lengths),
        )
            .into_pyobject(py)
    }

    /// list[str]: the boards as text.
    fn layouts(&self) -> Vec<String> {
        let text = |episode: &crate::env::Episode| episode.position().layout().to_text();
        self.batch.episodes().map(text).collect()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let this = slf.borrow();
        let made = this.made.clone();
        let made = (
            made.arguments,
            StartArguments(made.starts),
            made.num_envs,
            made.max_steps,
            made.resets_itself,
            made.threads,
        );
        let saved = this.batch.parts();
        let saved: Vec<_> = saved
            .map(|(parts, done)| (SavedEpisode::from(&parts), done))
            .collect();
        (slf.get_type(), made, saved).into_pyobject(slf.py())
    }

    fn __setstate__(&mut self, py: Python<'_>, saved: Vec<(SavedEpisode, bool)>) -> PyResult<()> {
        self.check_length(saved.len(), "saved episodes")?;
        let rules = self.batch.task().rules;
        let parts = saved
            .iter()
            .map(|(episode, done)| Ok((episode.parts(rules)?, *done)))
            .collect::<PyResult<Vec<_>>>()?;
        self.with_rows(py, |batch, rows| batch.restore(&parts, rows));
        Ok(())
    }
}
