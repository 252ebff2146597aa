//! The lockstep contract: when it is on, what it compares, and what it leaves alone.

use std::sync::atomic::{AtomicU32, Ordering};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{Action, BoardKind, Cell, Edition, Overrides, Phase, Player, Position, Reason, Ruleset, Setup};
use ringrift_spec::{ContractEngine, ContractError, DEFAULT, GATE, Literal, Part, SecondEngine, is_truthy};

fn environment(gate: Option<&str>, default: Option<&str>) -> impl Fn(&str) -> Option<String> {
    let (gate, default) = (gate.map(str::to_owned), default.map(str::to_owned));
    move |name| match name {
        GATE => gate.clone(),
        DEFAULT => default.clone(),
        other => panic!("{other} is none of the contract's variables"),
    }
}

fn is_enabled(gate: Option<&str>, default: Option<&str>, code: Option<bool>) -> bool {
    ContractEngine::new(code, &environment(gate, default)).is_enabled()
}

#[test]
fn the_documents_own_examples_hold() {
    for (gate, default, code, enabled) in [
        (Some(""), Some("true"), Some(true), false),
        (Some("0"), Some("on"), None, false),
        (Some("1"), Some("true"), None, true),
        (Some("1"), Some("true"), Some(false), false),
        (Some("1"), Some("true"), Some(true), true),
        (Some("1"), Some(""), None, false),
        (Some("1"), Some(""), Some(true), true),
    ] {
        assert_eq!(is_enabled(gate, default, code), enabled, "gate {gate:?}, default {default:?}, code {code:?}");
    }
}

#[test]
fn the_gate_comes_first_then_the_code_then_the_default() {
    let truthy = ["1", "true", "yes", "on", "TRUE", "Yes", "oN", "True"];
    let falsey = ["", "0", "false", "no", "off", "2", "truthy", "y", "t", " 1", "true ", "yes\n", "enabled", "１"];
    let values: Vec<(Option<&str>, bool)> = (truthy.iter().map(|&text| (Some(text), true)))
        .chain(falsey.iter().map(|&text| (Some(text), false)))
        .chain([(None, false)])
        .collect();
    for &(gate, opens) in &values {
        assert_eq!(gate.is_some_and(is_truthy), opens, "{gate:?}");
        for &(default, on) in &values {
            for code in [None, Some(false), Some(true)] {
                let expected = opens && code.unwrap_or(on);
                assert_eq!(is_enabled(gate, default, code), expected, "gate {gate:?}, default {default:?}, {code:?}");
            }
        }
    }
}

#[test]
fn the_environment_is_read_once_and_the_default_only_where_it_can_matter() {
    let reads = AtomicU32::new(0);
    let lookup = |gate: &'static str| {
        let reads = &reads;
        move |name: &str| {
            reads.fetch_add(1, Ordering::Relaxed);
            Some(if name == GATE { gate } else { "1" }.to_owned())
        }
    };
    for (gate, code, expected) in [("0", None, 1), ("1", Some(true), 1), ("1", None, 2)] {
        reads.store(0, Ordering::Relaxed);
        let engine = ContractEngine::new(code, &lookup(gate));
        let start = start();
        engine.play(&start, start.legal_actions()[0]).expect("a legal action");
        assert_eq!(reads.load(Ordering::Relaxed), expected, "gate {gate}, code {code:?}");
    }
}

fn start() -> Position {
    Position::new(&Ruleset::canon(BoardKind::Square8, 2).expect("rules")).expect("a position")
}

/// Plays as the literal engine does, then does one thing wrong.
struct Faulty<F>(F);

impl<F: Fn(&mut Setup)> SecondEngine for Faulty<F> {
    fn play(&self, before: &Position, action: Action) -> Result<Setup, String> {
        let mut after = Literal.play(before, action)?;
        (self.0)(&mut after);
        Ok(after)
    }
}

fn enabled<E: SecondEngine>(second: E) -> ContractEngine<E> {
    ContractEngine::with_second(second, Some(true), &environment(Some("1"), None))
}

