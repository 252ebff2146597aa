"""Types of the server's interface. Written by `python/tools/api_types.py` from `docs/openapi.json`."""

from __future__ import annotations

from typing import Any, Literal, TypedDict, Union

__all__ = [
    "AgentNote",
    "AnalyseBody",
    "AnalysisCheckBody",
    "AnalysisCheckView",
    "AnalysisView",
    "AsgPreview",
    "AttemptBody",
    "AttemptView",
    "BoardOffer",
    "BoardView",
    "BriefView",
    "Catalogue",
    "CellView",
    "CellsView",
    "ChainState",
    "CheckedView",
    "Choice",
    "ChoiceGroup",
    "ClientMessage",
    "ClockRules",
    "ClockView",
    "EndingView",
    "ErrorView",
    "EvaluateRequest",
    "EvaluateResponse",
    "EventView",
    "ExerciseView",
    "FaultView",
    "GameId",
    "GoalView",
    "HealthDetails",
    "ImportBody",
    "ImportedView",
    "InvitationState",
    "InvitationView",
    "InvitedTable",
    "KeyMomentView",
    "LabelView",
    "LegalMove",
    "LegalRequest",
    "LegalResponse",
    "LegalView",
    "LessonView",
    "LineStep",
    "LineView",
    "MadeView",
    "MapView",
    "MarkerState",
    "MeView",
    "MessageParts",
    "Moment",
    "MoveView",
    "MyEvent",
    "NameBody",
    "NewGame",
    "NewSeat",
    "NewTokenBody",
    "NextState",
    "NodeView",
    "OrderPreview",
    "OrderRange",
    "OutcomeObject",
    "Owner",
    "PlayView",
    "PlayedLine",
    "PlayerState",
    "PlayerView",
    "PliesView",
    "PlyView",
    "Point",
    "PreviewBody",
    "PreviewView",
    "Problem",
    "ProblemView",
    "Problems",
    "Progress",
    "Purpose",
    "PuzzleBody",
    "PuzzleFailure",
    "PuzzleView",
    "ReadBody",
    "Receipt",
    "RecordView",
    "RecoveryCode",
    "RefusalObject",
    "RefusalView",
    "RenewedView",
    "ReplayBody",
    "ReplayPly",
    "ReplayView",
    "ReviewLine",
    "ReviewView",
    "RingRiftState",
    "RoundsState",
    "RulesDetails",
    "ScenarioOffer",
    "ScoredView",
    "SeatBody",
    "SeatKind",
    "SeatView",
    "SecretBody",
    "ServerMessage",
    "SetupBody",
    "ShareLink",
    "Snapshot",
    "StackState",
    "StageName",
    "StateObject",
    "StateView",
    "StepView",
    "StudyBody",
    "StudyPreview",
    "StudyView",
    "StudyWhyBody",
    "TableView",
    "TakenView",
    "TextOr",
    "TextOrBoardState",
    "TextOrMoveObject",
    "ThreatView",
    "TokenView",
    "TryBody",
    "TurningView",
    "Update",
    "Verdict",
    "Visibility",
    "WhyBody",
    "WhyView",
    "You",
]

class _AgentNoteOptional(TypedDict, total=False):
    rationale: str | None
    raw: str
    took: int

class AgentNote(_AgentNoteOptional, total=False):
    """Explanation that an agent gave with its action."""

class _AnalyseBodyOptional(TypedDict, total=False):
    game: GameId | None
    lines: int | None
    nodes: int | None
    ply: int | None
    position: str | None
    threats: bool | None

class AnalyseBody(_AnalyseBodyOptional, total=False):
    """Request to analyse a position."""

class _AnalysisCheckBodyOptional(TypedDict, total=False):
    game: GameId | None
    position: str | None

class AnalysisCheckBody(_AnalysisCheckBodyOptional, total=False):
    """Question whether a position or a game may be analysed now. Clients that analyse on their own ask it first."""

class AnalysisCheckView(TypedDict):
    """The position or the game may be analysed, except for some positions of the game."""

    hidden: list[int]

class _AnalysisViewOptional(TypedDict, total=False):
    player: int | None

class AnalysisView(_AnalysisViewOptional):
    """Analysis of a position."""

    actions: list[ScoredView]
    chances: list[float]
    hash: str
    nodes: int
    threats: list[ThreatView]

class AsgPreview(TypedDict):
    """Preview of a list of orders."""

    after: LegalView
    orders: list[OrderPreview]

class _AttemptBodyOptional(TypedDict, total=False):
    actions: list[str]

class AttemptBody(_AttemptBodyOptional, total=False):
    """Actions played in an exercise so far."""

