// The page of puzzles: the board with one puzzle, the player's results, and the choice of the next puzzle.

import { BoardControl } from "../board/board-control.js";
import { cellsOf } from "../board/choose.js";
import { sentence } from "../board/event-text.js";
import { byId, h, put } from "../lib/dom.js";
import { layout, ready } from "../lib/engine.js";
import { boardName, editionName } from "../lib/rules-text.js";
import { attempt as run, button, copy, errorText, pageHeader, remember, remembered, toast } from "../lib/shell.js";
import { t } from "../lib/text.js";
import { actionText, turnText } from "../ring/action-text.js";
import { COLOURS } from "../ring/names.js";
import { askedLine, players, track } from "../ring/panels.js";
import { Attempt } from "./attempt.js";
import { FAMILIES, THEMES, findPuzzle, firstPuzzle, nextPuzzle, puzzlesOf } from "./list.js";
import { Progress } from "./progress.js";

/** @import { Puzzle } from "./list.js" */

class PuzzlePage {
  /** @type {Attempt | null} */
  #attempt = null;
  /** @type {BoardControl | null} */
  #control = null;
  #progress = new Progress();
  /** Whether the player asked for a hint. */
  #isHinted = false;
  /** The last result of this puzzle that was noted. @type {"solved" | "failed" | ""} */
  #noted = "";
  /** The change of the rating by that result. */
  #change = 0;
  /** Whether only the hint kept that result from changing the rating. */
  #isSparedByHint = false;
  #requests = 0;
  #family = choice("family", FAMILIES);
  #theme = choice("theme", ["mixed", ...THEMES]);

