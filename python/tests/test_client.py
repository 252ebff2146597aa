"""Clients of a running server."""

import asyncio
import json
import pickle
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from ringside import AsyncClient, Bot, Client, Position, Record, RingsideError, ServerError, asg

GENERATOR = Path(__file__).parents[1] / "tools" / "api_types.py"


def test_types_are_those_of_the_description() -> None:
    subprocess.run([sys.executable, GENERATOR, "--check"], check=True)


def test_plays_a_game_against_a_bot(server: str) -> None:
    with Client(server) as client:
        assert client.sign_in("Ada")["name"] == client.me()["name"] == "Ada"
        made = client.create_game(board="square8", seats=[{"who": "me"}, {"who": "bot", "name": "random"}])
        game = made["id"]
        assert isinstance(client.position(game), Position)
        last = client.play(game, Bot("greedy", seed=1).choose)
        assert last["table"]["stage"] == "over"
        record = Record(client.record(game))
        assert record.result in ("1-0", "0-1", "1/2-1/2") and len(record) == last["table"]["actions"]
        assert game in [brief["id"] for brief in client.games(mine=True, stage="over")]
        assert next(iter(client.events(game)))["type"] == "snapshot"


def test_plays_the_agent_strategy_game(server: str) -> None:
    with Client(server) as client:
        client.sign_in("Asgard")
        seats = [{"who": "me"}, {"who": "bot", "name": "greedy"}]
        game = client.create_game(game="asg", scenario="crossroads", seats=seats)["id"]
        with pytest.raises(RingsideError, match="not a game of RingRift"):
            client.position(game)
        assert client.legal(game)["game"] == "asg"
        last = client.play(game, lambda state: [asg.pass_order()])
        assert last["table"]["stage"] == "over"
        assert asg.Replay.verify(json.dumps(client.record(game))).difference is None


def test_a_bot_account_plays_all_its_games(server: str) -> None:
    with Client(server) as person:
        person.sign_in("Person")
        with Client(server) as owner:
            owner.sign_in("Robot")
            token = owner.create_token("bot", ["read", "play"])
        bot = Client(server, token=token["token"])
        invitation = person.create_game(board="square8", seats=[{"who": "me"}, {"who": "open"}])
        secret = invitation["secrets"][1]
        assert secret is not None
        bot.claim(secret)
        game, done = invitation["id"], threading.Event()
        worker = threading.Thread(target=bot.play_all, args=(Bot("random", seed=2).choose,), kwargs={"stop": done.is_set})
        worker.start()
        try:
            choose = Bot("random", seed=3).choose
            for _ in range(6):
                if person.game(game)["table"]["stage"] != "running":
                    break
                person.play_turns(game, choose)
                for message in person.events(game):
                    if message["type"] in ("snapshot", "update") and message["table"].get("to_move") != 1:
                        break
        finally:
            done.set()
            person.resign(game)
            worker.join(30)
        assert not worker.is_alive()
        assert person.game(game)["table"]["actions"] > 6
        with pytest.raises(ServerError) as error:
            bot.create_game(seats=[{"who": "me"}, {"who": "open"}])
        assert error.value.status == 403


def test_errors_say_what_is_wrong(server: str) -> None:
    with Client(server) as client:
        with pytest.raises(ServerError) as error:
            client.me()
        assert error.value.status == 401
        client.sign_in("Eve")
        game = client.create_game(seats=[{"who": "me"}, {"who": "bot", "name": "level:1"}])["id"]
        with pytest.raises(ServerError) as error:
            client.act(game, "M d4-d5")
        again = pickle.loads(pickle.dumps(error.value))
        assert (again.code, again.status, again.rule, again.reason) == (
            error.value.code,
            422,
            error.value.rule,
            error.value.reason,
        )
        with pytest.raises(ServerError) as error:
            client.game("NOSUCHID")
        assert error.value.status == 404
    with pytest.raises(ServerError) as error:
        Client("http://127.0.0.1:9", retries=0).health()
    assert error.value.code == "unreachable"
    with pytest.raises(RingsideError, match="address of a server"):
        Client("ftp://example.org")


def test_a_connection_that_closes_during_a_request_is_replaced() -> None:
    """The server responds once on each connection and closes it when it has read the second request."""
    received: list[str] = []

    def respond(listener: socket.socket) -> None:
        for _ in range(4):
            connection, _ = listener.accept()
            with connection, connection.makefile("rb") as lines:
                for response in (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}", b""):
                    received.append(lines.readline().decode().split(" ")[0])
                    length = 0
                    while (line := lines.readline().strip().lower()) != b"":
                        name, _, value = line.partition(b":")
                        length = int(value) if name == b"content-length" else length
                    lines.read(length)
                    connection.sendall(response)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        worker = threading.Thread(target=respond, args=(listener,))
        worker.start()
        client = Client(f"http://127.0.0.1:{listener.getsockname()[1]}", retries=0, timeout=10)
        for _ in range(2):
            client.request("GET", "/")
        client.command("game", {"type": "resign"})
        with pytest.raises(ServerError, match="cannot be reached"):
            client.request("POST", "/", {})
        client.request("POST", "/", {})
        with pytest.raises(ServerError, match="cannot be reached"):
            client.request("POST", "/", {})
        worker.join(10)
    assert received == ["GET", "GET", "GET", "POST", "POST", "POST", "POST", "POST"]


def test_the_async_client_plays_several_games_at_once(server: str) -> None:
    async def run() -> None:
        async with AsyncClient(server) as client:
            await client.sign_in("Async")
            seats = [{"who": "me"}, {"who": "bot", "name": "random"}]
            made = await asyncio.gather(*[client.create_game(board="square8", seats=seats) for _ in range(3)])
            plays = [client.play(game["id"], Bot("random", seed=i).choose) for i, game in enumerate(made)]
            assert [last["table"]["stage"] for last in await asyncio.gather(*plays)] == ["over"] * 3
            listed = [brief["id"] async for brief in client.games(mine=True)]
            assert {game["id"] for game in made} <= set(listed)
            assert (await client.legal_moves(Position()))["count"] == 192

    asyncio.run(run())
