//! What holds in every position that play can reach.
//!
//! A game is a set of rules and a list of numbers that choose its actions, so that a failure shrinks to a short game.
//! Each property looks at all positions of such games.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;

use proptest::collection::vec;
use proptest::option::weighted;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseResult, TestRunner};
use ringrift::{
    Action, Axis, BoardKind, Borders, ByPlayer, Cell, CellSet, Coord, Deed, Edition, Elimination, Event,
    FingerprintHash, Finished, Landing, LastStanding, Line, LinePrice, Overrides, Phase, Player, PlayerSet, Position,
    PositionOf, PositionVisitor, Reason, RegionDuty, RegionId, Regions, Ruleset, Setup, Shape, Space, Stalemate,
    Tiebreak,
};

/// How many games each property is tried on, unless `PROPTEST_CASES` says otherwise.
const GAMES: u32 = 128;

fn config(cases: u32) -> ProptestConfig {
    let default = ProptestConfig::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    ProptestConfig { cases, failure_persistence: None, ..default }
}

// --- games ---

/// A game: its rules, and the numbers that choose its actions one after the other.
#[derive(Clone, Debug)]
struct Game {
    rules: Ruleset,
    choices: Vec<u32>,
}

/// One action of a game, with all that it does.
struct Step {
    before: Position,
    action: Action,
    events: Vec<Event>,
    after: Position,
}

impl Game {
    /// The actions of the game, as many as its numbers choose; fewer on large boards, which take their time.
    fn steps(&self) -> Vec<Step> {
        let most = if self.rules.board.cells() <= 64 { 200 } else { 60 };
        let mut steps: Vec<Step> = Vec::new();
        for &number in self.choices.iter().take(most) {
            let before = steps.last().map_or_else(|| self.start(), |step| step.after.clone());
            let Some(action) = choose(&before, number) else { break };
            let mut after = before.clone();
            let events = after.play_with_events(action).expect("a listed action is legal");
            steps.push(Step { before, action, events, after });
        }
        steps
    }

    /// The start and the position after each action.
    fn positions(&self) -> Vec<Position> {
        std::iter::once(self.start()).chain(self.steps().into_iter().map(|step| step.after)).collect()
    }

    fn start(&self) -> Position {
        Position::new(&self.rules).expect("the rules are valid")
    }
}

/// Chooses an action by a number. Half of the numbers mean any action; the others first mean a kind of action, because
/// kinds of few actions would come too seldom, or the best of a few actions at making something happen.
fn choose(position: &Position, number: u32) -> Option<Action> {
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

/// How seldom the situation is that an action leads to: long lines, regions and blocked players do not come by chance.
fn interest(position: &Position, action: Action) -> usize {
    let mut next = position.clone();
    next.play_unchecked(action);
    match next.phase() {
        Phase::LineChoice => 10 * next.legal_actions().len(),
        Phase::RegionChoice => 5,
        Phase::ForcedElimination => 20,
        Phase::Recovery => 20 + next.legal_actions().len(),
        Phase::CaptureOffer { .. } | Phase::CaptureChain { .. } => 1,
        Phase::Over { winner: None, .. } => 2,
        _ => 0,
    }
}

fn kind(action: Action) -> &'static str {
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

/// Games by all rules.
fn games() -> impl Strategy<Value = Game> {
    games_by(any_rules())
}

/// Games by the rules of `canon` and `compact` and their mixtures, without anything that only `live` has.
fn classic_games() -> impl Strategy<Value = Game> {
    games_by(any_rules().prop_map(|rules| {
        let base = Ruleset { players: rules.players, ..canon_like(&rules) };
        Ruleset {
            landing: if rules.landing == Landing::BurnAny { Landing::Burn } else { rules.landing },
            last_standing: if rules.last_standing == LastStanding::Rounds {
                base.last_standing
            } else {
                rules.last_standing
            },
            tiebreak: if rules.tiebreak == Tiebreak::Rungs { base.tiebreak } else { rules.tiebreak },
            capture_distance: rules.capture_distance,
            regions: rules.regions,
            region_duty: rules.region_duty,
            stalemate: rules.stalemate,
            placement_limit: rules.placement_limit,
            turn_cap: rules.turn_cap,
            ..base
        }
    }))
}

/// The canonical rules with the numbers of others.
fn canon_like(rules: &Ruleset) -> Ruleset {
    let overrides = Overrides {
        rings_per_player: Some(rules.rings_per_player),
        line_length: Some(rules.line_length),
        ..Overrides::default()
    };
    Ruleset::new(Edition::Canon, rules.board, rules.players, &overrides).expect("the rules fit together")
}

/// Games of up to 200 actions.
fn games_by(rules: impl Strategy<Value = Ruleset>) -> impl Strategy<Value = Game> {
    (rules, vec(any::<u32>(), 0..200)).prop_map(|(rules, choices)| Game { rules, choices })
}

/// A few large boards among many small ones, on which more happens in the same time.
fn boards() -> impl Strategy<Value = BoardKind> {
    prop_oneof![
        5 => Just(BoardKind::Square8),
        4 => Just(BoardKind::Hex8),
        1 => Just(BoardKind::Square19),
        1 => Just(BoardKind::Hexagonal),
        1 => Just(BoardKind::Hexagonal12),
    ]
}

/// An edition with its own numbers or others: rings, line length, thresholds and regions.
fn edition_rules(edition: Edition) -> impl Strategy<Value = Ruleset> {
    let rings = weighted(0.3, prop_oneof![Just(5u16), 1u16..10]);
    let line_length = weighted(0.4, select(vec![2u8, 2, 3, 4, 5]));
    let thresholds = (weighted(0.1, 1u16..30), weighted(0.1, 1u16..50));
    (boards(), 2u8..=4, rings, line_length, thresholds, select(Regions::ALL)).prop_map(
        move |(board, players, rings, line_length, (eliminated, territory), regions)| {
            let (usual_rings, usual_length) = if board.cells() <= 64 { (18, 3) } else { (36, 4) };
            let rings = rings.unwrap_or(usual_rings);
            let line_length = line_length.unwrap_or(usual_length + u8::from(edition == Edition::Compact));
            let overrides = Overrides {
                rings_per_player: Some(rings),
                line_length: Some(line_length),
                elimination_threshold: eliminated.map(|count| count.min(rings * u16::from(players))),
                territory_threshold: territory,
                regions: Some(regions),
                ..Overrides::default()
            };
            Ruleset::new(edition, board, players, &overrides).expect("the rules fit together")
        },
    )
}

fn canon_rules() -> impl Strategy<Value = Ruleset> {
    edition_rules(Edition::Canon)
}

/// All editions, and mixtures of them.
fn any_rules() -> impl Strategy<Value = Ruleset> {
    let edition = prop_oneof![
        2 => canon_rules(),
        1 => edition_rules(Edition::Compact),
        2 => edition_rules(Edition::Live).prop_map(|rules| Ruleset { swap: rules.players == 2, ..rules }),
    ];
    let landing = weighted(0.1, select(Landing::ALL));
    let endings = (weighted(0.1, select(LastStanding::ALL)), weighted(0.1, select(Stalemate::ALL)));
    let others = (weighted(0.1, select(RegionDuty::ALL)), weighted(0.1, select(Tiebreak::ALL)));
    let limits = (weighted(0.1, weighted(0.7, 1u8..6)), weighted(0.2, 1u32..40));
    (edition, landing, endings, others, limits).prop_map(
        |(rules, landing, (last_standing, stalemate), (region_duty, tiebreak), (placement_limit, turn_cap))| {
            let landing = landing.unwrap_or(rules.landing);
            let rules = Ruleset {
                landing,
                last_standing: last_standing.unwrap_or(rules.last_standing),
                stalemate: stalemate.unwrap_or(rules.stalemate),
                region_duty: region_duty.unwrap_or(rules.region_duty),
                tiebreak: tiebreak.unwrap_or(rules.tiebreak),
                placement_limit: placement_limit.unwrap_or(rules.placement_limit),
                turn_cap: turn_cap.or(rules.turn_cap).or((landing == Landing::Keep).then_some(100)),
                ..rules
            };
            rules.check().expect("the rules fit together");
            rules
        },
    )
}

/// A plain source of further numbers (splitmix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { Some(items[self.below(items.len())]) }
    }
}

