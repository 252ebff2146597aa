//! Random games. Each is generated from rules, a start and numbers that choose the actions, so that failures shrink to
//! short games.

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use ringrift::{
    Action, BoardKind, Edition, Landing, LastStanding, Overrides, Phase, Position, RegionDuty, Regions, Ruleset,
    Stalemate, Tiebreak,
};

/// Returns the proptest configuration for a number of cases, which `PROPTEST_CASES` overrides.
pub(crate) fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

/// Parameters of a random game.
#[derive(Clone, Debug)]
pub(crate) struct Game {
    pub(crate) rules: Ruleset,
    /// The numbers that choose the actions up to the start position.
    opening: Vec<u32>,
    /// The numbers that choose the actions after the start position.
    choices: Vec<u32>,
    /// Whether the game starts at the last position of the opening whose decision is neither a placement nor a move.
    within_turn: bool,
    /// Whether the game is played to its end.
    to_the_end: bool,
    /// Seed of all other choices.
    pub(crate) seed: u64,
}

impl Game {
    /// Plays the game and returns its start position and actions. Games on large boards are short, because they are slow.
    pub(crate) fn play(&self) -> (Position, Vec<Action>) {
        let is_small = self.rules.board.cells() <= 64;
        let (max_choices, max_rest) = if is_small { (120, 500) } else { (24, 40) };
        let mut position = Position::new(&self.rules).expect("the rules are valid");
        let opening = play_choices(&mut position, self.opening.iter().copied().take(max_choices));
        if self.within_turn {
            position = last_within_turn(&self.rules, &opening).unwrap_or(position);
        }
        let start = position.clone();
        let mut actions = play_choices(&mut position, self.choices.iter().copied().take(max_choices));
        if self.to_the_end {
            let mut numbers = Numbers(self.seed);
            actions.extend(play_choices(&mut position, (0..max_rest).map(|_| numbers.next() as u32)));
        }
        (start, actions)
    }

    /// Returns the game from its standard start, played to its end.
    pub(crate) fn whole(self) -> Game {
        Game { opening: Vec::new(), to_the_end: true, ..self }
    }
}

/// Returns the last position of a game whose decision is neither a placement nor a move.
fn last_within_turn(rules: &Ruleset, actions: &[Action]) -> Option<Position> {
    let mut position = Position::new(rules).expect("the rules are valid");
    let mut found = None;
    for &action in actions {
        position.play_unchecked(action);
        if !matches!(position.phase(), Phase::Placement | Phase::Movement { must_move: None } | Phase::Over { .. }) {
            found = Some(position.clone());
        }
    }
    found
}

fn play_choices(position: &mut Position, numbers: impl Iterator<Item = u32>) -> Vec<Action> {
    let mut actions = Vec::new();
    for number in numbers {
        let Some(action) = choose(position, number) else { break };
        position.play(action).expect("a listed action is legal");
        actions.push(action);
    }
    actions
}

/// Chooses an action by a number. An even number selects an arbitrary action; an odd number selects, among 16
/// candidates, the action that leads to the rarest situation.
pub(crate) fn choose(position: &Position, number: u32) -> Option<Action> {
    let legal = position.legal_actions();
    let number = number as usize;
    if legal.is_empty() {
        return None;
    }
    if number.is_multiple_of(2) || position.rules().board.cells() > 64 {
        return Some(legal[number / 2 % legal.len()]);
    }
    let candidates = (0..16).map(|i| legal[(number / 2).wrapping_add(i * 7919) % legal.len()]);
    candidates.max_by_key(|&action| rarity(position, action))
}

/// Returns a score for the situation after an action: the higher, the rarer.
fn rarity(position: &Position, action: Action) -> usize {
    let mut next = position.clone();
    next.play_unchecked(action);
    match next.phase() {
        Phase::LineChoice => 10 * next.legal_actions().len(),
        Phase::RegionChoice => 5,
        Phase::ForcedElimination => 20,
        Phase::CaptureOffer { .. } | Phase::CaptureChain { .. } => 1,
        _ => 0,
    }
}

/// Generates games with all rulesets and kinds of starts.
pub(crate) fn games() -> impl Strategy<Value = Game> {
    let opening = prop_oneof![2 => Just(Vec::new()), 1 => vec(any::<u32>(), 1..80)];
    let choices = prop_oneof![1 => vec(any::<u32>(), 0..6), 2 => vec(any::<u32>(), 0..80)];
    (rules(), opening, choices, any::<bool>(), weighted(0.3, Just(())), any::<u64>()).prop_map(
        |(rules, opening, choices, within_turn, to_the_end, seed)| {
            let to_the_end = to_the_end.is_some();
            Game { rules, opening, choices, within_turn, to_the_end, seed }
        },
    )
}

/// Generates boards, mostly small ones.
fn boards() -> impl Strategy<Value = BoardKind> {
    prop_oneof![
        6 => Just(BoardKind::Square8),
        5 => Just(BoardKind::Hex8),
        1 => Just(BoardKind::Square19),
        1 => Just(BoardKind::Hexagonal),
        1 => Just(BoardKind::Hexagonal12),
    ]
}

/// Generates rulesets of every edition and board, with default or other numbers and options.
fn rules() -> impl Strategy<Value = Ruleset> {
    let numbers = (weighted(0.4, 2u16..12), weighted(0.4, 2u8..5), weighted(0.1, 1u16..30), weighted(0.1, 1u16..50));
    let choices = (
        weighted(0.3, select(Regions::ALL)),
        weighted(0.1, select(RegionDuty::ALL)),
        weighted(0.1, select(LastStanding::ALL)),
        weighted(0.1, select(Stalemate::ALL)),
        weighted(0.1, select(Tiebreak::ALL)),
    );
    let limits = (weighted(0.1, weighted(0.7, 1u8..6)), weighted(0.1, 1u32..60), weighted(0.1, select(Landing::ALL)));
    (select(Edition::ALL), boards(), 2u8..=4, numbers, choices, limits).prop_map(
        |(edition, board, players, (rings, line_length, eliminated, territory), choices, limits)| {
            let is_defined = Ruleset::new(edition, board, players, &Overrides::default()).is_ok();
            let rings = rings.or((!is_defined || edition == Edition::Live).then_some(18));
            let most = rings.unwrap_or(18) * u16::from(players);
            let (placement_limit, turn_cap, landing) = limits;
            let endless = landing == Some(Landing::Keep) || (landing.is_none() && edition == Edition::Compact);
            let overrides = Overrides {
                rings_per_player: rings,
                line_length: line_length.or((!is_defined).then_some(3)),
                elimination_threshold: eliminated.map(|count| count.min(most)),
                territory_threshold: territory,
                placement_limit,
                landing,
                regions: choices.0,
                region_duty: choices.1,
                last_standing: choices.2,
                stalemate: choices.3,
                tiebreak: choices.4,
                turn_cap: turn_cap.or(endless.then_some(100)).map(Some),
                ..Overrides::default()
            };
            Ruleset::new(edition, board, players, &overrides).expect("the rules fit together")
        },
    )
}

/// Pseudo-random numbers (splitmix64).
#[derive(Clone, Debug)]
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

    /// Returns `true` with probability 1 / `times`.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
