"""Native part of the package; use the modules `ringside`, `ringside.asg` and `ringside.ratings`."""

from . import ai as ai, asg as asg, learning as learning, ratings as ratings, record as record, ringrift as ringrift

__all__ = ["__version__", "ai", "asg", "learning", "ratings", "record", "ringrift"]

__version__: str
