//! Observations: a position as arrays of numbers, seen by the player to move.

use std::sync::OnceLock;

use ringrift::{
    BoardKind, Borders, CaptureDistance, Cell, Forced, Landing, LastStanding, LinePrice, MAX_PLAYERS, OpenRegions,
    Phase, Player, PositionOf, RegionDuty, Regions, Ruleset, Skip, Stack, Stalemate, Tiebreak, TurnProgress,
};

use crate::decision::Decision;

/// The layout of the observations of one board: planes of bytes on a grid, and scalars.
///
/// Players are counted in turns after the player to move, so the player to move is always player 0. The grid has one row for each row of the
/// board; hexagonal boards lie in a square grid by their axial coordinates, and the last plane tells which places of the grid are cells.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub struct ObservationSpace {
    board: BoardKind,
}

/// Where the cells of a board lie in the grid.
struct Layout {
    /// The place of each cell, row by row.
    places: Vec<u16>,
    /// The last plane: 1 at the places of cells.
    board: Vec<u8>,
}

/// Planes with one plane for each player, in this order; each name stands for [`MAX_PLAYERS`] planes.
const PLAYER_PLANES: [&str; 6] = ["cap", "second_run", "third_run", "rings", "markers", "collapsed"];

/// The planes after those of the players.
const OTHER_PLANES: [&str; 4] = ["active", "slide_from", "slide_to", "board"];

/// The scalars of each player, in this order; each name stands for [`MAX_PLAYERS`] scalars.
const PLAYER_SCALARS: [&str; 5] = ["seated", "hand", "credits", "territory", "last_standing"];

/// The scalars after those of the players.
const OTHER_SCALARS: [&str; 49] = [
    "phase_placement",
    "phase_movement",
    "phase_must_move",
    "phase_recovery",
    "phase_capture_offer",
    "phase_capture_chain",
    "phase_line_choice",
    "phase_line_payment",
    "phase_region_choice",
    "phase_region_payment",
    "phase_forced_elimination",
    "slide_chosen",
    "progress_idle",
    "progress_swapped",
    "progress_changed",
    "progress_recovered",
    "turn_of_cap",
    "swap_possible",
    "rounds",
    "rule_rings",
    "rule_line_length",
    "rule_elimination_threshold",
    "rule_territory_threshold",
    "rule_placement_limit",
    "rule_landing_burn",
    "rule_landing_keep",
    "rule_landing_burn_any",
    "rule_capture_manhattan",
    "rule_regions_no_main",
    "rule_region_mandatory",
    "rule_last_standing_round",
    "rule_last_standing_at_once",
    "rule_last_standing_rounds",
    "rule_last_standing_count",
    "rule_stalemate_no_actions",
    "rule_tiebreak_last_action",
    "rule_tiebreak_draw",
    "rule_tiebreak_rungs",
    "rule_turn_cap",
    "rule_skip_explicit",
    "rule_line_price_ring",
    "rule_borders_seen",
    "rule_borders_touched",
    "rule_borders_flooded",
    "rule_open_regions_one_controller",
    "rule_recovery",
    "rule_forced_last",
    "rule_majority",
    "rule_swap",
];

impl ObservationSpace {
    /// Returns the layout of a board.
    pub const fn new(board: BoardKind) -> ObservationSpace {
        ObservationSpace { board }
    }

    /// Returns the number of planes.
    pub const fn planes(self) -> usize {
        PLAYER_PLANES.len() * MAX_PLAYERS + OTHER_PLANES.len()
    }

    /// Returns the names of the planes.
    pub fn plane_names(self) -> Vec<String> {
        names(&PLAYER_PLANES, &OTHER_PLANES)
    }

    /// Returns the number of rows of the grid, which is also the number of its columns.
    pub const fn side(self) -> usize {
        self.board.longest_line() as usize
    }

    /// Returns the number of bytes of all planes.
    pub const fn plane_bytes(self) -> usize {
        self.planes() * self.side() * self.side()
    }

    /// Returns the number of scalars.
    pub const fn scalars(self) -> usize {
        PLAYER_SCALARS.len() * MAX_PLAYERS + OTHER_SCALARS.len()
    }

    /// Returns the names of the scalars.
    pub fn scalar_names(self) -> Vec<String> {
        names(&PLAYER_SCALARS, &OTHER_SCALARS)
    }

