"""Long random games of the engine and the model, step by step; what differs is shrunk."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import eightoff
from model.cards import PACK
from model.positions import choices_of, chooser, put_together
from model.table import CELLS, COLUMNS, FOUNDATIONS, Transfer
from side_by_side import assert_same_done, assert_same_game, dealt, laid_out

ALL_PLACES = COLUMNS + CELLS + FOUNDATIONS
LARGE = st.integers(0, 10_000)  # an index into a list of unknown length, by remainder


class SideBySide(RuleBasedStateMachine):
    """Each rule does one thing to both games; the invariant compares all that can be seen."""

    @initialize(
        begin=st.integers(0, 2**32 - 1) | st.binary(min_size=200, max_size=200),
        cells=st.sampled_from([8, 4, 2]),
        limit=st.sampled_from(["app", "strict"]),
        undo_limit=st.sampled_from([100, None, 7]),
    )
    def begin(self, begin, cells, limit, undo_limit):
        """A deal's number, or bytes that put a position together."""
        if isinstance(begin, int):
            self.start(*dealt(begin, cells, limit), undo_limit)
        else:
            table = put_together(choices_of(begin), cells, limit)
            self.start(*laid_out(table), undo_limit)

    def start(self, engine, model, undo_limit):
        self.engine, self.model = engine, model
        engine.undo_limit = model.undo_limit = undo_limit
        self.key_of, self.arrangement_of = {}, {}

    def legal(self, *, forward=False):
        """Legal actions; `forward`: the useful ones only, where there are any."""
        actions = self.model.table.actions()
        useful = [
            a for a, t in actions.items() if t.source not in FOUNDATIONS and t.target not in CELLS
        ]
        return (forward and useful) or list(actions)

    @precondition(lambda self: self.legal())
    @rule(choice=LARGE)
    def apply(self, choice):
        self.apply_one(self.legal(), choice)

    @rule(seed=st.integers(0, 2**16), actions=st.integers(1, 60))
    def play_on(self, seed, actions):
        choose = chooser(seed)
        for _ in range(actions):
            if legal := self.legal(forward=choose(4) > 0):
                self.apply_one(legal, choose(10_000))

    @rule()
    def send_home(self):
        """All that can go to the foundations, as far as the win."""
        while home := [a for a in self.model.table.actions() if a % 3 == 0]:
            self.apply_one(home, 0)

    def apply_one(self, legal, choice):
        action = legal[choice % len(legal)]
        move = next(m for m in self.engine.legal_moves() if m.action == action)
        how = [action, np.int64(action), str(move), move][choice % 4]
        done = self.model.apply(action)
        assert self.engine.apply(how) == done.points
        assert_same_done(self.engine.history[-1], done)

    @rule(action=st.integers(0, 155))
    def apply_any(self, action):
        done = self.model.apply(action)
        if done is None:
            with pytest.raises(eightoff.IllegalMoveError):
                self.engine.apply(action)
        else:
            assert self.engine.apply(action) == done.points

    @rule(places=st.tuples(st.sampled_from(ALL_PLACES), st.sampled_from(ALL_PLACES)))
    def drag(self, places):
        source, target = places
        piles = self.model.table.piles
        if not {source, target} <= piles.keys():
            with pytest.raises(eightoff.NotationError):
                self.engine.drag(source, target)
        elif done := self.model.drag(source, target):
            assert_same_done(self.engine.drag(source, target), done)
        else:
            with pytest.raises(eightoff.IllegalMoveError):
                self.engine.drag(source, target)

    @precondition(lambda self: self.model.table.transfers())
    @rule(choice=LARGE)
    def drag_legally(self, choice):
        transfers = self.model.table.transfers()
        source, _, target = transfers[choice % len(transfers)]
        assert_same_done(self.engine.drag(source, target), self.model.drag(source, target))

    @rule(card=st.sampled_from(PACK), to=st.sampled_from(COLUMNS + FOUNDATIONS))
    def drag_card(self, card, to):
        """A card by its name goes with all that lies on it."""
        source = self.model.table.where(card)
        pile = self.model.table.piles[source]
        transfer = Transfer(source, len(pile) - pile.index(card), to)
        if self.model.table.may_move(transfer):
            assert_same_done(self.engine.drag(card, to), self.model.make(transfer))
        else:
            with pytest.raises(eightoff.IllegalMoveError):
                self.engine.drag(card, to)

    @rule(data=st.data())
    def tap(self, data):
        place = data.draw(st.sampled_from(list(self.model.table.piles)))
        assert_same_done(self.engine.tap(place), self.model.tap(place))

    @rule(data=st.data())
    def double_tap(self, data):
        place = data.draw(st.sampled_from(list(self.model.table.piles)))
        assert_same_done(self.engine.double_tap(place), self.model.double_tap(place))

    @rule(times=st.integers(1, 120))
    def undo(self, times):
        for _ in range(times):
            done = self.model.undo()
            if done is None:
                with pytest.raises(IndexError):
                    self.engine.undo()
            else:
                assert_same_done(self.engine.undo(), done)

    @rule(way=st.sampled_from(["copy", "deepcopy", "method", "pickle", "json"]))
    def exchange_for_a_copy(self, way):
        make = {
            "copy": copy.copy,
            "deepcopy": copy.deepcopy,
            "method": lambda game: game.copy(),
            "pickle": lambda game: pickle.loads(pickle.dumps(game)),
            "json": lambda game: eightoff.Game.from_json(game.to_json()),
        }
        made = make[way](self.engine)
        assert made == self.engine
        self.engine = made

    @invariant()
    def same(self):
        assert_same_game(self.engine, self.model)

    @invariant()
    def same_keys_exactly_for_same_arrangements(self):
        key, arrangement = self.engine.key(), self.model.table.arrangement()
        assert self.key_of.setdefault(arrangement, key) == key
        assert self.arrangement_of.setdefault(key, arrangement) == arrangement


TestSideBySide = SideBySide.TestCase
