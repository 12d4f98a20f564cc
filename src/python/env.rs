//! The core of `eightoff.EightOffEnv`: one environment whose steps return fresh arrays.

use numpy::ndarray::{ArrayView2, ArrayView3};
use numpy::{PyArray2, PyArray3};
use pyo3::exceptions::PyValueError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use super::arguments::{self, DealNumber};
use super::arrays;
use super::errors::IllegalMoveError;
use super::signals::Signals;
use super::task::{ObservationForm, SavedEpisode, StartArguments, TaskArguments};
use crate::action::Action;
use crate::deal::GameCode;
use crate::env::{Episode, Illegal, Judge, Start, Starts, Stream, Task};
use crate::illegal::IllegalMove;
use crate::observe::{self, CARDS_LEN, GRID_LEN, GRID_ROWS, PLANES, PLANES_LEN};
use crate::position::Position;
use crate::rules::COLUMNS;

/// One environment. `eightoff.EightOffEnv` gives it Gymnasium's interface.
#[pyclass(name = "_Environment", module = "eightoff._core")]
pub(crate) struct PyEnvironment {
    arguments: TaskArguments,
    task: Task,
    starts: Starts,
    episode: Episode,
    judge: Judge,
    /// The episode's code, made once and handed out with every step.
    code: Option<Py<PyString>>,
}

impl PyEnvironment {
    fn began(&mut self, py: Python<'_>) {
        let cells = self.task.rules.cells;
        self.code = self.episode.number().map(|number| {
            let code = GameCode { number, cells }.to_string();
            PyString::new(py, &code).unbind()
        });
    }

    fn first<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.began(py);
        (self.observation(py), self.info(py, false)?).into_pyobject(py)
    }

    fn info<'py>(&self, py: Python<'py>, illegal: bool) -> PyResult<Bound<'py, PyDict>> {
        let info = PyDict::new(py);
        let mask = arrays::action_mask(py, self.episode.mask());
        info.set_item(intern!(py, "action_mask"), mask)?;
        info.set_item(intern!(py, "cards_home"), self.episode.cards_home())?;
        info.set_item(intern!(py, "code"), &self.code)?;
        info.set_item(intern!(py, "illegal"), illegal)?;
        let number = self.episode.number().map_or(-1, i64::from);
        info.set_item(intern!(py, "number"), number)?;
        info.set_item(intern!(py, "score"), self.episode.score())?;
        Ok(info)
    }

    /// Why the environment does not take an action here.
    fn refusal(&self, action: Action) -> PyErr {
        match self.episode.position().resolve(action) {
            Err(reason) => IllegalMove {
                asked: action.to_string(),
                reason,
            }
            .into(),
            Ok(_) => IllegalMoveError::new_err(format!(
                "{action} is not taken: the episode is over, or it takes a card off its \
                 foundation\nhint: choose where info[\"action_mask\"] is 1; withdrawals=True \
                 allows withdrawals"
            )),
        }
    }
}

#[pymethods]
impl PyEnvironment {
    #[new]
    fn new(arguments: TaskArguments, starts: StartArguments) -> PyResult<Self> {
        let task = arguments.task()?;
        Ok(Self {
            arguments,
            task,
            starts: starts.0,
            judge: Judge::default(),
            episode: Episode::new(&task, Stream::new(0), Stream::new(0)),
            code: None,
        })
    }

    /// Goes on with other random numbers: a word for the deals, one for the sampled actions.
    fn reseed(&mut self, deals: u64, choices: u64) {
        self.episode
            .reseed(Stream::new(deals), Stream::new(choices));
    }