class AttemptView(TypedDict):
    """State of an attempt at an exercise."""

    study: StudyView
    text: str
    verdict: Verdict

class BoardOffer(TypedDict):
    """A RingRift board."""

    board: str
    cells: int
    editions: list[str]
    shape: str

class BoardView(TypedDict):
    """Geometry of a board. Cells are 100 wide, (0, 0) is the upper left corner of the cells' bounding box, and `y`
    grows downwards."""

    board: str
    cell: str
    cells: list[CellView]
    font: int
    height: float
    labels: list[LabelView]
    margin: list[float]
    shape: str
    width: float

class _BriefViewOptional(TypedDict, total=False):
    ending: str | None
    ranks: str | None
    rules_title: str
    to_move: int | None

class BriefView(_BriefViewOptional):
    """A game in a list."""

    actions: int
    changed: Moment
    created: Moment
    game: str
    id: GameId
    purpose: str
    rules: str
    seats: list[SeatView]
    stage: str
    your_turn: bool

class Catalogue(TypedDict):
    """Available games."""

    agents: list[str]
    asg_bots: list[str]
    board_offers: list[BoardOffer]
    boards: list[str]
    editions: list[str]
    options: list[str]
    ringrift_bots: list[str]
    scenario_offers: list[ScenarioOffer]
    scenarios: list[str]

class CellView(TypedDict):
    """Centre of a cell."""

    name: str
    x: float
    y: float

class _CellsViewOptional(TypedDict, total=False):
    others: list[str]

class CellsView(_CellsViewOptional):
    """Cells of an action."""

    picks: list[str]

class ChainState(TypedDict):
    """Chain of captures that may or must continue."""

    currentPosition: TextOr

class _CheckedViewOptional(TypedDict, total=False):
    study: StudyView | None

class CheckedView(_CheckedViewOptional):
    """Result of checking a setup."""

    problems: list[ProblemView]

class _ChoiceOptional(TypedDict, total=False):
    details: str | None
    details_parts: MessageParts | None
    others: list[str]
    rings: int | None

class Choice(_ChoiceOptional):
    """One legal action."""

    action: str
    picks: list[str]

class _ChoiceGroupOptional(TypedDict, total=False):
    left_out: int
    note: str | None
    note_parts: MessageParts | None
    title_parts: MessageParts | None

class ChoiceGroup(_ChoiceGroupOptional):
    """Legal actions of one kind."""

    choices: list[Choice]
    kind: str
    title: str

class _ClientMessageActOptional(TypedDict, total=False):
    client: str | None
    seat: int | None

class ClientMessageAct(_ClientMessageActOptional):
    """Play an action."""

    action: Any
    seq: int
    type: Literal["act"]

class _ClientMessageUndoOptional(TypedDict, total=False):
    client: str | None
    seat: int | None

class ClientMessageUndo(_ClientMessageUndoOptional):
    """Undo the last action of your current turn."""

    seq: int
    type: Literal["undo"]

class _ClientMessageDrawOptional(TypedDict, total=False):
    client: str | None
    seat: int | None

class ClientMessageDraw(_ClientMessageDrawOptional):
    """Offer a draw, or answer an offer."""

    agree: bool
    type: Literal["draw"]

class _ClientMessageTakebackOptional(TypedDict, total=False):
    client: str | None
    seat: int | None

class ClientMessageTakeback(_ClientMessageTakebackOptional):
    """Request a takeback of the last turn, or answer such a request."""

    agree: bool
    type: Literal["takeback"]

class _ClientMessageResignOptional(TypedDict, total=False):
    client: str | None
    seat: int | None

class ClientMessageResign(_ClientMessageResignOptional):
    """Resign. In games of more than two players a bot takes over the seat."""

    type: Literal["resign"]

class _ClientMessageAbortOptional(TypedDict, total=False):
    client: str | None
    seat: int | None

class ClientMessageAbort(_ClientMessageAbortOptional):
    """Abort the game before every player has moved."""

    type: Literal["abort"]

class _ClientMessageRematchOptional(TypedDict, total=False):
    client: str | None
    seat: int | None

class ClientMessageRematch(_ClientMessageRematchOptional):
    """Ask for a rematch, or agree to one."""

    type: Literal["rematch"]

class ClientMessageSync(TypedDict):
    """Request a new snapshot."""

    type: Literal["sync"]

class ClockRulesNone(TypedDict):
    """Unlimited time."""

    kind: Literal["none"]

class ClockRulesIncrement(TypedDict):
    """Base time for the whole game, plus an increment for each turn."""

    base: int
    increment: int
    kind: Literal["increment"]

class ClockRulesDays(TypedDict):
    """A number of days for each turn."""

    days: int
    kind: Literal["days"]

