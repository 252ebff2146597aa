// A short game between two computer players, which the start page plays in a loop.

export const START = "G square8 2p canon regions=no_main; S g4=11; M1 g6; H 16,18; E 0,0; T 2; P ring_placement; N 2; L 2; A 1";

export const ACTIONS = [
  "P h8*3", "M h8-d4", "C d4-h4 xg4", "CC h4-b4 xg4",
  "P h1*3", "M h1-b7", "C b7-b2 xb4", "CC b2-b6 xb4", "CC b6-b1 xb4",
  "P a1*2", "M a1-a3", "C a3-c5 xb4", "ST",
  "P c1*2", "M c1-c4", "C c4-c6 xc5", "CC c6-c3 xc5", "T 1", "E b4", "T 1", "E c3",
  "P e4", "M e4-f5", "C f5-b5 xc5",
  "P h7*2", "M h7-d3", "C d3-b3 xc3", "CC b3-b8 xb5", "L 1", "E b8", "T 1", "E b5",
];
