"""Clients of a Ringside server: :class:`Client`, and :class:`AsyncClient` with the same methods as coroutines.

Requests and responses are dictionaries; their types are those of ``docs/openapi.json``.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import select
import threading
import time
import uuid
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from typing import Any, TypeVar, cast
from urllib.parse import quote, urlencode, urlsplit

from ringside import _api_types as api
from ringside._errors import RingsideError
from ringside._native import __version__
from ringside._native.ringrift import Action, Position
from ringside.rules import Move, State, evaluation_request, state_fields

__all__ = ["AsyncClient", "Chooser", "Client", "ServerError"]

T = TypeVar("T")

Orders = list[dict[str, Any]]
"""Orders of the Agent Strategy Game."""

Chooser = Callable[[Any], Action | str | Orders]
"""Chooses the next action: from a :class:`ringside.Position` in RingRift, from the state as a dictionary in the Agent
Strategy Game."""

MAX_RESPONSE = 64 * 1024 * 1024
WAIT = frozenset({"busy", "closing", "full", "not_saved", "slow_reader", "too_many_connections", "too_often"})
LONGEST_WAIT = 30.0
LONGEST_IDLE = 5.0
"""Seconds without a request after which a connection is not used again: a server closes it after ten by default."""


class ServerError(RingsideError):
    """A request that the server rejected, or that did not reach it.

    ``code`` is a code of ``docs/server-codes.md``, or ``unreachable``; ``status`` the HTTP status, or 0; ``problems``
    all problems, if there are several; ``retry_after`` the seconds to wait before the next attempt, if the server says it.
    """

    code: str
    status: int
    problems: tuple[str, ...]
    retry_after: float | None

    def __init__(
        self,
        reason: str,
        code: str,
        status: int,
        problems: tuple[str, ...] = (),
        retry_after: float | None = None,
        rule: str | None = None,
        cells: tuple[str, ...] = (),
    ) -> None:
        super().__init__(reason, rule, cells)
        self.args = (reason, code, status, problems, retry_after, rule, cells)
        self.code = code
        self.status = status
        self.problems = problems
        self.retry_after = retry_after


class Client:
    """A connection to a server, for one guest or token. Several threads can use it.

    ``token`` is a token of the guest (``create_token``); without it, call :meth:`sign_in`. A request that the server
    rejects because it is busy is sent again up to ``retries`` times.
    """

    def __init__(
        self, url: str = "http://127.0.0.1:7477", *, token: str | None = None, timeout: float = 30.0, retries: int = 3
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise RingsideError(f"'{url}' is not the address of a server, such as http://127.0.0.1:7477")
        self.url = url.rstrip("/")
        self._parts = parts
        self._token = token
        self._cookies: dict[str, str] = {}
        self._timeout = timeout
        self._retries = retries
        self._idle: list[tuple[http.client.HTTPConnection, float]] = []
        self._lock = threading.Lock()

    def close(self) -> None:
        """Closes the idle connections. The client can still be used."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection, _ in idle:
            connection.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def request(
        self, method: str, path: str, body: object = None, *, query: Mapping[str, object] | None = None
    ) -> Any:
        """Sends any request of ``docs/openapi.json`` and returns the response: the JSON value, a text, or ``None``."""
        response, content = self._until_accepted(lambda: self._exchange(method, path, body, query))
        if not content:
            return None
        if (response.headers.get("Content-Type") or "").startswith("application/json"):
            return json.loads(content)
        return content.decode("utf-8", "replace")

    def stream(self, path: str, *, query: Mapping[str, object] | None = None) -> Iterator[dict[str, Any]]:
        """Opens a stream, such as ``/api/me/events``, and yields its lines as dictionaries until the server ends it."""
        connection = self._connect()
        try:
            response = self._until_accepted(lambda: self._open(connection, path, query))
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise _unreachable(self.url, error) from error
        return self._lines(connection, response)

    def _lines(
        self, connection: http.client.HTTPConnection, response: http.client.HTTPResponse
    ) -> Iterator[dict[str, Any]]:
        try:
            while line := response.readline(MAX_RESPONSE):
                # Empty lines keep the connection alive.
                if line.strip():
                    yield json.loads(line)
        except (OSError, http.client.HTTPException) as error:
            raise _unreachable(self.url, error) from error
        finally:
            connection.close()

    def health(self) -> Any:
        """Checks that the server is running."""
        return self.request("GET", "/health")

    def sign_in(self, name: str) -> api.MeView:
        """Signs in as a new guest with a name. The client keeps the cookie."""
        return cast(api.MeView, self.request("POST", "/api/me", {"name": name}))

    def me(self) -> api.MeView:
        """Returns the signed-in guest."""
        return cast(api.MeView, self.request("GET", "/api/me"))

    def create_token(self, name: str, scopes: list[str] | None = None) -> api.TokenView:
        """Creates a token for a program; its field ``token`` is shown only once. Scopes are ``read``, ``play``,
        ``create`` and ``analyse``; by default all."""
        body = {"name": name, "scopes": scopes or ["read", "play", "create", "analyse"]}
        return cast(api.TokenView, self.request("POST", "/api/me/tokens", body))

    def delete_token(self, token: str) -> None:
        """Deletes a token by its ``id``."""
        self.request("DELETE", f"/api/me/tokens/{quote(token, safe='')}")

    def catalogue(self) -> api.Catalogue:
        """Lists boards, editions, bots, maps and agents."""
        return cast(api.Catalogue, self.request("GET", "/api/catalogue"))

    def create_game(self, **settings: Any) -> api.MadeView:
        """Creates a game. The arguments are the fields of ``NewGame``, such as ``seats=[{"who": "me"}, {"who": "bot",
        "name": "level:5"}]``, ``board``, ``edition``, ``game`` or ``scenario``."""
        return cast(api.MadeView, self.request("POST", "/api/games", settings))

    def games(self, *, mine: bool = False, stage: str | None = None) -> Iterator[api.BriefView]:
        """Yields all public games, or your own, the most recently changed first."""
        query: dict[str, object] = {"mine": mine, "stage": stage, "most": 100}
        while page := cast(list[api.BriefView], self.request("GET", "/api/games", query=query)):
            yield from page
            query |= {"before": page[-1]["changed"], "last": page[-1]["id"]}

    def game(self, game: str) -> api.Snapshot:
        """Returns the state of a game, with your legal actions if it is your turn."""
        return cast(api.Snapshot, self.request("GET", _game(game)))

    def position(self, game: str) -> Position:
        """Returns the position of a RingRift game."""
        state = self.game(game)["state"]
        if "position" not in state:
            raise RingsideError("the game is not a game of RingRift")
        return Position(cast(api.RingRiftState, state)["position"])

    def legal(self, game: str) -> api.LegalView:
        """Lists the legal actions of the player to move."""
        return cast(api.LegalView, self.request("GET", _game(game, "legal")))

    def record(self, game: str, *, form: str = "text") -> Any:
        """Returns the record of a RingRift game, as ``text`` or ``json``, or the replay of a finished game of the Agent
        Strategy Game."""
        return self.request("GET", _game(game, "record"), query={"form": form})

    def join(self, game: str, seat: int | None = None) -> api.TakenView:
        """Takes an open seat of a public game. Seats are counted from 0 here."""
        return cast(api.TakenView, self.request("POST", _game(game, "join"), {"seat": seat}))

    def claim(self, secret: str) -> api.TakenView:
        """Takes the seat of an invitation by its secret."""
        return cast(api.TakenView, self.request("POST", "/api/seats/claim", {"secret": secret}))

    def act(
        self, game: str, action: Action | str | Orders, *, seat: int | None = None, seq: int | None = None
    ) -> api.Receipt:
        """Plays an action. ``seq`` is that of the state that it was chosen for, by default of the current one.

        The command has a key of its own, so it takes effect once even if it is sent again.
        """
        seq = self.game(game)["seq"] if seq is None else seq
        written = action if isinstance(action, list) else str(action)
        return self.command(game, {"type": "act", "action": written, "seq": seq, "seat": seat})

    def resign(self, game: str, *, seat: int | None = None) -> api.Receipt:
        """Resigns a game."""
        return self.command(game, {"type": "resign", "seat": seat})

    def command(self, game: str, message: Mapping[str, Any]) -> api.Receipt:
        """Sends any command of ``ClientMessage``, such as ``{"type": "undo", "seq": 4}``, with a key of its own."""
        body = {"client": uuid.uuid4().hex, **message}
        return cast(api.Receipt, self.request("POST", _game(game, "commands"), body))

    def events(self, game: str, since: int | None = None) -> Iterator[api.ServerMessage]:
        """Follows a game: yields its state, then every change, until the server ends the stream."""
        lines = self.stream(_game(game, "events"), query={"since": since})
        return (cast(api.ServerMessage, line) for line in lines)

    def my_events(self, since: int | None = None) -> Iterator[api.MyEvent]:
        """Follows all your games: yields their log entries as they happen."""
        lines = self.stream("/api/me/events", query={"since": since})
        return (cast(api.MyEvent, line) for line in lines if "game" in line)

    def analyse(self, position: Position | str, **limits: Any) -> api.AnalysisView:
        """Analyses a position on the server. ``limits`` are fields of ``AnalyseBody``, such as ``nodes``."""
        return cast(api.AnalysisView, self.request("POST", "/api/analyse", {"position": str(position), **limits}))

    def evaluate_move(self, state: State, move: Move, *, chosen_line: int | None = None) -> dict[str, Any]:
        """Evaluates a move with the rules service of the server, as :func:`ringside.rules.evaluate_move` does here."""
        body = evaluation_request(state, move, chosen_line)
        return cast(dict[str, Any], self.request("POST", "/rules/evaluate_move", body))

    def legal_moves(self, state: State) -> dict[str, Any]:
        """Lists legal moves with the rules service of the server, as :func:`ringside.rules.legal_moves` does here."""
        return cast(dict[str, Any], self.request("POST", "/rules/legal_moves", state_fields(state)))

    def play(self, game: str, choose: Chooser) -> api.Snapshot:
        """Plays your seats of a game to its end, and returns its last state.

        ``choose`` gets the position at each of your decisions, for example ``Bot("level:4").choose``.
        """
        while True:
            seen = -1
            for message in self.events(game):
                if message["type"] not in ("snapshot", "update") or message["seq"] <= seen:
                    continue
                snapshot = self.play_turns(game, choose)
                if snapshot["table"]["stage"] == "over":
                    return snapshot
                # Later messages up to this entry report what is known already.
                seen = snapshot["seq"]

    def play_all(self, choose: Chooser, *, stop: Callable[[], bool] = lambda: False) -> None:
        """Plays in all your games until ``stop()`` is true after an event, or the server ends the stream.

        This is the loop of a bot account: create or join games with the same account, and it plays them.
        """
        # Opened first, so that nothing that happens after the list of games is missed.
        events = self.my_events()
        for game in self.games(mine=True, stage="running"):
            if game["your_turn"]:
                self.play_turns(game["id"], choose)
        if stop():
            return
        for event in events:
            self.play_turns(event["game"], choose)
            if stop():
                return

    def play_turns(self, game: str, choose: Chooser) -> api.Snapshot:
        """Plays while one of your seats is to move, and returns the state after that. An action for an outdated state is
        chosen again."""
        while True:
            snapshot = self.game(game)
            table, you = snapshot["table"], snapshot.get("you")
            seat = table.get("to_move")
            if table["stage"] != "running" or you is None or seat is None or seat not in you["seats"]:
                return snapshot
            state: Any = snapshot["state"]
            action = choose(Position(state["position"]) if "position" in state else state)
            try:
                self.act(game, action, seat=seat, seq=snapshot["seq"])
            except ServerError as error:
                if error.code not in ("stale", "not_your_turn", "over"):
                    raise

    def _until_accepted(self, send: Callable[[], T]) -> T:
        """Sends a request again while the server rejects it because it is busy."""
        for attempt in range(self._retries):
            try:
                return send()
            except ServerError as error:
                if error.code not in WAIT:
                    raise
                time.sleep(min(error.retry_after or 0.5 * 2**attempt, LONGEST_WAIT))
        return send()

    def _open(
        self, connection: http.client.HTTPConnection, path: str, query: Mapping[str, object] | None
    ) -> http.client.HTTPResponse:
        response = self._send(connection, "GET", path, None, query)
        if response.status >= 300:
            raise _error(response, response.read(MAX_RESPONSE))
        return response

    def _exchange(
        self, method: str, path: str, body: object, query: Mapping[str, object] | None
    ) -> tuple[http.client.HTTPResponse, bytes]:
        reused = self._reused()
        connection = reused or self._connect()
        try:
            response = self._send(connection, method, path, body, query)
            content = response.read(MAX_RESPONSE + 1)
        except ConnectionError as error:
            connection.close()
            # The server may close an idle connection while a request is on its way. The server ignores a command that it
            # knows by its key.
            if reused and (method != "POST" or (isinstance(body, dict) and "client" in body)):
                self.close()
                return self._exchange(method, path, body, query)
            raise _unreachable(self.url, error) from error
        except (OSError, http.client.HTTPException) as error:
            connection.close()
            raise _unreachable(self.url, error) from error
        if len(content) > MAX_RESPONSE:
            connection.close()
            raise ServerError(f"the response is longer than {MAX_RESPONSE} bytes", "too_long", response.status)
        if response.will_close:
            connection.close()
        else:
            with self._lock:
                self._idle.append((connection, time.monotonic()))
        if response.status >= 300:
            raise _error(response, content)
        return response, content

    def _send(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        body: object,
        query: Mapping[str, object] | None,
    ) -> http.client.HTTPResponse:
        headers = {"Accept": "application/json", "User-Agent": f"ringside-python/{__version__}"}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        elif self._cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self._cookies.items())
        content = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(body)
        given = {name: _query_value(value) for name, value in (query or {}).items() if value is not None}
        target = self._parts.path.rstrip("/") + path + (f"?{urlencode(given)}" if given else "")
        connection.request(method, target, content, headers)
        response = connection.getresponse()
        for cookie in response.headers.get_all("Set-Cookie") or []:
            name, _, value = cookie.split(";", 1)[0].partition("=")
            self._cookies[name] = value
        return response

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._parts.scheme == "https" else http.client.HTTPConnection
        return kind(cast(str, self._parts.hostname), self._parts.port, timeout=self._timeout)

    def _reused(self) -> http.client.HTTPConnection | None:
        """Returns an idle connection that the server has not closed."""
        while True:
            with self._lock:
                if not self._idle:
                    return None
                connection, since = self._idle.pop()
            # An idle connection has nothing to read, unless it was closed.
            is_open = connection.sock is not None and not select.select([connection.sock], [], [], 0)[0]
            if is_open and time.monotonic() - since < LONGEST_IDLE:
                return connection
            connection.close()