    /// Returns the row and column of a cell in the grid.
    pub fn place(self, cell: Cell) -> (usize, usize) {
        let at = self.board.coord(cell);
        let middle = if self.board.is_hexagonal() { (self.side() / 2) as i8 } else { 0 };
        ((at.y + middle) as usize, (at.x + middle) as usize)
    }

    /// Writes the planes of a decision: for each plane its rows, from the top ring of a stack downwards where stacks are described.
    ///
    /// # Panics
    /// If the slice has not [`plane_bytes`](ObservationSpace::plane_bytes) bytes.
    pub fn write_planes<const W: usize>(self, decision: &Decision<W>, planes: &mut [u8]) {
        assert_eq!(planes.len(), self.plane_bytes(), "the slice has room for all planes");
        let position = decision.position();
        let area = self.side() * self.side();
        let layout = self.layout();
        let (others, board) = planes.split_at_mut(planes.len() - area);
        others.fill(0);
        board.copy_from_slice(&layout.board);
        let at = |cell: Cell| usize::from(layout.places[cell.index()]);
        let players = position.rules().players;
        for (turns, player) in after_mover(position).take(usize::from(players)).enumerate() {
            let plane = |name: usize| (name * MAX_PLAYERS + turns) * area;
            for cell in &position.markers(player) {
                planes[plane(4) + at(cell)] = 1;
            }
            for cell in &position.collapsed(player) {
                planes[plane(5) + at(cell)] = 1;
            }
        }
        let mover = position.to_move().index();
        let turns = |player: Player| (player.index() + usize::from(players) - mover) % usize::from(players);
        for player in Player::seats(players) {
            for cell in &position.controlled(player) {
                write_stack(position.stack(cell), turns, |name, turns, value| {
                    planes[(name * MAX_PLAYERS + turns) * area + at(cell)] = value;
                });
            }
        }
        let first_other = PLAYER_PLANES.len() * MAX_PLAYERS;
        let active = match position.phase() {
            Phase::Movement { must_move } => must_move,
            Phase::CaptureOffer { at } | Phase::CaptureChain { at } => Some(at),
            _ => None,
        };
        let slide = decision.slide();
        for (plane, cell) in [active, slide.map(|(from, _)| from), slide.map(|(_, to)| to)].into_iter().enumerate() {
            if let Some(cell) = cell {
                planes[(first_other + plane) * area + at(cell)] = 1;
            }
        }
    }

    /// Returns the places of all cells, computed once for each board.
    fn layout(self) -> &'static Layout {
        static LAYOUTS: [OnceLock<Layout>; BoardKind::ALL.len()] = [const { OnceLock::new() }; BoardKind::ALL.len()];
        LAYOUTS[self.board as usize].get_or_init(|| {
            let place = |cell| {
                let (row, column) = self.place(cell);
                row * self.side() + column
            };
            let mut board = vec![0; self.side() * self.side()];
            for cell in self.board.iter_cells() {
                board[place(cell)] = 1;
            }
            Layout { places: self.board.iter_cells().map(|cell| place(cell) as u16).collect(), board }
        })
    }

    /// Writes the scalars of a decision; `docs/encoding.md` gives their scales.
    ///
    /// # Panics
    /// If the slice has not [`scalars`](ObservationSpace::scalars) numbers.
    pub fn write_scalars<const W: usize>(self, decision: &Decision<W>, scalars: &mut [f32]) {
        assert_eq!(scalars.len(), self.scalars(), "the slice has room for all scalars");
        let position = decision.position();
        let rules = position.rules();
        scalars.fill(0.0);
        for (turns, player) in after_mover(position).take(usize::from(rules.players)).enumerate() {
            let values = [
                1.0,
                ratio(position.hand(player).into(), rules.rings_per_player.into()),
                ratio(position.credits(player).into(), rules.elimination_threshold.into()),
                ratio(position.territory(player), rules.territory_threshold.into()),
                flag(position.last_standing() == Some(player)),
            ];
            for (name, value) in values.into_iter().enumerate() {
                scalars[name * MAX_PLAYERS + turns] = value;
            }
        }
        let values = situation(decision).into_iter().chain(rule_values(rules));
        let others = &mut scalars[PLAYER_SCALARS.len() * MAX_PLAYERS..];
        for (scalar, value) in others.iter_mut().zip(values) {
            *scalar = value;
        }
    }
}