class _ClockViewOptional(TypedDict, total=False):
    running: int | None

class ClockView(_ClockViewOptional):
    """The clocks of a table."""

    at: Moment
    left: list[int]
    rules: ClockRules

class _EndingViewOptional(TypedDict, total=False):
    cells: list[str]
    ranks: list[int] | None
    winner: int | None

class EndingView(_EndingViewOptional):
    """Result of a game."""

    reason: str

class _ErrorViewOptional(TypedDict, total=False):
    message_parts: MessageParts | None
    problems: list[str]
    rule: str | None

class ErrorView(_ErrorViewOptional):
    """Error response."""

    code: str
    message: str

class _EvaluateRequestOptional(TypedDict, total=False):
    chosenLine: int | None
    details: bool
    position: str | None
    state: StateObject | None

class EvaluateRequest(_EvaluateRequestOptional):
    """Request to evaluate a move in a position, which is given as text or as an object. Unknown fields are ignored."""

    move: TextOrMoveObject

class _EvaluateResponseOptional(TypedDict, total=False):
    details: RulesDetails | None
    lineOptions: list[str]
    move: str | None
    moveType: str | None
    next: NextState | None
    outcome: OutcomeObject | None
    reason: RefusalObject | None
    referenceHash: str | None

class EvaluateResponse(_EvaluateResponseOptional):
    """Result of evaluating a move."""

    engine: str
    fallback: bool
    fingerprint: str
    game_status: str
    hash: str
    mode: str
    s: Progress
    s_invariant: int
    state_hash: str
    status: str
    valid: bool

_EventViewOptional = TypedDict("_EventViewOptional", {
    "at": "str | None",
    "cause": "str | None",
    "count": "int | None",
    "from": "str | None",
    "over": "str | None",
    "phase": "str | None",
    "player": "int | None",
    "rings": "str | None",
    "text": "str | None",
    "text_parts": "MessageParts | None",
    "to": "str | None",
}, total=False)

class EventView(_EventViewOptional):
    """One event of a RingRift game. Fields that do not apply to the kind of event are absent."""

    event: str
    rule: str

class ExerciseView(TypedDict):
    """An exercise: one turn of the first player, with a goal."""

    goal: str
    hint: str
    position: str
    text: str

class FaultView(TypedDict):
    """An action that was not the best."""

    action: str
    better: list[str]
    loss: float
    player: int
    ply: int
    sign: str
    verdict: str

class _GoalViewOptional(TypedDict, total=False):
    text_parts: MessageParts | None

class GoalView(_GoalViewOptional):
    """Progress of a colour towards one victory condition."""

    have: int
    kind: str
    need: int
    rule: str
    text: str

class HealthDetails(TypedDict):
    """Health check with details."""

    rules: RulesDetails
    status: str

class ImportBody(TypedDict):
    """A record or replay to import."""

    record: str

class ImportedView(TypedDict):
    """An imported analysis board."""

    actions: int
    id: GameId

class _InvitationViewOptional(TypedDict, total=False):
    id: GameId | None
    table: InvitedTable | None

class InvitationView(_InvitationViewOptional):
    """An invitation, described without using it."""

    state: InvitationState

class _InvitedTableOptional(TypedDict, total=False):
    inviter: str | None

class InvitedTable(_InvitedTableOptional):
    """A table with an open seat, as the guest with the invitation sees it."""

    clock: ClockRules
    game: str
    rules: str
    rules_title: str
    seat: int
    seats: list[SeatView]

class KeyMomentView(TypedDict):
    """A turn with a large loss, and a better turn."""

    after: float
    before: float
    better: list[str]
    end: int
    loss: float
    played: list[str]
    player: int
    start: int
    turn: int
    verdict: str

class LabelView(TypedDict):
    """Label of a column or row."""

    anchor: str
    text: str
    x: float
    y: float

_LegalMoveOptional = TypedDict("_LegalMoveOptional", {
    "captureTarget": "Point | None",
    "from": "Point | None",
    "placementCount": "int | None",
    "to": "Point | None",
}, total=False)

class LegalMove(_LegalMoveOptional):
    """A legal move."""

    text: str
    type: str

class _LegalRequestOptional(TypedDict, total=False):
    details: bool
    position: str | None
    state: StateObject | None

class LegalRequest(_LegalRequestOptional, total=False):
    """Request to list the legal moves of a position. Unknown fields are ignored."""

class _LegalResponseOptional(TypedDict, total=False):
    details: RulesDetails | None
    player: int | None

class LegalResponse(_LegalResponseOptional):
    """Legal moves of a position."""

    count: int
    engine: str
    game_status: str
    hash: str
    moves: list[LegalMove]
    phase: str
    s_invariant: int
    state_hash: str
    status: str

