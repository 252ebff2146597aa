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
 * Returns the effect of an action in the position of the board as JSON: `{events, changed, player, asked, asked_parts}`, or a
 * text that says why there is none. The board keeps its position, so that pointing at cells parses it only once.
 */
export function effect(position: string, action: string): string;

/**
 * Responds to a request of the HTTP interface, such as `POST /api/study`.
 */
export function request(method: string, path: string, body: string): Answer;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
  readonly memory: WebAssembly.Memory;
  readonly __wbg_answer_free: (a: number, b: number) => void;
  readonly answer_body: (a: number) => [number, number];
  readonly answer_status: (a: number) => number;
  readonly effect: (a: number, b: number, c: number, d: number) => [number, number];
  readonly request: (a: number, b: number, c: number, d: number, e: number, f: number) => number;
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