/// The games must reach everything that can happen, or the properties say little.
#[test]
fn games_reach_every_kind_of_action_phase_and_ending() {
    let mut runner = TestRunner::deterministic();
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut note = |what: &dyn Debug| *seen.entry(format!("{what:?}")).or_default() += 1;
    for _ in 0..400 {
        let game = games().new_tree(&mut runner).unwrap().current();
        for step in game.steps() {
            note(&kind(step.action));
            note(&step.before.phase().name());
            for event in step.events {
                match event {
                    Event::Eliminated { cause, .. } => note(&cause),
                    Event::Collapsed { cause, .. } => note(&cause),
                    Event::Ended { winner, reason } => note(&(reason, winner.is_some())),
                    Event::Passed { .. } | Event::HandConverted { .. } => note(&format!("{event:?}").split(' ').next()),
                    _ => {}
                }
            }
        }
    }
    let kinds = ["place", "skip placement", "move", "capture", "decline capture", "take line", "take segment"];
    let more_kinds = ["claim region", "stop territory", "eliminate"];
    let phases = ["capture", "chain_capture", "line_processing", "line_elimination", "territory_processing"];
    let more_phases = ["ring_placement", "movement", "territory_elimination", "forced_elimination"];
    let texts = [&kinds[..], &more_kinds, &phases, &more_phases].concat();
    let mut wanted: Vec<String> = texts.iter().map(|text| format!("{text:?}")).collect();
    wanted.extend(["Burnt", "LinePayment", "RegionPayment", "Forced", "Passed", "Border"].map(str::to_owned));
    wanted.extend(["Some(\"Passed\")", "Some(\"HandConverted\")"].map(str::to_owned));
    wanted.extend(Reason::ALL.map(|reason| format!("({reason:?}, true)")));
    let missing: Vec<&String> = wanted.iter().filter(|&what| !seen.contains_key(what)).collect();
    assert!(missing.is_empty(), "never seen: {missing:?}; seen: {seen:?}");
}

// --- legality ---

/// Checks that an illegal action is refused with a reason and changes nothing.
fn check_refused(position: &Position, action: Action) -> TestCaseResult {
    let mut copy = position.clone();
    let mut events = Vec::new();
    let refused = copy.play_observed(action, &mut events).expect_err("an illegal action was played");
    prop_assert_eq!(&copy, position);
    prop_assert_eq!((copy.hash(), copy.fingerprint()), (position.hash(), position.fingerprint()));
    prop_assert!(events.is_empty(), "heard of {:?}", events);
    prop_assert!(!refused.reason.is_empty() && !refused.to_string().contains('\n'), "{:?}", refused);
    prop_assert!(refused.cells.iter().all(|cell| cell.index() < usize::from(position.rules().board.cells())));
    prop_assert_eq!(position.why_illegal(action), Some(refused));
    Ok(())
}

/// Some action, mostly illegal: anything at all, or a legal action with one part changed.
fn some_action(position: &Position, legal: &[Action], numbers: &mut Numbers) -> Action {
    let cells = usize::from(position.rules().board.cells());
    let cell = |numbers: &mut Numbers| match numbers.below(20) {
        0 => Cell::new(numbers.next() as u16),
        1 => Cell::new((cells + numbers.below(5)) as u16),
        _ => Cell::new(numbers.below(cells) as u16),
    };
    let (a, b, c) = (cell(numbers), cell(numbers), cell(numbers));
    let small = numbers.below(8) as u8;
    let border = numbers.pick(&[None, Some(Player::One), Some(Player::Two), Some(Player::Three), Some(Player::Four)]);
    let border = border.flatten();
    let line = Line { axis: Axis::new(small), first: a, length: numbers.below(10) as u8 };
    if numbers.below(2) == 0
        && let Some(near) = numbers.pick(legal)
    {
        let part = numbers.below(3);
        return match (near, part) {
            (Action::Place { at, .. }, 0) => Action::Place { at, rings: small },
            (Action::Place { at, .. }, 1) => Action::Place { at, rings: numbers.next() as u8 },
            (Action::Place { rings, .. }, _) => Action::Place { at: a, rings },
            (Action::Move { to, .. }, 0) => Action::Move { from: a, to },
            (Action::Move { from, to }, 1) => Action::Capture { from, over: a, to },
            (Action::Move { from, .. }, _) => Action::Move { from, to: a },
            (Action::Capture { over, to, .. }, 0) => Action::Capture { from: a, over, to },
            (Action::Capture { from, to, .. }, 1) => Action::Capture { from, over: a, to },
            (Action::Capture { from, over, .. }, _) => Action::Capture { from, over, to: a },
            (Action::TakeLine { line }, 0) => Action::TakeSegment { line, offset: small },
            (Action::TakeLine { line }, _) => Action::TakeLine { line: Line { length: small, ..line } },
            (Action::TakeSegment { line, .. }, 0) => Action::TakeLine { line },
            (Action::TakeSegment { line, .. }, _) => Action::TakeSegment { line, offset: small },
            (Action::ClaimRegion { region }, 0) => Action::ClaimRegion { region: RegionId { border, ..region } },
            (Action::ClaimRegion { region }, _) => Action::ClaimRegion { region: RegionId { first: a, ..region } },
            (_, 0) => Action::Eliminate { at: a },
            (_, _) => Action::SkipPlacement,
        };
    }
    match numbers.below(10) {
        0 => Action::Place { at: a, rings: small },
        1 => Action::SkipPlacement,
        2 => Action::Move { from: a, to: b },
        3 => Action::Capture { from: a, over: b, to: c },
        4 => Action::DeclineCapture,
        5 => Action::TakeLine { line },
        6 => Action::TakeSegment { line, offset: small },
        7 => Action::ClaimRegion { region: RegionId { first: a, border } },
        8 => Action::StopTerritory,
        _ => Action::Eliminate { at: a },
    }
}

