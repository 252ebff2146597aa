// Lessons of RingRift: exercises of one turn each, with a goal that the engine checks. The exercises of ASG are in `asg`.

import { asgExamples } from "./asg/examples.js";
import { EXERCISES, lessonText } from "./asg/lessons.js";
import { BoardControl } from "./board/board-control.js";
import { sentence } from "./board/event-text.js";
import { byId, h, put } from "./lib/dom.js";
import { ask, effect, layout, why } from "./lib/engine.js";
import { localisedLessons, verdictText } from "./lib/lessons.js";
import { attempt, button, pageHeader, remember, remembered, ruleLink } from "./lib/shell.js";
import { t } from "./lib/text.js";
import { ringExamples } from "./ring/examples.js";
import { withNames } from "./ring/names.js";
import { askedText, track } from "./ring/panels.js";

/** @import { Attempt, Lesson, RingEvent, RingState } from "./lib/types.js" */

/** Board session of an exercise. */
class Exercise {
  /** @param {string} address @param {Attempt} first */
  constructor(address, first) {
    this.address = address;
    /** @type {string[]} */
    this.actions = [];
    this.attempt = first;
    /** @type {Set<(change: {events: RingEvent[], previous: RingState} | null) => unknown>} */
    this.listeners = new Set();
  }

  view() {
    const { study, verdict } = this.attempt;
    return { state: study.state, legal: verdict === "open" ? (study.legal ?? null) : null };
  }

  /** @param {(change: {events: RingEvent[], previous: RingState} | null) => unknown} listener */
  subscribe(listener) {
    this.listeners.add(listener);
  }

  /** @param {string} action */
  async act(action) {
    const previous = this.attempt.study.state;
    const actions = [...this.actions, action];
    this.attempt = await ask("POST", this.address, { actions });
    this.actions = actions;
    this.notify({ events: this.attempt.study.events ?? [], previous });
  }

  /** Keeps the first `count` actions. @param {number} count */
  async back(count) {
    const actions = this.actions.slice(0, count);
    this.attempt = await ask("POST", this.address, { actions });
    this.actions = actions;
    this.notify(null);
  }

  /** @param {string} action */
  preview(action) {
    return effect(this.attempt.study.state, action);
  }

  /** @param {object} question */
  why(question) {
    return why(this.attempt.study.state.position, question);
  }

  /** @param {{events: RingEvent[], previous: RingState} | null} change */
  notify(change) {
    for (const listener of this.listeners) listener(change);
  }
}

/** @type {Lesson[]} */
let lessons = [];
/** The open exercise: its board, or its view of ASG. @type {{close(): void} | null} */
let opened = null;
let requests = 0;

pageHeader();
attempt(async () => {
  lessons = localisedLessons(await ask("GET", "/api/lessons"));
  addEventListener("hashchange", () => attempt(async () => (await show()) && goToExercise()));
  await show();
});

/** Returns the lesson and exercise of the URL fragment, or the first unsolved one. */
function requestedExercise() {
  const [lesson, exercise] = location.hash.slice(1).split(".").map(Number);
  if (lessons[lesson - 1]) return [lesson, lessons[lesson - 1].exercises[exercise - 1] ? exercise : 1];
  for (const [index, one] of lessons.entries()) {
    const open = one.exercises.findIndex((_, at) => !isSolved(index + 1, at + 1));
    if (open >= 0) return [index + 1, open + 1];
  }
  return [1, 1];
}

/** Returns the exercise of ASG in the URL fragment, or the first unsolved one; null for RingRift. */
function requestedAsgExercise() {
  const [, number] = /^#asg(?:\.(\d+))?$/.exec(location.hash) ?? [null, null];
  if (number === null) return null;
  if (EXERCISES[Number(number) - 1]) return Number(number);
  return EXERCISES.findIndex((_, at) => !isSolved("asg", at + 1)) + 1 || 1;
}

