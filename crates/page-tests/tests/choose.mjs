// Choosing on the board, without a browser: `node --test`, which `cargo xtask test` runs.
import test from "node:test";
import assert from "node:assert/strict";
import { Chooser, cellsOf, countOf } from "../../../web/board/choose.js";
const legal = (...groups) => ({ game: "ringrift", groups: groups.map(([kind, choices]) => ({ kind, title: kind, choices })) });
const c = (action, picks = [], others, details) => ({ action, picks, others, details });
const set = (x) => [...x].sort();
const moves = legal(
  ["move", [c("M a1-a3", ["a1", "a3"]), c("M a1-c3", ["a1", "c3"]), c("M e4-e7", ["e4", "e7"])]],
  ["capture", [c("C a1-f1 xd1", ["a1", "f1"], ["d1"])]],
);
test("nothing is asked without choices", () => {
  const x = new Chooser(null);
  assert.equal(x.choosable().size, 0);
  assert.deepEqual(x.plain(), []);
  assert.equal(x.complete(), null);
  assert.equal(x.point("a1").outcome, "none");
  assert.equal(x.back(), false);
});
test("a move is picked cell by cell", () => {
  const x = new Chooser(moves);
  assert.deepEqual(set(x.choosable()), ["a1", "e4"]);
  assert.equal(x.hover("a1"), null);
  const p = x.point("a1");
  assert.equal(p.outcome, "picked");
  assert.deepEqual(set(x.choosable()), ["a3", "c3", "f1"]);
  assert.equal(x.hover("f1").action, "C a1-f1 xd1");
  assert.equal(x.complete(), null);
  const q = x.point("c3");
  assert.equal(q.outcome, "complete");
  assert.equal(q.choice.action, "M a1-c3");
  assert.equal(x.complete().kind, "move");
});
test("another stack begins anew, another target replaces the last one", () => {
  const x = new Chooser(moves);
  x.point("a1");
  assert.deepEqual(x.point("e4").picked, ["e4"]);
  x.point("a1");
  x.point("a3");
  assert.equal(x.hover("c3").action, "M a1-c3");
  assert.equal(x.point("c3").choice.action, "M a1-c3");
  assert.deepEqual(x.point("e4").picked, ["e4"]);
});
test("what means nothing changes nothing", () => {
  const x = new Chooser(moves);
  x.point("a1");
  const o = x.point("h8");
  assert.equal(o.outcome, "none");
  assert.deepEqual(o.picked, ["a1"]);
  assert.equal(x.hover("h8"), null);
});
test("pointing again, back and reset take back", () => {
  const x = new Chooser(moves);
  x.point("a1");
  assert.equal(x.point("a1").outcome, "back");
  assert.deepEqual(x.picked, []);
  x.point("a1");
  assert.equal(x.canBack(), true);
  assert.equal(x.back(), true);
  assert.equal(x.back(), false);
  x.point("a1");
  x.point("a3");
  x.reset();
  assert.deepEqual(x.picked, []);
});
test("the only stack is picked already and stays", () => {
  const x = new Chooser(legal(["capture", [c("C a1-c1 xb1", ["a1", "c1"], ["b1"]), c("C a1-d1 xb1", ["a1", "d1"], ["b1"])]]));
  assert.deepEqual(x.picked, ["a1"]);
  assert.deepEqual(set(x.choosable()), ["c1", "d1"]);
  assert.equal(x.back(), false);
  assert.equal(x.canBack(), false);
  assert.equal(x.complete(), null);
  assert.deepEqual(x.options(), []);
  assert.equal(x.point("a1").outcome, "none");
  assert.equal(x.hover("d1").action, "C a1-d1 xb1");
});
test("a single choice is never made by itself", () => {
  const x = new Chooser(legal(["eliminate", [c("E d4", ["d4"], undefined, "gives up")]]));
  assert.deepEqual(x.picked, []);
  assert.equal(x.complete(), null);
  assert.equal(x.hover("d4").action, "E d4");
  assert.equal(x.point("d4").outcome, "complete");
  const y = new Chooser(legal(["move", [c("M a1-a3", ["a1", "a3"])]]));
  assert.deepEqual(y.picked, ["a1"]);
  assert.equal(y.complete(), null);
});
test("buttons do not hinder what is picked already", () => {
  const x = new Chooser(legal(["capture", [c("C a1-c1 xb1", ["a1", "c1"], ["b1"])]], ["decline_capture", [c("SC")]]));
  assert.deepEqual(x.picked, ["a1"]);
  assert.deepEqual(
    x.plain().map((o) => o.action),
    ["SC"],
  );
  assert.equal(x.complete(), null);
});
const places = legal(
  ["place_on_empty", [c("P d4", ["d4"]), c("P d4*2", ["d4"]), c("P d4*3", ["d4"]), c("P e4", ["e4"]), c("P e4*2", ["e4"])]],
  ["place_on_stack", [c("P a1", ["a1"])]],
  ["skip_placement", [c("SP")]],
);
test("the number of rings is a preference", () => {
  const x = new Chooser(places);
  assert.deepEqual(x.allCounts(), [1, 2, 3]);
  assert.equal(x.hover("d4").action, "P d4");
  x.count = 3;
  assert.equal(x.hover("d4").action, "P d4*3");
  assert.equal(x.hover("e4").action, "P e4*2");
  assert.equal(x.hover("a1").action, "P a1");
  const o = x.point("d4");
  assert.equal(o.outcome, "complete");
  assert.deepEqual(x.counts(), [1, 2, 3]);
  x.count = 2;
  assert.equal(x.complete().action, "P d4*2");
  assert.equal(countOf(x.complete()), 2);
  assert.deepEqual(
    x.options().map((o) => o.action),
    ["P d4", "P d4*2", "P d4*3"],
  );
  assert.equal(x.point("e4").choice.action, "P e4*2");
});
test("only larger numbers are left", () => {
  const x = new Chooser(legal(["place_on_empty", [c("P d4*2", ["d4"]), c("P d4*3", ["d4"]), c("P e4", ["e4"])]]));
  assert.equal(x.hover("d4").action, "P d4*2");
});
const lines = legal(
  ["whole_line", [c("L 1; LR 1", [], ["a1", "b1", "c1", "d1"], "all")]],
  ["line_segment", [c("L 1; LR 2:1", [], ["a1", "b1", "c1"], "s1"), c("L 1; LR 2:2", [], ["b1", "c1", "d1"], "s2")]],
);
test("overlapping areas are listed and narrowed", () => {
  const x = new Chooser(lines);
  assert.deepEqual(x.picked, []);
  assert.deepEqual(set(x.choosable()), ["a1", "b1", "c1", "d1"]);
  assert.equal(x.hover("b1"), null);
  const o = x.point("b1");
  assert.equal(o.outcome, "options");
  assert.equal(o.options.length, 3);
  assert.equal(x.complete(), null);
  assert.equal(x.point("d1").options.length, 2);
  assert.equal(x.back(), true);
  assert.equal(x.options().length, 3);
  assert.equal(x.complete(), null);
});
test("an area by itself is decided by any of its cells", () => {
  const x = new Chooser(
    legal(["region", [c("T 1", [], ["a1", "a2", "b2"]), c("T 2", [], ["h7", "h8", "b2"])]], ["stop_territory", [c("ST")]]),
  );
  assert.equal(x.hover("a1").action, "T 1");
  assert.equal(x.point("a1").choice.action, "T 1");
  assert.equal(x.hover("h8").action, "T 2");
  assert.equal(x.point("h8").choice.action, "T 2");
  x.reset();
  assert.equal(x.point("b2").outcome, "options");
  assert.equal(x.point("h7").choice.action, "T 2");
});
test("one area alone is not taken without pointing", () => {
  const x = new Chooser(legal(["whole_line", [c("L 1", [], ["a1", "b1"])]]));
  assert.deepEqual(x.picked, []);
  assert.equal(x.complete(), null);
  assert.deepEqual(x.options(), []);
});
test("ways to recover: some end where others go on", () => {
  const x = new Chooser(
    legal(
      [
        "recover",
        [
          c("R d4-e5 =1 xc3", ["d4", "e5", "c3"]),
          c("R d4-e5 =1 xa1", ["d4", "e5", "a1"]),
          c("R d4-e5 =2:1", ["d4", "e5"]),
          c("R d4-e5 =2:2", ["d4", "e5"]),
        ],
      ],
      ["skip_recovery", [c("SR")]],
    ),
  );
  assert.deepEqual(x.picked, ["d4"]);
  assert.equal(x.hover("e5"), null);
  const o = x.point("e5");
  assert.equal(o.outcome, "options");
  assert.deepEqual(
    o.options.map((q) => q.action),
    ["R d4-e5 =2:1", "R d4-e5 =2:2", "R d4-e5 =1 xc3", "R d4-e5 =1 xa1"],
  );
  assert.deepEqual(set(x.choosable()), ["a1", "c3"]);
  assert.equal(x.point("c3").choice.action, "R d4-e5 =1 xc3");
});
test("several ways for the same cells are listed", () => {
  const x = new Chooser(legal(["recover", [c("R d4-e5 =1 xc3", ["d4", "e5", "c3"]), c("R d4-e5 xc3", ["d4", "e5", "c3"])]]));
  assert.deepEqual(x.picked, ["d4", "e5"]);
  assert.equal(x.point("c3").outcome, "options");
});
test("cells of a choice", () => assert.deepEqual(cellsOf({ action: "", picks: ["a1"], others: ["b1"] }), ["a1", "b1"]));
