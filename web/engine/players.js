/* @ts-self-types="./players.d.ts" */

/**
 * Status and text of a response. Its name in JavaScript differs from that of the class for responses of servers.
 */
export class Answer {
static __wrap(ptr) {
                    const obj = Object.create(Answer.prototype);
                    obj.__wbg_ptr = ptr;
                    AnswerFinalization.register(obj, obj.__wbg_ptr, obj);
                    return obj;
                }
                __destroy_into_raw() {
                const ptr = this.__wbg_ptr;
this.__wbg_ptr = 0;
AnswerFinalization.unregister(this);
return ptr;
            }
            free() {
                const ptr = this.__destroy_into_raw();
                wasm.__wbg_answer_free(ptr, 0);
            }
            /**
 * JSON, or the text of a picture.
 * @returns {string}
 */
get body() {
let deferred1_0;
let deferred1_1;
try {
const ret = wasm.answer_body(this.__wbg_ptr);
deferred1_0 = ret[0];
deferred1_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
}
}
/**
 * HTTP status.
 * @returns {number}
 */
get status() {
const ret = wasm.answer_status(this.__wbg_ptr);
return ret;
}
}
if (Symbol.dispose) Answer.prototype[Symbol.dispose] = Answer.prototype.free;

/**
 * A game on the player's device, or the reason why there is none.
 */
