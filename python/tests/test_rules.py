"""The functions of the rules service and of the notation."""

from typing import Any

import pytest

from ringside import Client, Position, Record, Recorder, RingsideError, Ruleset, rules

BOARDS = [("canon", "square8", 2), ("live", "hex8", 3), ("compact", "square19", 2), ("live", "hexagonal12", 4)]


def random_positions(edition: str, board: str, players: int, every: int, most: int) -> list[Position]:
    """Positions of a game in which the first, second, third ... action is played in turn."""
    position, found = Position(Ruleset(edition, board, players)), []
    for ply in range(most * every):
        if position.is_over:
            break
        if ply % every == 0:
            found.append(position)
        position = position.play(position.nth_legal(ply * 7919 % position.count_legal()))
    return found


@pytest.mark.parametrize(("edition", "board", "players"), BOARDS)
def test_answers_equal_those_of_a_server(server: str, edition: str, board: str, players: int) -> None:
    with Client(server) as client:
        for position in random_positions(edition, board, players, every=5, most=12):
            state = rules.state_from_position(position)
            assert rules.position_from_state(state) == position
            listed = rules.legal_moves(position)
            assert listed == client.legal_moves(position) == rules.legal_moves(state) == client.legal_moves(state)
            for move in listed["moves"][:: max(1, len(listed["moves"]) // 3)]:
                answer = rules.evaluate_move(position, move["text"])
                assert answer == client.evaluate_move(position, move["text"])
                assert answer["valid"] and answer["next"]["position"] == str(position.play(move["text"]))
                with_history = rules.evaluate_move(state, move)
                assert with_history == client.evaluate_move(state, move)
                assert len(with_history["next"]["state"]["moveHistory"]) == 1


def test_illegal_and_malformed_moves_are_answered_alike(server: str) -> None:
    position = Position(Ruleset("canon", "square8", 2)).play("P d4*2")
    with Client(server) as client:
        answer = rules.evaluate_move(position, "M d4-d5")
        assert answer == client.evaluate_move(position, "M d4-d5")
        assert not answer["valid"] and answer["reason"]["rule"] == "RR-CANON-R091"
        moves: list[rules.Move] = ["M d4", {"type": "teleport"}, {"type": "move_stack", "from": "d4"}, {"type": "P", "to": "z9"}]
        for move in moves:
            with pytest.raises(RingsideError) as here:
                rules.evaluate_move(position, move)
            with pytest.raises(RingsideError) as there:
                client.evaluate_move(position, move)
            assert here.value.reason == there.value.reason
        states: list[rules.State] = ["nonsense", {"boardType": "square8"}, {"boardType": 7}]
        for state in states:
            with pytest.raises(RingsideError) as here:
                rules.legal_moves(state)
            with pytest.raises(RingsideError) as there:
                client.legal_moves(state)
            assert here.value.reason == there.value.reason


def test_a_line_is_chosen_before_it_is_taken() -> None:
    position = "G square8 2p canon; S h8=1,d2=1,h1=2; M1 a1,b1,c1,d1; P line_processing"
    chosen = rules.evaluate_move(position, "L 1")
    assert chosen["valid"] and chosen["lineOptions"]
    taken = rules.evaluate_move(position, "LR 2:2", chosen_line=1)
    assert taken == rules.evaluate_move(position, "L 1; LR 2:2")


@pytest.mark.parametrize(
    ("board", "point", "name"),
    [
        ("square8", {"x": 3, "y": 4}, "d5"),
        ("square19", {"x": 10, "y": 9}, "k10"),
        ("hex8", {"x": 1, "y": -1, "z": 0}, "1.-1"),
        ("hexagonal12", {"x": -3, "y": 5, "z": -2}, "-3.5"),
    ],
)
def test_cells_have_names_and_coordinates(board: str, point: dict[str, int], name: str) -> None:
    assert rules.position_to_algebraic(point, board) == name
    assert rules.algebraic_to_position(name, board) == point
    for wrong in [{"x": 99, "y": 0}, {"x": 0}, {"x": "a", "y": 0}]:
        with pytest.raises(RingsideError):
            rules.position_to_algebraic(wrong, board)  # type: ignore[arg-type]


@pytest.mark.parametrize(("edition", "board", "players"), BOARDS)
def test_moves_become_objects_and_notation_again(edition: str, board: str, players: int) -> None:
    for number, position in enumerate(random_positions(edition, board, players, every=3, most=20), 1):
        action = position.legal_actions()[-1]
        move = rules.algebraic_to_move(action.text, position, position.to_move, number)
        assert move["moveNumber"] == number and move["type"] == action.move_type
        assert rules.move_to_algebraic(move, board) == action.text
        fields = {name: value for name, value in move.items() if name != "algebraicNotation"}
        if move["type"] in ("place_ring", "move_stack", "skip_placement"):
            assert rules.move_to_algebraic(fields, board) == action.text
        with pytest.raises(RingsideError, match="turn of player"):
            rules.algebraic_to_move(action.text, str(position), position.to_move % players + 1, number)


def test_records_of_the_notation() -> None:
    game = Recorder(Position(Ruleset("canon", "square8", 2)))
    moves: list[dict[str, Any]] = []
    for number in range(1, 25):
        action = game.position.legal_actions()[number * 31 % game.position.count_legal()]
        moves.append(rules.algebraic_to_move(action.text, game.position, game.position.to_move, number))
        game.play(action)
    text = rules.game_to_pgn(moves, {"Player1": 'Al "the" \\ ice', "Date": None, "Edition": "canon"}, "square8")
    headers, notations = rules.parse_pgn(text)
    assert headers["Player1"] == 'Al "the" \\ ice' and "Date" not in headers
    assert notations == rules.moves_to_notation_list(moves, "square8")
    assert Record(text).last_position == game.position
    with pytest.raises(RingsideError):
        rules.game_to_pgn(["M a1-a2"], {}, "square8")

