// A RingRift game: the board, its panels, and navigation through its past.

import { BoardControl } from "../board/board-control.js";
import { dragFromHand } from "../board/hand.js";
import { signal } from "../board/sounds.js";
import { sentence } from "../board/event-text.js";
import { announce } from "../lib/announce.js";
import { h, put } from "../lib/dom.js";
import { layout } from "../lib/engine.js";
import { openProposals } from "../lib/proposals.js";
import { boardName } from "../lib/rules-text.js";
import { seatName } from "../lib/seats.js";
import { attempt, button, copy, copyPicture } from "../lib/shell.js";
import { Tabs } from "../lib/tabs.js";
import { hasText, t } from "../lib/text.js";
import { AnalysisPanel } from "./analysis.js";
import { Clocks } from "./clocks.js";
import { EndPanel, endTitle } from "./end-panel.js";
import { KeyMoments } from "./moments.js";
import { COLOURS, playerName } from "./names.js";
import { History } from "./history.js";
import { Log, sentences } from "./log.js";
import { askedLine, askedText, decides, goalList, moveList, players, track } from "./panels.js";
import { ReviewPanel } from "./review.js";
import { Playback } from "./playback.js";

/** @import { Change, GameClient } from "../lib/game-client.js" */
/** @import { Layout, LogEvent, Table } from "../lib/types.js" */
/** @import { Route } from "../board/board.js" */
/** @import { Aside } from "./moments.js" */
/** @import { Frame } from "./playback.js" */

/** @param {HTMLElement} root @param {GameClient} game */
export async function mountRingGame(root, game) {
  const table = new RingGame(root, game);
  const [plan] = await Promise.all([layout(game.snap.table.board ?? "square8"), table.prepare()]);
  table.begin(plan);
  return table;
}

export class RingGame {
  /** @param {HTMLElement} root @param {GameClient} game */
  constructor(root, game) {
    this.game = game;
    this.playback = new Playback(game);
    this.asked = h("p", { class: "asked", role: "status" });
    this.track = h("ol", { class: "track plain", "aria-label": t("ring.steps") });
    this.turn = h("span", { class: "turn-number badge" });
    this.thinking = h("div", { class: "thinking", hidden: true });
    this.pastNote = h("p", { class: "say small", hidden: true });
    this.boardRoot = h("div", { class: "board-root" });
    this.commands = h("div", { class: "commands", role: "group", "aria-label": t("ring.commands") });
    this.proposals = h("div", { class: "proposals", "aria-live": "polite" });
    this.players = h("div", { class: "players" });
    this.moves = h("ol", { class: "moves plain", tabindex: 0, "aria-label": t("ring.moves") });
    this.log = new Log((from, to) => this.recall(from, to));
    this.history = new History(game, this.playback,
      { show: (ply) => this.show(ply), tempo: (factor) => void (this.control && (this.control.board.tempo = factor)) });
    this.branch = button(t("ring.analyse"), async () => location.assign(this.branchUrl()));
    this.end = new EndPanel(game, this.playback, { review: () => this.openReview(), point: (cells) => this.point(cells) });
    this.clocks = new Clocks(game, this.players);
    this.goals = h("div", { class: "stack" });
    /** Things about the game as a whole, such as its link. */
    this.extras = h("div", { class: "stack small" });
    const analysis = h("div", { class: "stack" });
    const review = h("div", { class: "stack review" });
    this.tabs = new Tabs("game", t("tabs.label"), [
      { id: "moves", title: t("tabs.moves"), content: [this.moves, this.history.element, this.pastNote] },
      { id: "log", title: t("tabs.log"), content: [this.log.element] },
      { id: "analysis", title: t("tabs.analysis"), content: [analysis, review] },
      { id: "info", title: t("tabs.info"), content: [this.goals, this.share(), this.extras] },
    ]);
    /** Text about the cell under the pointer, and buttons for zooming. */
    this.foot = h("div", { class: "status foot" });
    this.decision = h("section", { class: "decision", "aria-label": t("table.decision") },
      h("div", { class: "status" }, this.turn, this.track, this.thinking), this.asked, this.end.element);
    this.element = h("div", { class: game.snap.table.seats.length > 2 ? "table many" : "table" }, this.boardRoot,
      h("aside", { class: "side", "aria-label": t("tabs.label") }, this.players, this.decision, this.proposals, this.commands, this.tabs.element));
    root.append(this.element);
    root.closest("main")?.classList.add("at-table");
    this.moments = new KeyMoments(this.playback, { go: (ply) => this.show(ply), changed: () => this.draw(), focus: () => this.control?.board.focus() });
    this.analysis = new AnalysisPanel(analysis, {
      subject: () => ({ position: this.playback.view().state.position, ...(this.isElsewhere ? {} : { game: game.id, ply: this.playback.ply }) }),
      point: (cells, routes, kind) => this.point(cells, routes, kind),
      disabledReason: () => (this.playback.aside?.isTry ? t("moment.no_hints") : this.disabledReason()),
    });
    this.review = new ReviewPanel(review, game, { go: (ply) => this.show(ply), changed: () => this.draw(), disabledReason: () => this.disabledReason(), moments: this.moments });
    this.moves.addEventListener("click", (event) => {
      const entry = event.target instanceof Element && event.target.closest("[data-ply]");
      if (entry) this.show(Number(entry.getAttribute("data-ply")));
    });
    document.addEventListener("keydown", (event) => this.key(event));
  }

