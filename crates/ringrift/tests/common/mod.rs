//! Random games under random rules.
//!
//! A game is a ruleset and a list of numbers that select its actions, so that a failure shrinks to a short game.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use ringrift::{
    Action, BoardKind, CellContent, Edition, FinishedGames, Overrides, Phase, Player, Position, Regions, Ruleset, Setup,
};

/// Returns a configuration with this number of cases; `PROPTEST_CASES` overrides it.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

/// A game: its rules, and the numbers that select its actions in order.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) rules: Ruleset,
    /// Seed of a generated starting position; `None` for the normal start.
    midgame: Option<u64>,
    choices: Vec<u32>,
}

impl Game {
    pub(crate) fn start(&self) -> Position {
        let midgame = self.midgame.and_then(|number| midgame(&self.rules, Numbers(number)));
        midgame.unwrap_or_else(|| Position::new(&self.rules).expect("the rules are valid"))
    }

    /// Returns the numbers that select actions; fewer on large boards, which are slow.
    pub(crate) fn choices(&self) -> &[u32] {
        let limit = if self.rules.board.cells() <= 64 { 200 } else { 60 };
        &self.choices[..self.choices.len().min(limit)]
    }
}

/// Returns a position in the middle of a game; `None` if the game would be over. Slides, strikes and long lines are rare from
/// the normal start, so the position has markers and stacks that the last player controls and that bury rings of the others.
fn midgame(rules: &Ruleset, mut numbers: Numbers) -> Option<Position> {
    let mut setup = Setup::empty(*rules);
    let mut others: Vec<Player> = Player::seats(rules.players).collect();
    let last = others.pop()?;
    // Each stack takes at most two rings of a colour.
    let max_stacks = usize::from(rules.rings_per_player / 2).min(8);
    let sparsity = [10, 20, 60][numbers.below(3)];
    for cell in rules.board.iter_cells() {
        let at = rules.board.coord(cell);
        let other = others[numbers.below(others.len())];
        let has_room = setup.stacks.len() < max_stacks;
        match numbers.below(sparsity) {
            0..=2 => setup.markers.push((at, other)),
            3 => setup.markers.push((at, last)),
            4 => setup.collapsed.push((at, other)),
            5 if has_room => setup.stacks.push((at, vec![other, last])),
            6 if has_room => setup.stacks.push((at, vec![last, other, last])),
            7 if has_room => setup.stacks.push((at, vec![last])),
            _ => {}
        }
    }
    setup.hands[Player::One] = numbers.below(2) as u16;
    Position::from_setup(&setup, FinishedGames::Reject).ok()
}

/// A deterministic random number generator (splitmix64).
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}

/// Selects a legal action by a number; `None` if the game is over. Half of the numbers select among all actions. A quarter
/// first select a kind of action, because kinds with few actions would be too rare. A quarter select the most interesting of
/// 24 actions.
pub(crate) fn choose(position: &Position, number: u32) -> Option<Action> {
    let legal = position.legal_actions();
    let (policy, number) = (number % 4, number as usize / 4);
    if legal.is_empty() {
        return None;
    }
    if policy < 2 {
        return Some(legal[number % legal.len()]);
    }
    if policy == 2 {
        let some = (0..24).map(|i| legal[number.wrapping_add(i * 7919) % legal.len()]);
        return some.max_by_key(|&action| interest(position, action));
    }
    let mut kinds: Vec<&str> = legal.iter().copied().map(kind).collect();
    kinds.dedup();
    let chosen = kinds[number % kinds.len()];
    let same: Vec<Action> = legal.iter().copied().filter(|&action| kind(action) == chosen).collect();
    Some(same[number / kinds.len() % same.len()])
}

/// Returns a weight for rare actions and situations: long lines, regions and blocked players are rare in random play.
fn interest(position: &Position, action: Action) -> usize {
    let mut next = position.clone();
    next.play_unchecked(action);
    match (action, next.phase()) {
        (Action::RecoverSegment { .. }, _) => 40,
        (Action::Recover { to, .. }, _) if matches!(position.content(to), CellContent::Stack(_)) => 40,
        (_, Phase::LineChoice) => 10 * next.legal_actions().len(),
        (_, Phase::RegionChoice) => 5,
        (_, Phase::ForcedElimination) => 20,
        (_, Phase::Recovery) => 20 + next.legal_actions().len(),
        (_, Phase::CaptureOffer { .. } | Phase::CaptureChain { .. }) => 1,
        (_, Phase::Over { winner: None, .. }) => 2,
        _ => 0,
    }
}

pub(crate) fn kind(action: Action) -> &'static str {
    match action {
        Action::Place { .. } => "place",
        Action::SkipPlacement => "skip placement",
        Action::SwapSides => "swap sides",
        Action::Recover { .. } => "recover",
        Action::RecoverSegment { .. } => "recover segment",
        Action::SkipRecovery => "skip recovery",
        Action::Move { .. } => "move",
        Action::Capture { .. } => "capture",
        Action::DeclineCapture => "decline capture",
        Action::TakeLine { .. } => "take line",
        Action::TakeSegment { .. } => "take segment",
        Action::ClaimRegion { .. } => "claim region",
        Action::StopTerritory => "stop territory",
        Action::Eliminate { .. } => "eliminate",
    }
}

