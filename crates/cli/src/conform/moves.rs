//! The move strings of recorded games.

use std::collections::{BTreeMap, BTreeSet};

use ringrift::{Action, BoardKind, Cell, Coord, Deed, Line, LinePrice, Phase, Player, RegionId, Setup};

use crate::conform::engine::Engine;

/// The legal actions of a position with their move strings, sorted by them.
pub(super) fn legal_moves<E: Engine>(engine: &E, state: &Setup) -> Vec<(String, Action)> {
    let spelling = Spelling::of(engine, state);
    let mut moves: Vec<_> = engine.legal().into_iter().map(|action| (spelling.text(action), action)).collect();
    moves.sort();
    moves
}

/// What is needed of a position to write its moves down.
struct Spelling {
    board: BoardKind,
    line_length: u8,
    phase: Option<Phase>,
    caps: BTreeMap<Coord, usize>,
    /// The markers of the player to move.
    markers: BTreeSet<Coord>,
    /// Whether one ring is due.
    pays_ring: bool,
    /// Whether a buried ring is due.
    pays_buried: bool,
    regions: BTreeMap<RegionId, Vec<Coord>>,
}

impl Spelling {
    fn of<E: Engine>(engine: &E, state: &Setup) -> Spelling {
        let choosing = state.phase == Some(Phase::RegionChoice);
        Spelling {
            board: state.rules.board,
            line_length: state.rules.line_length,
            phase: state.phase,
            markers: state.markers.iter().filter(|(_, owner)| *owner == state.to_move).map(|(at, _)| *at).collect(),
            pays_ring: state.phase == Some(Phase::LinePayment) && state.rules.line_price == LinePrice::Ring,
            pays_buried: state.phase == Some(Phase::RegionPayment) && state.deed == Some(Deed::Recovery),
            caps: state.stacks.iter().map(|(at, rings)| (*at, cap(rings))).collect(),
            regions: if choosing { engine.regions().into_iter().collect() } else { BTreeMap::new() },
        }
    }

    fn text(&self, action: Action) -> String {
        let cell = |cell: Cell| self.board.cell_name(cell);
        match action {
            Action::Place { at, rings } => format!("place:{}:{rings}", cell(at)),
            Action::SkipPlacement => "skip_placement".to_owned(),
            Action::SwapSides => "swap".to_owned(),
            Action::SkipRecovery => "skip_recovery".to_owned(),
            Action::Recover { from, to, extract } => {
                let kind = match () {
                    () if self.caps.contains_key(&self.board.coord(to)) => "strike",
                    () if self.slide_run(from, to).len() >= usize::from(self.line_length) => "line1",
                    () => "fallback",
                };
                format!("recover:{kind}:{}>{}:{}", cell(from), cell(to), cell(extract))
            }
            Action::RecoverSegment { from, to, offset } => {
                let run = self.slide_run(from, to);
                let start = usize::from(offset);
                let segment = self.cells(&run[start..start + usize::from(self.line_length)]);
                format!("recover:line2:{}>{}:{segment}", cell(from), cell(to))
            }
            Action::Move { from, to } => format!("move:{}>{}", cell(from), cell(to)),
            Action::Capture { from, over, to } => {
                let code = if matches!(self.phase, Some(Phase::CaptureChain { .. })) { "chain" } else { "cap" };
                format!("{code}:{}x{}>{}", cell(from), cell(over), cell(to))
            }
            Action::DeclineCapture => "skip_capture".to_owned(),
            Action::TakeLine { line } => format!("line:all:{}", self.cells(&self.line(line))),
            Action::TakeSegment { line, offset } => {
                let cells = self.line(line);
                let from = usize::from(offset);
                let segment = &cells[from..from + usize::from(self.line_length)];
                format!("line:min:{}|{}", self.cells(&cells), self.cells(segment))
            }
            Action::ClaimRegion { region } => {
                format!("region:{}", self.cells(self.regions.get(&region).map_or(&[], Vec::as_slice)))
            }
            Action::StopTerritory => "skip_territory".to_owned(),
            Action::Eliminate { at } if self.pays_buried => format!("extract:{}", cell(at)),
            Action::Eliminate { at } => {
                let code = if self.phase == Some(Phase::ForcedElimination) { "felim" } else { "elim" };
                let cap = self.caps.get(&self.board.coord(at)).copied().unwrap_or(0);
                let cap = if self.pays_ring { 1 } else { cap };
                format!("{code}:{}:{cap}", cell(at))
            }
        }
    }

    /// The longest run of markers through a cell to which one has slid; of equal ones the first, by axis.
    fn slide_run(&self, from: Cell, to: Cell) -> Vec<Coord> {
        let (from, to) = (self.board.coord(from), self.board.coord(to));
        let mut markers = self.markers.clone();
        markers.remove(&from);
        markers.insert(to);
        let axes: &[(i8, i8)] =
            if self.board.is_hexagonal() { &[(1, 0), (1, -1), (0, -1)] } else { &[(1, 0), (1, 1), (0, 1), (1, -1)] };
        let mut longest = Vec::new();
        for &(dx, dy) in axes {
            let walk = |sign: i8| {
                (1..)
                    .map(move |n| Coord { x: to.x + sign * n * dx, y: to.y + sign * n * dy })
                    .take_while(|at| markers.contains(at))
            };
            let mut run: Vec<Coord> = walk(-1).chain(std::iter::once(to)).chain(walk(1)).collect();
            run.sort_by_key(|at| (at.y, at.x));
            if run.len() > longest.len() {
                longest = run;
            }
        }
        longest
    }

    fn line(&self, line: Line) -> Vec<Coord> {
        line.cells(self.board.geometry()).map(|cell| self.board.coord(cell)).collect()
    }

    fn cells(&self, cells: &[Coord]) -> String {
        let names: Vec<String> = cells.iter().map(|&at| self.board.coord_name(at).to_string()).collect();
        names.join(";")
    }
}

fn cap(rings: &[Player]) -> usize {
    rings.iter().rev().take_while(|&ring| Some(ring) == rings.last()).count()
}
