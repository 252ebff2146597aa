"""Rulesets, positions, actions and events of RingRift."""

import copy
import pickle

import numpy as np
import pytest

from ringside import Action, Position, Recorder, Ruleset, RingsideError, rule_title

START = Position(Ruleset("canon", "square8", 2))


def test_rulesets_have_every_option() -> None:
    rules = Ruleset("live", "square8", 3, swap=False, turn_cap=None, rings=20, landing="burn_any")
    assert (rules.edition, rules.board, rules.players) == ("live", "square8", 3)
    assert list(rules.options) == Ruleset.option_names()
    for name, value in rules.options.items():
        assert getattr(rules, name) == value
    assert rules.overrides() == {"rings": 20}
    assert eval(repr(rules)) == rules == pickle.loads(pickle.dumps(rules))
    assert hash(rules) == hash(eval(repr(rules)))
    assert rules != Ruleset("live", "square8", 3)


@pytest.mark.parametrize("edition", Ruleset.editions())
def test_every_edition_can_be_changed_to_every_other(edition: str) -> None:
    for other in Ruleset.editions():
        wanted = Ruleset(other, "square8", 2)
        assert Ruleset(edition, "square8", 2, **wanted.options) == wanted


def test_boards_have_their_cells() -> None:
    sizes = {name: len(Ruleset("standard", name, 2, rings=18, line_length=4).cells) for name in Ruleset.boards()}
    assert sizes == {"square8": 64, "square19": 361, "hex8": 61, "hexagonal": 331, "hexagonal12": 469}


def test_first_position() -> None:
    assert START.count_legal() == len(START.legal_actions()) == 192
    assert (START.phase, START.to_move, START.turn, START.outcome) == ("ring_placement", 1, 1, None)
    assert (START.hands, START.credits, START.territories) == ([18, 18], [0, 0], [0, 0])
    assert (START.stacks, START.markers, START.collapsed) == ({}, {}, {})
    assert START.perft(2) == sum(START.play(action).count_legal() for action in START.legal_actions())


def test_positions_are_values() -> None:
    after = START.play("P d4*2")
    assert START.stacks == {} and after.stacks == {"d4": [1, 1]}
    same = Position(str(after))
    assert same == after and hash(same) == hash(after) and same is not after
    assert {after: 1}[same] == 1 and after != START
    for copied in [pickle.loads(pickle.dumps(after)), copy.copy(after), copy.deepcopy(after), after.clone()]:
        assert copied == after
    assert Position.parse_with("S d4=1,h8=2; P movement", START.rules).rules == START.rules
    assert eval(repr(after)) == after


def test_hashes_of_symmetric_positions() -> None:
    one, other = START.play("P a1*2"), START.play("P h8*2")
    assert one.hash() != other.hash() and one.symmetric_hash() == other.symmetric_hash()
    assert one.fingerprint() != other.fingerprint() and len(one.fingerprint_hash()) == 32


def test_actions() -> None:
    position = START.play("P d4*2")
    action = position.read_action("M d4-d6")
    assert (action.text, action.kind, action.move_type) == ("M d4-d6", "move", "move_stack")
    assert action.picks == action.cells == ["d4", "d6"] and action.rings is None
    assert action in position.legal_actions() and action.position == position
    assert pickle.loads(pickle.dumps(action)) == action == Action(position, "M d4-d6")
    assert len(set(position.legal_actions())) == position.count_legal()
    assert position.nth_legal(3) == position.legal_actions()[3]
    assert START.read_action("P a1*3").rings == 3


def test_numbers_of_numpy_are_numbers() -> None:
    assert START.nth_legal(np.int64(3)) == START.nth_legal(3)
    assert Ruleset(players=np.uint8(3)).players == 3


def test_captures_name_the_captured_stack() -> None:
    position = Position("G square8 2p; S a1=1,b1=2,h8=2; P movement")
    capture = next(action for action in position.legal_actions() if action.kind == "capture")
    assert capture.picks[0] == "a1" and capture.cells[-1] == "b1"
    after, events = position.play_with_events(capture)
    taken = next(event for event in events if event.kind == "ring_captured")
    assert taken.fields == {"over": "b1", "ring": 2} and taken.rule == "RR-CANON-R102"
    moved = next(event for event in events if event.kind == "moved")
    assert moved.fields["rings"] == [2, 1] and moved.fields["over"] == "b1"
    assert after == position.play(capture)


def test_end_of_a_game() -> None:
    position = Position("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")
    after, events = position.play_with_events("M d4-d5")
    assert after.is_over and after.legal_actions() == [] and after.count_legal() == 0
    assert after.outcome is not None
    assert (after.outcome.winner, after.outcome.reason, after.outcome.ranks) == (1, "ring_elimination", [1, 2])
    assert events[-1].kind == "ended" and events[-1].fields == {"winner": 1, "reason": "ring_elimination"}
    with pytest.raises(RingsideError) as raised:
        after.play("M d5-d6")
    assert raised.value.rule == "RR-CANON-R070"


def test_lines_regions_and_goals() -> None:
    position = Position("G square8 2p; S h8=1,h1=2; M1 a1,b1,c1,d1; P line_processing")
    assert position.lines(1) == [["a1", "b1", "c1", "d1"]] and position.lines(2) == []
    assert isinstance(position.regions(), list)
    assert all(have <= need for have, need in position.goals(1).values())
    assert position.as_if_turn_of(2) is not None


def test_pictures() -> None:
    after = START.play("P d4*2")
    action = START.read_action("P d4*2")
    assert after._repr_svg_().startswith("<svg ") and after._repr_svg_() != START._repr_svg_()
    assert "Alice" in after.svg(title="Move 1", last=[action], highlights=["d4"], names=["Alice"], theme="dark")
    assert "d" in after.board_text() and after.headline() and after.prompt()


def test_recorder_plays_and_takes_back() -> None:
    game = Recorder(START, names=["Alice", None], date="2026-01-02")
    events = game.play("P d4*2")
    assert [event.kind for event in events] == ["placed", "phase_entered"]
    game.play(game.position.read_action("M d4-d6"))
    assert game.take_back() == "M d4-d6"
    game.play("M d4-d6")
    record = game.finish(resigned=2)
    assert (record.result, record.termination, record.ranks) == ("1-0", "resignation", [1, 2])
    assert record.names == ["Alice", None] and record.headers["Date"] == "2026-01-02"
    assert game._repr_svg_().startswith("<svg ")
    assert Recorder.resume(record).position == game.position


def test_rule_titles() -> None:
    assert rule_title("RR-CANON-R091") == "Path and distance of a move."
