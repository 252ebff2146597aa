//! The progress measure S and the end of games (RR-CANON-R191).

use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseResult;
use ringrift::{
    Action, BoardKind, Cell, CellContent, Edition, Event, Landing, LinePrice, Overrides, Phase, Player, Position,
    Regions, Ruleset, Setup, TurnProgress,
};

use crate::GAMES;
use crate::common::{Numbers, choose, config, games, games_by};
use crate::play::{Step, position, rules_of, stack_on, step};
use crate::queries::{controlled, owned_by_cells};

proptest! {
    #![proptest_config(config(GAMES))]

    /// Under all rules S never decreases, and it changes exactly as listed in `docs/invariants.md` (RR-CANON-R191; rules
    /// section 13.2).
    #[test]
    fn r191_progress_follows_its_table(game in games()) {
        let bound = u32::from(game.rules.board.cells()) + u32::from(game.rules.total_rings());
        for step in game.steps() {
            let gain = expected_gain(&step.before, step.action) + converted(&step.events);
            let Step { before, action, after, .. } = step;
            prop_assert_eq!(after.progress(), before.progress() + gain, "{}: {}", before, before.action_text(action));
            prop_assert!(after.progress() <= bound, "{}", after);
        }
    }

    /// In `canon` every turn with an action raises S (RR-CANON-R191; rules section 13.2).
    #[test]
    fn r191_every_canon_turn_raises_progress(game in games_by(rules_of(Edition::Canon))) {
        let mut at_start = game.start().progress();
        for step in game.steps().iter().filter(|step| step.ends_turn()) {
            let gained = step.after.progress() > at_start;
            prop_assert!(gained, "no progress in the turn that ended with {}", step.before);
            at_start = step.after.progress();
        }
    }

    /// Where landing on a marker eliminates a ring, the sum of S and the collapsed cells grows in every turn of a player with
    /// a stack, and in at least one turn of every round (RR-CANON-R191; rules-live sections 2 and 8).
    #[test]
    fn r191_every_round_raises_progress_or_territory(game in games()) {
        let steps = if game.rules.landing == Landing::Keep { Vec::new() } else { game.steps() };
        let mut latest = 0;
        for step in &steps {
            if advance(&step.after) > advance(&step.before) {
                latest = step.before.turn();
            }
            let is_idle = step.ends_turn() && latest != step.before.turn();
            let has_stack = !controlled(&step.before, step.before.to_move()).is_empty();
            prop_assert!(!(is_idle && has_stack), "no progress in the turn that ended with {}", step.before);
            prop_assert!(step.after.turn() - latest <= game.rules.players.into(), "{}", step.after);
        }
    }
}

/// Returns the sum of S and the collapsed cells, which is bounded and never decreases.
fn advance(position: &Position) -> u32 {
    let territory = |player| position.territory(player);
    position.progress() + Player::seats(position.rules().players).map(territory).sum::<u32>()
}

/// Returns the rings in hand that are converted to credits at the end of a game.
fn converted(events: &[Event]) -> u32 {
    let rings = |event: &Event| if let Event::HandConverted { rings, .. } = event { u32::from(*rings) } else { 0 };
    events.iter().map(rings).sum()
}

/// Returns by how much an action raises S, without hands converted at the end.
fn expected_gain(before: &Position, action: Action) -> u32 {
    match action {
        Action::Move { to, .. } | Action::Capture { to, .. } => {
            let onto_marker = matches!(before.content(to), CellContent::Marker(_));
            u32::from(!onto_marker || before.rules().landing != Landing::Keep)
        }
        Action::Recover { .. } => 1,
        Action::Eliminate { at } => stack_on(before, at).map_or(0, |stack| {
            let one_ring = match before.phase() {
                Phase::LinePayment => before.rules().line_price == LinePrice::Ring,
                Phase::RegionPayment => before.turn_progress() == TurnProgress::Recovered,
                _ => false,
            };
            if one_ring { 1 } else { stack.cap() }
        }),
        Action::ClaimRegion { region } => {
            let regions = before.regions();
            let cells = regions.iter().find(|found| found.id == region).map_or(&[][..], |region| &region.cells);
            let gain = |&cell: &Cell| match before.content(cell) {
                CellContent::Empty => 1,
                CellContent::Stack(stack) => 1 + stack.height(),
                CellContent::Marker(_) | CellContent::Collapsed(_) => 0,
            };
            cells.iter().map(gain).sum()
        }
        Action::Place { .. }
        | Action::SkipPlacement
        | Action::SwapSides
        | Action::RecoverSegment { .. }
        | Action::SkipRecovery
        | Action::DeclineCapture
        | Action::TakeLine { .. }
        | Action::TakeSegment { .. }
        | Action::StopTerritory => 0,
    }
}

/// A slide that collapses a segment has no payment and only moves the marker: S stays, four cells collapse.
#[test]
fn r191_live_turn_may_only_collapse_cells() {
    let slide = step("G square8 2p live; S h8=12,h1=2; M1 a4,b4,c4,d1,d2,d3,d5,e5", "R e5-d4 =2:1");
    assert_eq!(slide.after.progress(), slide.before.progress());
    assert_eq!(advance(&slide.after), advance(&slide.before) + 4);
}

/// A player without stacks may decline the recovery, which changes nothing.
#[test]
fn r191_live_turn_may_change_nothing() {
    let declined = step("G square8 2p live; S a8=21,h1=1; M2 d4; T 2", "SR");
    assert!(declined.ends_turn());
    assert_eq!(advance(&declined.after), advance(&declined.before));
}

