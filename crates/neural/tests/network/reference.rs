//! The network computed plainly with 64 bits, like `python/ringside/train/network.py`.

use std::collections::BTreeMap;

use learning::{ActionSpace, Decision, ObservationSpace};
use neural::Evaluation;
use ringrift::BoardKind;

use crate::files::{arrays, metadata};

pub(crate) struct Reference {
    board: BoardKind,
    blocks: usize,
    channels: usize,
    arrays: BTreeMap<String, Vec<f64>>,
}

impl Reference {
    pub(crate) fn new(file: &[u8]) -> Reference {
        let metadata = metadata(file);
        Reference {
            board: metadata["board"].parse().expect("a board"),
            blocks: metadata["blocks"].parse().expect("a number"),
            channels: metadata["channels"].parse().expect("a number"),
            arrays: arrays(file),
        }
    }

    /// Computes a convolution with zeros outside of the grid; places that are no cells become 0.
    fn convolution(&self, inputs: &[f64], name: &str) -> Vec<f64> {
        let space = ObservationSpace::new(self.board);
        let (side, channels) = (space.side(), self.channels);
        let weights = &self.arrays[name];
        let count = inputs.len() / (side * side);
        let mut outputs = vec![0.0; side * side * channels];
        for cell in self.board.iter_cells() {
            let (row, column) = space.place(cell);
            for tap in 0..9 {
                let (other_row, other_column) = ((row + tap / 3).wrapping_sub(1), (column + tap % 3).wrapping_sub(1));
                if other_row >= side || other_column >= side {
                    continue;
                }
                for input in 0..count {
                    let value = inputs[(other_row * side + other_column) * count + input];
                    for channel in 0..channels {
                        outputs[(row * side + column) * channels + channel] +=
                            value * weights[(tap * count + input) * channels + channel];
                    }
                }
            }
        }
        outputs
    }

    /// Adds a bias at the cells; other places stay 0.
    fn add(&self, values: &mut [f64], bias: &[f64]) {
        let space = ObservationSpace::new(self.board);
        for cell in self.board.iter_cells() {
            let (row, column) = space.place(cell);
            let values = &mut values[(row * space.side() + column) * self.channels..][..self.channels];
            values.iter_mut().zip(bias).for_each(|(value, bias)| *value += bias);
        }
    }

    fn dense(&self, inputs: &[f64], name: &str, bias: &str) -> Vec<f64> {
        let weights = &self.arrays[name];
        let outputs = weights.len() / inputs.len();
        let mut sums = self.arrays.get(bias).cloned().unwrap_or_else(|| vec![0.0; outputs]);
        for (input, weights) in inputs.iter().zip(weights.chunks(outputs)) {
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += input * weight);
        }
        sums
    }

    fn pooled(&self, values: &[f64]) -> Vec<f64> {
        let column = |channel: usize| values.iter().skip(channel).step_by(self.channels);
        let means = (0..self.channels).map(|channel| column(channel).sum::<f64>() / f64::from(self.board.cells()));
        let most = (0..self.channels).map(|channel| column(channel).copied().fold(0.0, f64::max));
        means.chain(most).collect()
    }

    pub(crate) fn evaluate<const W: usize>(&self, decision: &Decision<W>, numbers: &[u32]) -> Evaluation {
        let space = ObservationSpace::new(self.board);
        let (mut planes, mut scalars) = (vec![0; space.plane_bytes()], vec![0.0_f32; space.scalars()]);
        space.write_planes(decision, &mut planes);
        space.write_scalars(decision, &mut scalars);
        let size = space.side() * space.side();
        let names = space.plane_names();
        let mut inputs = vec![0.0; planes.len()];
        for (index, &value) in planes.iter().enumerate() {
            let (plane, place) = (index / size, index % size);
            let is_scaled = ["cap", "second", "third", "rings"].iter().any(|start| names[plane].starts_with(start));
            inputs[place * names.len() + plane] = f64::from(value) * if is_scaled { 0.25 } else { 1.0 };
        }
        let scalars: Vec<f64> = scalars.into_iter().map(f64::from).collect();
        let mut x = self.convolution(&inputs, "stem.planes");
        self.add(&mut x, &self.dense(&scalars, "stem.scalars", "stem.bias"));
        for block in 0..self.blocks {
            let mut inputs = x.clone();
            self.add(&mut inputs, &self.arrays[&format!("block{block}.bias1")]);
            let mut y = self.convolution(&relu(inputs), &format!("block{block}.conv1"));
            if block % 3 == 2 {
                let pooled = self.pooled(&relu(y.clone()));
                self.add(&mut y, &self.dense(&pooled, &format!("block{block}.pooled"), ""));
            }
            self.add(&mut y, &self.arrays[&format!("block{block}.bias2")]);
            let y = self.convolution(&relu(y), &format!("block{block}.conv2"));
            x.iter_mut().zip(y).for_each(|(x, y)| *x += y);
        }
        self.add(&mut x, &self.arrays["trunk.bias"]);
        let trunk = relu(x);
        let summary = self.pooled(&trunk);
        let other = self.dense(&summary, "policy.other", "policy.other_bias");
        let features = relu(self.dense(&summary, "value.dense1", "value.bias1"));
        let values = self.dense(&features, "value.dense2", "value.bias2");
        let bias = self.dense(&summary, "policy.pooled", "policy.bias1");
        let cells = usize::from(self.board.cells());
        let first_other = ActionSpace::new(self.board).len() - 2;
        let logit = |&number: &u32| {
            let number = number as usize;
            if number >= first_other {
                return other[number - first_other] as f32;
            }
            let (row, column) = space.place(self.board.iter_cells().nth(number % cells).expect("a cell"));
            let at = &trunk[(row * space.side() + column) * self.channels..][..self.channels];
            let hidden = self.dense(at, "policy.conv1", "");
            let hidden = relu(hidden.iter().zip(&bias).map(|(value, bias)| value + bias).collect());
            self.dense(&hidden, "policy.conv2", "policy.bias2")[number / cells] as f32
        };
        let shares: Vec<f64> =
            values.iter().zip(&scalars).map(|(value, seated)| if *seated > 0.0 { value.exp() } else { 0.0 }).collect();
        let (sum, players) = (shares.iter().sum::<f64>(), scalars[..4].iter().sum::<f64>());
        let values =
            std::array::from_fn(|seat| ((shares[seat] / sum * players - 1.0).clamp(-1.0, 1.0) * scalars[seat]) as f32);
        Evaluation { logits: numbers.iter().map(logit).collect(), values }
    }
}

fn relu(values: Vec<f64>) -> Vec<f64> {
    values.into_iter().map(|value| value.max(0.0)).collect()
}
