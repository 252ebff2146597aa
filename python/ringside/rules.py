"""The rules as functions over plain values: the rules service without a network, and the functions of the notation.

:func:`evaluate_move` and :func:`legal_moves` give the same answers as ``POST /rules/evaluate_move`` and
``POST /rules/legal_moves`` of a server in mode ``fast``. States and moves are the objects of that service, as
dictionaries. The other functions convert between them and the notation, under the names of its specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from ringside._errors import RingsideError
from ringside._native import rules as _native
from ringside._native.record import Record
from ringside._native.ringrift import Position

__all__ = [
    "algebraic_to_move",
    "algebraic_to_position",
    "evaluate_move",
    "game_to_pgn",
    "legal_moves",
    "move_to_algebraic",
    "moves_to_notation_list",
    "parse_pgn",
    "position_from_state",
    "position_to_algebraic",
    "state_from_position",
]

State = Position | str | Mapping[str, Any]
"""A position, its text, or a state object of the rules service."""

Move = str | Mapping[str, Any]
"""The notation of a move, or a move object of the rules service."""


def evaluate_move(state: State, move: Move, *, chosen_line: int | None = None) -> dict[str, Any]:
    """Evaluates a move and returns the response of the rules service.

    An illegal move is no error: the response has ``valid`` false and the ``reason``. ``chosen_line`` is the number of
    the line that an earlier move, such as ``L 1``, has chosen.
    """
    return _native.evaluate_move(evaluation_request(state, move, chosen_line))


def legal_moves(state: State) -> dict[str, Any]:
    """Lists the legal moves of a position and returns the response of the rules service."""
    return _native.legal_moves(state_fields(state))


def position_from_state(state: Mapping[str, Any]) -> Position:
    """Converts a state object of the rules service to a position."""
    return _native.position_from_state(dict(state))


def state_from_position(position: Position) -> dict[str, Any]:
    """Converts a position to a state object of the rules service, with an empty history of moves."""
    return _native.state_from_position(position)


def position_to_algebraic(pos: Mapping[str, int], board_type: str) -> str:
    """Returns the name of the cell with the coordinates ``x`` and ``y``, and perhaps ``z`` on hexagonal boards."""
    return _native.cell_name(board_type, dict(pos))


def algebraic_to_position(notation: str, board_type: str) -> dict[str, int]:
    """Returns the coordinates of a cell: ``x`` and ``y``, and ``z`` on hexagonal boards."""
    return _native.cell_point(board_type, notation)


def move_to_algebraic(move: Move, board_type: str) -> str:
    """Returns the notation of a move object. A line and a region need their numbers, which depend on the position."""
    return _native.move_text(board_type, {"type": _code(move), "text": move} if isinstance(move, str) else dict(move))


def algebraic_to_move(notation: str, state: State, player: int, move_number: int) -> dict[str, Any]:
    """Returns the move object of a legal move. ``player`` must be the player to move."""
    position = _position(state)
    if player != position.to_move:
        raise RingsideError(f"it is the turn of player {position.to_move}, not of player {player}")
    return _native.move_object(position, notation, move_number)


def moves_to_notation_list(moves: Iterable[Move], board_type: str) -> list[str]:
    """Returns the notations of several moves."""
    return [move_to_algebraic(move, board_type) for move in moves]


def game_to_pgn(moves: Iterable[Move], metadata: Mapping[str, str | int | None], board_type: str) -> str:
    """Returns the record of a game as text.

    ``metadata`` are its headers, such as ``Player1``, ``Date`` or ``Edition``; those with the value ``None`` are left
    out. All moves are played, so an illegal one raises an error.
    """
    headers = {"Game": "RingRift", "Board": board_type, **metadata}
    lines = [f'[{name} "{_quoted(str(value))}"]' for name, value in headers.items() if value is not None]
    return str(Record("\n".join([*lines, "", *moves_to_notation_list(moves, board_type)])))


def parse_pgn(pgn_text: str) -> tuple[dict[str, str], list[str]]:
    """Parses the record of a game and returns its headers and the notations of its moves. All moves are played."""
    record = Record(pgn_text)
    return record.headers, [action.text for action in record.actions]


def evaluation_request(state: State, move: Move, chosen_line: int | None) -> dict[str, Any]:
    """Returns the request of the rules service to evaluate a move."""
    request = {**state_fields(state), "move": move if isinstance(move, str) else dict(move)}
    return request if chosen_line is None else {**request, "chosenLine": chosen_line}


def state_fields(state: State) -> dict[str, Any]:
    """Returns the fields of a request of the rules service that state the position."""
    return {"state": dict(state)} if isinstance(state, Mapping) else {"position": str(state)}


def _position(state: State) -> Position:
    if isinstance(state, Position):
        return state
    return Position(state) if isinstance(state, str) else position_from_state(state)


def _code(notation: str) -> str:
    return notation.split(maxsplit=1)[0] if notation.strip() else ""


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
