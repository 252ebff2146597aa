/* tslint:disable */
/* eslint-disable */

/**
 * Status and text of a response. Its name in JavaScript differs from that of the class for responses of servers.
 */
export class Answer {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * JSON, or the text of a picture.
   */
  readonly body: string;
  /**
   * HTTP status.
   */
  readonly status: number;
}

/**
 * A game on the player's device, or the reason why there is none.
 */
export class Game {
  private constructor();
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Lets the computer player to move act. Status 200 with a JSON list of messages, or an error.
   */
  bot_act(now: number): Answer;
  /**
   * Seat of the computer player to move; -1 if there is none.
   */
  bot_to_move(): number;
  /**
   * Executes a message of the page. Returns a JSON list of the messages that the server would send.
   */
  command(message: string, now: number): string;
  /**
   * Creates a game from the body of `POST /api/games`.
   */
  static create(body: string, name: string, now: number): Game;
  /**
   * Status 200 if there is a game; otherwise the status and the body of the error.
   */
  created(): Answer;
  /**
   * Name of the board whose network the computer players need; an empty text if they need none.
   */
  network(): string;
  /**
   * Responds to a request about the game; `path` is what follows its id in `/api/games/{id}`.
   */
  request(method: string, path: string, body: string, now: number): Answer;
  /**
   * Reads a stored game.
   */
  static restore(text: string): Game;
  /**
   * The game as text, to store it.
   */
  save(): string;
  /**
   * Takes the game that a rematch created, if any.
   */
  take_rematch(): Game | undefined;
}

/**
 * Returns the action that a computer player chooses in a position, such as `M d4-d6`, or what is wrong after `error: `.
 */
export function decide(position: string, player: string): string;

/**
 * Returns the effect of an action in the position of the board as JSON: `{events, changed, player, asked, asked_parts}`, or a
 * text that says why there is none. The board keeps its position, so that pointing at cells parses it only once.
 */
export function effect(position: string, action: string): string;

/**
 * Evaluates a position this many times with the network of its board. Returns the sum of the values for the player to move, or NaN if
 * the position is invalid, the game is over, or the network is not loaded.
 */
export function evaluate(position: string, times: number): number;

/**
 * Returns the number of sequences of `depth` actions from a position, or -1 if the position is invalid.
 */
export function perft(position: string, depth: number): number;

/**
 * Reads the network of a board, which analysis and levels need. Returns an empty text, or what is wrong with the file.
 */
export function provide_network(file: Uint8Array | number[]): string;

/**
 * Plays this many random games from a position and returns the number of actions, or -1 if the position is invalid.
 */
export function random_games(start: string, games: number): number;

/**
 * Responds to a request of the HTTP interface, such as `POST /api/study`.
 */
export function request(method: string, path: string, body: string): Answer;

/**
 * Reviews the game of a record, without the evaluation of hidden plies. Calls `progress` with the number of finished steps and that of all
 * steps.
 */
export function review(record: string, hidden: Uint32Array | number[], progress: Function): Answer;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
  readonly memory: WebAssembly.Memory;
  readonly __wbg_answer_free: (a: number, b: number) => void;
  readonly __wbg_game_free: (a: number, b: number) => void;
  readonly answer_body: (a: number) => [number, number];
  readonly answer_status: (a: number) => number;
  readonly decide: (a: number, b: number, c: number, d: number) => [number, number];
  readonly effect: (a: number, b: number, c: number, d: number) => [number, number];
  readonly evaluate: (a: number, b: number, c: number) => number;
  readonly game_bot_act: (a: number, b: number) => number;
  readonly game_bot_to_move: (a: number) => number;
  readonly game_command: (a: number, b: number, c: number, d: number) => [number, number];
  readonly game_create: (a: number, b: number, c: number, d: number, e: number) => number;
  readonly game_created: (a: number) => number;
  readonly game_network: (a: number) => [number, number];
  readonly game_request: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => number;
  readonly game_restore: (a: number, b: number) => number;
  readonly game_save: (a: number) => [number, number];
  readonly game_take_rematch: (a: number) => number;
  readonly perft: (a: number, b: number, c: number) => number;
  readonly provide_network: (a: number, b: number) => [number, number];
  readonly random_games: (a: number, b: number, c: number) => number;
  readonly request: (a: number, b: number, c: number, d: number, e: number, f: number) => number;
  readonly review: (a: number, b: number, c: number, d: number, e: any) => number;
  readonly __wbindgen_exn_store: (a: number) => void;
  readonly __externref_table_alloc: () => number;
  readonly __wbindgen_externrefs: WebAssembly.Table;
  readonly __wbindgen_free: (a: number, b: number, c: number) => void;
  readonly __wbindgen_malloc: (a: number, b: number) => number;
  readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
  readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
* Instantiates the given `module`, which can either be bytes or
* a precompiled `WebAssembly.Module`.
*
* @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
*
* @returns {InitOutput}
*/
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
* If `module_or_path` is {RequestInfo} or {URL}, makes a request and
* for everything else, calls `WebAssembly.instantiate` directly.
*
* @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
*
* @returns {Promise<InitOutput>}
*/
export default function __wbg_init (module_or_path: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