/// All but one player have only buried rings, so only one turn of a round raises progress.
#[test]
fn r191_only_one_live_turn_of_a_round_may_raise_progress() {
    let moved = step("G square8 4p live; S a8=2341,h1=1", "M h1-h2");
    assert_eq!(moved.after.to_move(), Player::One);
    assert_eq!(moved.after.turn(), moved.before.turn() + 4);
    assert_eq!(advance(&moved.after), advance(&moved.before) + 1);
}

/// In `compact` landing on a marker eliminates nothing: two rings can move back and forth, and the position repeats after four
/// turns (ruling D44).
#[test]
fn d44_compact_play_can_repeat_positions() {
    let start = position("G square8 2p compact; S b1=1,h8=2; M1 a1; M2 h7");
    let mut now = start.clone();
    for text in ["M b1-a1", "M h8-h7", "M a1-b1", "M h7-h8"] {
        let action = now.read_action(text).expect("the move is legal");
        now.play_unchecked(action);
    }
    assert_eq!(Setup { turn: start.turn(), ..now.to_setup() }, start.to_setup());
}

// --- whole games ---

proptest! {
    #![proptest_config(config(60))]

    /// Every `canon` game ends; the number of turns with an action is at most the number of cells and rings (RR-CANON-R191;
    /// rules section 13.2).
    #[test]
    fn r191_canon_games_end(rules in small_games(Edition::Canon, 3), seed: u64) {
        let (end, turns) = play_out(&rules, seed, choose);
        let bound = u32::from(rules.board.cells()) + u32::from(rules.total_rings());
        prop_assert!(turns <= bound, "{} turns, bound {}: {}", turns, bound, end);
        check_outcome(&end)?;
    }

    /// Every `live` game ends without a turn cap, even if all players decline whenever they can; `docs/invariants.md`
    /// proves the bound (RR-CANON-R191).
    #[test]
    fn r191_live_games_end(rules in small_games(Edition::Live, 3), seed: u64) {
        let rounds = 2 * u32::from(rules.board.cells()) + u32::from(rules.total_rings()) + 1;
        for choose in [choose, choose_to_decline] {
            let (end, _) = play_out(&rules, seed, choose);
            prop_assert!(end.turn() <= u32::from(rules.players) * rounds, "{}", end);
            check_outcome(&end)?;
        }
    }

    /// `compact` games end at the turn cap at the latest (ruling D44).
    #[test]
    fn d44_compact_games_end_at_the_turn_cap(rules in small_games(Edition::Compact, 4), seed: u64) {
        let (end, turns) = play_out(&rules, seed, choose);
        prop_assert!(turns <= end.turn() && Some(end.turn()) <= rules.turn_cap, "{}", end);
        check_outcome(&end)?;
    }
}

/// Generates the rules of an edition on small boards.
fn small_games(edition: Edition, line_length: u8) -> impl Strategy<Value = Ruleset> {
    let boards = select(vec![BoardKind::Square8, BoardKind::Hex8]);
    (boards, 2u8..=4, select(vec![18u16, 9, 3]), select(Regions::ALL), any::<bool>()).prop_map(
        move |(board, players, rings, regions, swap)| {
            let overrides = Overrides {
                rings_per_player: Some(rings),
                line_length: Some(line_length),
                regions: Some(regions),
                swap: Some(swap),
                ..Overrides::default()
            };
            Ruleset::new(edition, board, players, &overrides).expect("the rules are valid")
        },
    )
}

/// Selects a declining action if there is one.
fn choose_to_decline(position: &Position, number: u32) -> Option<Action> {
    let is_decline = |action: &Action| {
        use Action::{DeclineCapture, SkipPlacement, SkipRecovery, StopTerritory};
        matches!(action, DeclineCapture | SkipPlacement | SkipRecovery | StopTerritory)
    };
    position.legal_actions().iter().copied().find(is_decline).or_else(|| choose(position, number))
}

/// Plays a random game to its end. Returns the last position and the number of turns with an action.
fn play_out(rules: &Ruleset, seed: u64, choose: fn(&Position, u32) -> Option<Action>) -> (Position, u32) {
    let mut numbers = Numbers(seed);
    let mut position = Position::new(rules).expect("the rules are valid");
    let (mut turns, mut last_turn) = (0, 0);
    while let Some(action) = choose(&position, numbers.next() as u32) {
        if position.turn() != last_turn {
            (turns, last_turn) = (turns + 1, position.turn());
        }
        position.play_unchecked(action);
        assert!(position.turn() < 10_000, "the game does not end: {position}");
    }
    (position, turns)
}

/// Checks the ranks: the winner first, the others by territory, credits and markers, in `live` then by the turn in
/// which they lost their last ring, the latest first; equal players share a rank (rules section 12.5; rules-live
/// section 10).
fn check_outcome(end: &Position) -> TestCaseResult {
    let outcome = end.outcome().expect("the game is over");
    let seats = || Player::seats(end.rules().players);
    prop_assert_eq!(end.phase(), Phase::Over { winner: outcome.winner, reason: outcome.reason });
    let lost = end.to_setup().elimination_order;
    let order = |player| {
        let markers = owned_by_cells(end, player).0.len();
        let standing = (end.territory(player), end.credits(player), markers);
        (outcome.winner == Some(player), standing, lost[player] == 0, lost[player])
    };
    for player in seats() {
        let better = seats().filter(|&other| order(other) > order(player)).count();
        prop_assert_eq!(usize::from(outcome.ranks[player]), better + 1, "player {} in {}", player, end);
    }
    prop_assert!(Player::ALL.iter().skip(seats().len()).all(|&player| outcome.ranks[player] == 0));
    Ok(())
}