/// Generates games of up to 200 actions under all rules.
pub(crate) fn games() -> impl Strategy<Value = Game> {
    games_by(any_rules())
}

pub(crate) fn games_by(rules: impl Strategy<Value = Ruleset>) -> impl Strategy<Value = Game> {
    let midgame = weighted(0.25, any::<u64>());
    (rules, midgame, vec(any::<u32>(), 0..200)).prop_map(|(rules, midgame, choices)| Game { rules, midgame, choices })
}

/// Generates the rules of all editions, half of them with changed options.
fn any_rules() -> impl Strategy<Value = Ruleset> {
    let editions = prop_oneof![2 => Just(Edition::Canon), 1 => Just(Edition::Compact), 3 => Just(Edition::Live)];
    let changes = prop_oneof![1 => Just(Vec::new()), 1 => vec(select(CHANGES), 1..4)];
    (editions, parameters(), changes)
        .prop_map(|(edition, parameters, changes)| edition_rules(edition, &parameters, &changes))
}

/// Option values that may be set in any edition.
const CHANGES: &[(&str, &str)] = &[
    ("placement_limit", "none"),
    ("placement_limit", "5"),
    ("landing", "burn"),
    ("landing", "keep"),
    ("landing", "burn_any"),
    ("capture_distance", "manhattan"),
    ("region_duty", "optional"),
    ("region_duty", "mandatory"),
    ("last_standing", "round"),
    ("last_standing", "at_once"),
    ("last_standing", "rounds"),
    ("stalemate", "no_stacks"),
    ("stalemate", "no_actions"),
    ("tiebreak", "last_action"),
    ("tiebreak", "draw"),
    ("tiebreak", "rungs"),
    ("turn_cap", "3"),
    ("turn_cap", "30"),
    ("skip", "implied"),
    ("skip", "explicit"),
    ("line_price", "cap"),
    ("line_price", "ring"),
    ("borders", "seen"),
    ("borders", "touched"),
    ("borders", "flooded"),
    ("open_regions", "lacking"),
    ("open_regions", "one_controller"),
    ("recovery", "on"),
    ("recovery", "off"),
    ("forced", "first"),
    ("forced", "last"),
    ("majority", "on"),
    ("majority", "off"),
    ("last_standing_rounds", "1"),
    ("swap", "on"),
];

/// Parameters that do not depend on the edition.
#[derive(Clone, Debug)]
pub(crate) struct Parameters {
    board: BoardKind,
    players: u8,
    rings: Option<u16>,
    line_length: Option<u8>,
    elimination_threshold: Option<u16>,
    territory_threshold: Option<u16>,
    regions: Regions,
    swap: bool,
}

/// Generates parameters: mostly small boards, where games are faster; all numbers of players; usual and unusual numbers of
/// rings, line lengths and thresholds.
pub(crate) fn parameters() -> impl Strategy<Value = Parameters> {
    let boards = prop_oneof![
        5 => Just(BoardKind::Square8),
        4 => Just(BoardKind::Hex8),
        1 => Just(BoardKind::Square19),
        1 => Just(BoardKind::Hexagonal),
        1 => Just(BoardKind::Hexagonal12),
    ];
    let rings = weighted(0.3, prop_oneof![Just(5u16), 1u16..10]);
    let line_length = weighted(0.4, select(vec![2u8, 2, 3, 4, 5]));
    let thresholds = (weighted(0.1, 1u16..30), weighted(0.1, 1u16..50));
    (boards, 2u8..=4, rings, line_length, thresholds, select(Regions::ALL), any::<bool>()).prop_map(
        |(board, players, rings, line_length, (elimination_threshold, territory_threshold), regions, swap)| {
            Parameters { board, players, rings, line_length, elimination_threshold, territory_threshold, regions, swap }
        },
    )
}

/// Returns the rules of an edition with these parameters and option values.
pub(crate) fn edition_rules(edition: Edition, parameters: &Parameters, changes: &[(&str, &str)]) -> Ruleset {
    let (usual_rings, usual_length) = if parameters.board.cells() <= 64 { (18, 3) } else { (36, 4) };
    let rings = parameters.rings.unwrap_or(usual_rings);
    let mut overrides = Overrides {
        rings_per_player: Some(rings),
        line_length: Some(parameters.line_length.unwrap_or(usual_length + u8::from(edition == Edition::Compact))),
        elimination_threshold: parameters
            .elimination_threshold
            .map(|count| count.min(rings * u16::from(parameters.players))),
        territory_threshold: parameters.territory_threshold,
        regions: Some(parameters.regions),
        swap: Some(edition == Edition::Live && parameters.swap),
        ..Overrides::default()
    };
    for (name, value) in changes.iter().filter(|change| change.1 != "manhattan" || !parameters.board.is_hexagonal()) {
        overrides.set(name, value).expect("the option accepts the value");
    }
    if changes.contains(&("landing", "keep")) && overrides.turn_cap.is_none() {
        overrides.turn_cap = Some(Some(100));
    }
    Ruleset::new(edition, parameters.board, parameters.players, &overrides).expect("the rules are valid")
}