fn check_fault(text: &str, action: &str, part: Part, fault: impl Fn(&mut Setup)) {
    let position = Position::parse(text).expect("a position");
    let before = position.clone();
    let action = position.read_action(action).expect("a legal action");
    let error = enabled(Faulty(fault)).play(&position, action).expect_err("the fault must be seen");
    let ContractError::Divergence(divergence) = error else { panic!("a divergence, not {error}") };
    assert!(divergence.parts.contains(&part), "{part:?} not in {divergence}");
    assert_eq!(position, before);
    let mut after = position.clone();
    after.play(action).expect("a legal action");
    assert_eq!(divergence.authoritative, Ok(after));
    let message = divergence.to_string();
    assert!(
        message.contains(part.name()) && message.contains("stacks ") && message.contains("by player 1"),
        "{message}"
    );
}

#[test]
fn every_compared_part_is_compared() {
    let text = "G square8 2p canon; S a1=11,b4=2,h8=22; M1 d1; M2 b8; C1 h1; C2 h2; H 3,2; E 4,5; P movement";
    let play = "M a1-a4";
    check_fault(text, play, Part::Stacks, |s| s.stacks[0].1.reverse_and_add());
    check_fault(text, play, Part::Markers, |s| s.markers[0].1 = Player::Two);
    check_fault(text, play, Part::CollapsedSpaces, |s| s.collapsed.truncate(1));
    check_fault(text, play, Part::EliminatedRings, |s| s.credits[Player::Two] += 1);
    check_fault(text, play, Part::Players, |s| s.hands[Player::One] -= 1);
    check_fault(text, play, Part::CurrentPlayer, |s| s.to_move = s.to_move.next(2));
    check_fault(text, play, Part::CurrentPhase, |s| s.phase = Some(Phase::LineChoice));
    check_fault(text, play, Part::GameStatus, |s| {
        s.phase = Some(Phase::Over { winner: Some(Player::One), reason: Reason::Stalemate });
    });
    check_fault(text, play, Part::ChainCaptureState, |s| s.phase = Some(Phase::CaptureOffer { at: Cell::new(63) }));
    check_fault(text, play, Part::History, |s| s.turn += 1);
    let text = "G square8 2p canon; S h8=2; H 3,2; P ring_placement";
    check_fault(text, "P d4", Part::MustMove, |s| s.phase = Some(Phase::Movement { must_move: None }));
}

trait ReverseAndAdd {
    fn reverse_and_add(&mut self);
}

impl ReverseAndAdd for Vec<Player> {
    /// Keeps neither order nor number.
    fn reverse_and_add(&mut self) {
        self.reverse();
        self.push(Player::Two);
    }
}

/// Refuses everything.
struct Stubborn;

impl SecondEngine for Stubborn {
    fn play(&self, _: &Position, _: Action) -> Result<Setup, String> {
        Err("never".to_owned())
    }
}

/// Accepts everything.
struct Careless;

impl SecondEngine for Careless {
    fn play(&self, before: &Position, _: Action) -> Result<Setup, String> {
        Ok(before.to_setup())
    }
}

#[test]
fn engines_that_differ_on_legality_are_seen() {
    let position = start();
    let legal = position.legal_actions()[0];
    let error = enabled(Stubborn).play(&position, legal).expect_err("seen");
    assert!(error.to_string().contains("legality") && error.to_string().contains("second: refused"), "{error}");
    let illegal = Action::SkipPlacement;
    let error = enabled(Careless).play(&position, illegal).expect_err("seen");
    assert!(error.to_string().contains("fast: refused"), "{error}");
    let error = enabled(Stubborn).play(&position, illegal).expect_err("illegal");
    assert!(matches!(error, ContractError::Illegal(_)), "both refuse: {error}");
}

#[test]
fn a_disabled_contract_asks_nobody() {
    let position = start();
    let engine = ContractEngine::with_second(Stubborn, Some(true), &environment(None, Some("1")));
    assert!(engine.play(&position, position.legal_actions()[0]).is_ok());
}

#[test]
fn random_games_of_all_editions_stay_in_lockstep() {
    let engine = enabled(Literal);
    let mut random = ChaCha8Rng::seed_from_u64(8);
    for edition in [Edition::Canon, Edition::Compact, Edition::Live] {
        for players in 2..=4 {
            let rules = Ruleset::new(edition, BoardKind::Square8, players, &Overrides::default()).expect("rules");
            let mut position = Position::new(&rules).expect("a position");
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
