"""Invalid input raises RingsideError with the rule, the reason and the cells."""

import pickle
from collections.abc import Callable

import pytest

import ringside
from ringside import Analyst, Bot, Position, Record, Recorder, Ruleset, RingsideError, SearchBot, _native, asg, ratings

START = Position(Ruleset("canon", "square8", 2))
PLACED = START.play("P d4*2")
OVER = Position("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement").play("M d4-d5")
SCENARIO = asg.Scenario.library("causeway")
MATCH = asg.Match(SCENARIO, seed=1)


def test_illegal_action_has_rule_reason_and_cells() -> None:
    with pytest.raises(RingsideError) as raised:
        PLACED.play("M d4-d5")
    error = raised.value
    assert isinstance(error, ValueError)
    assert (error.rule, error.cells) == ("RR-CANON-R091", ("d4", "d5"))
    assert error.reason == "a stack 2 high moves at least 2 cells, not 1"
    assert str(error) == f"{error.reason} (RR-CANON-R091)"
    again = pickle.loads(pickle.dumps(error))
    assert (again.rule, again.reason, again.cells) == (error.rule, error.reason, error.cells)


def test_why_illegal_returns_what_play_raises() -> None:
    why = PLACED.why_illegal("M d4-d5")
    assert why is not None and (why.rule, why.cells) == ("RR-CANON-R091", ["d4", "d5"])
    assert PLACED.why_illegal("M d4-d6") is None
    placement = START.read_action("P a1")
    other = PLACED.why_illegal(placement)
    assert other is not None and other.rule == "RR-CANON-R070"
    assert PLACED.is_legal("M d4-d6") and not PLACED.is_legal(placement) and not PLACED.is_legal("nonsense")


INVALID: dict[str, Callable[[], object]] = {
    "unknown edition": lambda: Ruleset("nothing"),
    "unknown board": lambda: Ruleset("canon", "square9"),
    "negative players": lambda: Ruleset(players=-1),
    "too many players": lambda: Ruleset(players=5),
    "huge players": lambda: Ruleset(players=10**40),
    "unknown option": lambda: Ruleset(colour="red"),
    "option out of range": lambda: Ruleset(line_length=0),
    "option of the wrong kind": lambda: Ruleset(landing=3),
    "position text": lambda: Position("G square8 2p; S z9=1"),
    "empty position text": lambda: Position(""),
    "position with too many rings": lambda: Position("G square8 2p; S a1=" + "1" * 60),
    "action text": lambda: START.play("X d4"),
    "hidden characters": lambda: START.play("P d4\u202e"),
    "action of another board": lambda: START.play(Position(Ruleset("canon", "square19", 2)).legal_actions()[300]),
    "index out of range": lambda: START.nth_legal(192),
    "negative index": lambda: START.nth_legal(-1),
    "seat out of range": lambda: START.lines(3),
    "seat zero": lambda: START.goals(0),
    "cell of a picture": lambda: START.svg(highlights=["i9"]),
    "theme of a picture": lambda: START.svg(theme="pink"),
    "prefix of a picture": lambda: START.svg(prefix="1 2"),
    "too many names": lambda: START.svg(names=["a", "b", "c"]),
    "record text": lambda: Record("[Board \"square8\"]\n\n1. P d4*2; M d4-d5"),
    "record JSON": lambda: Record.from_json("{"),
    "records": lambda: ringside.read_records("[{}]"),
    "empty record": lambda: Record.verify(""),
    "layout of a record": lambda: Recorder(START).finish().text("spiral"),
    "names of a record": lambda: Recorder(START, names=["a", "b", "c"]),
    "control character in a header": lambda: Recorder(START, date="\n"),
    "end of a finished game": lambda: Recorder(OVER).finish(resigned=1),
    "two ends": lambda: Recorder(START).finish(resigned=1, timed_out=2),
    "unknown rule": lambda: ringside.rule_title("RR-CANON-R999"),
    "unknown bot": lambda: Bot("grandmaster"),
    "unknown level": lambda: Bot("level:11"),
    "level of a search bot": lambda: SearchBot(0),
    "choice in a finished game": lambda: Bot("random").choose(OVER),
    "search in a finished game": lambda: SearchBot(3).choose(OVER),
    "analysis of a finished game": lambda: Analyst(nodes=10).analyse(OVER),
    "no nodes": lambda: Analyst(nodes=0),
    "too many nodes": lambda: Analyst(nodes=10**12),
    "negative time": lambda: Analyst(time=-1.0),
    "infinite time": lambda: Analyst(time=float("inf")),
    "no threads": lambda: Analyst(threads=0),
    "scenario text": lambda: asg.Scenario("{}"),
    "scenario dictionary": lambda: asg.Scenario({"id": 3}),
    "scenario without JSON form": lambda: asg.Scenario({"id": {1, 2}}),
    "unknown scenario": lambda: asg.Scenario.library("atlantis"),
    "generated map": lambda: asg.Scenario.generate(1, 0),
    "symmetry of a map": lambda: asg.Scenario.generate(10, 2, symmetry="spiral"),
    "grid": lambda: asg.Scenario.grid(1, 1),
    "settings": lambda: SCENARIO.with_settings(turn_cap_plies=0),
    "unknown node": lambda: SCENARIO.neighbours("nowhere"),
    "unknown side": lambda: SCENARIO.hq("P3"),
    "rules of a match": lambda: asg.Match(SCENARIO, rules="v9"),
    "seed of a match": lambda: asg.Match(SCENARIO, seed=2**63),
    "orders that are no list": lambda: MATCH.play("{}"),
    "replay": lambda: asg.Replay("[]"),
    "replay to verify": lambda: asg.Replay.verify("{"),
    "ASG bot": lambda: asg.Bot("level:10"),
    "empty range": lambda: asg.Prng(1).between(2, 1),
    "strength": lambda: asg.combat_odds(0, 1, 0.5),
    "fraction": lambda: asg.resolve_combat(1, 1, float("nan"), 1),
    "contest": lambda: ratings.Contest([0, 0], [1, 2]),
    "places": lambda: ratings.Contest([0, 1], [1, 300]),
    "forfeit": lambda: ratings.Contest.forfeited([0, 1], 2),
    "unknown player": lambda: ratings.fit([ratings.Contest([0, 1], [1, 2])], players=1),
    "intervals": lambda: ratings.fit([], intervals="guess"),
    "player of a fit": lambda: ratings.fit([ratings.Contest([0, 1], [1, 2])]).los(0, 2),
    "hypotheses": lambda: ratings.Sprt(5, 0),
    "score": lambda: ratings.Sprt(0, 5).add_pair(0.3, 1),
    "kind of test": lambda: ratings.Sprt(0, 5).add_game(1),
}


