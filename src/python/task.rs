//! What Python says and saves of environments, single and batched.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::env::{Illegal, Parts, Reward, Start, Starts, Task};
use crate::position::Position;
use crate::rules::{CellCount, GroupLimit, Rules};

/// The forms of observations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ObservationForm {
    Cards,
    Grid,
    Planes,
    FloatPlanes,
}

impl ObservationForm {
    const ALL: [(&str, Self); 4] = [
        ("cards", Self::Cards),
        ("grid", Self::Grid),
        ("planes", Self::FloatPlanes),
        ("planes_uint8", Self::Planes),
    ];

    fn name(self) -> &'static str {
        let named = Self::ALL.into_iter().find(|&(_, form)| form == self);
        named.map_or("", |(name, _)| name)
    }
}

impl FromPyObject<'_, '_> for ObservationForm {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let wanted: Option<String> = value.extract().ok();
        let known = Self::ALL
            .into_iter()
            .find(|&(name, _)| Some(name) == wanted.as_deref());
        known.map(|(_, form)| form).ok_or_else(|| {
            PyValueError::new_err(format!(
                "observation is \"cards\", \"grid\", \"planes\" or \"planes_uint8\", not {}",
                value
                    .repr()
                    .map_or_else(|_| "that".to_owned(), |text| text.to_string())
            ))
        })
    }
}

/// The arguments that say what an environment is like; a tuple in Python.
#[derive(Clone, Debug)]
pub(crate) struct TaskArguments {
    pub(crate) cells: CellCount,
    pub(crate) group_limit: GroupLimit,
    pub(crate) observation: ObservationForm,
    pub(crate) reward: String,
    pub(crate) withdrawals: bool,
    pub(crate) illegal: String,
    pub(crate) illegal_penalty: f64,
    pub(crate) end_when_lost: bool,
}

type Plain = (
    u8,
    &'static str,
    &'static str,
    String,
    bool,
    String,
    f64,
    bool,
);

impl FromPyObject<'_, '_> for TaskArguments {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let (
            cells,
            group_limit,
            observation,
            reward,
            withdrawals,
            illegal,
            illegal_penalty,
            end_when_lost,
        ) = value.extract()?;
        Ok(Self {
            cells,
            group_limit,
            observation,
            reward,
            withdrawals,
            illegal,
            illegal_penalty,
            end_when_lost,
        })
    }
}

impl<'py> IntoPyObject<'py> for TaskArguments {
    type Target = <Plain as IntoPyObject<'py>>::Target;
    type Output = <Plain as IntoPyObject<'py>>::Output;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        (
            self.cells.get(),
            self.group_limit.name(),
            self.observation.name(),
            self.reward,
            self.withdrawals,
            self.illegal,
            self.illegal_penalty,
            self.end_when_lost,
        )
            .into_pyobject(py)
    }
}

impl TaskArguments {
    /// The task that they describe.
    pub(crate) fn task(&self) -> PyResult<Task> {
        let reward = Reward::from_name(&self.reward).ok_or_else(|| {
            PyValueError::new_err(format!(
                "reward is \"progress\", \"win\" or \"score\", not {:?}",
                self.reward
            ))
        })?;
        let illegal = match self.illegal.as_str() {
            "ignore" => Illegal::Ignore,
            "penalty" => Illegal::Penalty(self.illegal_penalty),
            "terminate" => Illegal::Terminate,
            "raise" => Illegal::Raise,
            other => {
                return Err(PyValueError::new_err(format!(
                    "illegal is \"ignore\", \"penalty\", \"terminate\" or \"raise\", not {other:?}"
                )));
            }
        };
        Ok(Task {
            rules: Rules::new(self.cells, self.group_limit),
            reward,
            withdrawals: self.withdrawals,
            illegal,
            end_when_lost: self.end_when_lost,
        })
    }
}

/// Where episodes start; in Python a tuple of deal numbers or None, whether only winnable deals
/// will do, bounds of the shortest solution's length or None, and actions before the end or None.
pub(crate) struct StartArguments(pub(crate) Starts);

type PlainStarts = (Option<Vec<u32>>, bool, Option<(u32, u32)>, Option<u32>);

impl FromPyObject<'_, '_> for StartArguments {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, '_, PyAny>) -> PyResult<Self> {
        let (numbers, winnable, lengths, before_end): PlainStarts = value.extract()?;
        Ok(Self(Starts {
            numbers: numbers.map(Vec::into_boxed_slice),
            winnable,
            lengths,
            before_end,
        }))
    }
}

impl<'py> IntoPyObject<'py> for StartArguments {
    type Target = <PlainStarts as IntoPyObject<'py>>::Target;
    type Output = <PlainStarts as IntoPyObject<'py>>::Output;
    type Error = PyErr;

    fn into_pyobject(self, py: Python<'py>) -> PyResult<Self::Output> {
        let starts = self.0;
        (
            starts.numbers.map(<[u32]>::into_vec),
            starts.winnable,
            starts.lengths,
            starts.before_end,
        )
            .into_pyobject(py)
    }
}

/// An episode as pickle keeps it.
#[derive(FromPyObject, IntoPyObject)]
pub(crate) struct SavedEpisode(String, Option<u32>, u32, u32, bool, (u64, u64));

impl From<&Parts> for SavedEpisode {
    fn from(parts: &Parts) -> Self {
        Self(
            parts.start.position.layout().to_text(),
            parts.start.number,
            parts.score,
            parts.steps,
            parts.terminated,
            parts.streams,
        )
    }
}

impl SavedEpisode {
    pub(crate) fn parts(&self, rules: Rules) -> PyResult<Parts> {
        Ok(Parts {
            start: Start {
                position: Position::from_text(&self.0, rules)?,
                number: self.1,
            },
            score: self.2,
            steps: self.3,
            terminated: self.4,
            streams: self.5,
        })
    }
}