proptest! {
    #![proptest_config(config(GAMES))]

    /// Every listed action is legal and can be played; the list is complete, without repetition, and counted right
    /// (rules.md section 4).
    #[test]
    fn listed_actions_are_accepted(game in games()) {
        for position in game.positions() {
            let legal = position.legal_actions();
            let different: HashSet<Action> = legal.iter().copied().collect();
            prop_assert_eq!(different.len(), legal.len(), "repeated actions in {}", position);
            prop_assert_eq!(position.count_legal(), legal.len() as u64, "{}", position);
            prop_assert_eq!(legal.is_empty(), position.phase().is_over(), "{}", position);
            prop_assert_eq!(position.outcome().is_some(), position.phase().is_over());
            for &action in &legal {
                prop_assert!(position.is_legal(action), "{}: {}", position, position.action_text(action));
                prop_assert_eq!(position.why_illegal(action), None);
            }
        }
    }

    /// Playing any of the listed actions works and is the same with and without checks and observers.
    #[test]
    fn listed_actions_are_played(game in games(), seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        let positions = game.positions();
        for position in positions.iter().rev().step_by(10) {
            let legal = position.legal_actions();
            for action in (0..30).filter_map(|_| numbers.pick(&legal)) {
                let (mut played, mut unchecked) = (position.clone(), position.clone());
                prop_assert!(played.play(action).is_ok(), "{}: {}", position, position.action_text(action));
                unchecked.play_unchecked(action);
                prop_assert_eq!(&played, &unchecked);
                prop_assert_ne!(&played, position, "{}", position.action_text(action));
            }
        }
    }

    /// Anything that is not listed is refused, with a reason, and changes nothing.
    #[test]
    fn other_actions_are_refused(game in games(), seed in any::<u64>()) {
        let mut numbers = Numbers(seed);
        for position in game.positions() {
            let legal = position.legal_actions();
            for _ in 0..12 {
                let action = some_action(&position, &legal, &mut numbers);
                let listed = legal.contains(&action);
                prop_assert_eq!(position.is_legal(action), listed, "{}: {:?}", position, action);
                if !listed {
                    check_refused(&position, action)?;
                }
            }
        }
    }

    /// Counting sequences by playing and by counting gives the same.
    #[test]
    fn sequences_are_counted_alike_either_way(game in games()) {
        for position in game.positions().iter().rev().step_by(25) {
            prop_assert_eq!(position.perft(0), 1);
            prop_assert_eq!(position.perft(1), position.count_legal());
            prop_assert_eq!(position.perft_made(1), position.count_legal());
            if position.count_legal() < 100 {
                prop_assert_eq!(position.perft(2), position.perft_made(2), "{}", position);
            }
        }
    }

    // --- hashes and texts ---

    /// The hash is kept up to date, and tells positions apart exactly as their fingerprints do.
    #[test]
    fn hashes_follow_play_and_agree_with_fingerprints(game in games()) {
        let mut hash_of: HashMap<String, u64> = HashMap::new();
        let mut fingerprint_of: HashMap<u64, String> = HashMap::new();
        for position in game.positions() {
            prop_assert_eq!(position.hash(), position.hash_from_scratch(), "{}", position);
            let fingerprint = position.fingerprint();
            prop_assert_eq!(position.fingerprint_hash(), FingerprintHash::of(&fingerprint));
            prop_assert_eq!(*hash_of.entry(fingerprint.clone()).or_insert(position.hash()), position.hash());
            let first = fingerprint_of.entry(position.hash()).or_insert_with(|| fingerprint.clone());
            prop_assert_eq!(&*first, &fingerprint, "two positions with one hash");
        }
    }

    /// Every position, within a turn and after the end as well, is read back from its text (docs/formats.md).
    #[test]
    fn positions_are_read_back_from_their_texts(game in games()) {
        for position in game.positions() {
            let text = position.to_string();
            let read = match Position::parse(&text) {
                Ok(read) => read,
                Err(error) => return Err(TestCaseError::fail(format!("{text}\n{error}"))),
            };
            prop_assert_eq!(&read, &position, "{}", text);
            prop_assert_eq!((read.hash(), read.fingerprint()), (position.hash(), position.fingerprint()));
            prop_assert_eq!(read.to_string(), text.clone());
            let known = position.rules();
            prop_assert_eq!(Position::parse_with(&text, known), Ok(position.clone()));
            let without_rules = text.split_once("; ").map_or("", |(_, rest)| rest);
            prop_assert_eq!(Position::parse_with(without_rules, known), Ok(position));
        }
    }

    /// The free data of a position are read back from its text, and make the same position again.
    #[test]
    fn setups_are_read_back_from_their_texts(game in games()) {
        for position in game.positions() {
            let setup = position.to_setup();
            let mut read = Setup::parse(&position.to_string()).expect("a text the engine wrote");
            prop_assert_eq!(read.fingerprint(), position.fingerprint());
            prop_assert_eq!(read.to_string(), position.to_string());
            read.stacks.sort();
            read.markers.sort();
            read.collapsed.sort();
            prop_assert_eq!(&read, &setup);
            let again = Position::from_setup(&setup, Finished::Allow);
            prop_assert_eq!(again.as_ref(), Ok(&position), "{}", position);
            let refused = Position::from_setup(&setup, Finished::Refuse).is_err();
            prop_assert_eq!(refused, position.phase().is_over(), "{}", position);
        }
    }

    /// Every legal action is read back from its text.
    #[test]
    fn actions_are_read_back_from_their_texts(game in games()) {
        for position in game.positions().iter().rev().step_by(2) {
            let mut texts = HashSet::new();
            for &action in &position.legal_actions() {
                let text = position.action_text(action);
                prop_assert_eq!(position.read_action(&text), Ok(action), "{}: {}", position, text);
                prop_assert!(texts.insert(text), "two actions with one text in {}", position);
            }
        }
    }

    // --- conservation and progress ---

    /// No ring appears or gets lost (RR-CANON-R052, D42): of every colour, those in hand, on the board and eliminated
    /// are as many as there were; and every eliminated ring is credited once (RR-CANON-R060).
    #[test]
    fn r052_rings_of_every_colour_are_conserved(game in games()) {
        let mut gone: ByPlayer<u32> = ByPlayer::default();
        let mut credited: ByPlayer<u32> = ByPlayer::default();
        for step in game.steps() {
            for event in &step.events {
                match *event {
                    Event::Eliminated { rings, credit, .. } => {
                        prop_assert_eq!(credit, step.before.to_move(), "credit goes to the mover");
                        credited[credit] += rings.height();
                        Player::ALL.into_iter().for_each(|colour| gone[colour] += rings.count(colour));
                    }
                    Event::HandConverted { player, rings } => {
                        gone[player] += u32::from(rings);
                        credited[player] += u32::from(rings);
                    }
                    _ => {}
                }
            }
            let position = &step.after;
            for player in Player::seats(game.rules.players) {
                let left = u32::from(position.hand(player)) + position.rings_on_board(player);
                prop_assert_eq!(left + gone[player], u32::from(game.rules.rings_per_player), "{}", position);
                prop_assert_eq!(position.rings_gone(player), gone[player]);
                prop_assert_eq!(u32::from(position.credits(player)), credited[player], "{}", position);
            }
            prop_assert_eq!(gone.0.iter().sum::<u32>(), credited.0.iter().sum::<u32>());
        }
    }

    /// During a turn only the mover's credits and territory grow, and only his hand shrinks, except that hands are
    /// converted at the end of the game (rules.md sections 11 and 13.3).
    #[test]
    fn r060_only_the_mover_gains(game in games()) {
        for Step { before, action, events, after } in game.steps() {
            let mover = before.to_move();
            let converted = events.iter().any(|event| matches!(event, Event::HandConverted { .. }));
            for player in Player::seats(game.rules.players) {
                let same = before.territory(player) == after.territory(player)
                    && (converted || before.credits(player) == after.credits(player))
                    && (converted || before.hand(player) == after.hand(player));
                prop_assert!(player == mover || same, "{}: {}", before, before.action_text(action));
                prop_assert!(before.territory(player) <= after.territory(player));
                prop_assert!(before.credits(player) <= after.credits(player));
                prop_assert!(before.hand(player) >= after.hand(player));
            }
        }
    }

    /// Collapsed cells never change again (RR-CANON-R031, R191).
    #[test]
    fn r031_collapsed_cells_stay(game in games()) {
        for Step { before, after, .. } in game.steps() {
            for cell in game.rules.board.iter_cells() {
                if let collapsed @ Space::Collapsed(_) = before.space(cell) {
                    prop_assert_eq!(after.space(cell), collapsed);
                }
            }
        }
    }

    /// S never falls, and changes by exactly what the table of rules.md 13.2 says (RR-CANON-R191). Without burning, as
    /// in `compact`, landing on an own marker leaves it as it is; then it still never falls.
    #[test]
    fn r191_progress_follows_its_table(game in classic_games()) {
        for Step { before, action, events, after } in game.steps() {
            let converted: u32 = events
                .iter()
                .map(|event| if let Event::HandConverted { rings, .. } = event { u32::from(*rings) } else { 0 })
                .sum();
            let gain = expected_gain(&before, action) + converted;
            prop_assert_eq!(after.progress(), before.progress() + gain, "{}: {}", before, before.action_text(action));
        }
    }

    /// In `canon` every turn with an action raises S, and S never exceeds the cells and rings of the game
    /// (RR-CANON-R191, rules.md 13.2).
    #[test]
    fn r191_every_canon_turn_makes_progress(game in games_by(canon_rules())) {
        let most = u32::from(game.rules.board.cells()) + u32::from(game.rules.total_rings());
        let mut at_start = 0;
        for Step { before, after, .. } in game.steps() {
            prop_assert!(after.progress() <= most);
            if after.turn() != before.turn() || after.phase().is_over() {
                prop_assert!(after.progress() > at_start, "nothing gained in the turn that ended with {}", before);
                at_start = after.progress();
            }
        }
    }

    // --- symmetries ---

    /// Turned and mirrored positions are valid and play alike (RR-CANON-R001 to R003: no direction is special).
    #[test]
    fn r003_boards_can_be_turned_and_mirrored(game in games()) {
        // On hexagons the flood of borders and the order of axes in a recovery prefer directions (live 13).
        let flooded = game.rules.board.is_hexagonal() && game.rules.borders == Borders::Flooded;
        let steps = if flooded { Vec::new() } else { game.steps() };
        let slides = |action| matches!(action, Action::Recover { .. } | Action::RecoverSegment { .. });
        for step in steps.iter().rev().step_by(12).filter(|step| !slides(step.action)) {
            for symmetry in Symmetry::all(game.rules.board) {
                let action = |image: &Position, action| symmetry.action(step, image, action);
                check_image(step, |setup| symmetry.setup(setup), &action)?;
            }
        }
    }

    /// Nothing depends on who sits where, but for the order of turns (RR-CANON-R010, D40).
    #[test]
    fn r010_seats_can_be_rotated(game in classic_games()) {
        for step in game.steps().iter().rev().step_by(6).filter(|step| everybody_acted_or_no_ladder(&step.after)) {
            for shift in 1..game.rules.players {
                let player = |player| rotate(player, shift, game.rules.players);
                check_image(step, |setup| rotate_setup(setup, &player), &|_, action| match action {
                    Action::ClaimRegion { region: RegionId { first, border } } => {
                        Some(Action::ClaimRegion { region: RegionId { first, border: border.map(player) } })
                    }
                    action => Some(action),
                })?;
            }
        }
    }

    // --- queries ---

    /// What a position says about placements, moves, captures and lines agrees with its legal actions.
    #[test]
    fn queries_agree_with_the_legal_actions(game in games()) {
        for position in game.positions() {
            let (legal, mover) = (position.legal_actions(), position.to_move());
            let board_actions = position.board_actions(mover);
            let of_stack = |at: Cell| {
                board_actions.iter().copied().filter(move |action| departure(*action) == Some(at)).collect::<Vec<_>>()
            };
            match position.phase() {
                Phase::Placement => {
                    let recovers = position.legal_actions().contains(&Action::SkipPlacement) && game.rules.recovery;
                    let skip = (!board_actions.is_empty() || recovers).then_some(Action::SkipPlacement);
                    let swap = legal.contains(&Action::SwapSides).then_some(Action::SwapSides);
                    let expected: Vec<Action> = position.placements(mover).into_iter().chain(skip).chain(swap).collect();
                    prop_assert_eq!(&expected[..], &legal[..], "{}", position);
                }
                Phase::Recovery => prop_assert!(board_actions.is_empty(), "{}", position),
                Phase::Movement { must_move: None } => prop_assert_eq!(&board_actions[..], &legal[..]),
                Phase::Movement { must_move: Some(at) } => prop_assert_eq!(&of_stack(at)[..], &legal[..]),
                Phase::CaptureOffer { at } | Phase::CaptureChain { at } => {
                    let captures = position.captures_from(at);
                    prop_assert_eq!(&captures[..], &legal[..captures.len()], "{}", position);
                    let same = |action: &&Action| kind(**action) == "capture";
                    prop_assert!(of_stack(at).iter().filter(same).eq(&captures));
                }
                Phase::LineChoice => {
                    let chosen: BTreeSet<Line> = legal.iter().filter_map(|&action| line_of(action)).collect();
                    let controls = !controlled(&position, mover).is_empty() || game.rules.line_price == LinePrice::Ring;
                    let processable = |line: &Line| controls || line.length > game.rules.line_length;
                    let lines: BTreeSet<Line> = position.lines(mover).into_iter().filter(processable).collect();
                    prop_assert_eq!(chosen, lines, "{}", position);
                }
                Phase::RegionPayment if position.deed() == Deed::Recovery => {
                    let buried = |at: &Cell| matches!(position.space(*at), Space::Stack(stack) if stack.has_buried(mover));
                    let expected = game.rules.board.iter_cells().filter(buried).map(|at| Action::Eliminate { at });
                    prop_assert!(expected.eq(legal.iter().copied()), "{}", position);
                }
                Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination => {
                    let stacks = controlled(&position, mover);
                    let expected: Vec<Action> = stacks.into_iter().map(|at| Action::Eliminate { at }).collect();
                    prop_assert_eq!(&expected[..], &legal[..], "{}", position);
                }
                Phase::RegionChoice | Phase::Over { .. } => {}
            }
        }
    }

    /// Counts and sets agree with what stands on the cells, and the parts of a query with the whole.
    #[test]
    fn queries_agree_with_the_cells(game in games()) {
        for position in game.positions() {
            let mut colours = PlayerSet::EMPTY;
            for player in Player::seats(game.rules.players) {
                let (moves, captures) = (position.moves(player), position.captures(player));
                let all: HashSet<Action> = position.board_actions(player).into_iter().collect();
                prop_assert_eq!(all.len(), moves.len() + captures.len());
                prop_assert!(moves.iter().chain(&captures).all(|action| all.contains(action)));
                let really = !position.placements(player).is_empty() || !all.is_empty();
                prop_assert_eq!(position.has_real_action(player), really, "player {} in {}", player, position);
                prop_assert_eq!(position.visit(Owned(player)), owned_by_cells(&position, player));
                let rings = |cell| if let Space::Stack(stack) = position.space(cell) { stack.count(player) } else { 0 };
                let on_board: u32 = game.rules.board.iter_cells().map(rings).sum();
                prop_assert_eq!(position.rings_on_board(player), on_board);
                if on_board > 0 {
                    colours.insert(player);
                }
            }
            prop_assert_eq!(position.colours_on_board(), colours);
        }
    }

    /// Lines are the maximal runs of markers of sufficient length (RR-CANON-R120).
    #[test]
    fn r120_lines_are_maximal_runs(game in games()) {
        for position in game.positions().iter().rev().step_by(3) {
            for player in Player::seats(game.rules.players) {
                let lines: BTreeSet<Line> = position.lines(player).into_iter().collect();
                prop_assert_eq!(lines, runs(position, player), "player {} in {}", player, position);
            }
        }
    }

    /// The regions a position lists are those that can be claimed, by whoever may (RR-CANON-R142 to R144).
    #[test]
    fn r142_claimants_are_those_who_may_claim(game in games()) {
        for position in game.positions() {
            let regions = position.regions();
            let ids: BTreeSet<RegionId> = regions.iter().map(|region| region.id).collect();
            let extents: BTreeSet<&Vec<Cell>> = regions.iter().map(|region| &region.cells).collect();
            prop_assert_eq!((ids.len(), extents.len()), (regions.len(), regions.len()), "{}", position);
            for player in Player::seats(game.rules.players) {
                let claimable = |claimed: &&ringrift::Region| claimed.claimants.contains(player);
                let any = regions.iter().any(|region| claimable(&region));
                prop_assert_eq!(position.has_claimable_region(player), any, "player {} in {}", player, position);
                for region in &regions {
                    let refusal = position.why_not_claim(player, region.id);
                    prop_assert_eq!(refusal.is_none(), claimable(&region), "{}", position);
                }
            }
            if position.phase() == Phase::RegionChoice {
                let mover = position.to_move();
                let expected = regions.iter().filter(|region| region.claimants.contains(mover));
                let expected: Vec<Action> = expected.map(|region| Action::ClaimRegion { region: region.id }).collect();
                let stop = (game.rules.region_duty == RegionDuty::Optional).then_some(Action::StopTerritory);
                prop_assert!(position.legal_actions().iter().copied().eq(expected.into_iter().chain(stop)));
            }
        }
    }

    /// The regions are those that the algorithm of rules.md 10.1 finds, taken literally (RR-CANON-R140, R141), and say
    /// who is in them (RR-CANON-R142).
    #[test]
    fn r141_regions_are_those_of_the_algorithm(game in classic_games()) {
        for position in game.positions().iter().rev().step_by(4) {
            let regions = position.regions();
            let found = regions.iter().map(|region| (region.cells.clone(), region.border.clone(), region.id.border));
            prop_assert_eq!(found.collect::<BTreeSet<_>>(), candidates(position), "{}", position);
            for region in &regions {
                prop_assert_eq!(Some(&region.id.first), region.cells.first());
                let in_it = |player: &Player| controlled(position, *player).iter().any(|at| region.cells.contains(at));
                let colours: PlayerSet = Player::seats(game.rules.players).filter(in_it).collect();
                prop_assert_eq!(region.colours, colours);
            }
        }
    }

    /// The chains of captures of a stack are exactly the ways in which play can go on capturing with it
    /// (RR-CANON-R103).
    #[test]
    fn r103_chains_are_the_ways_to_go_on_capturing(game in games()) {
        for position in game.positions().iter().rev().step_by(4) {
            let at = match position.phase() {
                Phase::Movement { must_move: None } => controlled(position, position.to_move()),
                Phase::Movement { must_move: Some(at) } => vec![at],
                Phase::CaptureOffer { at } | Phase::CaptureChain { at } => vec![at],
                _ => continue,
            };
            for from in at {
                check_chains(position, from)?;
            }
        }
    }
}