class LegalViewRingrift(TypedDict):
    """RingRift: every legal action."""

    game: Literal["ringrift"]
    groups: list[ChoiceGroup]

class LegalViewAsg(TypedDict):
    """ASG: the limits of each kind of order, because a ply can combine many orders."""

    budget: int
    game: Literal["asg"]
    moves: list[OrderRange]
    reinforce: int
    reinforce_at: str

class LessonView(TypedDict):
    """A lesson: an introduction, followed by exercises."""

    about: str
    exercises: list[ExerciseView]
    rules: list[str]
    title: str

class LineStep(TypedDict):
    """One action of a line of play."""

    action: str
    player: int
    position: str
    turn: int

class LineView(TypedDict):
    """A line of play: a start position and the actions after it."""

    actions: list[str]
    start: str

class MadeView(TypedDict):
    """A game that was created."""

    id: GameId
    secrets: list[str | None]

class MapView(TypedDict):
    """An ASG map with coordinates."""

    edges: list[list[str]]
    height: float
    id: str
    name: str
    nodes: list[NodeView]
    rules: str
    settings: dict[str, Any]
    width: float

class _MarkerState2Optional(TypedDict, total=False):
    position: TextOr | None
    type: str | None

class MarkerState2(_MarkerState2Optional):
    """Owner and derived values, which are checked if given."""

    player: int

class MeView(TypedDict):
    """The signed-in guest."""

    created: Moment
    has_recovery: bool
    name: str

class _MessagePartsOptional(TypedDict, total=False):
    params: dict[str, Any]

class MessageParts(_MessagePartsOptional):
    """A text as an id with parameters, for clients that show it in another language than English. The field without
    `_parts` in its name has the English text."""

    id: str

class _MoveViewOptional(TypedDict, total=False):
    left: int | None

class MoveView(_MoveViewOptional):
    """An action that was played and not taken back."""

    action: Any
    at: Moment
    seat: int
    turn: int

class _MyEventOptional(TypedDict, total=False):
    seat: int | None

class MyEvent(_MyEventOptional):
    """A log entry of one of your games."""

    at: Moment
    game: GameId
    hash: str
    id: int
    seq: int
    what: str

class _NameBodyOptional(TypedDict, total=False):
    name: str | None

class NameBody(_NameBodyOptional, total=False):
    """A guest's name."""

class _NewGameOptional(TypedDict, total=False):
    board: str | None
    clock: ClockRules
    edition: str | None
    game: str | None
    options: dict[str, str]
    players: int | None
    position: str | None
    purpose: Purpose
    rules: str | None
    scenario: Any
    seats: list[NewSeat]
    spectator_delay: int
    visibility: Visibility

class NewGame(_NewGameOptional, total=False):
    """Request to create a game."""

class NewSeatMe(TypedDict):
    """The caller."""

    who: Literal["me"]

class NewSeatOpen(TypedDict):
    """Free for anyone who joins."""

    who: Literal["open"]

class NewSeatBot(TypedDict):
    """A built-in bot."""

    name: str
    who: Literal["bot"]

class NewSeatAgent(TypedDict):
    """An agent configured by the operator."""

    name: str
    who: Literal["agent"]

class NewTokenBody(TypedDict):
    """Request to create an API token."""

    name: str
    scopes: list[str]

class NextState(TypedDict):
    """State after a move, in both forms."""

    position: str
    state: StateObject

class _NodeViewOptional(TypedDict, total=False):
    hq: str | None

_NodeViewRequired = TypedDict("_NodeViewRequired", {
    "id": "str",
    "x": "float",
    "y": "float",
    "yield": "int",
}, total=True)

class NodeView(_NodeViewRequired, _NodeViewOptional):
    """A node of a map."""

class _OrderPreviewOptional(TypedDict, total=False):
    code: str | None
    fight_at: str | None
    message: str | None
    most: int | None
    odds: float | None

class OrderPreview(_OrderPreviewOptional):
    """Preview of one order."""

    after_luck: bool
    valid: bool

_OrderRangeRequired = TypedDict("_OrderRangeRequired", {
    "from": "str",
    "most": "int",
    "to": "list[str]",
}, total=True)

class OrderRange(_OrderRangeRequired):
    """Possible movements of the troops on one node."""

class _OutcomeObjectOptional(TypedDict, total=False):
    winner: int | None

class OutcomeObject(_OutcomeObjectOptional):
    """Result of a game."""

    ranks: list[int]
    reason: str

class Owner2(TypedDict):
    """Object with the seat number."""

    player: int

class _PlayViewOptional(TypedDict, total=False):
    accuracy: float | None

