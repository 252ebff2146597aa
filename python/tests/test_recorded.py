"""Recorded games and matches of other implementations replay through the Python objects with equal states.

The records are in the folder `shared` beside the checkout, which is not part of the repository.
"""

import gzip
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ringside import Event, Position, Record, Recorder, Ruleset, RingsideError, asg

SHARED = Path(os.environ.get("RINGSIDE_SHARED") or Path(__file__).parents[3] / "shared")
TRACES = sorted((SHARED / "traces").glob("*.jsonl.gz"))
MATCHES = sorted((SHARED / "asg" / "vectors").glob("v*.jsonl.gz"))

needs_traces = pytest.mark.skipif(not TRACES, reason=f"there are no recorded games in {SHARED / 'traces'}")
needs_matches = pytest.mark.skipif(not MATCHES, reason=f"there are no recorded matches in {SHARED / 'asg/vectors'}")


def lines(path: Path) -> Iterator[Any]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


# --- RingRift

#: Phase and move of a step without a choice, which only records of the live edition contain.
EMPTY_STEPS = {
    "no_placement_action": ("ring_placement", "no_placement"),
    "no_movement_action": ("movement", "no_move"),
    "no_line_action": ("line_processing", "no_line"),
    "no_territory_action": ("territory_processing", "no_territory"),
}

#: Phases that records of the live edition do not separate.
LIVE_PHASES = {
    "recovery": "movement",
    "line_elimination": "line_processing",
    "territory_elimination": "territory_processing",
}


def rules_of(header: dict[str, Any]) -> Ruleset:
    options = {"rings" if name == "ringsPerPlayer" else name: value for name, value in header["options"].items()}
    return Ruleset.from_names(header["edition"], header["board"], header["players"], **options)


class Replay:
    """A recorded game that is played again, step by step."""

    def __init__(self, header: dict[str, Any]) -> None:
        rules = rules_of(header)
        self.is_live = rules.forced == "last"
        self.position = Position(rules)
        self.recorder = Recorder(self.position)
        self.pending: list[tuple[int, tuple[str, str]]] = []
        assert header["format"] == "ringrift-trace/1"
        assert (header["ringsPerPlayer"], header["lineLength"]) == (rules.rings, rules.line_length)
        assert header["victoryThreshold"] == rules.elimination_threshold
        self.check_state(header["init"])

    def phase(self) -> str:
        phase = self.position.phase
        return LIVE_PHASES.get(phase, phase) if self.is_live else phase

    def step(self, step: dict[str, Any]) -> None:
        passes: list[list[object]] = []
        if self.pending:
            player, (phase, move) = self.pending.pop(0)
            assert (step["ph"], step["p"], step["legal"], step["mv"]) == (phase, player, [move], move)
        else:
            assert (step["ph"], step["p"]) == (self.phase(), self.position.to_move)
            moves = self.position.trace_moves()
            assert [text for text, _ in moves] == step["legal"]
            action = dict(moves)[step["mv"]]
            after, events = self.position.play_with_events(action)
            self.recorder.play(action)
            self.position = after
            passes = [["pass", event.fields["player"]] for event in events if event.kind == "passed"]
            self.pending = [empty_step(event) for event in events if event.kind == "step_empty"]
        if not self.is_live:
            assert step.get("ev", []) == passes
        after_step = step["after"]
        if self.pending:
            player, (phase, _) = self.pending[0]
            expected = (phase, player, "active")
        elif self.position.is_over:
            expected = (self.phase(), 0, "completed")
        else:
            expected = (self.phase(), self.position.to_move, "active")
        assert (after_step["ph"], after_step["p"], after_step["status"]) == expected
        self.check_state(after_step)

    def check_state(self, state: dict[str, Any]) -> None:
        position = self.position
        stacks = {cell: "".join(map(str, rings)) for cell, rings in position.stacks.items()}
        assert (stacks, position.markers, position.collapsed) == (state["st"], state["mk"], state["co"])
        counts = zip(position.hands, position.credits, position.territories, strict=True)
        assert [list(row) for row in counts] == state["pl"]
        assert position.progress == state["S"]

    def finish(self, footer: dict[str, Any]) -> None:
        outcome = self.position.outcome
        assert footer["end"] == ("cap" if outcome is None else "game_over")
        assert footer["turns"] == self.position.turn
        if outcome is not None:
            assert (footer["winner"], footer["reason"]) == (outcome.winner or 0, outcome.reason)
        record = self.recorder.finish()
        assert Record(str(record)) == record and record.last_position == self.position
        assert Position(str(self.position)) == self.position


def empty_step(event: Event) -> tuple[int, tuple[str, str]]:
    return event.fields["player"], EMPTY_STEPS[event.fields["move_type"]]