    /// tuple: observation and info of the next episode, from a drawn deal.
    fn reset<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let (episode, task, starts) = (&self.episode, &self.task, &self.starts);
        let judge = &mut self.judge;
        let drawn = if starts.need_searching() {
            let signals = Signals::new();
            let stop = || signals.stop();
            let drawn = py.detach(|| episode.draw(task, starts, judge, &stop));
            signals.into_result()?;
            drawn
        } else {
            episode.draw(task, starts, judge, &|| false)
        };
        let drawn = drawn.map_err(|error| PyValueError::new_err(error.to_string()))?;
        self.episode.begin(&self.task, drawn, &mut self.judge);
        self.first(py)
    }

    /// tuple: observation and info of an episode from that deal.
    fn start_deal<'py>(
        &mut self,
        py: Python<'py>,
        number: DealNumber,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let start = Start::deal(number.0, self.task.rules);
        self.episode.start(&self.task, start, &mut self.judge);
        self.first(py)
    }

    /// tuple: observation and info of an episode from a board text. Errors: LayoutError.
    fn start_layout<'py>(
        &mut self,
        py: Python<'py>,
        layout: &str,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let position = Position::from_text(layout, self.task.rules)?;
        let number = None;
        let start = Start { position, number };
        self.episode.start(&self.task, start, &mut self.judge);
        self.first(py)
    }

    /// tuple: observation, reward, terminated, False and info after an action, 0..155. Errors:
    /// NotationError for other numbers; IllegalMoveError, and nothing has changed, if the
    /// environment was told to raise it.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        action: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let action = arguments::action(action)?;
        if self.task.illegal == Illegal::Raise && !self.episode.legal().contains(action) {
            return Err(self.refusal(action));
        }
        let outcome = self.episode.step(&self.task, action, &mut self.judge);
        (
            self.observation(py),
            outcome.reward,
            self.episode.is_terminated(),
            false,
            self.info(py, outcome.played.is_none())?,
        )
            .into_pyobject(py)
    }

    /// array: what the learner sees now.
    fn observation<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let position = self.episode.position();
        let shape = "a form's length is the product of its shape";
        match self.arguments.observation {
            ObservationForm::Cards => {
                let mut row = [0; CARDS_LEN];
                observe::write_cards(position, &mut row);
                let view = ArrayView2::from_shape((52, 2), &row).expect(shape);
                PyArray2::from_array(py, &view).into_any()
            }
            ObservationForm::Grid => {
                let mut row = [0; GRID_LEN];
                observe::write_grid(position, &mut row);
                let view = ArrayView2::from_shape((GRID_ROWS, COLUMNS), &row).expect(shape);
                PyArray2::from_array(py, &view).into_any()
            }
            ObservationForm::Planes => {
                let mut row = [0_u8; PLANES_LEN];
                observe::write_planes(position, 1, &mut row);
                let view = ArrayView3::from_shape((PLANES, 4, 13), &row).expect(shape);
                PyArray3::from_array(py, &view).into_any()
            }
            ObservationForm::FloatPlanes => {
                let mut row = [0_f32; PLANES_LEN];
                observe::write_planes(position, 1.0, &mut row);
                let view = ArrayView3::from_shape((PLANES, 4, 13), &row).expect(shape);
                PyArray3::from_array(py, &view).into_any()
            }
        }
    }

    /// int8 array (156,): 1 where an action may be chosen; all ones after the end.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        arrays::action_mask(py, self.episode.mask()).into_any()
    }

    /// int: a legal action, each as likely as any other.
    fn sample(&mut self) -> u8 {
        self.episode.sample().index()
    }

    /// bool: whether the game can be won, by the exact solver.
    fn winnable(&mut self) -> bool {
        self.judge.is_winnable(self.episode.position())
    }

    /// str: the board as text.
    fn layout(&self) -> String {
        self.episode.position().layout().to_text()
    }

    /// int or None: the number of the deal the episode began from.
    #[getter]
    fn number(&self) -> Option<u32> {
        self.episode.number()
    }

    /// _Environment: a copy that shares nothing and goes on identically.
    fn copy(&self, py: Python<'_>) -> Self {
        Self {
            arguments: self.arguments.clone(),
            task: self.task,
            starts: self.starts.clone(),
            judge: Judge::default(),
            episode: self.episode,
            code: self.code.as_ref().map(|code| code.clone_ref(py)),
        }
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyDict>) -> Self {
        self.copy(py)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let this = slf.borrow();
        let made = (this.arguments.clone(), StartArguments(this.starts.clone()));
        let saved = SavedEpisode::from(&this.episode.parts());
        (slf.get_type(), made, saved).into_pyobject(py)
    }

    fn __setstate__(&mut self, py: Python<'_>, saved: SavedEpisode) -> PyResult<()> {
        let parts = saved.parts(self.task.rules)?;
        self.episode = Episode::restore(&self.task, parts);
        self.began(py);
        Ok(())
    }
}