/// Returns the scalars that describe the decision.
fn situation<const W: usize>(decision: &Decision<W>) -> [f32; 19] {
    let position = decision.position();
    let phase = position.phase();
    let progress = position.turn_progress();
    let rules = position.rules();
    [
        flag(phase == Phase::Placement),
        flag(phase == Phase::Movement { must_move: None }),
        flag(matches!(phase, Phase::Movement { must_move: Some(_) })),
        flag(phase == Phase::Recovery),
        flag(matches!(phase, Phase::CaptureOffer { .. })),
        flag(matches!(phase, Phase::CaptureChain { .. })),
        flag(phase == Phase::LineChoice),
        flag(phase == Phase::LinePayment),
        flag(phase == Phase::RegionChoice),
        flag(phase == Phase::RegionPayment),
        flag(phase == Phase::ForcedElimination),
        flag(decision.slide().is_some()),
        flag(progress == TurnProgress::Idle),
        flag(progress == TurnProgress::Swapped),
        flag(progress == TurnProgress::Changed),
        flag(progress == TurnProgress::Recovered),
        rules.turn_cap.map_or(0.0, |cap| ratio(position.turn(), cap)),
        flag(rules.swap && position.turn() <= 2),
        ratio(position.rounds().count.into(), rules.last_standing_rounds.into()),
    ]
}

/// Returns the scalars that describe the rules.
fn rule_values(rules: &Ruleset) -> [f32; 30] {
    let cells = u32::from(rules.board.cells());
    [
        ratio(rules.rings_per_player.into(), 100),
        ratio(rules.line_length.into(), 10),
        ratio(rules.elimination_threshold.into(), rules.total_rings().into()),
        ratio(rules.territory_threshold.into(), cells),
        rules.placement_limit.map_or(0.0, |limit| ratio(limit.into(), 10)),
        flag(rules.landing == Landing::Burn),
        flag(rules.landing == Landing::Keep),
        flag(rules.landing == Landing::BurnAny),
        flag(rules.capture_distance == CaptureDistance::Manhattan),
        flag(rules.regions == Regions::NoMain),
        flag(rules.region_duty == RegionDuty::Mandatory),
        flag(rules.last_standing == LastStanding::Round),
        flag(rules.last_standing == LastStanding::AtOnce),
        flag(rules.last_standing == LastStanding::Rounds),
        ratio(rules.last_standing_rounds.into(), 10),
        flag(rules.stalemate == Stalemate::NoActions),
        flag(rules.tiebreak == Tiebreak::LastAction),
        flag(rules.tiebreak == Tiebreak::Draw),
        flag(rules.tiebreak == Tiebreak::Rungs),
        flag(rules.turn_cap.is_some()),
        flag(rules.skip == Skip::Explicit),
        flag(rules.line_price == LinePrice::Ring),
        flag(rules.borders == Borders::Seen),
        flag(rules.borders == Borders::Touched),
        flag(rules.borders == Borders::Flooded),
        flag(rules.open_regions == OpenRegions::OneController),
        flag(rules.recovery),
        flag(rules.forced == Forced::Last),
        flag(rules.majority),
        flag(rules.swap),
    ]
}

/// Passes the description of a stack to a function: name, player in turns after the mover, value.
fn write_stack(stack: Stack, turns: impl Fn(Player) -> usize, mut write: impl FnMut(usize, usize, u8)) {
    let mut rest = stack;
    for name in 0..3 {
        let Some(player) = rest.top() else { break };
        write(name, turns(player), rest.pop_cap().height() as u8);
    }
    for player in Player::ALL {
        let rings = stack.count(player);
        if rings > 0 {
            write(3, turns(player), rings as u8);
        }
    }
}

/// Iterates over the players, beginning with the player to move.
fn after_mover<const W: usize>(position: &PositionOf<W>) -> impl Iterator<Item = Player> {
    let players = position.rules().players;
    std::iter::successors(Some(position.to_move()), move |player| Some(player.next(players)))
}

fn names(by_player: &[&str], others: &[&str]) -> Vec<String> {
    let by_player = by_player.iter().flat_map(|name| (0..MAX_PLAYERS).map(move |turns| format!("{name}_{turns}")));
    by_player.chain(others.iter().map(|name| (*name).to_string())).collect()
}

const fn flag(is_set: bool) -> f32 {
    if is_set { 1.0 } else { 0.0 }
}

fn ratio(value: u32, of: u32) -> f32 {
    value as f32 / of.max(1) as f32
}
