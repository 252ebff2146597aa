//! Networks on the CPU: equal to what JAX computes, the same bits for every batch and instruction set, and clear errors for damaged files.

mod files;
mod reference;

use game::GameRng;
use learning::{Decision, StepList};
use neural::{Evaluation, Network, Workspace};
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde::Deserialize;

use crate::reference::Reference;

const SQUARE8: &[u8] = include_bytes!("../../weights/square8.safetensors");

fn start(edition: Edition, players: u8) -> Decision<1> {
    let rules = Ruleset::new(edition, BoardKind::Square8, players, &Overrides::default()).expect("a preset");
    match Position::new(&rules).expect("valid rules") {
        Position::Small(position) => Decision::new(position),
        _ => unreachable!("square8 is small"),
    }
}

/// Returns decisions of random games with several choices, and the numbers of these choices.
fn decisions() -> Vec<(Decision<1>, Vec<u32>)> {
    let mut rng = GameRng::seeded(5);
    let mut decisions = Vec::new();
    for (game, &edition) in (0..24).zip(Edition::ALL.iter().cycle()) {
        let mut decision = start(edition, if game % 8 == 7 { 3 } else { 2 });
        for _ in 0..game * 3 {
            decision.play_random(|count| rng.below(count));
        }
        let mut steps = StepList::default();
        steps.fill(&decision);
        if steps.numbers().len() > 1 {
            decisions.push((decision, steps.numbers().to_vec()));
        }
    }
    assert!(decisions.len() > 15);
    decisions
}

fn evaluate(network: &Network, decisions: &[(Decision<1>, Vec<u32>)]) -> Vec<Evaluation> {
    let leaves: Vec<(&Decision<1>, &[u32])> =
        decisions.iter().map(|(decision, numbers)| (decision, &numbers[..])).collect();
    let mut evaluations = Vec::new();
    network.evaluate(&mut Workspace::new(), &leaves, &mut evaluations);
    evaluations
}

fn square8() -> &'static Network {
    Network::embedded(BoardKind::Square8).expect("square8 has a network")
}

#[derive(Deserialize)]
struct Recorded {
    edition: String,
    players: u8,
    played: Vec<usize>,
    numbers: Vec<u32>,
    logits: Vec<f32>,
    values: Vec<f32>,
}

#[test]
fn outputs_are_close_to_those_of_jax() {
    let recorded: Vec<Recorded> = serde_json::from_str(include_str!("jax_outputs.json")).expect("a valid fixture");
    assert!(recorded.len() >= 18);
    let reference = Reference::new(SQUARE8);
    let (mut logits, mut values) = (0.0_f32, 0.0_f32);
    for record in &recorded {
        let mut decision = start(record.edition.parse().expect("an edition"), record.players);
        for &number in &record.played {
            decision.play(number).expect("a legal choice");
        }
        let evaluation = &evaluate(square8(), &[(decision.clone(), record.numbers.clone())])[0];
        let exact = reference.evaluate(&decision, &record.numbers);
        for ((logit, exact), jax) in evaluation.logits.iter().zip(&exact.logits).zip(&record.logits) {
            assert!((exact - jax).abs() < 1e-3, "the reference differs from JAX: {exact} {jax}");
            logits = logits.max((logit - jax).abs());
        }
        for ((value, exact), jax) in evaluation.values.iter().zip(&exact.values).zip(&record.values) {
            assert!((exact - jax).abs() < 1e-3, "the reference differs from JAX: {exact} {jax}");
            values = values.max((value - jax).abs());
        }
    }
    println!("largest difference of logits {logits}, of values {values}");
    assert!(logits < 0.05 && values < 0.01, "{logits} {values}");
}

#[test]
fn every_batch_size_gives_the_same_bits() {
    let decisions = decisions();
    let alone: Vec<Evaluation> =
        decisions.iter().map(|decision| evaluate(square8(), std::slice::from_ref(decision)).remove(0)).collect();
    for size in 2..=9 {
        for (decisions, alone) in decisions.chunks(size).zip(alone.chunks(size)) {
            assert_eq!(evaluate(square8(), decisions), alone, "batches of {size}");
        }
    }
    assert_eq!(evaluate(square8(), &decisions), alone);
    assert!(evaluate(square8(), &[]).is_empty());
}

#[test]
fn all_vector_instructions_give_the_same_bits() {
    let decisions = decisions();
    let leaves: Vec<(&Decision<1>, &[u32])> =
        decisions.iter().map(|(decision, numbers)| (decision, &numbers[..])).collect();
    let expected = evaluate(square8(), &decisions);
    for (name, mut workspace) in Workspace::of_all_instructions() {
        let mut evaluations = Vec::new();
        square8().evaluate(&mut workspace, &leaves, &mut evaluations);
        assert_eq!(evaluations, expected, "{name}");
    }
}

/// The bits of all evaluations, which must be the same on every machine. They change only with the weights or the computation.
#[test]
fn outputs_have_the_recorded_bits() {
    let mut hash = 0xCBF2_9CE4_8422_2325_u64;
    for evaluation in evaluate(square8(), &decisions()) {
        for number in evaluation.logits.iter().chain(&evaluation.values) {
            hash = (hash ^ u64::from(number.to_bits())).wrapping_mul(0x100_0000_01B3);
        }
    }
    assert_eq!((square8().identity(), format!("{hash:016x}").as_str()), ("c313a351d0b9", "a895a07166263ec0"));
}

#[test]
fn values_of_seated_players_add_up_to_zero_and_other_seats_have_none() {
    for ((decision, _), evaluation) in decisions().iter().zip(evaluate(square8(), &decisions())) {
        let players = usize::from(decision.position().rules().players);
        assert!(evaluation.values[..players].iter().all(|value| (-1.0..=1.0).contains(value)));
        assert_eq!(evaluation.values[players..], [0.0; 4][players..]);
        if players == 2 {
            assert!(evaluation.values.iter().sum::<f32>().abs() < 1e-5, "{:?}", evaluation.values);
        }
    }
}

#[test]
#[should_panic(expected = "the network is for another board")]
fn decisions_of_other_boards_are_rejected() {
    let rules = Ruleset::new(Edition::Live, BoardKind::Hex8, 2, &Overrides::default()).expect("a preset");
    let Position::Small(position) = Position::new(&rules).expect("valid rules") else { unreachable!() };
    evaluate(square8(), &[(Decision::new(position), vec![0])]);
}

#[test]
#[should_panic(expected = "is not a choice of the board")]
fn numbers_beyond_the_choices_are_rejected() {
    evaluate(square8(), &[(start(Edition::Standard, 2), vec![6658])]);
}