class PlayView(_PlayViewOptional):
    """Quality of a colour's play."""

    blunders: int
    decisions: int
    inaccuracies: int
    mistakes: int
    player: int
    turns: int

class PlayedLine(TypedDict):
    """The positions of a line of play."""

    steps: list[LineStep]

class _PlayerStateOptional(TypedDict, total=False):
    eliminatedRings: int
    playerNumber: int | None
    territorySpaces: int | None

class PlayerState(_PlayerStateOptional):
    """State of a player."""

    ringsInHand: int

class PlayerView(TypedDict):
    """Status of a colour."""

    eliminated: int
    goals: list[GoalView]
    hand: int
    on_board: int
    player: int
    seat: int
    territory: int

class PliesView(TypedDict):
    """A range of plies of a game."""

    plies: list[PlyView]
    total: int

class _PlyViewOptional(TypedDict, total=False):
    action: Any
    events: list[dict[str, Any]]
    note: AgentNote | None
    seat: int | None
    turn: int | None

class PlyView(_PlyViewOptional):
    """The state after one action."""

    ply: int
    state: StateView

class _PointOptional(TypedDict, total=False):
    z: int | None

class Point(_PointOptional):
    """Coordinates of a cell."""

    x: int
    y: int

class PreviewBody(TypedDict):
    """An action to preview."""

    action: Any

class PreviewView1(TypedDict):
    """RingRift: the complete effect."""

    events: list[EventView]
    state: StateView

class Problem(TypedDict):
    """A problem of a request."""

    at: str
    message: str

class _ProblemViewOptional(TypedDict, total=False):
    cells: list[str]
    text_parts: MessageParts | None

class ProblemView(_ProblemViewOptional):
    """A problem in a setup."""

    text: str

class Problems(TypedDict):
    """All problems of a request: the body of responses with status 400 and above."""

    problems: list[Problem]

class Progress(TypedDict):
    """Progress measure S: sum of markers, collapsed cells and eliminated rings."""

    after: int
    before: int

class _PuzzleBodyOptional(TypedDict, total=False):
    actions: list[str]
    goal: str
    position: str
    solve: bool

class PuzzleBody(_PuzzleBodyOptional, total=False):
    """A puzzle and the actions played so far."""

class _PuzzleViewOptional(TypedDict, total=False):
    cells: int | None
    reason: PuzzleFailure | None
    reply: list[str]
    solution: list[str]

class PuzzleView(_PuzzleViewOptional):
    """State of an attempt at a puzzle."""

    verdict: Verdict

class ReadBody(TypedDict):
    """A position or record to read."""

    text: str

class _ReceiptOptional(TypedDict, total=False):
    client: str | None
    line_options: list[str]

class Receipt(_ReceiptOptional):
    """Confirmation of an executed command."""

    hash: str
    seq: int

class RecordView(TypedDict):
    """A line of play as a RingRift record."""

    text: str

class RecoveryCode(TypedDict):
    """Recovery code: signs the guest in without a cookie."""

    code: str

class _RefusalObjectOptional(TypedDict, total=False):
    rule: str | None

class RefusalObject(_RefusalObjectOptional):
    """Reason why a move is illegal."""

    cells: list[str]
    message: str

class _RefusalViewOptional(TypedDict, total=False):
    cells: list[str]
    client: str | None
    message_parts: MessageParts | None
    now: Snapshot | None
    orders: list[dict[str, Any]]
    rule: str | None

class RefusalView(_RefusalViewOptional):
    """Rejection of a command."""

    code: str
    hash: str
    message: str
    seq: int

class RenewedView(TypedDict):
    """A seat's new secret."""

    seat: int
    secret: str

class ReplayBody(TypedDict):
    """A replay to verify."""

    replay: str

class _ReplayPlyOptional(TypedDict, total=False):
    diagnostics: Any
    rationale: str | None

class ReplayPly(_ReplayPlyOptional):
    """A ply of a replay."""

    controller: str
    events: list[dict[str, Any]]
    latencyMs: float
    orders: list[Any]
    ply: int
    side: str
    state: dict[str, Any]

class _ReplayViewOptional(TypedDict, total=False):
    difference: str | None
    ending: dict[str, Any]
    players: dict[str, Any] | None

class ReplayView(_ReplayViewOptional):
    """A replay that was simulated again."""

    createdAt: str
    map: MapView
    plies: list[ReplayPly]
    seed: int
    start: dict[str, Any]

class ReviewLineProgress(TypedDict):
    """Progress report."""

    done: int
    of: int
    type: Literal["progress"]

