"""Tournaments, sequential tests and self-play on a Ray cluster.

Connect to the cluster with ``ray.init(address=...)`` first; otherwise Ray uses the local machine. Every machine of the
cluster needs the same version of this package. Games are Ray tasks: Ray starts them where a processor is free, and
repeats them if a worker or a machine fails. All random choices have seeds, so neither changes the games or the log.
"""

from ringside.ray._runs import CostCapReached, SprtResult, Standing, TournamentResult, sprt, tournament
from ringside.ray._self_play import SelfPlayGame, self_play

__all__ = [
    "CostCapReached",
    "SelfPlayGame",
    "SprtResult",
    "Standing",
    "TournamentResult",
    "self_play",
    "sprt",
    "tournament",
]
