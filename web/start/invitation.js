// The welcome of a guest who opens an invite link, and what the link leads to after it was used.

import { Rejection, me, patch, post } from "../lib/api.js";
import { byId, h, put } from "../lib/dom.js";
import { rulesText } from "../lib/rules-text.js";
import { button, copy, errorText } from "../lib/shell.js";
import { t } from "../lib/text.js";

/** @import { Seat } from "../lib/types.js" */
/** @typedef {{game: "ringrift" | "asg", rules: string, rules_title: string, inviter?: string, seat: number, seats: Seat[], clock: import("../lib/types.js").ClockRules}} InvitedTable */
/** @typedef {{state: "open" | "yours" | "device" | "used", id?: string, table?: InvitedTable}} Invitation */

/** Shows the invitation of the address instead of the start page. Returns whether there is one. */
export async function showInvitation() {
  const isInvitation = location.hash.startsWith("#seat=");
  byId("start").hidden = isInvitation;
  byId("invitation").hidden = !isInvitation;
  if (!isInvitation) return false;
  const secret = location.hash.slice("#seat=".length);
  put(byId("invitation"), h("p", { class: "quiet" }, t("invite.loading")));
  try {
    const known = await me();
    await draw(secret, known.name, await post("/api/seats/invitation", { secret }));
  } catch (error) {
    const isInvalid = error instanceof Rejection && error.code === "bad_secret";
    message(t(isInvalid ? "invite.invalid" : "invite.failed"), isInvalid ? t("invite.ask_again") : errorText(error));
  }
  return true;
}

/** @param {string} secret @param {string} name @param {Invitation} invitation */
async function draw(secret, name, { state, id, table }) {
  if (state === "open" && table) return welcome(secret, name, table);
  if (state === "used")
    return message(t("invite.used"), t(id ? "invite.used_public" : "invite.used_private"),
      id && h("a", { class: "button primary", href: `/games/${id}` }, t("invite.watch")));
  if (state === "yours" && table) return ownInvitation(secret, id ?? "");
  if (state === "device") await post("/api/seats/claim", { secret });
  location.replace(`/games/${id}`);
}

/** Shows the link again to the player who created it. @param {string} secret @param {string} id */
function ownInvitation(secret, id) {
  const link = `${location.origin}/#seat=${secret}`;
  message(t("invite.yours"), t("invite.send"),
    h("input", { type: "text", readonly: true, value: link, "aria-label": t("lobby.link"), onfocus: (/** @type {any} */ event) => event.target.select() }),
    button(t("lobby.copy"), () => copy(link, t("lobby.link"))),
    h("a", { class: "button primary", href: `/games/${id}` }, t("invite.open")));
}

/** Introduces the game and asks for a name. @param {string} secret @param {string} name @param {InvitedTable} table */
function welcome(secret, name, { game, rules, rules_title, inviter, clock }) {
  const kind = game === "asg" ? "asg" : "ringrift";
  const problem = h("p", { class: "say bad", role: "alert", hidden: true });
  const input = h("input", { type: "text", id: "invited-name", value: name, maxlength: 40, autocomplete: "nickname", required: true });
  const join = async () => {
    const wanted = input.value.trim();
    if (wanted && wanted !== name) await patch("/api/me", { name: wanted });
    const { game: id } = await post("/api/seats/claim", { secret });
    location.replace(`/games/${id}`);
  };
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    problem.hidden = true;
    join().catch((error) => ((problem.hidden = false), (problem.textContent = errorText(error))));
  };
  const demo = h("figure", { class: "demo" }, h("div", { class: "mini-board" }), h("div", { class: "caption-row" }));
  put(byId("invitation"), h("div", { class: "hero welcome" },
    h("div", { class: "pitch stack" },
      h("h1", null, t(inviter ? "invite.title" : "invite.title_unnamed", { inviter: inviter ?? "", game: t(`invite.game.${kind}`) })),
      h("p", { class: "quiet" }, rulesText(game, game === "asg" ? rules : rules_title), ". ", clockText(clock)),
      h("ol", { class: "rules" }, [1, 2, 3].map((number) => h("li", null, t(/** @type {"invite.ringrift.1"} */ (`invite.${kind}.${number}`))))),
      h("form", { class: "card join", onsubmit }, h("label", { class: "field" }, h("span", null, t("invite.name")), input),
        h("button", { type: "submit", class: "primary", id: "join" }, t("lobby.join")), problem)),
    kind === "ringrift" && demo));
  document.title = t("invite.tab", { game: t(`invite.game.${kind}`) });
  if (kind === "ringrift") import("./miniature.js").then(({ DemoGame }) => DemoGame.start(demo)).catch(() => demo.remove());
}

/** @param {import("../lib/types.js").ClockRules} clock */
function clockText(clock) {
  if (clock.kind === "none") return t("invite.no_clock");
  if (clock.kind === "days") return t("invite.clock.days", { days: clock.days });
  const [base, increment] = [clock.base, clock.increment].map((milliseconds) => Math.round(milliseconds / 1000));
  return t("invite.clock.increment", base % 60 ? { base, unit: "seconds", increment } : { base: base / 60, unit: "minutes", increment });
}

/** @param {string} title @param {string} text @param {...(HTMLElement | string | undefined)} actions */
function message(title, text, ...actions) {
  put(byId("invitation"), h("section", { class: "card stack" }, h("h1", null, title), h("p", null, text), h("div", { class: "row" }, actions.filter((one) => one),
    h("a", { class: "button", href: "/" }, t("table.to_start")))));
}