  /** Goes to the start of a game that is to be played back, before anything of its end is shown. */
  async prepare() {
    if (location.hash !== "#watch") return;
    this.history.hide();
    if (this.game.snap.moves.length) await attempt(() => this.playback.show(0));
  }

  /** @param {Layout} plan */
  begin(plan) {
    const label = t("start.board_cells", { board: boardName(plan.board), cells: plan.cells.length });
    this.control = new BoardControl(this.boardRoot, plan, this.playback, { label, decideRoot: this.decision, statusRoot: this.foot });
    this.decision.append(this.foot);
    dragFromHand(this.players, this.control);
    this.element.style.setProperty("--ratio", String(this.control.board.ratio));
    this.playback.onShown = () => this.draw();
    this.playback.onPlayed = (frame) => this.logFrame(frame);
    this.game.subscribe((change) => this.onChange(change));
    this.draw();
    if (this.game.snap.moves.length === 0) this.log.note(t("log.begins"));
    this.catchUp();
    this.follow();
    addEventListener("hashchange", () => this.follow());
  }

  /** Shows the ply of the URL fragment, or starts automatic replay. */
  follow() {
    const ply = /^#ply=(\d+)$/.exec(location.hash);
    if (ply) this.show(Number(ply[1]));
    if (location.hash === "#review" && this.game.snap.table.stage === "over") this.openReview();
    if (location.hash === "#watch" && !this.history.isPlaying) this.history.toggle(true);
  }

  /** Logs the actions before the page was opened. */
  async catchUp() {
    const last = this.game.snap.moves.length;
    this.log.cut(last);
    if (last > 0 && !this.history.isHiding) await this.recall(Math.max(1, last - 12), last).catch(() => this.log.note(t("log.unavailable")));
  }

  /** Loads and logs a range of actions. @param {number} from @param {number} to */
  async recall(from, to) {
    const plies = await this.game.plies(from, to);
    this.playback.cache(plies);
    for (const { ply, events, state } of plies) this.log.add(ply, events ?? [], this.game.snap.table, state);
  }

  /** @param {Change} change */
  onChange(change) {
    if (change.kind === "update" && !change.update.state)
      this.logFrame({ state: this.game.snap.state, events: [], ply: 0, deed: change.update.deed });
    if (change.kind === "snapshot") this.catchUp();
    if (this.game.snap.table.stage === "over") this.control?.dropPremoves();
    if (change.kind === "update" && endsWithoutAction(change, this.game.snap.table)) signal("ended");
    if (change.kind === "thinking" || change.kind === "update") this.drawThinking();
    if (change.kind !== "thinking") this.drawCommands();
    this.boardRoot.toggleAttribute("data-unconfirmed", this.game.expected !== null);
    // Ends of games, clocks and undo are known only now. While frames are shown, all is drawn after them.
    if (change.kind === "confirmed" && this.playback.isSettled) this.draw();
  }

  /** @param {Frame} frame */
  logFrame({ state, events, ply, deed }) {
    const { table } = this.game.snap;
    if (this.history.isHiding && (ply > this.playback.ply || this.playback.isPast)) return;
    if (/^(undone|taken_back)$/.test(deed?.type ?? "")) this.log.cut(ply);
    this.log.add(ply, events, table, state);
    // The decision says whose turn it is.
    announce(sentences(events.filter(({ event }) => event !== "turn_started"), table, state).map(({ text }) => text).join(""));
    const note = deed ? logEventText(deed, table) : "";
    if (note) this.log.note(note);
    announce(note);
    if (deed?.type === "rematch_made") location.assign(this.game.address(deed.game));
  }

  /** Redraws everything for the shown position. */
  draw() {
    const { state } = this.playback.view();
    put(this.track, track(state, this.game.snap.table.stage === "over" && this.playback.isSettled));
    this.turn.textContent = t("ring.turn", { turn: state.turn });
    this.drawAsked();
    this.history.draw();
    this.drawPlayers();
    this.drawMoves();
    this.drawLog();
    this.branch.hidden = Boolean(this.disabledReason());
    // The server does not know this position yet.
    if (!this.game.expected) this.analysis.changed();
    this.review.changed(this.playback.ply);
    this.drawCommands();
  }

