// The parts of the server's messages that the page reads; docs/server-messages.md and docs/openapi.json define them in full.

/** @typedef {{code: string, message: string, problems?: string[], rule?: string, cells?: string[], now?: Snapshot, client?: string}} RejectionBody */
/** @typedef {{name: string, created: number, has_recovery: boolean}} Me */
/** @typedef {{text: string, x: number, y: number, anchor: "start" | "middle" | "end"}} Label */
/**
 * @typedef {{board: string, shape: "square" | "hexagon", width: number, height: number, margin: [number, number],
 *   font: number, cell: string, cells: {name: string, x: number, y: number}[], labels: Label[]}} Layout
 */

/** @typedef {{kind: string, have: number, need?: number, text: string, rule: string}} Goal */
/** @typedef {{player: number, seat: number, hand: number, on_board: number, eliminated: number, territory: number, goals: Goal[]}} Standing */
/**
 * @typedef {{position: string, turn: number, phase: string, player: number | null, headline: string, asked: string, rule: string | null,
 *   steps: {name: string, title: string}[], step: number | null, stacks: Record<string, string>, markers: Record<string, number>,
 *   collapsed: Record<string, number>, players: Standing[], progress: number}} RingState
 */
/** @typedef {{action: string, picks: string[], others?: string[], rings?: number, details?: string}} Choice */
/** @typedef {{kind: string, title: string, choices: Choice[], note?: string}} ChoiceGroup */
/** @typedef {{game: "ringrift", groups: ChoiceGroup[]}} RingLegal */
/** @typedef {{from: string, to: string[], most: number}} OrderRange */
/** @typedef {{game: "asg", budget: number, reinforce: number, reinforce_at: string, moves: OrderRange[]}} AsgLegal */
/**
 * @typedef {{event: string, rule: string, text?: string, player?: number, at?: string, from?: string, over?: string, to?: string,
 *   rings?: string, count?: number, cause?: string, phase?: string}} RingEvent
 */
/** @typedef {{possible: boolean, rule?: string, reason: string, cells?: string[]}} Why */
/** @typedef {{events: RingEvent[], state: RingState}} Preview */
/**
 * What an action would do; a content is written as in `board/pieces.js`. Without `player` the game is over.
 * @typedef {{events: RingEvent[], changed: {cell: string, content: string}[], player?: number | null, asked: string}} Effect
 */
/** @typedef {{board: string, state: RingState, legal?: RingLegal, rules: string, rules_title: string, hash: string, events?: RingEvent[]}} Study */

/** @typedef {{seat: number, kind: "open" | "person" | "bot" | "agent", name: string, gone?: string}} Seat */
/** @typedef {{kind: "none"} | {kind: "increment", base: number, increment: number} | {kind: "days", days: number}} ClockRules */
/** @typedef {{rules: ClockRules, left: number[], running: number | null, at: number}} Clock */
/** @typedef {{reason: string, ranks: number[] | null, winner: number | null, cells?: string[]}} Ending */
/**
 * @typedef {{id: string, game: "ringrift" | "asg", rules: string, rules_title: string, board?: string, purpose: "match" | "hot_seat" | "analysis", visibility: string,
 *   stage: "waiting" | "running" | "over", seats: Seat[], to_move: number | null, actions: number, clock: Clock,
 *   ending: Ending | null, can_abort: boolean, may_analyse: boolean,
 *   takeback: number | null, draw: number | null, can_draw: boolean, rematch: number[], next_game: string | null, spectator_delay: number, created: number, changed: number,
 *   seed_promise?: string, seed?: number, salt?: string}} Table
 */
/** @typedef {{seat: number, turn: number, action: any, at: number, left?: number}} PlayedMove */
/** @typedef {{seats: number[], legal?: RingLegal | AsgLegal, can_undo: boolean}} You */
/** @typedef {{seq: number, hash: string, table: Table, state: any, moves: PlayedMove[], you?: You}} Snapshot */
/** An entry of the game's log; the fields besides `type` depend on it. @typedef {{type: string, [field: string]: any}} LogEvent */
/** @typedef {{seq: number, hash: string, at: number, deed: LogEvent, events?: any[], table: Table, state?: any, you?: You}} Update */
/**
 * @typedef {{ply: number, seat?: number, turn?: number, action?: any, events?: any[], state: any, note?: {rationale?:
 *   string, raw?: string, took: number}}} Ply
 */

/** @typedef {{id: string, x: number, y: number, yield: number, hq: "P1" | "P2" | null}} AsgNode */
/**
 * @typedef {{id: string, name: string, rules: string, width: number, height: number, settings: Record<string, number>, nodes: AsgNode[],
 *   edges: [string, string][]}} AsgMap
 */
/** @typedef {{owner: string, forces: BySide}} AsgNodeState */
/** @typedef {{P1: number, P2: number}} BySide */
/**
 * State of an ASG replay, with `income`, `spendable` and `headline` added by the server.
 * @typedef {{ply: number, nodes: Record<string, AsgNodeState>, supplies: BySide, income?: BySide, spendable?: BySide,
 *   headline?: string}} AsgState
 */
/**
 * @typedef {{ply: number, side: string, controller: string, orders: any[], events: any[], state: AsgState, rationale?: string,
 *   latencyMs: number, diagnostics?: any}} AsgPly
 */
/**
 * @typedef {{map: AsgMap, seed: number, createdAt: string, players?: any, start: AsgState, plies: AsgPly[], ending?: any,
 *   difference?: string}} ReplayView
 */

/** Cells of an action. @typedef {{picks: string[], others?: string[]}} Cells */
/** @typedef {Cells & {chances: number[], action: string, proved: boolean, line: string[]}} Scored */
/**
 * @typedef {{hash: string, player: number | null, chances: number[], actions: Scored[],
 *   threats: {player: number, kind: string, gain: number, line: string[], cells: Cells[]}[], nodes: number}} Analysis
 */
/** @typedef {{goal: string, text: string, hint: string, position: string}} Exercise */
/** @typedef {{title: string, about: string, rules: string[], exercises: Exercise[]}} Lesson */
/** @typedef {{study: Study, verdict: "open" | "solved" | "failed", text: string}} Attempt */

/** @typedef {{valid: boolean, code?: string, message?: string, most?: number, fight_at?: string, odds?: number, after_luck: boolean}} OrderPreview */
/** @typedef {{orders: OrderPreview[], after: AsgLegal}} AsgPreview */
/**
 * @typedef {{snapshot(): Snapshot, map(): Promise<AsgMap>, plies(from: number, to: number): Promise<Ply[]>, act(orders: any[]): Promise<any>,
 *   preview(orders: any[]): Promise<AsgPreview>, subscribe(fn: (change: any) => void): unknown,
 *   command(type: string, extra?: any): Promise<any>, now?(): number, thinking?: {begun: boolean} | null, isLocal?: boolean,
 *   address(id: string): string}} AsgSession
 *   the interface that `AsgGame` requires of a game
 */

export {};