class AsyncClient:
    """The methods of :class:`Client` as coroutines. Requests run in threads, so several can be sent at once."""

    def __init__(
        self, url: str = "http://127.0.0.1:7477", *, token: str | None = None, timeout: float = 30.0, retries: int = 3
    ) -> None:
        self.client = Client(url, token=token, timeout=timeout, retries=retries)

    async def __aenter__(self) -> AsyncClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        self.client.close()

    async def request(
        self, method: str, path: str, body: object = None, *, query: Mapping[str, object] | None = None
    ) -> Any:
        """See :meth:`Client.request`."""
        return await asyncio.to_thread(self.client.request, method, path, body, query=query)

    async def health(self) -> Any:
        """See :meth:`Client.health`."""
        return await asyncio.to_thread(self.client.health)

    async def sign_in(self, name: str) -> api.MeView:
        """See :meth:`Client.sign_in`."""
        return await asyncio.to_thread(self.client.sign_in, name)

    async def me(self) -> api.MeView:
        """See :meth:`Client.me`."""
        return await asyncio.to_thread(self.client.me)

    async def create_token(self, name: str, scopes: list[str] | None = None) -> api.TokenView:
        """See :meth:`Client.create_token`."""
        return await asyncio.to_thread(self.client.create_token, name, scopes)

    async def delete_token(self, token: str) -> None:
        """See :meth:`Client.delete_token`."""
        await asyncio.to_thread(self.client.delete_token, token)

    async def catalogue(self) -> api.Catalogue:
        """See :meth:`Client.catalogue`."""
        return await asyncio.to_thread(self.client.catalogue)

    async def create_game(self, **settings: Any) -> api.MadeView:
        """See :meth:`Client.create_game`."""
        return await asyncio.to_thread(self.client.create_game, **settings)

    def games(self, *, mine: bool = False, stage: str | None = None) -> AsyncIterator[api.BriefView]:
        """See :meth:`Client.games`."""
        return _in_threads(self.client.games(mine=mine, stage=stage))

    async def game(self, game: str) -> api.Snapshot:
        """See :meth:`Client.game`."""
        return await asyncio.to_thread(self.client.game, game)

    async def position(self, game: str) -> Position:
        """See :meth:`Client.position`."""
        return await asyncio.to_thread(self.client.position, game)

    async def legal(self, game: str) -> api.LegalView:
        """See :meth:`Client.legal`."""
        return await asyncio.to_thread(self.client.legal, game)

    async def record(self, game: str, *, form: str = "text") -> Any:
        """See :meth:`Client.record`."""
        return await asyncio.to_thread(self.client.record, game, form=form)

    async def join(self, game: str, seat: int | None = None) -> api.TakenView:
        """See :meth:`Client.join`."""
        return await asyncio.to_thread(self.client.join, game, seat)

    async def claim(self, secret: str) -> api.TakenView:
        """See :meth:`Client.claim`."""
        return await asyncio.to_thread(self.client.claim, secret)

    async def act(
        self, game: str, action: Action | str | Orders, *, seat: int | None = None, seq: int | None = None
    ) -> api.Receipt:
        """See :meth:`Client.act`."""
        return await asyncio.to_thread(self.client.act, game, action, seat=seat, seq=seq)

    async def resign(self, game: str, *, seat: int | None = None) -> api.Receipt:
        """See :meth:`Client.resign`."""
        return await asyncio.to_thread(self.client.resign, game, seat=seat)

    async def command(self, game: str, message: Mapping[str, Any]) -> api.Receipt:
        """See :meth:`Client.command`."""
        return await asyncio.to_thread(self.client.command, game, message)

    def events(self, game: str, since: int | None = None) -> AsyncIterator[api.ServerMessage]:
        """See :meth:`Client.events`."""
        return _in_threads(self.client.events(game, since))

    def my_events(self, since: int | None = None) -> AsyncIterator[api.MyEvent]:
        """See :meth:`Client.my_events`."""
        return _in_threads(self.client.my_events(since))

    async def analyse(self, position: Position | str, **limits: Any) -> api.AnalysisView:
        """See :meth:`Client.analyse`."""
        return await asyncio.to_thread(self.client.analyse, position, **limits)

    async def evaluate_move(self, state: State, move: Move, *, chosen_line: int | None = None) -> dict[str, Any]:
        """See :meth:`Client.evaluate_move`."""
        return await asyncio.to_thread(self.client.evaluate_move, state, move, chosen_line=chosen_line)

    async def legal_moves(self, state: State) -> dict[str, Any]:
        """See :meth:`Client.legal_moves`."""
        return await asyncio.to_thread(self.client.legal_moves, state)

    async def play(self, game: str, choose: Chooser) -> api.Snapshot:
        """See :meth:`Client.play`. ``choose`` is called in a thread."""
        return await asyncio.to_thread(self.client.play, game, choose)


