//! Tests of the lockstep contract: the compared parts of the state, and the result if the engines differ.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{Action, BoardKind, Cell, Edition, Overrides, Phase, Player, Position, Reason, Ruleset, Setup};
use ringrift_spec::{ContractDivergence, ContractEngine, ContractError, SecondEngine, SpecEngine, StatePart};

fn start() -> Position {
    let rules = Ruleset::canon(BoardKind::Square8, 2).expect("canon has square8 for two players");
    Position::new(&rules).expect("the rules are valid")
}

fn enabled<E: SecondEngine>(second: E) -> ContractEngine<E> {
    ContractEngine::with_second(second, true)
}

/// Second engine that changes the spec engine's result.
struct Faulty<F>(F);

impl<F: Fn(&mut Setup)> SecondEngine for Faulty<F> {
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String> {
        let mut after = SpecEngine.play(before, action)?;
        (self.0)(&mut after);
        Ok(after)
    }
}

/// Plays an action with a faulty second engine and returns the divergence.
fn divergence(text: &str, action: &str, fault: impl Fn(&mut Setup)) -> Box<ContractDivergence> {
    let position = Position::parse(text).expect("the position text is valid");
    let action = position.read_action(action).expect("the action is legal");
    let error = enabled(Faulty(fault)).play(&position, action).expect_err("the contract reports the fault");
    match error {
        ContractError::Divergence(divergence) => divergence,
        ContractError::Illegal(illegal) => panic!("expected a divergence, found {illegal}"),
    }
}

/// A movement position in which every part of the board holds something.
const MOVEMENT: &str = "G square8 2p canon; S a1=11,b4=2,h8=22; M1 d1; M2 b8; C1 h1; C2 h2; H 3,2; E 4,5; P movement";

#[track_caller]
fn check_fault(text: &str, action: &str, part: StatePart, fault: impl Fn(&mut Setup)) {
    let divergence = divergence(text, action, fault);
    assert!(divergence.parts.contains(&part), "{part:?} not in {divergence}");
    assert!(divergence.to_string().contains(part.name()), "{divergence}");
}

#[test]
fn every_part_of_the_state_is_compared() {
    let play = "M a1-a4";
    check_fault(MOVEMENT, play, StatePart::Stacks, |s| s.stacks[0].1.push(Player::Two));
    check_fault(MOVEMENT, play, StatePart::Markers, |s| s.markers[0].1 = Player::Two);
    check_fault(MOVEMENT, play, StatePart::CollapsedSpaces, |s| s.collapsed.truncate(1));
    check_fault(MOVEMENT, play, StatePart::EliminatedRings, |s| s.credits[Player::Two] += 1);
    check_fault(MOVEMENT, play, StatePart::Players, |s| s.hands[Player::One] -= 1);
    check_fault(MOVEMENT, play, StatePart::CurrentPlayer, |s| s.to_move = s.to_move.next(2));
    check_fault(MOVEMENT, play, StatePart::CurrentPhase, |s| s.phase = Some(Phase::LineChoice));
    check_fault(MOVEMENT, play, StatePart::GameStatus, |s| {
        s.phase = Some(Phase::Over { winner: Some(Player::One), reason: Reason::Stalemate });
    });
    check_fault(MOVEMENT, play, StatePart::ChainCaptureState, |s| {
        s.phase = Some(Phase::CaptureOffer { at: Cell::new(63) });
    });
    check_fault(MOVEMENT, play, StatePart::History, |s| s.turn += 1);
    let placement = "G square8 2p canon; S h8=2; H 3,2; P ring_placement";
    check_fault(placement, "P d4", StatePart::MustMove, |s| s.phase = Some(Phase::Movement { must_move: None }));
}

#[test]
fn the_order_of_rings_is_compared() {
    let text = "G square8 2p canon; S a1=12,h8=1; T 2; P movement";
    check_fault(text, "M a1-a3", StatePart::Stacks, |s| s.stacks[0].1.reverse());
}

#[test]
fn a_divergence_carries_the_result_of_the_fast_engine() {
    let divergence = divergence(MOVEMENT, "M a1-a4", |s| s.turn += 1);
    let mut after = Position::parse(MOVEMENT).expect("the position text is valid");
    after.play(after.read_action("M a1-a4").expect("the action is legal")).expect("the action is legal");
    assert_eq!(divergence.authoritative, Ok(after));
}

#[test]
fn the_message_names_the_player_and_the_totals() {
    let message = divergence(MOVEMENT, "M a1-a4", |s| s.turn += 1).to_string();
    assert!(message.contains("by player 1"), "{message}");
    assert!(message.contains("stacks "), "{message}");
}

/// Second engine that rejects every action.
struct RejectsAll;

impl SecondEngine for RejectsAll {
    fn play(&self, _: &Position, _: Action) -> Result<Setup, String> {
        Err("rejected".to_owned())
    }
}

/// Second engine that accepts every action.
struct AcceptsAll;

impl SecondEngine for AcceptsAll {
    fn play(&self, before: &Position, _: Action) -> Result<Setup, String> {
        Ok(before.to_setup())
    }
}

#[test]
fn reports_a_legal_action_that_the_second_engine_rejects() {
    let position = start();
    let legal = position.legal_actions()[0];
    let message = enabled(RejectsAll).play(&position, legal).expect_err("the engines differ").to_string();
    assert!(message.contains("legality"), "{message}");
    assert!(message.contains("second: rejected"), "{message}");
}

#[test]
fn reports_an_illegal_action_that_the_second_engine_accepts() {
    let error = enabled(AcceptsAll).play(&start(), Action::SkipPlacement).expect_err("the engines differ");
    assert!(error.to_string().contains("fast: rejected"), "{error}");
}

#[test]
fn an_action_that_both_engines_reject_is_illegal() {
    let error = enabled(RejectsAll).play(&start(), Action::SkipPlacement).expect_err("the action is illegal");
    assert!(matches!(error, ContractError::Illegal(_)), "{error}");
}

#[test]
fn a_disabled_contract_does_not_call_the_second_engine() {
    let position = start();
    let engine = ContractEngine::with_second(RejectsAll, false);
    assert!(engine.play(&position, position.legal_actions()[0]).is_ok());
}

#[test]
fn both_engines_agree_in_random_games_of_all_editions() {
    let engine = enabled(SpecEngine);
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for edition in [Edition::Canon, Edition::Compact, Edition::Live] {
        for players in 2..=4 {
            let rules = Ruleset::new(edition, BoardKind::Square8, players, &Overrides::default())
                .expect("every edition has square8");
            let mut position = Position::new(&rules).expect("the rules are valid");
            for _ in 0..150 {
                let legal = position.legal_actions();
                if legal.is_empty() {
                    break;
                }
                let action = legal[random.random_range(0..legal.len())];
                position = engine.play(&position, action).expect("the engines agree");
            }
        }
    }
}