/** @param {number | "asg"} lesson @param {number} exercise */
function isSolved(lesson, exercise) {
  return remembered(`solved.${lesson}.${exercise}`) === "yes";
}

/** Shows the requested exercise; returns whether no other one was requested meanwhile. @returns {Promise<boolean>} */
async function show() {
  const request = ++requests;
  const asg = requestedAsgExercise();
  if (asg !== null) return showAsg(asg, request);
  const [lesson, number] = requestedExercise();
  drawList(lesson, number);
  const { title, about, rules, exercises } = lessons[lesson - 1];
  const { goal, text, hint } = exercises[number - 1];
  const address = `/api/lessons/${lesson}/${number}`;
  const exercise = new Exercise(address, await ask("POST", address, { actions: [] }));
  const named = (/** @type {string} */ words) => withNames(null, exercise.attempt.study.state, words);
  const plan = await layout(exercise.attempt.study.board);
  if (request !== requests) return false;
  const root = h("div", { class: "board-root" });
  root.style.setProperty("--ratio", String(plan.width / plan.height));
  const verdict = h("div", { role: "status", class: "verdict end" });
  const steps = h("ol", { class: "track plain", "aria-label": t("ring.steps") });
  const asked = h("p", { class: "asked", "aria-live": "polite" });
  const foot = h("div", { class: "status foot" });
  const decision = h("section", { class: "decision", "aria-label": t("table.decision") }, h("div", { class: "status" }, steps), asked, verdict);
  const hintText = h("p", { class: "say", id: "hint-text", hidden: true }, named(hint));
  const showHint = (/** @type {boolean} */ isShown) => {
    hintText.hidden = !isShown;
    hintButton.setAttribute("aria-expanded", String(isShown));
  };
  const hintButton = h("button", { "aria-expanded": "false", "aria-controls": "hint-text", onclick: () => showHint(hintText.hidden !== false) }, t("learn.hint"));
  // On upright screens the hint lies over the messages of the board.
  const uncover = () => getComputedStyle(hintText).position === "absolute" && showHint(false);
  root.addEventListener("pointerdown", uncover);
  const back = async (/** @type {number} */ count) => {
    await exercise.back(count);
    // A disabled button loses the focus.
    if (!exercise.actions.length) control.board.focus();
  };
  const again = button(t("learn.again"), () => back(0), { id: "again" });
  const undo = button(t("learn.undo"), () => back(exercise.actions.length - 1), { id: "undo" });
  const heading = t("learn.lesson", { lesson, title });
  put(
    byId("lesson"),
    h(
      "div",
      { class: "exercise ring-lesson" },
      h("header", { class: "lesson-head" },
        h("div", { class: "lesson-title" }, h("h2", { tabindex: -1, title: heading }, heading),
          h("span", { class: "small quiet" }, t("learn.exercise", { number, count: exercises.length }))),
        h("p", { class: "goal" }, named(goal))),
      root,
      h("div", { class: "lesson-text" }, number === 1 && h("p", { class: "quiet" }, about), h("p", null, named(text)),
        h("p", { class: "small quiet" }, `${t("learn.more")} `, rules.map((rule) => [ruleLink(rule, true), " "]).flat())),
      decision,
      h("div", { class: "commands", role: "group", "aria-label": t("ring.commands") }, undo, again, hintButton),
      h("div", { class: "lesson-hint" }, hintText),
    ),
  );
  put(byId("examples"), ringExamples());
  opened?.close();
  const control = new BoardControl(root, plan, exercise, { label: t("learn.board", { goal }), decideRoot: decision, statusRoot: foot, takesWheel: true });
  decision.append(foot);
  opened = control;
  const draw = () => {
    const { verdict: now, text: words, study: { state } } = exercise.attempt;
    const isOpen = now === "open";
    put(steps, track(state));
    askedText(asked, isOpen ? `${sentence(state.asked)}.` : "", "", isOpen ? ruleLink(state.rule) : null);
    undo.disabled = again.disabled = exercise.actions.length === 0;
    hintButton.disabled = !isOpen;
    again.classList.toggle("primary", now === "failed");
    decision.classList.toggle("ended", !isOpen);
    if (isOpen) return (uncover(), put(verdict));
    showHint(false);
    if (now === "solved") remember(`solved.${lesson}.${number}`, "yes");
    put(verdict, h("p", { class: `say ${now === "solved" ? "good" : "bad"}` },
      h("strong", null, `${t(now === "solved" ? "learn.solved" : "learn.failed")} `), named(verdictText(lesson, number, now, words))),
      now === "solved" && nextLink(lesson, number));
    verdict.scrollIntoView({ block: "nearest" });
    drawList(lesson, number);
  };
  exercise.subscribe(draw);
  draw();
  return true;
}