/// By how much an action raises S, apart from hands converted at the end (rules.md 13.2).
fn expected_gain(before: &Position, action: Action) -> u32 {
    match action {
        Action::Move { to, .. } | Action::Capture { to, .. } => {
            let onto_marker = matches!(before.space(to), Space::Marker(_));
            u32::from(!onto_marker || before.rules().landing == Landing::Burn)
        }
        Action::Eliminate { at } => match before.space(at) {
            Space::Stack(stack) => stack.cap(),
            _ => 0,
        },
        Action::ClaimRegion { region } => {
            let regions = before.regions();
            let cells = regions.iter().find(|found| found.id == region).map_or(&[][..], |region| &region.cells);
            let gain = |&cell: &Cell| match before.space(cell) {
                Space::Empty => 1,
                Space::Stack(stack) => 1 + stack.height(),
                Space::Marker(_) | Space::Collapsed(_) => 0,
            };
            cells.iter().map(gain).sum()
        }
        _ => 0,
    }
}

// --- whole games ---

/// Plays a random game to its end; returns the last position, the number of actions and of turns with an action.
fn play_out(rules: &Ruleset, seed: u64) -> (Position, u32, u32) {
    let mut numbers = Numbers(seed);
    let mut position = Position::new(rules).expect("the rules are valid");
    let (mut actions, mut turns, mut last_turn) = (0, 0, 0);
    while let Some(action) = choose(&position, numbers.next() as u32) {
        if position.turn() != last_turn {
            (turns, last_turn) = (turns + 1, position.turn());
        }
        position.play_unchecked(action);
        actions += 1;
        assert!(actions < 100_000, "endless: {position}");
    }
    (position, actions, turns)
}