@pytest.mark.parametrize("name", INVALID)
def test_invalid_input(name: str) -> None:
    with pytest.raises(RingsideError) as raised:
        INVALID[name]()
    assert raised.value.reason and len(raised.value.reason) < 2_000
    assert "internal error" not in raised.value.reason


def test_illegal_action_of_a_record_has_its_rule() -> None:
    with pytest.raises(RingsideError) as raised:
        Record("[Board \"square8\"]\n\n1. P d4*2; M d4-d5")
    assert raised.value.rule == "RR-CANON-R091" and "line 3" in raised.value.reason


def test_rejected_orders_have_a_code() -> None:
    with pytest.raises(RingsideError) as raised:
        MATCH.check([asg.reinforce(10**9)])
    assert raised.value.rule == "insufficient_supply"


def test_long_texts_are_rejected_quickly() -> None:
    long = "P d4; " * 200_000
    for read in [Position, Record, asg.Scenario, asg.Replay, START.play]:
        with pytest.raises(RingsideError) as raised:
            read(long)  # type: ignore[operator]
        assert len(raised.value.reason) < 2_000


def test_deep_json_is_rejected() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(RingsideError):
        MATCH.play(deep)
    with pytest.raises(RingsideError):
        MATCH.play("[" * 100_000)


WRONG_TYPES: list[Callable[[], object]] = [
    lambda: Position(3),  # type: ignore[arg-type]
    lambda: START.play(3),  # type: ignore[arg-type]
    lambda: Ruleset(players="two"),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("call", WRONG_TYPES)
def test_wrong_types_raise_type_errors(call: Callable[[], object]) -> None:
    with pytest.raises(TypeError):
        call()


@pytest.mark.parametrize(
    ("call", "reason"),
    [
        (lambda: _native._Defect().method("told by the caller"), "told by the caller"),
        (lambda: _native._Defect().result(), "in a function with a result"),
        (lambda: _native._Defect().attribute, "in an attribute"),
        (lambda: _native._Defect.function(), "in a static method"),
        (lambda: len(_native._Defect()), "in a special method"),
    ],
)
def test_a_defect_of_the_package_raises_the_documented_error(call: Callable[[], object], reason: str) -> None:
    with pytest.raises(RingsideError) as raised:
        call()
    assert raised.value.reason == f"internal error, please report it: {reason}"
