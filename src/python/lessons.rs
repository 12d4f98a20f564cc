//! `eightoff.expert_dataset`: positions with what the exact solver says of them.

use numpy::{Element, PyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use rayon::ThreadPoolBuilder;

use super::signals::Signals;
use super::task::{ObservationForm, StartArguments};
use crate::action::Action;
use crate::env::{Course, LessonRows, Observations, SHARE, watched};
use crate::observe::{GRID_ROWS, PLANES};
use crate::rules::{COLUMNS, CellCount, GroupLimit, Rules};

fn zeros<T: Element>(py: Python<'_>, count: usize) -> Bound<'_, PyArray1<T>> {
    PyArray::zeros(py, count, false)
}

/// tuple of arrays with `count` rows each: observations, action masks, actions, winnable,
/// distances, on_path, deal numbers.
#[pyfunction]
#[pyo3(name = "_lessons")]
#[allow(clippy::too_many_arguments, reason = "Python's side gives them names")]
pub(crate) fn lessons<'py>(
    py: Python<'py>,
    cells: CellCount,
    group_limit: GroupLimit,
    observation: ObservationForm,
    starts: StartArguments,
    count: usize,
    deviation: f64,
    seed: u64,
    threads: usize,
) -> PyResult<Bound<'py, PyTuple>> {
    if !(0.0..=1.0).contains(&deviation) {
        return Err(PyValueError::new_err(format!(
            "deviation is a probability, not {deviation}"
        )));
    }
    #[allow(clippy::cast_sign_loss, reason = "it is a probability")]
    let deviation = (deviation * f64::from(u32::MAX)) as u32;
    let course = Course {
        rules: Rules::new(cells, group_limit),
        starts: starts.0,
        deviation,
        seed,
    };
    let masks = PyArray2::<i8>::zeros(py, [count, Action::COUNT], false);
    let actions = zeros::<i64>(py, count);
    let winnable = zeros::<bool>(py, count);
    let distances = zeros::<i32>(py, count);
    let on_path = zeros::<bool>(py, count);
    let numbers = zeros::<u32>(py, count);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    macro_rules! fill {
        ($form:ident, $seen:expr) => {{
            let seen = $seen;
            {
                let (mut seen, mut masks) = (seen.readwrite(), masks.readwrite());
                let (mut actions, mut winnable) = (actions.readwrite(), winnable.readwrite());
                let (mut distances, mut on_path) = (distances.readwrite(), on_path.readwrite());
                let mut numbers = numbers.readwrite();
                let seen = seen.as_slice_mut()?.as_chunks_mut().0.chunks_mut(SHARE);
                let mut masks = masks.as_slice_mut()?.as_chunks_mut().0.chunks_mut(SHARE);
                let mut actions = actions.as_slice_mut()?.chunks_mut(SHARE);
                let mut winnable = winnable.as_slice_mut()?.chunks_mut(SHARE);
                let mut distances = distances.as_slice_mut()?.chunks_mut(SHARE);
                let mut on_path = on_path.as_slice_mut()?.chunks_mut(SHARE);
                let mut numbers = numbers.as_slice_mut()?.chunks_mut(SHARE);
                let shares = seen.map_while(|seen| {
                    Some(LessonRows {
                        observations: Observations::$form(seen),
                        masks: masks.next()?,
                        actions: actions.next()?,
                        winnable: winnable.next()?,
                        distances: distances.next()?,
                        on_path: on_path.next()?,
                        numbers: numbers.next()?,
                    })
                });
                let shares: Vec<_> = shares.collect();
                let signals = Signals::new();
                let stop = || signals.stop();
                let done = py.detach(|| watched(&pool, &stop, |stop| course.teach(shares, stop)));
                signals.into_result()?;
                done.map_err(|error| PyValueError::new_err(error.to_string()))?;
            }
            seen.into_any()
        }};
    }
    let observations: Bound<'py, PyAny> = match observation {
        ObservationForm::Cards => {
            fill!(Cards, PyArray3::<u8>::zeros(py, [count, 52, 2], false))
        }
        ObservationForm::Grid => {
            fill!(
                Grid,
                PyArray3::<i8>::zeros(py, [count, GRID_ROWS, COLUMNS], false)
            )
        }
        ObservationForm::Planes => {
            fill!(
                Planes,
                PyArray::<u8, _>::zeros(py, [count, PLANES, 4, 13], false)
            )
        }
        ObservationForm::FloatPlanes => {
            fill!(
                FloatPlanes,
                PyArray::<f32, _>::zeros(py, [count, PLANES, 4, 13], false)
            )
        }
    };
    (
        observations,
        masks,
        actions,
        winnable,
        distances,
        on_path,
        numbers,
    )
        .into_pyobject(py)
}