async def _in_threads(iterator: Iterator[T]) -> AsyncIterator[T]:
    """Takes the elements of a blocking iterator in threads."""
    end = object()
    while (element := await asyncio.to_thread(next, iterator, end)) is not end:
        yield cast(T, element)


def _game(game: str, part: str = "") -> str:
    return f"/api/games/{quote(game, safe='')}" + (f"/{part}" if part else "")


def _query_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _error(response: http.client.HTTPResponse, content: bytes) -> ServerError:
    try:
        body = json.loads(content)
    except ValueError:
        body = {}
    body = body if isinstance(body, dict) else {}
    problems = tuple(
        f"{problem['at']}: {problem['message']}" if isinstance(problem, dict) else str(problem)
        for problem in body.get("problems", [])
    )
    reason = body.get("message") or "; ".join(problems) or f"the server answered with status {response.status}"
    code = body.get("code", "malformed" if problems else "broken")
    wait = response.headers.get("Retry-After", "")
    retry_after = float(wait) if wait.isdigit() else None
    cells = tuple(body.get("cells") or ())
    return ServerError(reason, code, response.status, problems, retry_after, body.get("rule"), cells)


def _unreachable(url: str, error: Exception) -> ServerError:
    return ServerError(f"{url} cannot be reached: {error or type(error).__name__}", "unreachable", 0)
