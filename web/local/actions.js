// Buttons for a game on this device: export its record, send it to the server.

import { Rejection, Unreachable, me, post } from "../lib/api.js";
import { button, download, toast } from "../lib/shell.js";
import * as store from "./store.js";

/**
 * @param {{id: string, game: "ringrift" | "asg"}} game @param {() => Promise<string>} record
 * @param {(id: string) => unknown} onSent called with the id of the game on the server
 */
export function recordButtons({ id, game }, record, onSent) {
  const file = game === "asg" ? `asg-${id}.json` : `ringrift-${id}.rrn`;
  const send = async () => {
    const sent = await sendRecord(await record());
    await store.noteSent(id, sent).catch(() => {});
    toast("The server has the game now. Only you can see it, unless you share its link.");
    await onSent(sent);
  };
  return [button("Export record", async () => download(await record(), file)), button("Send to the server", send)];
}

/** Imports a record on the server; returns the id of the new game. @param {string} record @returns {Promise<string>} */
async function sendRecord(record) {
  try {
    await me();
    return (await post("/api/import", { record })).id;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Rejection(503, { message: "The server cannot be reached. The game stays on this device: send it when there is a connection." });
  }
}