class ReviewLineReview(TypedDict):
    """Review of a game."""

    chances: list[list[float] | None]
    faults: list[FaultView]
    key_moments: list[KeyMomentView]
    players: list[PlayView]
    turning_points: list[TurningView]
    type: Literal["review"]

class ReviewLineFailed(TypedDict):
    """The review failed."""

    message: str
    type: Literal["failed"]

class ReviewView(TypedDict):
    """Review of a game."""

    chances: list[list[float] | None]
    faults: list[FaultView]
    key_moments: list[KeyMomentView]
    players: list[PlayView]
    turning_points: list[TurningView]

class _RingRiftStateOptional(TypedDict, total=False):
    asked_parts: MessageParts | None
    headline_parts: MessageParts | None
    player: int | None
    rule: str | None
    step: int | None

class RingRiftState(_RingRiftStateOptional):
    """RingRift position."""

    asked: str
    collapsed: dict[str, int]
    headline: str
    markers: dict[str, int]
    phase: str
    players: list[PlayerView]
    position: str
    progress: int
    stacks: dict[str, str]
    steps: list[StepView]
    turn: int

class _RoundsStateOptional(TypedDict, total=False):
    acted: list[int]
    alone: int | None
    count: int
    opener: int | None

class RoundsState(_RoundsStateOptional, total=False):
    """Progress of the last-player-standing rule."""

class RulesDetails(TypedDict):
    """Configuration of the rules service, in responses to requests with `details` and at `/health?details=true`."""

    lockstepContract: bool
    mode: str
    secondEngine: str

class ScenarioOffer(TypedDict):
    """A built-in ASG map."""

    id: str
    nodes: int
    title: str

class _ScoredViewOptional(TypedDict, total=False):
    others: list[str]

class ScoredView(_ScoredViewOptional):
    """An evaluated action."""

    action: str
    chances: list[float]
    line: list[str]
    picks: list[str]
    proved: bool

class _SeatBodyOptional(TypedDict, total=False):
    seat: int | None

class SeatBody(_SeatBodyOptional, total=False):
    """A seat number."""

class _SeatViewOptional(TypedDict, total=False):
    gone: str | None

class SeatView(_SeatViewOptional):
    """A seat and its occupant."""

    kind: SeatKind
    name: str
    seat: int

class SecretBody(TypedDict):
    """The secret of a seat or of a share link."""

    secret: str

class _ServerMessageSnapshotOptional(TypedDict, total=False):
    you: You | None

class ServerMessageSnapshot(_ServerMessageSnapshotOptional):
    """Full state of a table."""

    hash: str
    moves: list[MoveView]
    seq: int
    state: StateView
    table: TableView
    type: Literal["snapshot"]

class _ServerMessageUpdateOptional(TypedDict, total=False):
    events: list[dict[str, Any]]
    state: StateView | None
    you: You | None

class ServerMessageUpdate(_ServerMessageUpdateOptional):
    """One log entry."""

    at: Moment
    deed: dict[str, Any]
    hash: str
    seq: int
    table: TableView
    type: Literal["update"]

class _ServerMessageDoneOptional(TypedDict, total=False):
    client: str | None
    line_options: list[str]

class ServerMessageDone(_ServerMessageDoneOptional):
    """Confirmation of an executed command."""

    hash: str
    seq: int
    type: Literal["done"]

class _ServerMessageRefusedOptional(TypedDict, total=False):
    cells: list[str]
    client: str | None
    message_parts: MessageParts | None
    now: Snapshot | None
    orders: list[dict[str, Any]]
    rule: str | None

class ServerMessageRefused(_ServerMessageRefusedOptional):
    """Rejection of a command."""

    code: str
    hash: str
    message: str
    seq: int
    type: Literal["refused"]

class _ServerMessageThinkingOptional(TypedDict, total=False):
    progress: float | None
    seat: int | None

class ServerMessageThinking(_ServerMessageThinkingOptional):
    """A bot or agent is thinking, or is queued to think."""

    begun: bool
    hash: str
    seq: int
    since: Moment
    type: Literal["thinking"]

class ServerMessageLeaving(TypedDict):
    """The server is stopping: reconnect later."""

    hash: str
    retry_after: int
    seq: int
    type: Literal["leaving"]

class _SetupBodyOptional(TypedDict, total=False):
    board: str | None
    collapsed: dict[str, int]
    edition: str | None
    eliminated: list[int]
    hands: list[int] | None
    markers: dict[str, int]
    options: dict[str, str]
    phase: str | None
    player: int | None
    players: int | None
    stacks: dict[str, str]
    turn: int | None

class SetupBody(_SetupBodyOptional, total=False):
    """Pieces placed on a board in an editor."""

class ShareLink(TypedDict):
    """The share link of a private game."""

    path: str
    secret: str