@needs_traces
@pytest.mark.parametrize("path", TRACES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_recorded_games(path: Path) -> None:
    game: Replay | None = None
    games = 0
    for line in lines(path):
        if "h" in line:
            assert game is None
            game, games = Replay(line), games + 1
        elif game is None:
            pytest.fail("a step without the header of its game")
        elif "f" in line:
            game.finish(line)
            game = None
        else:
            game.step(line)
    assert games > 0 and game is None


# --- Agent Strategy Game


def state_of(position: asg.Position) -> dict[str, Any]:
    """Return a position in the form of recorded matches."""
    owners = position.owners
    return {
        "ply": position.ply,
        "active": position.active,
        "supplies": list(position.supplies.values()),
        "nodes": {node: [owners[node], *forces] for node, forces in position.forces.items()},
    }


def bot_of(controller: dict[str, Any]) -> asg.Bot | None:
    """Return the built-in bot that played a side of a recorded match; `None` for scripts and other programs."""
    match controller:
        case {"kind": "greedy"}:
            return asg.Bot("greedy")
        case {"kind": "random", "seed": seed}:
            return asg.Bot("random", seed)
        case {"kind": "mix", "seed": seed, "greedyProb": share} if share is not None:
            return asg.Bot(f"mix:{share}", seed)
        case _:
            return None


def comparable(got: Any, recorded: Any) -> Any:
    """Return our events or results without what the record leaves out: messages, some codes, orders of unknown type."""
    if isinstance(got, dict) and isinstance(recorded, dict):
        return {key: comparable(item, recorded[key]) for key, item in got.items() if key in recorded}
    if isinstance(got, list) and isinstance(recorded, list):
        if not any(is_unknown_type(item) for item in recorded):
            got = [item for item in got if not is_unknown_type(item)]
        return [comparable(*pair) for pair in zip(got, recorded, strict=True)]
    return got


def is_unknown_type(item: Any) -> bool:
    return isinstance(item, dict) and item.get("reason") == "unknown_type"


def without_messages(value: Any) -> Any:
    """Remove messages, whose wording is not part of the format."""
    if isinstance(value, dict):
        return {key: without_messages(item) for key, item in value.items() if key != "message"}
    return [without_messages(item) for item in value] if isinstance(value, list) else value


@needs_matches
@pytest.mark.parametrize("path", MATCHES, ids=lambda path: path.name.removesuffix(".jsonl.gz"))
def test_recorded_matches(path: Path) -> None:
    matches = 0
    for recorded in lines(path):
        matches += 1
        match = asg.Match(asg.Scenario(recorded["scenario"]), seed=recorded["seed"], rules=recorded["rules"])
        bots = {side: bot_of(controller) for side, controller in recorded["controllers"].items()}
        assert match.prng_state == recorded["rng0"]
        for turn in recorded["turns"]:
            where = f"{recorded['id']}, ply {turn['ply']}"
            assert (turn["ply"], turn["player"]) == (match.position.ply, match.position.active), where
            bot = bots[turn["player"]]
            if bot is not None:
                assert bot.choose(match) == turn["actions"], where
            ply = match.play_with_events(turn["actions"], turn["controllerId"])
            for got, claim in [(ply.events, turn["events"]), (ply.results, turn.get("actionResults"))]:
                if claim is not None:
                    claim = without_messages(claim)
                    assert comparable(without_messages(got), claim) == claim, where
            if turn.get("summary") is not None:
                reference = match.play_with_events(turn["actions"], turn["controllerId"], reference=True)
                assert reference.summary == turn["summary"], where
            match = ply.after
            assert state_of(match.position) == turn["after"], where
            assert match.prng_state == turn["rng"], where
        assert (match.position.ply, match.outcome) == (recorded["plies"], recorded["result"]), recorded["id"]
        replay = match.replay()
        assert asg.Replay.verify(replay.to_json()).difference is None and replay.after() == match
    assert matches > 0


@needs_matches
def test_recorded_replays() -> None:
    replays = 0
    for line in lines(SHARED / "asg/vectors/sample_replays.jsonl.gz"):
        verified = asg.Replay.verify(json.dumps(line.get("replay", line)))
        assert verified.difference is None and verified.plies > 0
        replays += 1
    assert replays > 0


DRAWS: dict[str, Callable[[asg.Prng], object]] = {
    "uint32": lambda prng: prng.next_u32(),
    "float01": lambda prng: prng.fraction(),
    "bool": lambda prng: prng.coin(),
    "int_m1_p1": lambda prng: prng.between(-1, 1),
    "int_m3_p3": lambda prng: prng.between(-3, 3),
    "int_1_10": lambda prng: prng.between(1, 10),
}


@needs_matches
def test_recorded_random_numbers() -> None:
    for row in json.loads((SHARED / "asg/vectors/prng_vectors.json").read_text()):
        assert asg.Prng(row["seed"]).state == row["state0"]
        for name, draw in DRAWS.items():
            prng = asg.Prng(row["seed"])
            assert [draw(prng) for _ in row[name]] == row[name]


@needs_matches
def test_recorded_fights() -> None:
    with gzip.open(SHARED / "asg/vectors/combat_vectors.json.gz", "rt") as file:
        table = json.load(file)
    for values in table["rows"]:
        row = dict(zip(table["columns"], values, strict=True))
        got = asg.resolve_combat(row["A"], row["D"], row["fraction"], row["seed"])
        assert (got["bound"], got["noise"], got["delta"]) == (row["varianceBound"], row["noise"], row["delta"])
        assert (got["attacker_won"], got["left"]) == (row["winner"] == "P1", row["winnerStrengthAfter"])
        assert (got["stated_odds"], got["prng_state"]) == (row["attackerWinProb"], row["rngStateAfter"])


@needs_matches
def test_recorded_scenarios() -> None:
    for judged in json.loads((SHARED / "asg/vectors/scenario_validation.json").read_text()):
        try:
            asg.Scenario(json.dumps(judged["scenario"]))
            accepted = True
        except RingsideError:
            accepted = False
        assert accepted == judged["accepted"], judged["case"]
