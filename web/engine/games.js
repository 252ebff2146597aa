// Games on this device, in the worker with the computer players.

/** @import * as Players from "./players.js" */

/**
 * Returns the calls of the worker about games. One game is played; others are only read from their stored texts.
 * @param {typeof Players} engine @param {(board: string) => unknown} loadNetwork
 * @returns {Record<string, (...values: any[]) => unknown>}
 */
export function gameCalls(engine, loadNetwork) {
  /** @type {Players.Game | null} */
  let game = null;
  /** The last game that was read. @type {{saved: string, game: Players.Game} | null} */
  let read = null;

  const played = () => {
    if (!game) throw new Error("there is no game in this worker");
    return game;
  };
  const begin = (/** @type {Players.Game} */ next) => {
    game?.free();
    game = next;
    return { ...plain(next.created()), ...after(next) };
  };

  return {
    createGame: (body, name, now) => begin(engine.Game.create(body, name, now)),
    restoreGame: (saved) => begin(engine.Game.restore(saved)),
    commandGame: (message, now) => {
      const messages = played().command(message, now);
      const next = played().take_rematch();
      const rematch = next ? snapshotOf(next, now) : null;
      next?.free();
      return { messages, rematch, ...after(played()) };
    },
    actBot: (now) => ({ ...plain(played().bot_act(now)), ...after(played()) }),
    askGame: (method, path, body, now) => plain(played().request(method, path, body, now)),
    // Loads the network of the board, if the computer players need one. Returns what is wrong; an empty text if nothing is.
    prepareBot: async () => {
      try {
        await loadNetwork(played().network());
        return "";
      } catch (error) {
        return String(error);
      }
    },
    askSaved: async (saved, method, path, body, now) => {
      // A game that is replaced may still be read: the garbage collector frees it.
      const found = read && read.saved === saved ? read : { saved, game: engine.Game.restore(saved) };
      read = found;
      // Reviews evaluate positions.
      if (path === "/review") await loadNetwork(found.game.network());
      return plain(found.game.request(method, path, body, now));
    },
  };
}

/** @param {Players.Answer} answer */
function plain(answer) {
  const { status, body: text } = answer;
  answer.free();
  return { status, text };
}

/** Returns what is stored, and the seat of the computer player to move or -1. @param {Players.Game} game */
function after(game) {
  return { saved: game.save(), bot: game.bot_to_move() };
}

/** @param {Players.Game} game @param {number} now */
function snapshotOf(game, now) {
  return { saved: game.save(), snapshot: plain(game.request("GET", "", "", now)).text };
}
