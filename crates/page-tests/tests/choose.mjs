// Unit tests of web/board/choose.js and premoves.js: run by `node --test` in `cargo xtask test`.
import test from "node:test";
import assert from "node:assert/strict";
import { Chooser, cellsOf, countOf } from "../../../web/board/choose.js";
import { Premoves } from "../../../web/board/premoves.js";
const legal = (...groups) => ({ game: "ringrift", groups: groups.map(([kind, choices]) => ({ kind, title: kind, choices })) });
// Placements have the field `rings`, as the server sends it.
const ringsOf = (action) => (action.startsWith("P ") ? Number(action.split("*")[1] ?? 1) : undefined);
const choice = (action, picks = [], others, details) => ({ action, picks, others, rings: ringsOf(action), details });
const sorted = (cells) => [...cells].sort();
const moves = legal(
  ["move", [choice("M a1-a3", ["a1", "a3"]), choice("M a1-c3", ["a1", "c3"]), choice("M e4-e7", ["e4", "e7"])]],
  ["capture", [choice("C a1-f1 xd1", ["a1", "f1"], ["d1"])]],
);
test("without choices, nothing can be chosen", () => {
  const chooser = new Chooser(null);
  assert.equal(chooser.choosable().size, 0);
  assert.deepEqual(chooser.plain(), []);
  assert.equal(chooser.complete(), null);
  assert.equal(chooser.point("a1").outcome, "none");
  assert.equal(chooser.back(), false);
});
test("a move is chosen cell by cell", () => {
  const chooser = new Chooser(moves);
  assert.deepEqual(sorted(chooser.choosable()), ["a1", "e4"]);
  assert.equal(chooser.hover("a1"), null);
  const p = chooser.point("a1");
  assert.equal(p.outcome, "picked");
  assert.deepEqual(sorted(chooser.choosable()), ["a3", "c3", "f1"]);
  assert.equal(chooser.hover("f1").action, "C a1-f1 xd1");
  assert.equal(chooser.complete(), null);
  const q = chooser.point("c3");
  assert.equal(q.outcome, "complete");
  assert.equal(q.choice.action, "M a1-c3");
  assert.equal(chooser.complete().kind, "move");
});
test("picking another stack starts over, picking another target replaces the last pick", () => {
  const chooser = new Chooser(moves);
  chooser.point("a1");
  assert.deepEqual(chooser.point("e4").picked, ["e4"]);
  chooser.point("a1");
  chooser.point("a3");
  assert.equal(chooser.hover("c3").action, "M a1-c3");
  assert.equal(chooser.point("c3").choice.action, "M a1-c3");
  assert.deepEqual(chooser.point("e4").picked, ["e4"]);
});
test("a cell that belongs to no choice changes nothing", () => {
  const chooser = new Chooser(moves);
  chooser.point("a1");
  const o = chooser.point("h8");
  assert.equal(o.outcome, "none");
  assert.deepEqual(o.picked, ["a1"]);
  assert.equal(chooser.hover("h8"), null);
});
test("picking again, back and reset remove picks", () => {
  const chooser = new Chooser(moves);
  chooser.point("a1");
  assert.equal(chooser.point("a1").outcome, "back");
  assert.deepEqual(chooser.picked, []);
  chooser.point("a1");
  assert.equal(chooser.canBack(), true);
  assert.equal(chooser.back(), true);
  assert.equal(chooser.back(), false);
  chooser.point("a1");
  chooser.point("a3");
  chooser.reset();
  assert.deepEqual(chooser.picked, []);
});
test("the only stack is picked automatically and stays picked", () => {
  const chooser = new Chooser(legal(["capture", [choice("C a1-c1 xb1", ["a1", "c1"], ["b1"]), choice("C a1-d1 xb1", ["a1", "d1"], ["b1"])]]));
  assert.deepEqual(chooser.picked, ["a1"]);
  assert.deepEqual(sorted(chooser.choosable()), ["c1", "d1"]);
  assert.equal(chooser.back(), false);
  assert.equal(chooser.canBack(), false);
  assert.equal(chooser.complete(), null);
  assert.deepEqual(chooser.options(), []);
  assert.equal(chooser.point("a1").outcome, "none");
  assert.equal(chooser.hover("d1").action, "C a1-d1 xb1");
});
test("a single choice is never made automatically", () => {
  const chooser = new Chooser(legal(["eliminate", [choice("E d4", ["d4"], undefined, "gives up")]]));
  assert.deepEqual(chooser.picked, []);
  assert.equal(chooser.complete(), null);
  assert.equal(chooser.hover("d4").action, "E d4");
  assert.equal(chooser.point("d4").outcome, "complete");
  const other = new Chooser(legal(["move", [choice("M a1-a3", ["a1", "a3"])]]));
  assert.deepEqual(other.picked, ["a1"]);
  assert.equal(other.complete(), null);
});
test("choices without cells do not prevent automatic picks", () => {
  const chooser = new Chooser(legal(["capture", [choice("C a1-c1 xb1", ["a1", "c1"], ["b1"])]], ["decline_capture", [choice("SC")]]));
  assert.deepEqual(chooser.picked, ["a1"]);
  assert.deepEqual(
    chooser.plain().map((o) => o.action),
    ["SC"],
  );
  assert.equal(chooser.complete(), null);
});
const places = legal(
  ["place_on_empty", [choice("P d4", ["d4"]), choice("P d4*2", ["d4"]), choice("P d4*3", ["d4"]), choice("P e4", ["e4"]), choice("P e4*2", ["e4"])]],
  ["place_on_stack", [choice("P a1", ["a1"])]],
  ["skip_placement", [choice("SP")]],
);
test("the preferred number of rings decides between placements", () => {
  const chooser = new Chooser(places);
  assert.deepEqual(chooser.allCounts(), [1, 2, 3]);
  assert.equal(chooser.hover("d4").action, "P d4");
  chooser.count = 3;
  assert.equal(chooser.hover("d4").action, "P d4*3");
  assert.equal(chooser.hover("e4").action, "P e4*2");
  assert.equal(chooser.hover("a1").action, "P a1");
  const o = chooser.point("d4");
  assert.equal(o.outcome, "complete");
  assert.deepEqual(chooser.counts(), [1, 2, 3]);
  chooser.count = 2;
  assert.equal(chooser.complete().action, "P d4*2");
  assert.equal(countOf(chooser.complete()), 2);
  assert.deepEqual(
    chooser.options().map((o) => o.action),
    ["P d4", "P d4*2", "P d4*3"],
  );
  assert.equal(chooser.point("e4").choice.action, "P e4*2");
});
test("a cell tells its numbers of rings, and an action is found by its cells", () => {
  const chooser = new Chooser(places);
  assert.deepEqual(chooser.countsAt("d4"), [1, 2, 3]);
  assert.deepEqual(chooser.countsAt("h8"), []);
  assert.equal(chooser.match(["d4"]).action, "P d4");
  assert.equal(chooser.match(["h8"]), null);
  assert.equal(chooser.only(), null);
  assert.equal(new Chooser(legal(["move", [choice("M a1-a3", ["a1", "a3"])]])).only().action, "M a1-a3");
});
test("actions chosen in advance are kept in their order", () => {
  const premoves = new Premoves();
  premoves.point("c3", false);
  // The cell holds a ring then.
  premoves.point("c3", false);
  assert.equal(premoves.from, "c3");
  premoves.point("c5", false);
  assert.deepEqual(premoves.routes, [["c3", "c5"]]);
  assert.deepEqual(premoves.take(), ["c3"]);
  assert.deepEqual(premoves.take(), ["c3", "c5"]);
  assert.equal(premoves.take(), null);
  assert.equal(premoves.clear(), false);
  premoves.point("a1", true);
  assert.equal(premoves.clear(), true);
  assert.ok(premoves.isEmpty);
});
test("the smallest possible number of rings replaces an impossible preference", () => {
  const chooser = new Chooser(legal(["place_on_empty", [choice("P d4*2", ["d4"]), choice("P d4*3", ["d4"]), choice("P e4", ["e4"])]]));
  assert.equal(chooser.hover("d4").action, "P d4*2");
});
const lines = legal(
  ["whole_line", [choice("L 1; LR 1", [], ["a1", "b1", "c1", "d1"], "all")]],
  ["line_segment", [choice("L 1; LR 2:1", [], ["a1", "b1", "c1"], "s1"), choice("L 1; LR 2:2", [], ["b1", "c1", "d1"], "s2")]],
);
test("overlapping areas are listed and narrowed by more picks", () => {
  const chooser = new Chooser(lines);
  assert.deepEqual(chooser.picked, []);
  assert.deepEqual(sorted(chooser.choosable()), ["a1", "b1", "c1", "d1"]);
  assert.equal(chooser.hover("b1"), null);
  const o = chooser.point("b1");
  assert.equal(o.outcome, "options");
  assert.equal(o.options.length, 3);
  assert.equal(chooser.complete(), null);
  assert.equal(chooser.point("d1").options.length, 2);
  assert.equal(chooser.back(), true);
  assert.equal(chooser.options().length, 3);
  assert.equal(chooser.complete(), null);
});
test("a cell that belongs to exactly one area chooses that area", () => {
  const chooser = new Chooser(
    legal(["region", [choice("T 1", [], ["a1", "a2", "b2"]), choice("T 2", [], ["h7", "h8", "b2"])]], ["stop_territory", [choice("ST")]]),
  );
  assert.equal(chooser.hover("a1").action, "T 1");
  assert.equal(chooser.point("a1").choice.action, "T 1");
  assert.equal(chooser.hover("h8").action, "T 2");
  assert.equal(chooser.point("h8").choice.action, "T 2");
  chooser.reset();
  assert.equal(chooser.point("b2").outcome, "options");
  assert.equal(chooser.point("h7").choice.action, "T 2");
});
test("a single area is not chosen automatically", () => {
  const chooser = new Chooser(legal(["whole_line", [choice("L 1", [], ["a1", "b1"])]]));
  assert.deepEqual(chooser.picked, []);
  assert.equal(chooser.complete(), null);
  assert.deepEqual(chooser.options(), []);
});
test("recoveries without a further cell are listed before those with one", () => {
  const chooser = new Chooser(
    legal(
      [
        "recover",
        [
          choice("R d4-e5 =1 xc3", ["d4", "e5", "c3"]),
          choice("R d4-e5 =1 xa1", ["d4", "e5", "a1"]),
          choice("R d4-e5 =2:1", ["d4", "e5"]),
          choice("R d4-e5 =2:2", ["d4", "e5"]),
        ],
      ],
      ["skip_recovery", [choice("SR")]],
    ),
  );
  assert.deepEqual(chooser.picked, ["d4"]);
  assert.equal(chooser.hover("e5"), null);
  const o = chooser.point("e5");
  assert.equal(o.outcome, "options");
  assert.deepEqual(
    o.options.map((q) => q.action),
    ["R d4-e5 =2:1", "R d4-e5 =2:2", "R d4-e5 =1 xc3", "R d4-e5 =1 xa1"],
  );
  assert.deepEqual(sorted(chooser.choosable()), ["a1", "c3"]);
  assert.equal(chooser.point("c3").choice.action, "R d4-e5 =1 xc3");
});
test("choices with the same cells are listed", () => {
  const chooser = new Chooser(legal(["recover", [choice("R d4-e5 =1 xc3", ["d4", "e5", "c3"]), choice("R d4-e5 xc3", ["d4", "e5", "c3"])]]));
  assert.deepEqual(chooser.picked, ["d4", "e5"]);
  assert.equal(chooser.point("c3").outcome, "options");
});
test("cellsOf returns picks and others", () => assert.deepEqual(cellsOf({ action: "", picks: ["a1"], others: ["b1"] }), ["a1", "b1"]));