fn small_boards() -> impl Strategy<Value = BoardKind> {
    select(vec![BoardKind::Square8, BoardKind::Hex8])
}

proptest! {
    #![proptest_config(config(60))]

    /// Every `canon` game ends, within as many turns with an action as there are cells and rings (RR-CANON-R191,
    /// rules.md 13.2).
    #[test]
    fn r191_canon_games_end(board in small_boards(), players in 2u8..=4, regions in select(Regions::ALL), seed: u64) {
        let overrides = Overrides {
            rings_per_player: Some(18),
            line_length: Some(3),
            regions: Some(regions),
            ..Overrides::default()
        };
        let rules = Ruleset::new(Edition::Canon, board, players, &overrides).unwrap();
        let (end, _, turns) = play_out(&rules, seed);
        let bound = u32::from(board.cells()) + u32::from(rules.total_rings());
        prop_assert!(turns <= bound, "{} turns, bound {}: {}", turns, bound, end);
        prop_assert!(end.progress() <= bound);
        check_outcome(&end)?;
    }

    /// Games that need not end by themselves end at the turn cap at the latest (D44).
    #[test]
    fn d44_compact_games_end_at_the_turn_cap(board in small_boards(), players in 2u8..=4, seed: u64) {
        let overrides = Overrides { rings_per_player: Some(9), line_length: Some(4), ..Overrides::default() };
        let rules = Ruleset::new(Edition::Compact, board, players, &overrides).unwrap();
        let (end, _, turns) = play_out(&rules, seed);
        prop_assert!(turns <= end.turn() && Some(end.turn()) <= rules.turn_cap, "{}", end);
        check_outcome(&end)?;
    }
}

