//! Move strings of the trace format, `ringrift-trace/1`.

use std::collections::{BTreeMap, BTreeSet};

use ringrift::{Action, BoardKind, Cell, Coord, Line, LinePrice, Phase, Player, RegionId, Setup, TurnProgress};

/// Writes the actions of a position as move strings of the trace format: `move:a1>a3`, `cap:a1xb1>c1`.
///
/// ```
/// use ringrift::Position;
/// use ringrift_record::TraceSpelling;
/// let position = Position::parse("G square8 2p; S a1=1,b1=2,h8=2; P movement")?;
/// let spelling = TraceSpelling::new(&position.to_setup(), []);
/// assert_eq!(spelling.text(position.read_action("C a1-c1 xb1")?), "cap:a1xb1>c1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TraceSpelling {
    board: BoardKind,
    line_length: u8,
    phase: Option<Phase>,
    caps: BTreeMap<Coord, usize>,
    /// The markers of the player to move.
    markers: BTreeSet<Coord>,
    /// Whether the payment due is a single ring.
    pays_ring: bool,
    /// Whether the payment due is a buried ring.
    pays_buried: bool,
    regions: BTreeMap<RegionId, Vec<Coord>>,
}

impl TraceSpelling {
    /// Creates the spelling for a position. `state` must have a phase; `regions` is needed only if a region has to be
    /// chosen.
    pub fn new(state: &Setup, regions: impl IntoIterator<Item = (RegionId, Vec<Coord>)>) -> TraceSpelling {
        TraceSpelling {
            board: state.rules.board,
            line_length: state.rules.line_length,
            phase: state.phase,
            markers: state.markers.iter().filter(|(_, owner)| *owner == state.to_move).map(|(at, _)| *at).collect(),
            pays_ring: state.phase == Some(Phase::LinePayment) && state.rules.line_price == LinePrice::Ring,
            pays_buried: state.phase == Some(Phase::RegionPayment)
                && state.turn_progress == Some(TurnProgress::Recovered),
            caps: state.stacks.iter().map(|(at, rings)| (*at, cap(rings))).collect(),
            regions: regions.into_iter().collect(),
        }
    }

    /// Returns the move string of an action. Strings of illegal actions need not be unique.
    pub fn text(&self, action: Action) -> String {
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
                let segment = self.cells(run.get(start..start + usize::from(self.line_length)).unwrap_or_default());
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
                let segment = cells.get(from..from + usize::from(self.line_length)).unwrap_or_default();
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

    /// Returns the longest run of markers through the target of a slide; the first axis wins a tie.
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
