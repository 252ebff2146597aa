"""Functions of the rules service."""

from .ringrift import Action, Position
from typing import Any

__all__ = [
    "cell_name",
    "cell_point",
    "evaluate_move",
    "legal_moves",
    "move_object",
    "move_text",
    "position_from_state",
    "state_from_position",
]

def cell_name(board_name: str, cell: Any) -> str:
    """Returns the name of a cell that is given as a name, a key such as `3,3`, or an object with `x`, `y` and perhaps `z`."""

def cell_point(board_name: str, name: str) -> dict[str, int]:
    """Returns the coordinates of a cell: `x` and `y`, and `z` on hexagonal boards."""

def evaluate_move(request: Any) -> dict[str, Any]:
    """Answers a request of the rules service to evaluate a move."""

def legal_moves(request: Any) -> dict[str, Any]:
    """Answers a request of the rules service for the legal moves of a position."""

def move_object(position: Position, action: Action | str, number: int) -> dict[str, Any]:
    """Returns the move object of an action: its type, player, cells and notation. `number` counts the moves of the game from 1."""

def move_text(board_name: str, object: Any) -> str:
    """Returns the notation of a move object."""

def position_from_state(state: Any) -> Position:
    """Converts a state object of the rules service to a position."""

def state_from_position(position: Position) -> dict[str, Any]:
    """Converts a position to a state object of the rules service."""
