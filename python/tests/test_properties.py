"""Properties of random games, drawn by hypothesis."""

import pickle

from hypothesis import given, settings
from hypothesis import strategies as st

from ringside import Position, Record, Recorder, Ruleset, RingsideError, asg

#: Choices of legal actions, as indices that are taken modulo the number of legal actions.
CHOICES = st.lists(st.integers(0, 2**32), max_size=60)


@st.composite
def rulesets(draw: st.DrawFn) -> Ruleset:
    edition = draw(st.sampled_from(Ruleset.editions()))
    board = draw(st.sampled_from(Ruleset.boards()))
    players = draw(st.integers(2, 4))
    return Ruleset(edition, board, players, rings=draw(st.integers(3, 20)), line_length=draw(st.integers(3, 5)))


@st.composite
def games(draw: st.DrawFn) -> Recorder:
    game = Recorder(Position(draw(rulesets())))
    for choice in draw(CHOICES):
        position = game.position
        if position.is_over:
            break
        game.play(position.nth_legal(choice % position.count_legal()))
    return game


@settings(max_examples=100, deadline=None)
@given(games())
def test_position_texts_round_trip(game: Recorder) -> None:
    position = game.position
    again = Position(str(position))
    assert again == position and hash(again) == hash(position) and again.hash() == position.hash()
    assert again.fingerprint() == position.fingerprint()
    assert pickle.loads(pickle.dumps(position)) == position


@settings(max_examples=60, deadline=None)
@given(games())
def test_play_equals_replay(game: Recorder) -> None:
    record = game.finish()
    again = Record(str(record))
    assert again == record == Record.from_json(record.to_json())
    position = Position(record.rules)
    for action, expected in zip(record.actions, record.positions[1:], strict=True):
        after, events = position.play_with_events(action.text)
        assert after == expected == position.play(action) and events and after.progress >= position.progress
        position = after
    assert position == game.position


@settings(max_examples=40, deadline=None)
@given(games())
def test_action_texts_name_exactly_the_legal_actions(game: Recorder) -> None:
    position = game.position
    actions = position.legal_actions()
    assert len(actions) == position.count_legal() == len({action.text for action in actions})
    for action in actions[:50]:
        assert position.read_action(action.text) == action and position.why_illegal(action) is None


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_rejected(text: str) -> None:
    start = Position()
    for read in [Position, Record, asg.Scenario, asg.Replay, start.read_action, start.play]:
        try:
            read(text)  # type: ignore[operator]
        except RingsideError as error:
            assert "internal error" not in error.reason


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**60) | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text(max_size=8), values, max_size=3),
    max_leaves=8,
)
ORDERS = st.lists(
    st.builds(asg.reinforce, st.integers(-1, 8))
    | st.builds(asg.move, *[st.sampled_from(asg.Scenario.library("causeway").nodes)] * 2, st.integers(0, 6))
    | JSON,
    max_size=5,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ORDERS, max_size=12), st.integers(-(2**63), 2**63 - 1))
def test_matches_accept_any_json_and_replay(plies: list[list[object]], seed: int) -> None:
    match = asg.Match(asg.Scenario.library("causeway"), seed=seed)
    for orders in plies:
        if match.is_over:
            break
        ply = match.play_with_events(orders)
        assert ply.after == match.play(orders) and ply.events
        match = ply.after
    replay = match.replay()
    assert asg.Replay.verify(replay.to_json()).difference is None
    assert replay.after() == match == pickle.loads(pickle.dumps(match))