  #boardRoot = h("div", { class: "board-root" });
  #players = h("div", { class: "players" });
  #track = h("ol", { class: "track plain", "aria-label": t("ring.steps") });
  #rating = h("span", { class: "badge" });
  #question = h("p", { class: "asked puzzle-question", "aria-live": "polite" });
  #asked = h("p", { class: "puzzle-asked quiet small", "aria-live": "polite" });
  #end = h("div", { class: "end", "aria-live": "polite", hidden: true });
  #foot = h("div", { class: "status foot" });
  #decision = h("section", { class: "decision", "aria-label": t("table.decision") },
    h("div", { class: "status" }, this.#rating, this.#track), this.#question, this.#asked, this.#end);
  #undo = button(t("learn.undo"), async () => this.#attempt?.undo(), { id: "undo" });
  #hint = button(t("learn.hint"), () => this.#showHint(), { id: "hint" });
  #solution = button(t("puzzle.solution"), () => this.#showSolution(), { id: "solution" });
  #commands = h("div", { class: "commands puzzle-commands", role: "group", "aria-label": t("ring.commands") }, this.#undo, this.#hint, this.#solution);
  #results = h("dl", { class: "puzzle-results", "aria-label": t("puzzle.progress") });
  /** Inert until it shows a puzzle. */
  #element = h("div", { class: "table", inert: true }, this.#boardRoot,
    h("aside", { class: "side", "aria-label": t("puzzle.label") }, this.#players, this.#decision, this.#commands,
      h("div", { class: "puzzle-more card stack" }, this.#results, h("p", { class: "puzzle-costs small quiet" }, t("puzzle.costs")), this.#choices(),
        h("div", { class: "row" }, button(t("puzzle.skip"), () => this.#nextByButton(), { id: "skip" }),
          button(t("puzzle.link"), () => this.#copyLink(), { id: "link" }), button(t("page.sandbox"), async () => this.#openSandbox())))));

  async open() {
    ready();
    addEventListener("popstate", () => run(() => this.#follow()));
    await this.#begin();
  }

  /** Shows the first puzzle, or why there is none. */
  async #begin() {
    put(byId("root"), this.#element);
    try {
      await this.#follow();
    } catch (error) {
      put(byId("root"), h("section", { class: "card stack" }, h("p", { class: "say bad", role: "alert" }, errorText(error)),
        h("div", { class: "row" }, button(t("learn.again"), () => this.#begin()))));
    }
  }

  /** Shows the puzzle of the address, or one near the rating of the player. */
  async #follow() {
    const id = /^\/puzzles\/([^/]+)$/.exec(location.pathname)?.[1];
    const found = id ? await findPuzzle(id) : null;
    if (found) return this.#show(found);
    if (id) toast(t("puzzle.missing"));
    await this.#next();
  }

  async #next() {
    const puzzles = await puzzlesOf(this.#family.value);
    const next = (/** @type {string} */ theme) => nextPuzzle(puzzles, this.#progress, theme, this.#attempt?.puzzle.id);
    // A player who skips an easy puzzle gets another one.
    const isSkipped = this.#attempt !== null && !this.#progress.isTried(this.#attempt.puzzle.id);
    const isFirst = this.#progress.isNew && !isSkipped && this.#theme.value === "mixed";
    let found = (isFirst && firstPuzzle(puzzles, this.#progress)) || next(this.#theme.value);
    if (!found) {
      toast(t("puzzle.none"));
      this.#theme.value = "mixed";
      found = next("mixed");
    }
    if (!found) return;
    if (await this.#show(found)) history.replaceState(null, "", `/puzzles/${found.id}`);
  }

  /** The button may be gone with the puzzle before: the board gets the focus. */
  async #nextByButton() {
    await this.#next();
    this.#control?.board.focus();
  }

  /** Returns whether no other puzzle was requested meanwhile. @param {Puzzle} puzzle */
  async #show(puzzle) {
    const request = ++this.#requests;
    const attempt = await Attempt.of(puzzle);
    const plan = await layout(attempt.study.board);
    if (request !== this.#requests) return false;
    this.#element.inert = false;
    this.#attempt?.close();
    this.#control?.close();
    put(this.#boardRoot);
    put(this.#foot);
    this.#attempt = attempt;
    this.#isHinted = this.#isSparedByHint = false;
    this.#noted = "";
    this.#family.value = puzzle.family;
    attempt.onChange = () => this.#draw();
    attempt.onError = (error) => (toast(errorText(error)), run(() => attempt.undo()));
    const label = t("puzzle.board", { ask: this.#task() });
    this.#control = new BoardControl(this.#boardRoot, plan, attempt, { label, decideRoot: this.#decision, statusRoot: this.#foot });
    this.#decision.append(this.#foot);
    this.#element.style.setProperty("--ratio", String(this.#control.board.ratio));
    this.#draw();
    return true;
  }

  #draw() {
    const attempt = this.#attempt;
    if (!attempt) return;
    const { state } = attempt.view();
    const { stage, puzzle } = attempt;
    this.#decide();
    // For tests.
    Object.assign(this.#element.dataset, { ply: attempt.ply, stage });
    put(this.#players, players(state, null));
    put(this.#track, track(state, state.player === null));
    put(this.#rating, t("puzzle.rating", { rating: puzzle.rating }));
    // Screen readers announce it when it changes.
    if (this.#question.textContent !== this.#task()) put(this.#question, h("strong", null, this.#task()));
    if (stage === "open") askedLine(this.#asked, state, "");
    else put(this.#asked, stage === "checking" ? t("puzzle.checking") : stage === "answering" ? t("puzzle.answering", this.#names()) : stage === "showing" ? t("puzzle.showing") : null);
    this.#undo.disabled = stage !== "open" || attempt.played === 0;
    this.#hint.disabled = stage !== "open";
    this.#solution.disabled = stage !== "open" && stage !== "failed";
    // Only the first result of a puzzle counts.
    const isTried = this.#progress.isTried(puzzle.id);
    this.#hint.title = t(isTried ? "puzzle.hint.about" : "puzzle.hint.cost");
    this.#solution.title = t(isTried ? "puzzle.solution.about" : "puzzle.solution.cost");
    this.#drawEnd();
    this.#drawResults();
  }

  /** Notes the result of a turn that was checked, once. */
  #decide() {
    const { stage, puzzle, checked } = /** @type {Attempt} */ (this.#attempt);
    if (stage !== "solved" && (stage !== "failed" || checked.reason === "unproved")) return;
    if (this.#noted === stage) return;
    this.#noted = stage;
    this.#isSparedByHint = stage === "solved" && this.#isHinted && !this.#progress.isTried(puzzle.id);
    this.#change = this.#progress.note(puzzle, { solved: stage === "solved", hinted: this.#isHinted });
  }

  #drawEnd() {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    const { stage, checked } = attempt;
    const isOver = stage === "solved" || stage === "failed" || stage === "shown";
    const wasHidden = this.#end.hidden;
    this.#end.hidden = !isOver;
    this.#decision.classList.toggle("ended", isOver);
    if (!isOver) return put(this.#end);
    const title = stage === "shown" ? t("puzzle.shown") : stage === "solved" ? t("puzzle.solved") : t(checked.reason === "unproved" ? "puzzle.unknown" : "puzzle.failed");
    const turn = (/** @type {{player: number, actions: string[]}} */ { player, actions }) =>
      h("li", null, t("puzzle.shown.turn", { colour: sentence(COLOURS[player]), moves: turnText(actions) }));
    const next = button(t("puzzle.next"), () => this.#nextByButton(), { class: stage === "failed" ? null : "primary", id: "next" });
    const again = button(t("learn.again"), () => this.#again(), { class: stage === "failed" ? "primary" : null, id: "again" });
    put(this.#end, h("h2", { class: stage === "shown" ? null : `puzzle-${stage}` }, title),
      stage === "failed" && h("p", null, this.#reason()),
      stage !== "shown" && h("p", { class: "quiet small" }, this.#changeText()),
      h("div", { class: "row" }, stage === "failed" ? [again, checked.reply?.length ? button(t("puzzle.show_reply"), () => attempt.showReply(), { id: "reply" }) : null, next]
        : [next, stage === "shown" && button(t("puzzle.show_again"), () => attempt.showSolution(), { id: "show-again" }), again]),
      stage === "shown" && h("ol", { class: "plain small" }, attempt.shownTurns.map(turn)));
    if (wasHidden) this.#end.querySelector("button")?.focus({ preventScroll: true });
  }

  #drawResults() {
    const { rating, streak, best, solvedCount } = this.#progress;
    const item = (/** @type {string} */ id, /** @type {string} */ name, /** @type {number} */ value) => h("div", { id }, h("dt", null, name), h("dd", null, value));
    put(this.#results, item("own-rating", t("puzzle.own_rating"), rating), item("streak", t("puzzle.streak"), streak),
      item("best", t("puzzle.best"), best), item("solved", t("puzzle.solved_count"), solvedCount));
  }

  #reason() {
    const { puzzle, checked } = /** @type {Attempt} */ (this.#attempt);
    return t(`puzzle.why.${checked.reason ?? "not_won"}`, { ...this.#names(), cells: puzzle.cells, gained: checked.cells ?? 0 });
  }

  #changeText() {
    const change = this.#attempt?.checked.reason === "unproved" ? 0 : this.#change;
    return change ? t("puzzle.change", { change: change > 0 ? `+${change}` : `−${-change}` }) : t(this.#isSparedByHint ? "puzzle.not_counted_hint" : "puzzle.not_counted");
  }

  /** Says what to do; in the second turn of a win in two turns, only the win is left. */
  #task() {
    const { puzzle, turnStart } = /** @type {Attempt} */ (this.#attempt);
    return t(`puzzle.ask.${turnStart > 0 ? "win" : puzzle.theme}`, { ...this.#names(), cells: puzzle.cells });
  }

  /** The colour of the player begins a sentence. */
  #names() {
    const { player } = /** @type {Attempt} */ (this.#attempt).puzzle;
    return { colour: sentence(COLOURS[player]), other: sentence(COLOURS[3 - player]) };
  }

  async #again() {
    // Further results of this puzzle do not count.
    this.#change = 0;
    await this.#attempt?.again();
    this.#control?.board.focus();
  }

  async #showHint() {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    this.#isHinted = true;
    const action = await attempt.firstAction();
    const found = attempt.view().legal?.groups.flatMap(({ choices }) => choices).find((one) => one.action === action);
    if (attempt !== this.#attempt || !action) return;
    const cell = found?.picks[0];
    this.#control?.board.show(cell ? [cell] : found ? cellsOf(found) : []);
    put(this.#asked, t("puzzle.hint.action", { action: actionText(action) }));
  }

  async #showSolution() {
    const attempt = /** @type {Attempt} */ (this.#attempt);
    // A puzzle whose solution is shown counts as not solved.
    this.#progress.note(attempt.puzzle, { solved: false, hinted: this.#isHinted });
    this.#noted = "failed";
    await attempt.showSolution();
  }

  #choices() {
    const select = (/** @type {HTMLSelectElement} */ element, /** @type {string} */ name) => h("label", null, h("span", null, name), element);
    for (const element of [this.#family, this.#theme]) element.addEventListener("change", () => run(() => this.#next()));
    return h("div", { class: "puzzle-choices", role: "group", "aria-label": t("puzzle.choice") }, select(this.#family, t("puzzle.family")), select(this.#theme, t("puzzle.theme")));
  }

  async #copyLink() {
    await copy(`${location.origin}/puzzles/${this.#attempt?.puzzle.id}`, t("puzzle.link_name"));
  }

  async #openSandbox() {
    location.assign(`/sandbox#position=${encodeURIComponent(this.#attempt?.view().state.position ?? "")}`);
  }
}

/** Creates a list whose choice is stored. @param {"family" | "theme"} name @param {string[]} values */
function choice(name, values) {
  const title = (/** @type {string} */ value) => {
    const [board, edition] = value.split("-");
    return name === "family" ? t("puzzle.family.name", { board: boardName(board), edition: editionName(edition) }) : t(themeText(value));
  };
  const select = h("select", { id: name, onchange: () => remember(`puzzles.${name}`, select.value) }, values.map((value) => h("option", { value }, title(value))));
  const stored = remembered(`puzzles.${name}`) ?? "";
  if (values.includes(stored)) select.value = stored;
  return select;
}

/** @param {string} theme */
function themeText(theme) {
  return /** @type {`puzzle.theme.${"mixed" | import("./list.js").Theme}`} */ (`puzzle.theme.${theme}`);
}

pageHeader();
run(() => new PuzzlePage().open());
