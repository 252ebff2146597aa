//! The move strings of recorded games.

use std::collections::BTreeMap;

use ringrift::{Action, BoardKind, Cell, Coord, Line, Phase, Player, RegionId, Setup};

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
    regions: BTreeMap<RegionId, Vec<Coord>>,
}

impl Spelling {
    fn of<E: Engine>(engine: &E, state: &Setup) -> Spelling {
        let choosing = state.phase == Some(Phase::RegionChoice);
        Spelling {
            board: state.rules.board,
            line_length: state.rules.line_length,
            phase: state.phase,
            caps: state.stacks.iter().map(|(at, rings)| (*at, cap(rings))).collect(),
            regions: if choosing { engine.regions().into_iter().collect() } else { BTreeMap::new() },
        }
    }

    fn text(&self, action: Action) -> String {
        let cell = |cell: Cell| self.board.cell_name(cell);
        match action {
            Action::Place { at, rings } => format!("place:{}:{rings}", cell(at)),
            Action::SkipPlacement => "skip_placement".to_owned(),
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
            Action::Eliminate { at } => {
                let code = if self.phase == Some(Phase::ForcedElimination) { "felim" } else { "elim" };
                let cap = self.caps.get(&self.board.coord(at)).copied().unwrap_or(0);
                format!("{code}:{}:{cap}", cell(at))
            }
        }
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
