//! `eightoff.Game`.

use std::sync::{Mutex, MutexGuard, PoisonError};

use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString, PyTuple};
use rand::TryRng;
use rand::rngs::SysRng;

use super::arguments::{self, DealNumber, UndoLimit};
use super::arrays;
use super::moves::{self, PlaceOrCard, PyMove};
use super::solver;
use crate::action::Place;
use crate::deal::GameCode;
use crate::error::NotationError;
use crate::game::{DEFAULT_UNDO_LIMIT, Game};
use crate::position::Position;
use crate::rules::{CellCount, GroupLimit, Rules};
use crate::solver::Guide;

const UNDO: UndoLimit = UndoLimit(Some(DEFAULT_UNDO_LIMIT));

/// A game of Eight Off: board, score, history.
///
/// Game() deals at random, Game("EO1-C8-AAAAAFA") the deal of that code. `cells` is 8, 4 or 2
/// (from the code if there is one), `group_limit` "app" or "strict", `undo_limit` how many
/// moves can be undone (None: all). Errors: CodeError for a bad code, ValueError for the others.
#[pyclass(name = "Game", module = "eightoff", frozen, weakref)]
pub(crate) struct PyGame {
    // A lock rather than pyo3's borrows, which refuse what another thread asks for meanwhile.
    // Whoever holds it calls nothing of Python, where another thread could run and wait for it.
    state: Mutex<State>,
}

#[derive(Clone)]
struct State {
    game: Game,
    /// The way to win that hints are of.
    guide: Option<Guide>,
}

impl PyGame {
    fn new_game(mut game: Game, undo_limit: UndoLimit) -> Self {
        game.set_undo_limit(undo_limit.0);
        Self::holding(game)
    }

    const fn holding(game: Game) -> Self {
        let state = Mutex::new(State { game, guide: None });
        Self { state }
    }

    /// The game, for as long as the result lives: let that be one expression without Python.
    fn lock(&self) -> MutexGuard<'_, State> {
        // No state is half changed when a panic leaves it: the core checks before it acts.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The board, copied.
    pub(crate) fn position(&self) -> Position {
        *self.lock().game.position()
    }
}

/// Whether a game is as its code deals it, with nothing to undo.
fn is_fresh(game: &Game) -> bool {
    game.history().is_empty()
        && game.undo_limit() == Some(DEFAULT_UNDO_LIMIT)
        && game
            .code()
            .is_some_and(|code| Game::deal(code, game.rules().group_limit) == *game)
}