class _SnapshotOptional(TypedDict, total=False):
    you: You | None

class Snapshot(_SnapshotOptional):
    """Full state of a table."""

    hash: str
    moves: list[MoveView]
    seq: int
    state: StateView
    table: TableView

class _StackState1Optional(TypedDict, total=False):
    capHeight: int | None
    controllingPlayer: int | None
    position: TextOr | None
    stackHeight: int | None

class StackState1(_StackState1Optional):
    """Rings and derived values, which are checked if given."""

    rings: list[int]

class _StateObjectOptional(TypedDict, total=False):
    board: TextOrBoardState | None
    boardType: str | None
    chainCaptureState: ChainState | None
    chosenLine: int | None
    currentPhase: str | None
    deed: str | None
    edition: str | None
    gameStatus: str | None
    lastActions: list[int]
    lastStanding: int | None
    lost: list[int]
    moveHistory: list[Any]
    mustMoveFromStackKey: TextOr | None
    options: dict[str, Any]
    reason: str | None
    rounds: RoundsState | None
    territoryVictoryThreshold: int | None
    totalRingsEliminated: int | None
    totalRingsInPlay: int | None
    turn: int | None
    victoryThreshold: int | None
    winner: int | None

class StateObject(_StateObjectOptional):
    """State of a game. Field names may be in camel case or snake case; unknown fields are ignored."""

    currentPlayer: int
    players: list[PlayerState]

class _StepViewOptional(TypedDict, total=False):
    title_parts: MessageParts | None

class StepView(_StepViewOptional):
    """One step of a turn."""

    name: str
    title: str

class _StudyBodyOptional(TypedDict, total=False):
    board: str | None
    edition: str | None
    options: dict[str, str]
    players: int | None
    position: str | None

class StudyBody(_StudyBodyOptional, total=False):
    """A position, or the start position of a rule set."""

class StudyPreview(TypedDict):
    """Effect of an action in a position."""

    events: list[EventView]
    state: RingRiftState

class _StudyViewOptional(TypedDict, total=False):
    events: list[EventView]
    legal: LegalView | None
    rules_title: str

class StudyView(_StudyViewOptional):
    """A position and its legal actions."""

    board: str
    hash: str
    rules: str
    state: RingRiftState

class _StudyWhyBodyOptional(TypedDict, total=False):
    action: str | None
    cell: str | None
    picked: list[str]
    position: str

class StudyWhyBody(_StudyWhyBodyOptional, total=False):
    """Question why an action is illegal or a cell cannot be selected in a position."""

class _TableViewOptional(TypedDict, total=False):
    board: str | None
    can_abort: bool
    can_draw: bool
    draw: int | None
    ending: EndingView | None
    may_analyse: bool
    next_game: GameId | None
    rules_title: str
    salt: str | None
    seed: int | None
    seed_promise: str | None
    takeback: int | None
    to_move: int | None

class TableView(_TableViewOptional):
    """A table without the position of its game."""

    actions: int
    changed: Moment
    clock: ClockView
    created: Moment
    game: str
    id: GameId
    purpose: Purpose
    rematch: list[int]
    rules: str
    seats: list[SeatView]
    spectator_delay: int
    stage: StageName
    visibility: Visibility

class _TakenViewOptional(TypedDict, total=False):
    secret: str | None

class TakenView(_TakenViewOptional):
    """A seat that you hold."""

    game: GameId
    hash: str
    seat: int
    seq: int

class _TextOrBoardState2Optional(TypedDict, total=False):
    collapsedSpaces: dict[str, Owner]
    eliminatedRings: dict[str, int] | None
    markers: dict[str, MarkerState]
    size: int | None
    stacks: dict[str, StackState]
    type: str | None

class TextOrBoardState2(_TextOrBoardState2Optional, total=False):
    """Pieces on a board. Keys of the maps are cells by key (`3,3`, `-3,5,-2`) or by name."""

_TextOrMoveObject2Optional = TypedDict("_TextOrMoveObject2Optional", {
    "algebraicNotation": "str | None",
    "captureTarget": "TextOr | None",
    "cells": "list[TextOr] | None",
    "collapsedMarkers": "list[TextOr] | None",
    "from": "TextOr | None",
    "line": "int | None",
    "option": "int | None",
    "placementCount": "int | None",
    "player": "int | None",
    "region": "int | None",
    "segment": "int | None",
    "to": "TextOr | None",
}, total=False)

class TextOrMoveObject2(_TextOrMoveObject2Optional):
    """Move as an object. Unknown fields and fields that do not apply to its type are ignored."""

    type: str