export class Game {
static __wrap(ptr) {
                    const obj = Object.create(Game.prototype);
                    obj.__wbg_ptr = ptr;
                    GameFinalization.register(obj, obj.__wbg_ptr, obj);
                    return obj;
                }
                __destroy_into_raw() {
                const ptr = this.__wbg_ptr;
this.__wbg_ptr = 0;
GameFinalization.unregister(this);
return ptr;
            }
            free() {
                const ptr = this.__destroy_into_raw();
                wasm.__wbg_game_free(ptr, 0);
            }
            /**
 * Lets the computer player to move act. Status 200 with a JSON list of messages, or an error.
 * @param {number} now
 * @returns {Answer}
 */
bot_act(now) {
const ret = wasm.game_bot_act(this.__wbg_ptr, now);
return Answer.__wrap(ret);
}
/**
 * Seat of the computer player to move; -1 if there is none.
 * @returns {number}
 */
bot_to_move() {
const ret = wasm.game_bot_to_move(this.__wbg_ptr);
return ret;
}
/**
 * Executes a message of the page. Returns a JSON list of the messages that the server would send.
 * @param {string} message
 * @param {number} now
 * @returns {string}
 */
command(message, now) {
let deferred3_0;
let deferred3_1;
try {
const val2 = +now;
const ptr0 = passStringToWasm0(message, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
const ret = wasm.game_command(this.__wbg_ptr, ptr0, len0, val2);
deferred3_0 = ret[0];
deferred3_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
wasm.__wbindgen_free(deferred3_0, deferred3_1, 1);
}
}
/**
 * Creates a game from the body of `POST /api/games`.
 * @param {string} body
 * @param {string} name
 * @param {number} now
 * @returns {Game}
 */
static create(body, name, now) {
const val3 = +now;
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(body, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(name, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
const ret = wasm.game_create(ptr0, len0, ptr1, len1, val3);
return Game.__wrap(ret);
}
/**
 * Status 200 if there is a game; otherwise the status and the body of the error.
 * @returns {Answer}
 */
created() {
const ret = wasm.game_created(this.__wbg_ptr);
return Answer.__wrap(ret);
}
/**
 * Name of the board whose network the computer players need; an empty text if they need none.
 * @returns {string}
 */
network() {
let deferred1_0;
let deferred1_1;
try {
const ret = wasm.game_network(this.__wbg_ptr);
deferred1_0 = ret[0];
deferred1_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
}
}
/**
 * Responds to a request about the game; `path` is what follows its id in `/api/games/{id}`.
 * @param {string} method
 * @param {string} path
 * @param {string} body
 * @param {number} now
 * @returns {Answer}
 */
request(method, path, body, now) {
const val4 = +now;
let ptr0, len0, ptr1, len1, ptr2, len2;
try {
ptr0 = passStringToWasm0(method, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(path, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
ptr2 = passStringToWasm0(body, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len2 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
const ret = wasm.game_request(this.__wbg_ptr, ptr0, len0, ptr1, len1, ptr2, len2, val4);
return Answer.__wrap(ret);
}
/**
 * Reads a stored game.
 * @param {string} text
 * @returns {Game}
 */
static restore(text) {
const ptr0 = passStringToWasm0(text, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
const ret = wasm.game_restore(ptr0, len0);
return Game.__wrap(ret);
}
/**
 * The game as text, to store it.
 * @returns {string}
 */
save() {
let deferred1_0;
let deferred1_1;
try {
const ret = wasm.game_save(this.__wbg_ptr);
deferred1_0 = ret[0];
deferred1_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
wasm.__wbindgen_free(deferred1_0, deferred1_1, 1);
}
}
/**
 * Takes the game that a rematch created, if any.
 * @returns {Game | undefined}
 */
take_rematch() {
const ret = wasm.game_take_rematch(this.__wbg_ptr);
return ret === 0 ? undefined : Game.__wrap(ret);
}
}
if (Symbol.dispose) Game.prototype[Symbol.dispose] = Game.prototype.free;

/**
 * Returns the action that a computer player chooses in a position, such as `M d4-d6`, or what is wrong after `error: `.
 * @param {string} position
 * @param {string} player
 * @returns {string}
 */
export function decide(position, player) {
let deferred3_0;
let deferred3_1;
try {
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(position, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(player, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
const ret = wasm.decide(ptr0, len0, ptr1, len1);
deferred3_0 = ret[0];
deferred3_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
wasm.__wbindgen_free(deferred3_0, deferred3_1, 1);
}
}

/**
 * Returns the effect of an action in the position of the board as JSON: `{events, changed, player, asked, asked_parts}`, or a
 * text that says why there is none. The board keeps its position, so that pointing at cells parses it only once.
 * @param {string} position
 * @param {string} action
 * @returns {string}
 */
export function effect(position, action) {
let deferred3_0;
let deferred3_1;
try {
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(position, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(action, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
const ret = wasm.effect(ptr0, len0, ptr1, len1);
deferred3_0 = ret[0];
deferred3_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
wasm.__wbindgen_free(deferred3_0, deferred3_1, 1);
}
}

/**
 * Evaluates a position this many times with the network of its board. Returns the sum of the values for the player to move, or NaN if
 * the position is invalid, the game is over, or the network is not loaded.
 * @param {string} position
 * @param {number} times
 * @returns {number}
 */
export function evaluate(position, times) {
const val2 = +times;
const ptr0 = passStringToWasm0(position, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
const ret = wasm.evaluate(ptr0, len0, val2);
return ret;
}

/**
 * Returns the number of sequences of `depth` actions from a position, or -1 if the position is invalid.
 * @param {string} position
 * @param {number} depth
 * @returns {number}
 */
export function perft(position, depth) {
const val2 = +depth;
const ptr0 = passStringToWasm0(position, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
const ret = wasm.perft(ptr0, len0, val2);
return ret;
}

/**
 * Reads the network of a board, which analysis and levels need. Returns an empty text, or what is wrong with the file.
 * @param {Uint8Array | number[]} file
 * @returns {string}
 */
export function provide_network(file) {
let deferred2_0;
let deferred2_1;
try {
const ptr0 = passArray8ToWasm0(file, wasm.__wbindgen_malloc);
const len0 = WASM_VECTOR_LEN;
const ret = wasm.provide_network(ptr0, len0);
deferred2_0 = ret[0];
deferred2_1 = ret[1];
return getStringFromWasm0(ret[0], ret[1]);
} finally {
wasm.__wbindgen_free(deferred2_0, deferred2_1, 1);
}
}

/**
 * Plays this many random games from a position and returns the number of actions, or -1 if the position is invalid.
 * @param {string} start
 * @param {number} games
 * @returns {number}
 */
export function random_games(start, games) {
const val2 = +games;
const ptr0 = passStringToWasm0(start, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
const len0 = WASM_VECTOR_LEN;
const ret = wasm.random_games(ptr0, len0, val2);
return ret;
}

/**
 * Responds to a request of the HTTP interface, such as `POST /api/study`.
 * @param {string} method
 * @param {string} path
 * @param {string} body
 * @returns {Answer}
 */
export function request(method, path, body) {
let ptr0, len0, ptr1, len1, ptr2, len2;
try {
ptr0 = passStringToWasm0(method, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passStringToWasm0(path, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len1 = WASM_VECTOR_LEN;
ptr2 = passStringToWasm0(body, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len2 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr2) { wasm.__wbindgen_free(ptr2, len2 * 1, 1); }
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 1, 1); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
const ret = wasm.request(ptr0, len0, ptr1, len1, ptr2, len2);
return Answer.__wrap(ret);
}

/**
 * Reviews the game of a record, without the evaluation of hidden plies. Calls `progress` with the number of finished steps and that of all
 * steps.
 * @param {string} record
 * @param {Uint32Array | number[]} hidden
 * @param {Function} progress
 * @returns {Answer}
 */
export function review(record, hidden, progress) {
let ptr0, len0, ptr1, len1;
try {
ptr0 = passStringToWasm0(record, wasm.__wbindgen_malloc, wasm.__wbindgen_realloc);
len0 = WASM_VECTOR_LEN;
ptr1 = passArray32ToWasm0(hidden, wasm.__wbindgen_malloc);
len1 = WASM_VECTOR_LEN;
} catch (e) {
if (ptr1) { wasm.__wbindgen_free(ptr1, len1 * 4, 4); }
if (ptr0) { wasm.__wbindgen_free(ptr0, len0 * 1, 1); }
throw e;
}
const ret = wasm.review(ptr0, len0, ptr1, len1, progress);
return Answer.__wrap(ret);
}
function __wbg_get_imports() {
            const import0 = {
            __proto__: null,
        __wbg___wbindgen_is_undefined_be5b34249ff1fc15: function(arg0) {
const ret = arg0 === undefined;
return ret;
},
__wbg___wbindgen_throw_4c88d8bf264fd984: function(arg0, arg1) {
throw new Error(getStringFromWasm0(arg0, arg1));
},
__wbg_call_fc92fee6137d452d: function() { return handleError(function (arg0, arg1, arg2, arg3) {
const ret = arg0.call(arg1, arg2, arg3);
return ret;
}, arguments); },
__wbg_getRandomValues_8b6f1f663e6f188d: function() { return handleError(function (arg0, arg1) {
globalThis.crypto.getRandomValues(getArrayU8FromWasm0(arg0, arg1));
}, arguments); },
__wbg_localeCompare_fe354460f931edd1: function(arg0, arg1, arg2, arg3, arg4) {
const ret = arg0.localeCompare(getStringFromWasm0(arg1, arg2), arg3, arg4);
return ret;
},
__wbg_new_cd4348290afae586: function() {
const ret = new Object();
return ret;
},
__wbg_now_e7c6795a7f81e10f: function(arg0) {
const ret = arg0.now();
return ret;
},
__wbg_of_027eb15371aac932: function(arg0) {
const ret = Array.of(arg0);
return ret;
},
__wbg_performance_7e4e4494fdc9d07a: function(arg0) {
const ret = arg0.performance;
return ret;
},
__wbg_static_accessor_GLOBAL_THIS_003ee833af9699fc: function() {
const ret = typeof globalThis === 'undefined' ? undefined : globalThis;
return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);
},
__wbg_static_accessor_GLOBAL_e4293fb22cbe77da: function() {
const ret = typeof global === 'undefined' ? undefined : global;
return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);
},
__wbg_static_accessor_SELF_53bb20457401453d: function() {
const ret = typeof self === 'undefined' ? undefined : self;
return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);
},
__wbg_static_accessor_WINDOW_b5e0810bfecb7feb: function() {
const ret = typeof window === 'undefined' ? undefined : window;
return isLikeNone(ret) ? 0 : addToExternrefTable0(ret);
},
__wbindgen_generic_0000000000000001: function(arg0) {
// Cast intrinsic for `F64 -> Externref`.
const ret = arg0;
return ret;
},
__wbindgen_generic_0000000000000002: function(arg0, arg1) {
// Cast intrinsic for `Ref(String) -> Externref`.
const ret = getStringFromWasm0(arg0, arg1);
return ret;
},
__wbindgen_init_externref_table: function() {
const table = wasm.__wbindgen_externrefs;
table.set(0, undefined);
table.set(1024, undefined);
table.set(1025, null);
table.set(1026, true);
table.set(1027, false);
},
};
        return {
            __proto__: null,
            "./players_bg.js": import0,
        };
}

const AnswerFinalization = (typeof FinalizationRegistry === 'undefined')
? { register: () => {}, unregister: () => {} }
: new FinalizationRegistry(ptr => wasm.__wbg_answer_free(ptr, 1));
const GameFinalization = (typeof FinalizationRegistry === 'undefined')
? { register: () => {}, unregister: () => {} }
: new FinalizationRegistry(ptr => wasm.__wbg_game_free(ptr, 1));

function addToExternrefTable0(obj) {
                    const idx = wasm.__externref_table_alloc();
                    wasm.__wbindgen_externrefs.set(idx, obj);
                    return idx;
                }

function getArrayU8FromWasm0(ptr, len) {
                    ptr = ptr >>> 0;
                    return getUint8ArrayMemory0().subarray(ptr / 1, ptr / 1 + len);
                }

function getStringFromWasm0(ptr, len) {
                    ptr = ptr >>> 0;
                    return decodeText(getUint8ArrayMemory0().subarray(ptr, ptr + len));
                }

let cachedUint32ArrayMemory0 = null;
                function getUint32ArrayMemory0() {
                    if (cachedUint32ArrayMemory0 === null || cachedUint32ArrayMemory0.byteLength === 0) {
                        cachedUint32ArrayMemory0 = new Uint32Array(wasm.memory.buffer);
                    }
                    return cachedUint32ArrayMemory0;
                }

let cachedUint8ArrayMemory0 = null;
                function getUint8ArrayMemory0() {
                    if (cachedUint8ArrayMemory0 === null || cachedUint8ArrayMemory0.byteLength === 0) {
                        cachedUint8ArrayMemory0 = new Uint8Array(wasm.memory.buffer);
                    }
                    return cachedUint8ArrayMemory0;
                }

function handleError(f, args) {
                            try {
                                return f.apply(this, args);
                            } catch (e) {
                                const idx = addToExternrefTable0(e);
                                wasm.__wbindgen_exn_store(idx);
                            }
                        }

function isLikeNone(x) {
                return x === undefined || x === null;
            }

function passArray32ToWasm0(arg, malloc) {
                    const ptr = malloc(arg.length * 4, 4) >>> 0;
                    getUint32ArrayMemory0().set(arg, ptr / 4);
                    WASM_VECTOR_LEN = arg.length;
                    return ptr;
                }

function passArray8ToWasm0(arg, malloc) {
                    const ptr = malloc(arg.length * 1, 1) >>> 0;
                    getUint8ArrayMemory0().set(arg, ptr / 1);
                    WASM_VECTOR_LEN = arg.length;
                    return ptr;
                }

function passStringToWasm0(arg, malloc, realloc) {
                    if (realloc === undefined) {
                    const buf = cachedTextEncoder.encode(arg);
                    const ptr = malloc(buf.length, 1) >>> 0;
                    getUint8ArrayMemory0().subarray(ptr, ptr + buf.length).set(buf);
                    WASM_VECTOR_LEN = buf.length;
                    return ptr;
                }

                let len = arg.length;
                let ptr = malloc(len, 1) >>> 0;

                const mem = getUint8ArrayMemory0();

                let offset = 0;

                for (; offset < len; offset++) {
                    const code = arg.charCodeAt(offset);
                    if (code > 0x7F) break;
                    mem[ptr + offset] = code;
                }
            if (offset !== len) {
                        if (offset !== 0) {
                            arg = arg.slice(offset);
                        }
                        ptr = realloc(ptr, len, len = offset + arg.length * 3, 1) >>> 0;
                        const view = getUint8ArrayMemory0().subarray(ptr + offset, ptr + len);
                        const ret = cachedTextEncoder.encodeInto(arg, view);
                        
                        offset += ret.written;
                        ptr = realloc(ptr, len, offset, 1) >>> 0;
                    }

                    WASM_VECTOR_LEN = offset;
                    return ptr;
                }

let cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
cachedTextDecoder.decode();
                        const MAX_SAFARI_DECODE_BYTES = 2146435072;
                        let numBytesDecoded = 0;
                        function decodeText(bytes) {
                            numBytesDecoded += bytes.length;
                            if (numBytesDecoded >= MAX_SAFARI_DECODE_BYTES) {
                                cachedTextDecoder = new TextDecoder('utf-8', { ignoreBOM: true });
                                cachedTextDecoder.decode();
                                numBytesDecoded = bytes.length;
                            }
                            return cachedTextDecoder.decode(bytes);
                        }

const cachedTextEncoder = new TextEncoder();

                        if (!('encodeInto' in cachedTextEncoder)) {
                            cachedTextEncoder.encodeInto = function (arg, view) {
                const buf = cachedTextEncoder.encode(arg);
                view.set(buf);
                return {
                    read: arg.length,
                    written: buf.length
                };
            };
                        }

let WASM_VECTOR_LEN = 0;

let wasmModule, wasmInstance, wasm;
            function __wbg_finalize_init(instance, module) {
                wasmInstance = instance;
                wasm = instance.exports;
                wasmModule = module;
                cachedUint32ArrayMemory0 = null;
cachedUint8ArrayMemory0 = null;
wasm.__wbindgen_start();
return wasm;
            }

            async function __wbg_load(module, imports) {
                if (typeof Response === 'function' && module instanceof Response) {
                    if (!module.ok) {
                        throw new Error(`failed to fetch Wasm: ${module.status} ${module.statusText} fetching '${module.url}'`);
                    }

                    if (typeof WebAssembly.instantiateStreaming === 'function') {
                        try {
                            return await WebAssembly.instantiateStreaming(module, imports);
                        } catch (e) {
                            const validResponse = expectedResponseType(module.type);

                            if (validResponse && module.headers.get('Content-Type') !== 'application/wasm') {
                                console.warn("`WebAssembly.instantiateStreaming` failed because your server does not serve Wasm with `application/wasm` MIME type. Falling back to `WebAssembly.instantiate` which is slower. Original error:\n", e);

                            } else { throw e; }
                        }
                    }

                    const bytes = await module.arrayBuffer();
                    return await WebAssembly.instantiate(bytes, imports);
                } else {
                    const instance = await WebAssembly.instantiate(module, imports);

                    if (instance instanceof WebAssembly.Instance) {
                        return { instance, module };
                    } else {
                        return instance;
                    }
                }

                function expectedResponseType(type) {
                    switch (type) {
                        case 'basic': case 'cors': case 'default': return true;
                    }
                    return false;
                }
            }

            function initSync(module) {
                if (wasm !== undefined) return wasm;

                
                if (module !== undefined) {
                    if (Object.getPrototypeOf(module) === Object.prototype) {
                        ({module} = module)
                    } else {
                        console.warn('using deprecated parameters for `initSync()`; pass a single object instead')
                    }
                }

                const imports = __wbg_get_imports();
                if (!(module instanceof WebAssembly.Module)) {
                    module = new WebAssembly.Module(module);
                }
                const instance = new WebAssembly.Instance(module, imports);
                return __wbg_finalize_init(instance, module);
            }

            let __wbg_init_promise;
            async function __wbg_init(module_or_path) {
                if (wasm !== undefined) return wasm;
                if (__wbg_init_promise === undefined) {
                    __wbg_init_promise = __wbg_init_once(module_or_path);
                    __wbg_init_promise.catch(() => { __wbg_init_promise = undefined; });
                }
                return __wbg_init_promise;
            }

            async function __wbg_init_once(module_or_path) {
                
                if (module_or_path !== undefined) {
                    if (Object.getPrototypeOf(module_or_path) === Object.prototype) {
                        ({module_or_path} = module_or_path)
                    } else {
                        console.warn('using deprecated parameters for the initialization function; pass a single object instead')
                    }
                }

                
                const imports = __wbg_get_imports();

                if (typeof module_or_path === 'string' || (typeof Request === 'function' && module_or_path instanceof Request) || (typeof URL === 'function' && module_or_path instanceof URL)) {
                    module_or_path = fetch(module_or_path);
                }

                const { instance, module } = await __wbg_load(await module_or_path, imports);

                return __wbg_finalize_init(instance, module);
            }
            
export { initSync, __wbg_init as default };