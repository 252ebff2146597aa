"""The exception type of the package."""

from __future__ import annotations

from collections.abc import Iterable


class RingsideError(ValueError):
    """Input that the rules or a format do not allow.

    ``reason`` says what is wrong. ``rule`` is the id of the rule that the input breaks, such as ``RR-CANON-R091``, or
    the code of a rejected order of the Agent Strategy Game; ``None`` if no rule is concerned. ``cells`` are the names
    of the cells that the reason refers to.
    """

    reason: str
    rule: str | None
    cells: tuple[str, ...]

    def __init__(self, reason: str, rule: str | None = None, cells: Iterable[str] = ()) -> None:
        super().__init__(reason, rule, tuple(cells))
        self.reason = reason
        self.rule = rule
        self.cells = tuple(cells)

    def __str__(self) -> str:
        return self.reason if self.rule is None else f"{self.reason} ({self.rule})"