#[pymethods]
impl PyGame {
    #[new]
    #[pyo3(
        signature = (code=None, *, cells=None, group_limit=GroupLimit::App, undo_limit=UNDO),
        text_signature = "(code=None, *, cells=None, group_limit='app', undo_limit=100)"
    )]
    fn new(
        code: Option<&Bound<'_, PyAny>>,
        cells: Option<CellCount>,
        group_limit: GroupLimit,
        undo_limit: UndoLimit,
    ) -> PyResult<Self> {
        let code = match code {
            None => GameCode {
                number: SysRng
                    .try_next_u32()
                    .map_err(|e| PyValueError::new_err(format!("no random number: {e}")))?,
                cells: cells.unwrap_or_default(),
            },
            Some(text) => {
                let text = text.cast::<PyString>().map_err(|_| {
                    PyTypeError::new_err(format!(
                        "a code is a text like \"EO1-C8-AAAAAFA\", not {}; \
                         for a deal number there is Game.deal(number)",
                        arguments::type_name(text)
                    ))
                })?;
                text.to_cow()?.parse::<GameCode>()?
            }
        };
        if let Some(cells) = cells
            && cells != code.cells
        {
            return Err(PyValueError::new_err(format!(
                "cells={} contradicts the code {code}, which says {}; leave one of them out",
                cells.get(),
                code.cells.get()
            )));
        }
        Ok(Self::new_game(Game::deal(code, group_limit), undo_limit))
    }

    /// The game of a deal number, 0..4294967295.
    #[staticmethod]
    #[pyo3(
        signature = (number, cells=CellCount::Eight, *, group_limit=GroupLimit::App, undo_limit=UNDO),
        text_signature = "(number, cells=8, *, group_limit='app', undo_limit=100)"
    )]
    fn deal(
        number: DealNumber,
        cells: CellCount,
        group_limit: GroupLimit,
        undo_limit: UndoLimit,
    ) -> Self {
        let number = number.0;
        Self::new_game(
            Game::deal(GameCode { number, cells }, group_limit),
            undo_limit,
        )
    }

    /// The game that a deck gives: 52 cards in dealing order, as indices 0..51, as texts, or as
    /// one text of words. It has no code. Errors: LayoutError with all that is wrong.
    #[staticmethod]
    #[pyo3(
        signature = (deck, cells=CellCount::Eight, *, group_limit=GroupLimit::App, undo_limit=UNDO),
        text_signature = "(deck, cells=8, *, group_limit='app', undo_limit=100)"
    )]
    fn from_deck(
        deck: &Bound<'_, PyAny>,
        cells: CellCount,
        group_limit: GroupLimit,
        undo_limit: UndoLimit,
    ) -> PyResult<Self> {
        let position = Position::deal(&moves::deck(deck)?, Rules::new(cells, group_limit));
        Ok(Self::new_game(Game::from_position(position), undo_limit))
    }

    /// The game that goes on from a board text, as `layout()` and other programs write it. It
    /// has no code. Errors: LayoutError with all that is wrong.
    #[staticmethod]
    #[pyo3(
        signature = (text, cells=CellCount::Eight, *, group_limit=GroupLimit::App, undo_limit=UNDO),
        text_signature = "(text, cells=8, *, group_limit='app', undo_limit=100)"
    )]
    fn from_layout(
        text: &str,
        cells: CellCount,
        group_limit: GroupLimit,
        undo_limit: UndoLimit,
    ) -> PyResult<Self> {
        let position = Position::from_text(text, Rules::new(cells, group_limit))?;
        Ok(Self::new_game(Game::from_position(position), undo_limit))
    }

    /// The game that `to_json()` saved: rules, board, score, history. Errors: NotationError or
    /// LayoutError.
    #[staticmethod]
    fn from_json(text: &str) -> PyResult<Self> {
        Ok(Self::holding(Game::from_json(text)?))
    }

    /// The whole game as one line of JSON.
    fn to_json(&self) -> String {
        self.lock().game.to_json()
    }

    /// str or None: the code of the deal the game began from.
    #[getter]
    fn code(&self) -> Option<String> {
        self.lock().game.code().map(|code| code.to_string())
    }

    /// int or None: the number of the deal the game began from.
    #[getter]
    fn number(&self) -> Option<u32> {
        self.lock().game.code().map(|code| code.number)
    }

    /// int: 8, 4 or 2.
    #[getter]
    fn num_cells(&self) -> u8 {
        self.lock().game.rules().cells.get()
    }

    /// str: "app" or "strict".
    #[getter]
    fn group_limit(&self) -> &'static str {
        self.lock().game.rules().group_limit.name()
    }

    /// int: points earned.
    #[getter]
    fn score(&self) -> u64 {
        self.lock().game.score()
    }

    /// bool: whether all 52 cards are on the foundations.
    #[getter]
    fn is_won(&self) -> bool {
        self.lock().game.position().is_won()
    }

    /// bool: whether the game is not won and has no legal action but withdrawals.
    #[getter]
    fn is_stuck(&self) -> bool {
        self.lock().game.position().is_stuck()
    }

    /// int or None: how many moves can be undone; None means all. Setting a lower one forgets
    /// the moves beyond it.
    #[getter]
    fn undo_limit(&self) -> Option<usize> {
        self.lock().game.undo_limit()
    }

    #[setter]
    fn set_undo_limit(&self, limit: UndoLimit) {
        self.lock().game.set_undo_limit(limit.0);
    }

    /// int8 array (8, 19): the columns' cards, first = deepest, -1 where empty.
    #[getter]
    fn tableau<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray2<i8>> {
        arrays::tableau(py, &self.position())
    }

    /// int8 array (8,): how many cards each column has.
    #[getter]
    fn heights<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        arrays::heights(py, &self.position())
    }

    /// int8 array (num_cells,): the card in each cell, -1 where empty.
    #[getter]
    fn cells<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        arrays::cells(py, &self.position())
    }

    /// int8 array (4,): how many cards lie on each foundation, suits S H D C.
    #[getter]
    fn foundations<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        arrays::foundations(py, &self.position())
    }

    /// int64 array (n,): the legal actions, ascending. A won game has none.
    fn legal_actions<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i64>> {
        arrays::action_indices(py, self.position().legal_actions())
    }

    /// int8 array (156,): 1 where the action is legal.
    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        arrays::action_mask(py, self.position().legal_actions())
    }

    /// list[Move]: what each legal action would do, in the same order.
    fn legal_moves(&self) -> Vec<PyMove> {
        let position = self.position();
        let actions = position.legal_actions().iter();
        actions
            .map(|action| PyMove(position.move_of(action)))
            .collect()
    }

    /// Plays an action (int 0..155), a text such as "7Ht", or a Move, and returns the points it
    /// earned. A Move is made between its very places if it is legal there, else as its action.
    /// Errors: IllegalMoveError, NotationError; the game is as it was then.
    fn apply(&self, action: &Bound<'_, PyAny>) -> PyResult<u8> {
        let played = if let Ok(wanted) = action.cast::<PyMove>() {
            self.lock().game.apply_move(&wanted.get().0)
        } else {
            let action = arguments::action(action)?;
            self.lock().game.apply(action)
        };
        Ok(played?.points)
    }

    /// Moves what fits from one place to another and returns the Move: columns "1".."8", cells
    /// "a".."h", foundations "S" "H" "D" "C". The source may be a card as well ("7H"): then that
    /// very card moves, with what lies on it in its run. Errors: IllegalMoveError, NotationError;
    /// the game is as it was then.
    fn drag(&self, source: &Bound<'_, PyAny>, target: &Bound<'_, PyAny>) -> PyResult<PyMove> {
        let (source, target) = (moves::place_or_card(source)?, moves::place(target)?);
        let played = match source {
            PlaceOrCard::Place(source) => self.lock().game.drag(source, target),
            PlaceOrCard::Card(card) => self.lock().game.drag_card(card, target),
        };
        Ok(PyMove(played?))
    }

    /// list[Move]: all legal drags from a place, one a target. Errors: NotationError.
    fn drags_from(&self, source: &Bound<'_, PyAny>) -> PyResult<Vec<PyMove>> {
        let source = moves::place(source)?;
        let moves = self.lock().game.drags_from(source)?;
        Ok(moves.into_iter().map(PyMove).collect())
    }

    /// Sends a column's exposed card or a cell's card to its foundation if that is legal. The
    /// Move, or None when nothing moved. Errors: NotationError.
    fn tap(&self, place: &Bound<'_, PyAny>) -> PyResult<Option<PyMove>> {
        let place = moves::place(place)?;
        let played = self.lock().game.tap(place);
        Ok(played?.map(PyMove))
    }

    /// Sends a column's exposed card or a cell's card to the first of: foundation, column that
    /// accepts it, empty column (kings that are no base), free cell. The Move, or None when
    /// nothing moved. Errors: NotationError.
    fn double_tap(&self, place: &Bound<'_, PyAny>) -> PyResult<Option<PyMove>> {
        let place = moves::place(place)?;
        let played = self.lock().game.double_tap(place);
        Ok(played?.map(PyMove))
    }

    /// Takes back the last move, with the points it earned, and returns it. Errors: IndexError
    /// when there is none.
    fn undo(&self) -> PyResult<PyMove> {
        let undone = self.lock().game.undo();
        undone.map(PyMove).ok_or_else(|| {
            PyIndexError::new_err(match self.undo_limit() {
                Some(limit) => format!("nothing to undo (undo reaches back {limit} moves)"),
                None => "nothing to undo".to_owned(),
            })
        })
    }

    /// list[Move]: the moves that can be undone, oldest first.
    #[getter]
    fn history(&self) -> Vec<PyMove> {
        let history = self.lock().game.history().clone();
        history.into_iter().map(PyMove).collect()
    }

    /// str: the code and the words of all moves since the deal, as `replay` reads them. Moves of
    /// a base king between empty columns are no actions and left out. Errors: ValueError for a
    /// game without a code, or with moves forgotten.
    fn record(&self) -> PyResult<String> {
        let record = self.lock().game.record();
        record.ok_or_else(|| {
            PyValueError::new_err(
                "the moves since the deal are not all known: the game has no code, or its \
                 undo_limit has forgotten some\nhint: deal with undo_limit=None",
            )
        })
    }

    /// int: how many cards may travel as a group to a column now. The column is an index 0..7 or
    /// a place "1".."8". Errors: ValueError, NotationError.
    fn group_limit_to(&self, column: &Bound<'_, PyAny>) -> PyResult<u32> {
        let column = if column.is_instance_of::<PyString>() {
            let Place::Column(index) = moves::place(column)? else {
                let (problem, hint) = ("is not a column", "columns are \"1\" to \"8\"");
                return Err(NotationError::new(&column.to_string(), problem, hint).into());
            };
            usize::from(index)
        } else {
            arguments::integer_in(column, "column", 0, 7)? as usize
        };
        Ok(self.position().group_limit_to(column))
    }

    /// int: the number of action sequences of length `depth`, 0..1000; won games end theirs.
    /// Ctrl-C works, and other threads may go on with the game meanwhile.
    fn perft(slf: &Bound<'_, Self>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        // Each step takes some stack; and no one can wait for more where there is any choice.
        const DEEPEST: i64 = 1000;
        let depth = arguments::integer_in(depth, "depth", 0, DEEPEST)?;
        perft(slf.py(), &slf.get().position(), depth as u32)
    }

    /// bytes (53): equal exactly for positions that differ in nothing but the order of cells and
    /// of columns. For each card what lies beneath it (0..51 a card, 52 column base, 53 cell, 54
    /// foundation), then the number of cells.
    fn key<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.position().key())
    }

    /// str: the board as text, for `from_layout` and for other programs.
    fn layout(&self) -> String {
        self.position().layout().to_text()
    }

    /// Move or None: a move on a way to win, None if the position is lost (or won already). Who
    /// follows hints wins, and with `shortest=True` in as few moves as there can be; finding that
    /// way mostly takes milliseconds. Ctrl-C ends the search.
    #[pyo3(signature = (*, shortest=false))]
    fn hint(slf: &Bound<'_, Self>, shortest: bool) -> PyResult<Option<PyMove>> {
        let game = slf.get();
        let position = game.position();
        let known = game
            .lock()
            .guide
            .as_mut()
            .filter(|guide| guide.is_shortest() || !shortest)
            .and_then(|guide| guide.next(&position));
        if let Some(action) = known {
            return Ok(Some(PyMove(position.move_of(action))));
        }
        // Nothing is locked meanwhile: other threads may play on.
        let Some(solution) = solver::way_to_win(slf.py(), &position, shortest)? else {
            return Ok(None);
        };
        let first = solution.first().copied();
        game.lock().guide = Some(Guide::new(position, solution, shortest));
        Ok(first.map(|action| PyMove(position.move_of(action))))
    }

    /// A copy that shares nothing; with `history=False` nothing in it can be undone.
    #[pyo3(signature = (history=true))]
    fn copy(&self, history: bool) -> Self {
        let mut state = self.lock().clone();
        if !history {
            state.game.clear_history();
        }
        let state = Mutex::new(state);
        Self { state }
    }

    fn __copy__(&self) -> Self {
        self.copy(true)
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyDict>) -> Self {
        self.copy(true)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let module = py.import("eightoff._core")?;
        let restore = module.getattr(pyo3::intern!(py, "_restore"))?;
        (restore, (self.to_json(),)).into_pyobject(py)
    }

    /// Games are equal when rules, board (place by place), score and code are.
    fn __eq__(&self, other: &Self) -> bool {
        // One after the other: two locks at once could wait for each other, or for themselves.
        let other = other.lock().game.clone();
        self.lock().game == other
    }

    fn __str__(&self) -> String {
        self.lock().game.to_string()
    }

    fn __repr__(&self) -> String {
        let game = self.lock().game.clone();
        match game.code() {
            Some(code) if is_fresh(&game) => match game.rules().group_limit {
                GroupLimit::App => format!("eightoff.Game('{code}')"),
                limit @ GroupLimit::Strict => {
                    format!("eightoff.Game('{code}', group_limit='{limit}')")
                }
            },
            _ => format!("eightoff.Game.from_json('{}')", game.to_json()),
        }
    }

    /// What a notebook shows: the board as a drawing.
    fn _repr_svg_<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        moves::drawing(slf, "board")
    }

    /// What a notebook or console shows that has no drawings: the board as text.
    fn _repr_pretty_(&self, printer: &Bound<'_, PyAny>, _cycle: bool) -> PyResult<()> {
        printer.call_method1("text", (self.__str__(),))?;
        Ok(())
    }
}

/// Perft that lets signals in between subtrees.
fn perft(py: Python<'_>, position: &Position, depth: u32) -> PyResult<u64> {
    /// Some milliseconds at the most.
    const UNINTERRUPTED: u32 = 4;
    if depth <= UNINTERRUPTED {
        return Ok(py.detach(|| position.perft(depth)));
    }
    py.check_signals()?;
    let mut total = 0;
    for action in position.legal_actions().iter() {
        let mut next = *position;
        next.play_unchecked(action);
        total += perft(py, &next, depth - 1)?;
    }
    Ok(total)
}

/// The game of a saved text, for pickle.
#[pyfunction]
#[pyo3(name = "_restore")]
pub(crate) fn restore_game(text: &str) -> PyResult<PyGame> {
    PyGame::from_json(text)
}