/** Scrolls to the exercise, which may be far above the list, and moves the focus to its heading. */
function goToExercise() {
  scrollTo(0, 0);
  byId("lesson").querySelector("h2")?.focus({ preventScroll: true });
}

/** @param {number} number @param {number} request @returns {Promise<boolean>} */
async function showAsg(number, request) {
  drawList("asg", number);
  const { AsgLesson } = await import("./asg/lesson-view.js");
  const solved = () => {
    remember(`solved.asg.${number}`, "yes");
    drawList("asg", number);
  };
  const again = async () => {
    await show();
    if (opened instanceof AsgLesson) opened.focus();
  };
  // The exercises share a worker, which holds one game.
  if (opened instanceof AsgLesson) opened.close();
  const lesson = await AsgLesson.open(number, { solved, again });
  if (request !== requests) {
    lesson.close();
    return false;
  }
  opened?.close();
  opened = lesson;
  put(byId("lesson"), lesson.element);
  put(byId("examples"), asgExamples());
  return true;
}

/** @param {number} lesson @param {number} number */
function nextLink(lesson, number) {
  if (lessons[lesson - 1].exercises[number])
    return h("a", { class: "button primary", id: "next", href: `#${lesson}.${number + 1}` }, t("learn.next_exercise"));
  if (lessons[lesson]) return h("a", { class: "button primary", id: "next", href: `#${lesson + 1}.1` }, t("learn.next_lesson"));
  return h("a", { class: "button primary", href: "/" }, t("learn.last"));
}

/** @param {number | "asg"} lesson @param {number} number */
function drawList(lesson, number) {
  const dot = (/** @type {number | "asg"} */ one, /** @type {number} */ exercise) => {
    const solved = isSolved(one, exercise);
    const isHere = one === lesson && exercise === number;
    return h("a", { class: `dot${solved ? " solved" : ""}`, href: `#${one}.${exercise}`,
      "aria-label": t(one === "asg" ? "learn.asg_dot" : "learn.dot", { lesson: one, exercise, solved: String(solved) }),
      "aria-current": isHere ? "page" : null }, solved ? "✓" : exercise);
  };
  put(byId("lessons"),
    h("h2", null, "RingRift"),
    h("ol", null, lessons.map((one, index) => h("li", null, one.title, h("div", { class: "dots" }, one.exercises.map((_, at) => dot(index + 1, at + 1)))))),
    h("p", null, h("a", { href: "/puzzles" }, t("learn.puzzles"))),
    h("h2", null, t("start.asg")),
    h("ol", { class: "plain" }, EXERCISES.map((_, at) => h("li", { class: "asg-item" }, dot("asg", at + 1), lessonText(at + 1, "title")))));
  showCurrent();
}

/** Scrolls the list to the open exercise, if the list scrolls for itself. */
function showCurrent() {
  const [list, current] = [byId("list"), byId("lessons").querySelector("[aria-current]")];
  if (!current || getComputedStyle(list).overflowY === "visible") return;
  const [box, { top, bottom }] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  if (top < box.top || bottom > box.bottom) list.scrollTop += top - box.top - box.height / 2;
}
