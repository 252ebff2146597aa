// Buttons for a game on this device: export its record, send it to the server.

import { Rejection, Unreachable, me, post } from "../lib/api.js";
import { button, download, toast } from "../lib/shell.js";
import { t } from "../lib/text.js";
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
    toast(t("local.sent"));
    await onSent(sent);
  };
  return [button(t("local.export"), async () => download(await record(), file)), button(t("local.send"), send)];
}

/** Imports a record on the server; returns the id of the new game. @param {string} record @returns {Promise<string>} */
async function sendRecord(record) {
  try {
    await me();
    return (await post("/api/import", { record })).id;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    throw new Rejection(503, { message: t("local.send_later") });
  }
}