/// The winner stands first, and the others by territory, credits and markers; equal ones share a place (rules.md 12.5).
fn check_outcome(end: &Position) -> TestCaseResult {
    let outcome = end.outcome().expect("the game is over");
    let seats = || Player::seats(end.rules().players);
    prop_assert_eq!(end.phase(), Phase::Over { winner: outcome.winner, reason: outcome.reason });
    let markers = |player| owned_by_cells(end, player).0.len();
    let order = |player| (outcome.winner == Some(player), end.territory(player), end.credits(player), markers(player));
    for player in seats() {
        let better = seats().filter(|&other| order(other) > order(player)).count();
        prop_assert_eq!(usize::from(outcome.ranks[player]), better + 1, "player {} in {}", player, end);
    }
    prop_assert!(Player::ALL.iter().skip(seats().len()).all(|&player| outcome.ranks[player] == 0));
    Ok(())
}

// --- symmetries ---

/// Checks that a step has an image: the same situation seen differently, in which the images of the legal actions are
/// legal, and which goes on to the image of the successor.
fn check_image(
    step: &Step,
    setup: impl Fn(&Setup) -> Setup,
    action: &dyn Fn(&Position, Action) -> Option<Action>,
) -> TestCaseResult {
    let image = |position: &Position| Position::from_setup(&setup(&position.to_setup()), Finished::Allow);
    let before = image(&step.before).map_err(|error| TestCaseError::fail(format!("{}: {error}", step.before)))?;
    let mapped: Vec<Option<Action>> = step.before.legal_actions().iter().map(|&a| action(&before, a)).collect();
    let lost = mapped.iter().filter(|action| action.is_none()).count();
    prop_assert_eq!(lost, 0, "{} has no image of some lines or regions of {}", before, step.before);
    let mapped: BTreeSet<Action> = mapped.into_iter().flatten().collect();
    let legal: BTreeSet<Action> = before.legal_actions().iter().copied().collect();
    prop_assert_eq!(mapped, legal, "{} and {}", step.before, before);
    let mut after = before.clone();
    after.play_unchecked(action(&before, step.action).expect("it is among the legal actions"));
    let played = step.before.action_text(step.action);
    prop_assert_eq!(Ok(after), image(&step.after), "{}: {}", step.before, played);
    Ok(())
}

/// A way to turn or mirror a board onto itself.
#[derive(Copy, Clone, Debug)]
struct Symmetry {
    board: BoardKind,
    number: u8,
}

impl Symmetry {
    /// The 8 symmetries of a square or the 12 of a hexagon.
    fn all(board: BoardKind) -> impl Iterator<Item = Symmetry> {
        (0..if board.is_hexagonal() { 12 } else { 8 }).map(move |number| Symmetry { board, number })
    }

    fn coord(self, Coord { mut x, mut y }: Coord) -> Coord {
        match self.board.shape() {
            Shape::Square { side } => {
                let last = side as i8 - 1;
                if self.number & 1 != 0 {
                    x = last - x;
                }
                if self.number & 2 != 0 {
                    y = last - y;
                }
                if self.number & 4 != 0 { Coord { x: y, y: x } } else { Coord { x, y } }
            }
            Shape::Hexagon { .. } => {
                for _ in 0..self.number % 6 {
                    (x, y) = (-y, x + y);
                }
                if self.number >= 6 { Coord { x: y, y: x } } else { Coord { x, y } }
            }
        }
    }

    fn cell(self, cell: Cell) -> Cell {
        self.board.cell(self.coord(self.board.coord(cell))).expect("symmetries keep to the board")
    }

    fn cells(self, cells: impl IntoIterator<Item = Cell>) -> BTreeSet<Cell> {
        cells.into_iter().map(|cell| self.cell(cell)).collect()
    }

