"""RingRift and the Agent Strategy Game: rules, records, bots, analysis and ratings.

RingRift is in this module, the Agent Strategy Game in :mod:`ringside.asg`, ratings in :mod:`ringside.ratings`, the
functions of the rules service and of the notation in :mod:`ringside.rules`.
Invalid input raises :class:`RingsideError`.
"""

from ringside import asg, ratings, rules
from ringside._errors import RingsideError
from ringside._native import __version__
from ringside._native.ai import (
    Analysis,
    Analyst,
    Bot,
    KeyMoment,
    Review,
    ReviewedDecision,
    ScoredAction,
    SearchBot,
    SearchSummary,
)
from ringside._native.learning import Decision, Encoding
from ringside._native.record import Ply, Record, Recorder, Verified, read_records
from ringside._native.ringrift import Action, Event, IllegalAction, Outcome, Position, Ruleset, rule_title
from ringside.client import AsyncClient, Client, ServerError
from ringside.env import RingRiftEnv, StepResult
from ringside.vec_env import VecEnv, VecStep

__all__ = [
    "Action",
    "Analysis",
    "Analyst",
    "AsyncClient",
    "Bot",
    "Client",
    "Decision",
    "Encoding",
    "Event",
    "IllegalAction",
    "KeyMoment",
    "Outcome",
    "Ply",
    "Position",
    "Record",
    "Recorder",
    "Review",
    "ReviewedDecision",
    "RingRiftEnv",
    "RingsideError",
    "Ruleset",
    "ScoredAction",
    "SearchBot",
    "SearchSummary",
    "ServerError",
    "StepResult",
    "VecEnv",
    "VecStep",
    "Verified",
    "__version__",
    "asg",
    "ratings",
    "read_records",
    "rule_title",
    "rules",
]
