// Proposals between players: takebacks and draws.

import { h } from "./dom.js";
import { button } from "./shell.js";
import { t } from "./text.js";

/** @import { Table } from "./types.js" */

/**
 * Returns the open proposals with the buttons of the guest's answers; null if there are none.
 * @param {Table} table @param {number[]} mine seats of the guest
 * @param {(seat: number) => string} name
 * @param {(type: string, extra: { agree: boolean }) => Promise<unknown>} command
 */
export function openProposals(table, mine, name, command) {
  if (table.stage !== "running") return null;
  const lines = /** @type {const} */ (["takeback", "draw"]).flatMap((type) => {
    const by = table[type] ?? null;
    if (by === null) return [];
    const isOwn = mine.includes(by);
    // Only a draw cannot be undone.
    const isSure = (/** @type {boolean} */ agree) => !agree || type !== "draw" || confirm(t("proposal.draw.confirm"));
    /** @param {"agree" | "decline" | "withdraw"} id @param {boolean} agree */
    const answer = (id, agree) => button(t(`proposal.${id}`), async () => isSure(agree) && command(type, { agree }), { class: agree ? "primary" : "" });
    return [h("div", { class: "row" },
      isOwn ? t(`proposal.${type}.own`) : t(`proposal.${type}.asked`, { name: name(by) }),
      mine.length > 0 && !isOwn && answer("agree", true),
      mine.length > 0 && answer(isOwn ? "withdraw" : "decline", false))];
  });
  return lines.length === 0 ? null : h("div", { class: "say stack" }, ...lines);
}