    fn setup(self, setup: &Setup) -> Setup {
        let owned = |list: &[(Coord, Player)]| list.iter().map(|&(at, player)| (self.coord(at), player)).collect();
        Setup {
            stacks: setup.stacks.iter().map(|(at, rings)| (self.coord(*at), rings.clone())).collect(),
            markers: owned(&setup.markers),
            collapsed: owned(&setup.collapsed),
            phase: setup.phase.map(|phase| match phase {
                Phase::Movement { must_move } => Phase::Movement { must_move: must_move.map(|at| self.cell(at)) },
                Phase::CaptureOffer { at } => Phase::CaptureOffer { at: self.cell(at) },
                Phase::CaptureChain { at } => Phase::CaptureChain { at: self.cell(at) },
                phase => phase,
            }),
            ..setup.clone()
        }
    }

    /// The image of an action; lines and regions are those with the same cells.
    fn action(self, step: &Step, image: &Position, action: Action) -> Option<Action> {
        let geometry = self.board.geometry();
        let line = |line: Line| {
            let cells = self.cells(line.cells(geometry));
            image
                .lines(image.to_move())
                .into_iter()
                .find(|found| found.cells(geometry).collect::<BTreeSet<_>>() == cells)
        };
        Some(match action {
            Action::Place { at, rings } => Action::Place { at: self.cell(at), rings },
            Action::Move { from, to } => Action::Move { from: self.cell(from), to: self.cell(to) },
            Action::Capture { from, over, to } => {
                Action::Capture { from: self.cell(from), over: self.cell(over), to: self.cell(to) }
            }
            Action::Eliminate { at } => Action::Eliminate { at: self.cell(at) },
            Action::TakeLine { line: taken } => Action::TakeLine { line: line(taken)? },
            Action::TakeSegment { line: taken, offset } => {
                let length = usize::from(image.rules().line_length);
                let segment = |line: Line, offset: u8| line.cells(geometry).skip(offset.into()).take(length);
                let cells = self.cells(segment(taken, offset));
                let line = line(taken)?;
                let same = |&offset: &u8| segment(line, offset).collect::<BTreeSet<_>>() == cells;
                Action::TakeSegment { line, offset: (0..line.length).find(same)? }
            }
            Action::ClaimRegion { region } => {
                let regions = step.before.regions();
                let cells = self.cells(regions.iter().find(|found| found.id == region)?.cells.iter().copied());
                let same = |found: &ringrift::Region| found.cells.iter().copied().eq(cells.iter().copied());
                Action::ClaimRegion { region: image.regions().into_iter().find(same)?.id }
            }
            Action::Recover { from, to, extract } => {
                Action::Recover { from: self.cell(from), to: self.cell(to), extract: self.cell(extract) }
            }
            // Its offset counts along an axis whose direction a symmetry may turn around.
            Action::RecoverSegment { .. } => return None,
            Action::SkipPlacement
            | Action::SwapSides
            | Action::SkipRecovery
            | Action::DeclineCapture
            | Action::StopTerritory => action,
        })
    }
}

fn rotate(player: Player, shift: u8, players: u8) -> Player {
    Player::from_seat((player.seat() - 1 + shift) % players + 1).expect("a seat")
}

/// Among players who have never acted the ladder prefers the lowest seat (D41), which only a low turn cap brings about.
fn everybody_acted_or_no_ladder(position: &Position) -> bool {
    let acted = position.to_setup().last_actions.len();
    !matches!(position.phase(), Phase::Over { reason: Reason::Stalemate | Reason::TurnCap, .. })
        || acted == usize::from(position.rules().players)
        || position.rules().tiebreak == Tiebreak::Draw
}

fn rotate_setup(setup: &Setup, player: &impl Fn(Player) -> Player) -> Setup {
    let owned = |list: &[(Coord, Player)]| list.iter().map(|&(at, owner)| (at, player(owner))).collect();
    let counts = |counts: ByPlayer<u16>| {
        let mut rotated = ByPlayer::default();
        Player::seats(setup.rules.players).for_each(|seat| rotated[player(seat)] = counts[seat]);
        rotated
    };
    Setup {
        stacks: setup.stacks.iter().map(|(at, rings)| (*at, rings.iter().map(|&r| player(r)).collect())).collect(),
        markers: owned(&setup.markers),
        collapsed: owned(&setup.collapsed),
        hands: counts(setup.hands),
        credits: counts(setup.credits),
        to_move: player(setup.to_move),
        phase: setup.phase.map(|phase| match phase {
            Phase::Over { winner, reason } => Phase::Over { winner: winner.map(player), reason },
            phase => phase,
        }),
        last_standing: setup.last_standing.map(player),
        last_actions: setup.last_actions.iter().map(|&seat| player(seat)).collect(),
        ..setup.clone()
    }
}

#[test]
fn symmetries_are_all_different_and_keep_neighbours() {
    for board in BoardKind::ALL {
        let images: BTreeSet<Vec<Cell>> =
            Symmetry::all(board).map(|symmetry| board.iter_cells().map(|cell| symmetry.cell(cell)).collect()).collect();
        assert_eq!(images.len(), if board.is_hexagonal() { 12 } else { 8 });
        for symmetry in Symmetry::all(board) {
            for cell in board.iter_cells() {
                let neighbours = board.geometry().neighbours(symmetry.cell(cell)).collect::<BTreeSet<_>>();
                assert_eq!(symmetry.cells(board.geometry().neighbours(cell)), neighbours);
            }
        }
    }
}

// --- queries ---

fn departure(action: Action) -> Option<Cell> {
    match action {
        Action::Move { from, .. } | Action::Capture { from, .. } => Some(from),
        _ => None,
    }
}

fn line_of(action: Action) -> Option<Line> {
    match action {
        Action::TakeLine { line } | Action::TakeSegment { line, .. } => Some(line),
        _ => None,
    }
}

/// The stacks of a player, found by looking at every cell.
fn controlled(position: &Position, player: Player) -> Vec<Cell> {
    owned_by_cells(position, player).2
}

/// The markers, collapsed cells and stacks of a player, found by looking at every cell.
fn owned_by_cells(position: &Position, player: Player) -> (Vec<Cell>, Vec<Cell>, Vec<Cell>) {
    let mut owned = (Vec::new(), Vec::new(), Vec::new());
    for cell in position.rules().board.iter_cells() {
        match position.space(cell) {
            Space::Marker(owner) if owner == player => owned.0.push(cell),
            Space::Collapsed(owner) if owner == player => owned.1.push(cell),
            Space::Stack(stack) if stack.top() == Some(player) => owned.2.push(cell),
            _ => {}
        }
    }
    owned
}

/// The same as the position keeps it.
struct Owned(Player);