class ThreatView(TypedDict):
    """Threat: a gain that a colour could achieve if it were to move."""

    cells: list[CellsView]
    gain: int
    kind: str
    line: list[str]
    player: int

class _TokenViewOptional(TypedDict, total=False):
    token: str | None

class TokenView(_TokenViewOptional):
    """An API token."""

    created: Moment
    id: str
    name: str
    scopes: list[str]

class TryBody(TypedDict):
    """An action in a position."""

    action: str
    position: str

_TurningViewOptional = TypedDict("_TurningViewOptional", {
    "from": "int | None",
}, total=False)

class TurningView(_TurningViewOptional):
    """An action after which the favourite changed permanently."""

    ply: int
    to: int

class _UpdateOptional(TypedDict, total=False):
    events: list[dict[str, Any]]
    state: StateView | None
    you: You | None

class Update(_UpdateOptional):
    """One log entry."""

    at: Moment
    deed: dict[str, Any]
    hash: str
    seq: int
    table: TableView

class _WhyBodyOptional(TypedDict, total=False):
    action: Any
    cell: str | None
    picked: list[str]

class WhyBody(_WhyBodyOptional, total=False):
    """Question why an action is illegal or a cell cannot be selected."""

class _WhyViewOptional(TypedDict, total=False):
    cells: list[str]
    reason_parts: MessageParts | None
    rule: str | None

class WhyView(_WhyViewOptional):
    """Explanation why an action is illegal or a cell cannot be selected."""

    possible: bool
    reason: str

class _YouOptional(TypedDict, total=False):
    legal: LegalView | None

class You(_YouOptional):
    """Information for the seats that the receiving client holds."""

    can_undo: bool
    seats: list[int]

ClientMessage = Union["ClientMessageAct", "ClientMessageUndo", "ClientMessageDraw", "ClientMessageTakeback", "ClientMessageResign", "ClientMessageAbort", "ClientMessageRematch", "ClientMessageSync"]
"""Message from a client over the socket of a game."""
ClockRules = Union["ClockRulesNone", "ClockRulesIncrement", "ClockRulesDays"]
"""Time control."""
GameId = str
"""Identifier of a game: 8 letters and digits. It is part of the game's address and not secret."""
InvitationState = Literal["open", "yours", "device", "used"]
"""What a seat's secret means to you."""
LegalView = Union["LegalViewRingrift", "LegalViewAsg"]
"""Legal actions of the player to move."""
MarkerState = Union["int", "MarkerState2"]
"""Marker, as an object or only the seat number of its owner."""
Moment = int
"""Point in time, in milliseconds since 1970-01-01T00:00:00 UTC."""
NewSeat = Union["NewSeatMe", "NewSeatOpen", "NewSeatBot", "NewSeatAgent"]
"""Occupant of a seat in a new game."""
Owner = Union["int", "Owner2"]
"""Owner of a collapsed cell."""
PreviewView = Union["PreviewView1", "AsgPreview"]
"""Effect that an action would have; the game does not change."""
Purpose = Literal["match", "hot_seat", "analysis"]
"""What a table is for."""
PuzzleFailure = Literal["not_won", "opponent_wins", "opponent_escapes", "too_small", "unproved"]
"""Why an attempt at a puzzle failed."""
ReviewLine = Union["ReviewLineProgress", "ReviewLineReview", "ReviewLineFailed"]
"""A line of the review stream."""
SeatKind = Literal["open", "person", "bot", "agent"]
"""Kind of occupant of a seat."""
ServerMessage = Union["ServerMessageSnapshot", "ServerMessageUpdate", "ServerMessageDone", "ServerMessageRefused", "ServerMessageThinking", "ServerMessageLeaving"]
"""Message from the server over the socket or event stream of a game."""
StackState = Union["StackState1", "list[int]", "str"]
"""Stack: rings from bottom to top, as an object, a list or digits."""
StageName = Literal["waiting", "running", "over"]
"""Stage of a game."""
StateView = Union["RingRiftState", "dict[str, Any]"]
"""State of a game: a RingRift position, or an ASG state in the format of replays with the income added."""
TextOr = Union["str", "Point"]
"""A text or an object. Unlike an untagged serde enum, this keeps the path and the message of errors within the
    object."""
TextOrBoardState = Union["str", "TextOrBoardState2"]
"""A text or an object. Unlike an untagged serde enum, this keeps the path and the message of errors within the
    object."""
TextOrMoveObject = Union["str", "TextOrMoveObject2"]
"""A text or an object. Unlike an untagged serde enum, this keeps the path and the message of errors within the
    object."""
Verdict = Literal["open", "solved", "failed"]
"""Result of an attempt at an exercise."""
Visibility = Literal["private", "public"]
"""Who can see a table."""
