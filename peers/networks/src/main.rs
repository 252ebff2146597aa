//! Compares the time and the results of the network of square8 in this project and in other libraries. See `README.md`.

mod engines;
mod onnx;
mod weights;

use std::time::{Duration, Instant};

use game::GameRng;
use learning::{Decision, ObservationSpace, StepList};
use neural::{Evaluation, Network, Workspace};
use ringrift::{BoardKind, Position, Ruleset};

use crate::engines::{Engine, Inputs, Outputs, Result};
use crate::weights::Weights;

const FILE: &[u8] = include_bytes!("../../../crates/neural/weights/square8.safetensors");
/// Sizes of batches.
const BATCHES: [usize; 2] = [1, 8];
/// Planes with numbers of rings, which come first.
const RING_PLANES: usize = 16;
/// Rounds without an argument.
const ROUNDS: usize = 40;

/// A row of the table.
struct Row {
    name: String,
    engine: Compared,
    /// The shortest time of a batch of each size.
    best: [Duration; BATCHES.len()],
    /// The largest differences of a logit and of a value from those of the first row.
    differences: (f32, f32),
}

enum Compared {
    Ours(Box<Workspace>),
    /// One for each size of batches.
    Other(Vec<Box<dyn Engine>>),
}

fn main() -> Result<()> {
    let rounds = std::env::args().nth(1).map_or(Ok(ROUNDS), |text| text.parse())?;
    let network = Network::embedded(BoardKind::Square8).ok_or("square8 has no network")?;
    let decisions = decisions(BATCHES[BATCHES.len() - 1])?;
    let weights = weights::read(FILE, RING_PLANES)?;
    let mut rows = Vec::new();
    let mut add = |name: &str, engine: Compared| {
        rows.push(Row { name: name.to_owned(), engine, best: [Duration::MAX; BATCHES.len()], differences: (0.0, 0.0) });
    };
    for (name, engines) in others(&weights)? {
        add(name, Compared::Other(engines));
    }
    for (instructions, workspace) in Workspace::of_all_instructions() {
        add(&format!("ours, 16 bits, {instructions}"), Compared::Ours(Box::new(workspace)));
    }
    for _ in 0..rounds {
        for (size, &batch) in BATCHES.iter().enumerate() {
            let decisions = &decisions[..batch];
            let inputs = inputs(decisions);
            let mut expected: Option<Vec<Evaluation>> = None;
            for row in &mut rows {
                let (time, evaluations) = row.run(network, size, decisions, &inputs)?;
                row.best[size] = row.best[size].min(time);
                let expected = expected.get_or_insert_with(|| evaluations.clone());
                for (one, other) in evaluations.iter().zip(expected) {
                    row.differences.0 = row.differences.0.max(largest_difference(&one.logits, &other.logits));
                    row.differences.1 = row.differences.1.max(largest_difference(&one.values, &other.values));
                }
            }
        }
    }
    println!("The network of square8 on one thread, best of {rounds} rounds; differences from the first row");
    println!(
        "{:<38} {:>14} {:>14} {:>12} {:>12}",
        "library", "1: ms/position", "8: ms/position", "of logits", "of values"
    );
    for row in rows {
        let time = |size: usize| row.best[size].as_secs_f64() * 1e3 / BATCHES[size] as f64;
        let (logits, values) = row.differences;
        println!("{:<38} {:>14.3} {:>14.3} {:>12.5} {:>12.5}", row.name, time(0), time(1), logits, values);
    }
    Ok(())
}

