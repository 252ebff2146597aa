"""Native part of the package; use the modules `ringside`, `ringside.asg`, `ringside.ratings` and `ringside.rules`."""

from typing import final

from . import (
    ai as ai,
    arena as arena,
    asg as asg,
    learning as learning,
    neural as neural,
    ratings as ratings,
    record as record,
    ringrift as ringrift,
    rules as rules,
)

__all__ = ["_Defect", "__version__", "ai", "arena", "asg", "learning", "neural", "ratings", "record", "ringrift", "rules"]

__version__: str

@final
class _Defect:
    """Panics in every method; for tests."""
    def __len__(self) -> int: ...
    def __new__(cls) -> _Defect: ...
    @property
    def attribute(self) -> int: ...
    @staticmethod
    def function() -> None: ...
    def method(self, text: str) -> str: ...
    def result(self) -> int: ...