  /** Highlights the log entry of the shown ply. */
  drawLog() {
    const { isPast, frame, aside } = this.playback;
    if (aside) return;
    if (isPast || this.history.isHiding) this.log.add(frame.ply, frame.events, this.game.snap.table, frame.state);
    this.log.show(isPast ? frame.ply : null);
  }

  drawPlayers() {
    const { state } = this.playback.view();
    const { table } = this.game.snap;
    const seats = table.seats.map((seat) => ({ ...seat, gone: undefined }));
    put(this.players, players(state, this.history.isHiding ? { ...table, seats, stage: "running" } : table, { mine: this.game.mine, clock: (seat) => this.clocks.element(seat) }));
    // What is needed to win is over with the game.
    put(this.goals, table.stage === "over" && !this.history.isHiding ? null : goalList(state, table));
    this.clocks.draw();
  }

  drawMoves() {
    const { last, isHiding } = this.history;
    const rows = moveList(this.playback.moves().slice(0, last), this.playback.ply, (_, ply) => this.review.mark(ply));
    put(this.moves, rows.length ? rows : h("li", { class: "quiet" }, t("ring.no_moves")));
    const isPast = this.playback.isPast;
    this.pastNote.hidden = !isPast;
    put(this.pastNote, `${isHiding ? t("watch.hidden") : this.playback.aside ? t("moment.elsewhere") : t("ring.past", { ply: this.playback.ply, last })} `,
      h("button", { onclick: () => (this.history.reveal(), this.catchUp(), this.show(null)) }, t(isHiding ? "watch.reveal" : this.game.snap.table.stage === "over" ? "ring.to_end" : "ring.back")), " ",
      !this.disabledReason() && h("a", { class: "button", href: this.branchUrl() }, t("ring.analyse")));
    const current = this.moves.querySelector("[aria-current]");
    if (current instanceof HTMLElement) this.moves.scrollTop = current.offsetTop - this.moves.clientHeight / 2;
  }

  drawAsked() {
    const { table } = this.game.snap;
    const { state } = this.playback.view();
    if (this.playback.aside) return this.drawAside(this.playback.aside);
    const seat = state.players.find(({ player }) => player === state.player)?.seat;
    const isMine = seat !== undefined && this.game.mine.includes(seat);
    const name = state.player ? playerName(table, state, state.player) : "";
    if (table.stage === "over" && this.playback.isSettled) askedText(this.asked, `${endTitle(this.game, this.playback)}.`, "");
    else if (!state.player) askedLine(this.asked, state, t("ring.the_end"));
    else if (this.playback.isPast) askedLine(this.asked, state, `${name}:`);
    else if (!isMine) askedText(this.asked, t("ring.other_turn", { name }), "");
    else askedLine(this.asked, state, this.game.mine.length > 1 ? decides(state) : t("ring.your_turn", { colour: COLOURS[state.player] }));
  }

  /** Asks for the turn that the player tries, or says how good it is. @param {Aside} aside */
  drawAside(aside) {
    const { state } = this.playback.view();
    const { lead, text } = this.moments.say(aside, state.player ? `${sentence(state.asked)}.` : "");
    askedText(this.asked, lead, text);
  }

  drawThinking() {
    const { thinking } = this.game;
    const { table } = this.game.snap;
    this.thinking.hidden = !thinking;
    if (!thinking) return put(this.thinking);
    const name = seatName(table.seats[thinking.seat]);
    const progress = h("progress", { max: 1, "aria-label": t("ring.thinking.progress") });
    if (thinking.begun && thinking.progress !== undefined) progress.value = thinking.progress;
    put(this.thinking, progress,
      h("span", { class: "small" },
        thinking.note ?? (t(thinking.begun ? "ring.thinking" : "ring.thinking.waiting", { name }))));
  }