/// Returns the engines of the other libraries, one for each size of batches.
fn others(weights: &Weights) -> Result<Vec<(&'static str, Vec<Box<dyn Engine>>)>> {
    let mut others: Vec<(&'static str, Vec<Box<dyn Engine>>)> = Vec::new();
    #[cfg(feature = "onnxruntime")]
    {
        match engines::onnxruntime::OnnxRuntime::load(weights, &BATCHES)? {
            Some(engines) => others.push(("ONNX Runtime, 32 bits", engines.into_iter().map(boxed).collect())),
            None => println!("ONNX Runtime is not measured; set ORT_DYLIB_PATH to the path of libonnxruntime.so."),
        }
    }
    #[cfg(feature = "candle")]
    for (name, uses_products) in [("candle, 32 bits", false), ("gemm (in candle) and im2col, 32 bits", true)] {
        let engine = |_: &usize| engines::candle::Candle::new(weights, uses_products).map(boxed);
        others.push((name, BATCHES.iter().map(engine).collect::<Result<_>>()?));
    }
    #[cfg(feature = "tract")]
    {
        let engine = |&batch: &usize| engines::tract::Tract::new(weights, batch).map(boxed);
        others.push(("tract, 32 bits", BATCHES.iter().map(engine).collect::<Result<_>>()?));
    }
    Ok(others)
}

fn boxed<E: Engine + 'static>(engine: E) -> Box<dyn Engine> {
    Box::new(engine)
}

impl Row {
    /// Measures a batch.
    fn run(
        &mut self,
        network: &Network,
        size: usize,
        decisions: &[(Decision<1>, StepList)],
        inputs: &Inputs,
    ) -> Result<(Duration, Vec<Evaluation>)> {
        match &mut self.engine {
            Compared::Ours(workspace) => {
                let leaves: Vec<_> = decisions.iter().map(|(decision, steps)| (decision, steps.numbers())).collect();
                let mut evaluations = Vec::new();
                let begin = Instant::now();
                network.evaluate(workspace, &leaves, &mut evaluations);
                Ok((begin.elapsed(), evaluations))
            }
            Compared::Other(engines) => {
                let begin = Instant::now();
                let outputs = engines[size].run(inputs)?;
                Ok((begin.elapsed(), evaluations(decisions, &outputs)))
            }
        }
    }
}

/// Returns decisions of random games with their legal choices.
fn decisions(count: usize) -> Result<Vec<(Decision<1>, StepList)>> {
    let Position::Small(start) = Position::new(&Ruleset::standard(BoardKind::Square8, 2)?)? else {
        return Err("square8 is not a small board".into());
    };
    let mut rng = GameRng::seeded(1);
    let mut decisions = Vec::new();
    for length in 1..=count {
        let mut decision = Decision::new(start.clone());
        for _ in 0..6 * length {
            decision.play_random(|count| rng.below(count));
        }
        let mut steps = StepList::default();
        steps.fill(&decision);
        decisions.push((decision, steps));
    }
    Ok(decisions)
}

fn inputs(decisions: &[(Decision<1>, StepList)]) -> Inputs {
    let space = ObservationSpace::new(BoardKind::Square8);
    let (mut planes, mut scalars) = (Vec::new(), Vec::new());
    let (mut bytes, mut numbers) = (vec![0; space.plane_bytes()], vec![0.0; space.scalars()]);
    for (decision, _) in decisions {
        space.write_planes(decision, &mut bytes);
        space.write_scalars(decision, &mut numbers);
        planes.extend(bytes.iter().copied().map(f32::from));
        scalars.extend(&numbers);
    }
    Inputs { batch: decisions.len(), planes, scalars }
}

/// Converts outputs into evaluations of two players.
fn evaluations(decisions: &[(Decision<1>, StepList)], outputs: &Outputs) -> Vec<Evaluation> {
    let policy = outputs.policy.chunks_exact(outputs.policy.len() / decisions.len());
    let others = outputs.other.chunks_exact(2).zip(outputs.values.chunks_exact(4));
    let evaluation = |(((_, steps), policy), (other, values)): ((&(_, StepList), &[f32]), (&[f32], &[f32]))| {
        let logit = |&number: &u32| {
            let number = number as usize;
            if number < policy.len() { policy[number] } else { other[number - policy.len()] }
        };
        let value = ((values[0] - values[1]) / 2.0).tanh();
        Evaluation { logits: steps.numbers().iter().map(logit).collect(), values: [value, -value, 0.0, 0.0] }
    };
    decisions.iter().zip(policy).zip(others).map(evaluation).collect()
}

fn largest_difference(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max)
}
