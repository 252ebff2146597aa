// Example games of RingRift between computer players, as rules and actions.

/** @typedef {{board: string, players: number, winner: number, actions: string[]}} ExampleGame */

/** `winner` is a seat. @type {Record<string, ExampleGame>} */
export const GAMES = {
  tower: {
    board: "square8", players: 2, winner: 0, actions: [
      "P a1", "M a1-a2", "P a8", "M a8-a7", "P b1", "M b1-c1", "P c1", "M c1-c5", "SP", "M a2-a3", "SC", "P a3", "C a3-f8 xc5", "CC f8-b4 xc5", "P h8*3",
      "M h8-b8", "C b8-b3 xb4", "CC b3-b7 xb4", "CC b7-b2 xb4", "P a4*2", "M a4-d7", "P c2*3", "M c2-c7", "C c7-h7 xd7", "CC h7-b7 xd7", "T 1", "E b4",
      "T 1", "E b7", "P e8", "M e8-g6", "P d1*3", "M d1-g4", "C g4-g8 xg6", "T 1", "E g8", "P g8", "M g8-e8", "P a7", "M a7-g1", "T 1", "E g1", "P b6*2",
      "M b6-d4", "P e1*3", "C e1-h1 xg1", "T 1", "E h1",
    ],
  },
  area: {
    board: "square8", players: 2, winner: 1, actions: [
      "P a1", "M a1-b1", "P h1", "M h1-g1", "SP", "M b1-a2", "SP", "M g1-h2", "SP", "M a2-a3", "P a3", "M a3-h3", "SC", "P h2", "C h2-h4 xh3", "P h3",
      "C h3-h5 xh4", "P h4", "C h4-h8 xh5", "P h7*3", "C h7-h3 xh5", "CC h3-h6 xh5", "P h8", "M h8-c3", "P h5*2", "M h5-c5", "C c5-c1 xc3", "CC c1-c4 xc3",
      "P a8*3", "M a8-a2", "C a2-g8 xc4", "CC g8-a2 xc4", "P g6", "M g6-a6", "T 1", "E c3", "P b2*3", "M b2-e5", "T 1", "E c4", "T 1", "E e5", "P b4",
      "M b4-a5", "C a5-a7 xa6", "T 1", "E a7", "P b6", "M b6-e3", "T 1", "E e3", "P d4", "M d4-g1", "P e5", "M e5-h8", "P f5", "M f5-d5", "T 1", "E d5",
    ],
  },
  last: {
    board: "square8", players: 3, winner: 0, actions: [
      "P h8", "M h8-h7", "P h1", "M h1-g1", "P h7", "M h7-f7", "P b8", "M b8-a7", "C a7-g7 xf7", "CC g7-c7 xf7", "T 1", "E c7", "P a5", "M a5-b6",
      "C b6-d8 xc7", "CC d8-b6 xc7", "P f8*2", "M f8-h6", "C h6-a6 xb6", "CC a6-g6 xb6", "L 1", "E g6", "P c8", "M c8-e8", "SC", "T 1", "E g6", "T 1",
      "E e8", "P b6", "M b6-e3", "T 1", "E e3", "P c7", "M c7-c1", "T 1", "E c1", "P e7", "M e7-e1", "T 1", "E e1", "P f6", "M f6-g6", "T 1", "E g6",
      "T 1", "E g1", "P g5*2", "M g5-g2", "T 1", "E g2", "P d6", "M d6-d1", "T 1", "E d1", "P c5*3", "M c5-f2", "T 1", "E f2", "P h4", "M h4-a4", "T 1",
      "E a4", "P e5", "M e5-h2", "T 1", "E h2", "P d4", "M d4-a1", "T 1", "E a1", "P f4", "M f4-g4", "T 1", "E g4", "P b4", "M b4-a3", "T 1", "E a3",
      "P a3*2", "M a3-e3", "T 1", "E e3", "P e3", "M e3-d3", "T 1", "E d3", "P g3", "M g3-e1", "T 1", "E e1", "P g2", "M g2-e2", "T 1", "E e2", "P c3",
      "M c3-d2", "T 1", "E d2", "P a1*2", "M a1-c1", "P f1*3", "C f1-b1 xc1", "CC b1-f1 xc1", "P b3*2", "M b3-d1", "C d1-g1 xf1", "CC g1-c1 xf1", "P c2",
      "M c2-d3", "T 1", "E d3", "P f3", "M f3-f2", "P e2", "M e2-e1", "ST", "P f2", "M f2-d2", "ST", "P e1", "C e1-g1 xf1", "CC g1-e1 xf1", "P f1",
      "M f1-d3", "T 2", "E d3", "T 2", "E e1",
    ],
  },
};