  /** Draws the buttons for undo, takeback, draw and resignation, and the open proposals. */
  drawCommands() {
    const { table, you, moves } = this.game.snap;
    const { mine } = this.game;
    const { aside } = this.playback;
    const isIn = mine.length > 0;
    const isRunning = table.stage === "running";
    const people = table.seats.filter((seat) => seat.kind === "person").length;
    const canAbort = isRunning && table.can_abort && table.purpose !== "analysis";
    if (aside) put(this.commands, this.moments.commands(aside));
    else put(
      this.commands,
      isIn && isRunning && button(t("table.undo"), () => this.undo(), { disabled: !you?.can_undo, title: t("table.undo.about"), id: "undo" }),
      isIn && isRunning && table.purpose === "match"
        && button(t("table.takeback"), () => this.game.command("takeback", { agree: true }),
          { disabled: moves.length === 0 || table.takeback !== null, title: t(people > 1 ? "table.takeback.ask" : "table.takeback.about") }),
      isIn && table.can_draw && table.purpose === "match"
        && button(t("table.draw"), () => this.game.command("draw", { agree: true }), { disabled: moves.length === 0 || table.draw !== null, title: t("table.draw.about") }),
      isIn && isRunning && !canAbort && table.purpose !== "analysis"
        && button(t("table.resign"), async () => confirm(t("table.resign.confirm")) && this.game.command("resign"), { class: "danger" }),
      isIn && canAbort && button(t("table.abort"), async () => confirm(t("table.abort.confirm")) && this.game.command("abort")),
      !isIn && h("span", { class: "badge" }, t("table.watching")),
    );
    const send = (/** @type {string} */ type, /** @type {{ agree: boolean }} */ extra) => this.game.command(type, extra);
    put(this.proposals, openProposals(table, mine, (seat) => seatName(table.seats[seat]), send));
    this.end.draw();
    this.decision.classList.toggle("ended", !this.end.element.hidden);
    this.decision.classList.toggle("alone", this.commands.childElementCount === 0);
  }

  /** Takes back the last action. The button is drawn again and loses the focus, which the board gets. */
  async undo() {
    await this.game.undo();
    if (document.activeElement === document.body) this.control?.board.focus();
  }

  openReview() {
    this.tabs.select("analysis");
    this.review.start();
  }

  /** @param {number | null} ply null: the current position */
  async show(ply) {
    await attempt(() => this.playback.show(ply));
    if (!this.history.isPlaying && !this.history.isHiding) history.replaceState(null, "", this.playback.isPast ? `#ply=${this.playback.ply}` : location.pathname + location.search);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, dialog")) return;
    // Single keys work only while the game has the focus, arrows only where they have no other use.
    const isGame = target === document.body || target.closest("[role=grid], .moves, .history") !== null;
    const isFree = target === document.body || target.closest(".moves, .history button") !== null;
    const { ply } = this.playback;
    const { last } = this.history;
    const signs = isGame ? { ",": ply - 1, ".": ply + 1, "<": 0, ">": last }[event.key] : undefined;
    const to = signs ?? (isFree ? { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: last }[event.key] : undefined);
    if (to === undefined) return;
    event.preventDefault();
    this.history.go(to);
  }

  share() {
    const { game } = this;
    const ply = () => this.playback.ply;
    const position = () => encodeURIComponent(this.playback.view().state.position);
    const link = () => (this.isElsewhere ? `/sandbox?position=${position()}` : `${game.address()}#ply=${ply()}`);
    const picture = () => (this.isElsewhere ? `/api/study/picture.png?position=${position()}` : `/api/games/${game.id}/picture.png?ply=${ply()}`);
    return h(
      "div",
      { class: "row" },
      button(t("share.position"), async () => copy(this.playback.view().state.position, t("share.position_name"))),
      button(t("share.record"), async () => copy(await game.record(), t("share.record_name"))),
      button(t("share.link"), async () => copy(`${location.origin}${link()}`, t("share.link_name"))),
      button(t("share.picture"), () => copyPicture(picture())),
      this.branch,
    );
  }

  branchUrl() {
    if (this.isElsewhere) return `/sandbox#position=${encodeURIComponent(this.playback.view().state.position)}`;
    return `/sandbox#game=${this.game.id}&ply=${this.playback.ply}`;
  }

  /** Whether the server does not know the shown position as a ply of the game. */
  get isElsewhere() {
    return this.game.isLocal || this.playback.aside !== null;
  }

  /** Explains why analysis is not allowed now; empty if it is. */
  disabledReason() {
    return this.game.snap.table.may_analyse ? "" : t("analysis.not_now");
  }

  /** @param {string[]} cells @param {Route[]} [routes] @param {"hint" | "threat"} [kind] */
  point(cells, routes, kind) {
    this.control?.board.show(cells, routes, kind);
  }
}

/** Reports whether a game ended by something else than an action, such as a resignation. @param {Change & {kind: "update"}} change @param {Table} table */
function endsWithoutAction({ before, update }, table) {
  return before.table.stage === "running" && table.stage === "over" && update.deed.type !== "acted";
}

/** Describes a log event other than an action. @param {LogEvent} deed @param {Table} table */
function logEventText(deed, table) {
  const who = deed.seat === undefined || deed.seat === null ? "" : seatName(table.seats[deed.seat]);
  const id = `log.${deed.type}`;
  return hasText(id) ? t(id, { name: who, message: deed.message ?? "" }) : "";
}