impl PositionVisitor for Owned {
    type Output = (Vec<Cell>, Vec<Cell>, Vec<Cell>);

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output {
        let cells = |set: CellSet<W>| set.iter().collect();
        (cells(position.markers(self.0)), cells(position.collapsed(self.0)), cells(position.controlled(self.0)))
    }
}

/// The lines of a player, found by walking from every marker to both sides.
fn runs(position: &Position, player: Player) -> BTreeSet<Line> {
    let geometry = position.geometry();
    let is_marker = |cell: &Cell| position.space(*cell) == Space::Marker(player);
    let mut lines = BTreeSet::new();
    for axis in geometry.axes() {
        let forward = geometry.forward(axis);
        for marker in position.rules().board.iter_cells().filter(is_marker) {
            let before = geometry.ray(marker, geometry.opposite(forward)).take_while(is_marker).last();
            let first = before.unwrap_or(marker);
            let length = 1 + geometry.ray(first, forward).take_while(is_marker).count() as u8;
            if length >= position.rules().line_length {
                lines.insert(Line { axis, first, length });
            }
        }
    }
    lines
}

/// The candidate regions with their borders and border colours, found as rules.md 10.1 says. The undivided board, which
/// nobody can ever claim, is left out.
fn candidates(position: &Position) -> BTreeSet<(Vec<Cell>, Vec<Cell>, Option<Player>)> {
    let open = |cell: &Cell| !matches!(position.space(*cell), Space::Collapsed(_));
    let mut found = BTreeSet::new();
    for colour in std::iter::once(None).chain(Player::seats(position.rules().players).map(Some)) {
        let is_wall = |cell: &Cell| colour.is_some_and(|owner| position.space(*cell) == Space::Marker(owner));
        let board = position.rules().board;
        let (walls, free): (BTreeSet<Cell>, BTreeSet<Cell>) = board.iter_cells().filter(open).partition(is_wall);
        let areas = components(position, &free);
        if areas.len() < 2 || (colour.is_some() && walls.is_empty()) {
            continue;
        }
        let most = areas.iter().map(BTreeSet::len).max();
        let is_main = |area: &BTreeSet<Cell>| Some(area.len()) == most;
        let has_main =
            position.rules().regions == Regions::NoMain && areas.iter().filter(|area| is_main(area)).count() == 1;
        for area in areas.iter().filter(|area| !(has_main && is_main(area))) {
            let outside: BTreeSet<Cell> = free.difference(area).copied().collect();
            let seen_from_outside = reachable(position, &outside, &walls);
            let inner: BTreeSet<Cell> =
                reachable(position, area, &walls).difference(&seen_from_outside).copied().collect();
            let touches = |cell: &&Cell| position.geometry().neighbours(**cell).any(|next| area.contains(&next));
            let border: Vec<Cell> = seen_from_outside.iter().filter(touches).copied().collect();
            let border_colour = colour.filter(|_| !border.is_empty());
            found.insert((area.union(&inner).copied().collect(), border, border_colour));
        }
    }
    found
}

/// The connected parts of a set of cells.
fn components(position: &Position, cells: &BTreeSet<Cell>) -> Vec<BTreeSet<Cell>> {
    let mut rest = cells.clone();
    let mut parts = Vec::new();
    while let Some(&first) = rest.first() {
        let mut part = BTreeSet::from([first]);
        part.append(&mut reachable(position, &part, &rest));
        rest.retain(|cell| !part.contains(cell));
        parts.push(part);
    }
    parts
}

/// The cells of one set that can be reached from another by steps within the first.
fn reachable(position: &Position, from: &BTreeSet<Cell>, within: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let mut reached = BTreeSet::new();
    let mut open: Vec<Cell> = from.iter().copied().collect();
    while let Some(cell) = open.pop() {
        let next = position.geometry().neighbours(cell).filter(|next| within.contains(next));
        open.extend(next.filter(|&next| reached.insert(next)));
    }
    reached
}

/// Checks the chains of the stack on a cell, which may capture now, against playing them.
fn check_chains(position: &Position, from: Cell) -> TestCaseResult {
    const LIMIT: usize = 60;
    let found = position.capture_chains(from, LIMIT);
    let mut played = Vec::new();
    play_chains(position, from, &mut Vec::new(), LIMIT, &mut played);
    prop_assert_eq!(found.complete, played.len() <= LIMIT, "{}", position);
    played.truncate(LIMIT);
    prop_assert_eq!(found.chains, played, "{}", position);
    Ok(())
}

/// Lists the chains of captures that play allows, in the order of legal actions, and one more than the limit at most.
fn play_chains(position: &Position, from: Cell, chain: &mut Vec<Action>, limit: usize, found: &mut Vec<Vec<Action>>) {
    for &action in &position.legal_actions() {
        let Action::Capture { from: start, to, .. } = action else { continue };
        if start != from || found.len() > limit {
            continue;
        }
        let mut next = position.clone();
        next.play(action).expect("a listed action is legal");
        chain.push(action);
        if next.phase() == (Phase::CaptureChain { at: to }) {
            play_chains(&next, to, chain, limit, found);
        } else {
            found.push(chain.clone());
        }
        chain.pop();
    }
}

/// A player can burn his last ring and still have a long line to take (case 37); that position has a text as well.
#[test]
fn positions_whose_mover_has_lost_his_last_ring_are_read_back() {
    let rules = Ruleset::canon(BoardKind::Square8, 2).unwrap();
    let mut position = Position::parse_with("S d1=1,h8=2; M1 a1,b1,c1,d3", &rules).unwrap();
    position.play(position.read_action("M d1-d3").unwrap()).unwrap();
    assert_eq!((position.phase(), position.rings_on_board(Player::One)), (Phase::LineChoice, 0));
    let text = position.to_string();
    assert_eq!(Position::parse(&text).map(|read| read.to_string()), Ok(text));
}

/// Every cause of elimination names the phase it belongs to.
#[test]
fn causes_of_elimination_fit_their_phases() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..60 {
        for step in games().new_tree(&mut runner).unwrap().current().steps() {
            for event in &step.events {
                let Event::Eliminated { cause, .. } = event else { continue };
                let fits = match cause {
                    Elimination::Burnt => departure(step.action).is_some(),
                    Elimination::LinePayment => step.before.phase() == Phase::LinePayment,
                    Elimination::Region => step.before.phase() == Phase::RegionChoice,
                    Elimination::RegionPayment => step.before.phase() == Phase::RegionPayment,
                    Elimination::Forced => step.before.phase() == Phase::ForcedElimination,
                    Elimination::Struck => step.before.phase() == Phase::Recovery,
                    Elimination::Extracted => {
                        matches!(step.before.phase(), Phase::Recovery | Phase::RegionPayment)
                    }
                };
                assert!(fits, "{cause:?} in {}", step.before);
            }
        }
    }
}
