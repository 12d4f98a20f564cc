"""Games as the browser gets them: plain lists and numbers."""

from typing import Any

from eightoff import Game, Move

PLACES = "12345678" + "abcdefgh" + "SHDC"


def board_state(game: Game) -> dict[str, Any]:
    """What a table shows of a game."""
    return {
        "columns": [[int(card) for card in column if card >= 0] for column in game.tableau],
        "cells": game.cells.tolist(),
        "foundations": game.foundations.tolist(),
        "score": game.score,
        "won": game.is_won,
    }


def play_state(game: Game) -> dict[str, Any]:
    """What a table to play on needs besides: legal drags, code, whether undo can do anything."""
    places = [
        place for place in PLACES if not place.islower() or ord(place) - ord("a") < game.num_cells
    ]
    drags = {
        place: [[move.card, move.target] for move in game.drags_from(place)] for place in places
    }
    return board_state(game) | {
        "drags": {place: moves for place, moves in drags.items() if moves},
        "code": game.code,
        "stuck": game.is_stuck,
        "can_undo": bool(game.history),
    }


def cards_at(game: Game, place: str) -> list[int]:
    """The cards of a column or a cell, deepest first; none for a foundation."""
    if place.isdigit():
        return [int(card) for card in game.tableau[int(place) - 1] if card >= 0]
    if place.islower():
        return [int(card) for card in game.cells[[ord(place) - ord("a")]] if card >= 0]
    return []


def cards_of(move: Move) -> list[int]:
    """The cards that a move moves, deepest first."""
    return [move.card - i for i in range(move.count)]
