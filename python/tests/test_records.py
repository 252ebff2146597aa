"""Records: texts, JSON, replays and verification."""

import pickle

import pytest

from ringside import Position, Record, Recorder, Ruleset, RingsideError, Bot, read_records


def played(plies: int = 60) -> Record:
    game = Recorder(Position(Ruleset("standard", "square8", 2)), names=["Alice", "Bob"], seed="7")
    bot = Bot("greedy", 7)
    for _ in range(plies):
        game.play(bot.choose(game.position))
    return game.finish()


RECORD = played()


def test_texts_round_trip() -> None:
    for layout in ["rounds", "turns", "sequence"]:
        assert Record.parse(RECORD.text(layout)) == RECORD
    assert Record.from_json(RECORD.to_json()) == RECORD
    assert pickle.loads(pickle.dumps(RECORD)) == RECORD
    assert str(RECORD) == RECORD.text()


def test_replay_equals_play() -> None:
    position = RECORD.start
    for number, action in enumerate(RECORD.actions):
        assert action.position == position == RECORD.position_after(number)
        position = position.play(action)
    assert position == RECORD.last_position == RECORD.positions[-1]
    assert len(RECORD) == len(RECORD.actions) == len(RECORD.plies) == len(RECORD.positions) - 1 == 60


def test_verification_compares_hashes() -> None:
    text = str(RECORD.with_hashes())
    verified = Record.verify(text)
    assert verified.record == RECORD.with_hashes() and verified.hashes > 10 and verified.remarks == []
    assert Record.verify(RECORD.with_hashes().to_json()).hashes == verified.hashes
    known = next(ply.hash for ply in RECORD.with_hashes().plies if ply.hash)
    with pytest.raises(RingsideError, match="hash"):
        Record.verify(text.replace(known, "0" * len(known)))


def test_files_with_several_games() -> None:
    assert read_records(f"{RECORD}\n{RECORD}") == [RECORD, RECORD]
    assert read_records(f"[{RECORD.to_json()},{RECORD.to_json()}]") == [RECORD, RECORD]
    assert read_records(f"{RECORD.to_json()}\n{RECORD.to_json()}\n") == [RECORD, RECORD]


def test_annotations() -> None:
    text = '[Board "square8"]\n\n1. P d4*2; M d4-d6! {far} {[%eval 0.6/0.4]}'
    plies = Record(text).plies
    assert (plies[1].marks, plies[1].comments) == ("!", ["far"])
    assert plies[1].evaluation == pytest.approx([0.6, 0.4])


def test_moves_of_the_exchange_format() -> None:
    moves = RECORD.moves()
    assert moves[0]["type"] == "place_ring" and moves[0]["player"] == 1
    assert RECORD._repr_svg_().startswith("<svg ")
