//! Dense layers, sums over cells and other small parts in floating-point numbers of 32 bits.
//!
//! Every sum has a fixed order, and no product is fused with a sum, so every machine computes the same bits.

use crate::network::convolution::{BLOCK, padded};

/// A dense layer. Its inputs come in parts that are padded to whole blocks.
#[derive(Debug)]
pub(super) struct Dense {
    inputs: usize,
    bias: Vec<[f32; BLOCK]>,
    /// By block of outputs and input.
    weights: Vec<[f32; BLOCK]>,
}

impl Dense {
    /// Arranges weights by input and output. The inputs are `parts` parts of the same size, each padded to whole blocks.
    pub(super) fn new(weights: &[f32], bias: Option<&[f32]>, parts: usize, outputs: usize) -> Dense {
        let part = weights.len() / (parts * outputs);
        let inputs = parts * padded(part);
        let blocks = outputs.div_ceil(BLOCK);
        let mut arranged = vec![[0.0; BLOCK]; blocks * inputs];
        for (index, &weight) in weights.iter().enumerate() {
            let (input, output) = (index / outputs, index % outputs);
            let row = input / part * padded(part) + input % part;
            arranged[output / BLOCK * inputs + row][output % BLOCK] = weight;
        }
        let mut all_biases = vec![[0.0; BLOCK]; blocks];
        for (output, &bias) in bias.unwrap_or_default().iter().enumerate() {
            all_biases[output / BLOCK][output % BLOCK] = bias;
        }
        Dense { inputs, bias: all_biases, weights: arranged }
    }

    /// Computes the outputs, padded to whole blocks.
    #[inline(always)]
    pub(super) fn compute(&self, inputs: &[f32], outputs: &mut [f32]) {
        let (outputs, _) = outputs.as_chunks_mut::<BLOCK>();
        let blocks = self.bias.iter().zip(self.weights.chunks_exact(self.inputs));
        for (output, (bias, weights)) in outputs.iter_mut().zip(blocks) {
            let mut sums = *bias;
            for (input, weights) in inputs.iter().zip(weights) {
                for (sum, weight) in sums.iter_mut().zip(weights) {
                    *sum += input * weight;
                }
            }
            *output = sums;
        }
    }
}

/// Writes the mean and then the maximum over all cells of the ReLU of values plus a bias, for each channel.
#[inline(always)]
pub(super) fn pool(values: &[f32], bias: &[f32], pooled: &mut [f32]) {
    let (bias, _) = bias.as_chunks::<BLOCK>();
    let (values, _) = values.as_chunks::<BLOCK>();
    let (pooled, _) = pooled.as_chunks_mut::<BLOCK>();
    let (means, highest) = pooled.split_at_mut(bias.len());
    let cells = (values.len() / bias.len()) as f32;
    for (block, bias) in bias.iter().enumerate() {
        let (mut sums, mut most) = ([0.0_f32; BLOCK], [0.0_f32; BLOCK]);
        for values in values[block..].iter().step_by(means.len()) {
            for lane in 0..BLOCK {
                let value = values[lane] + bias[lane];
                let value = if value > 0.0 { value } else { 0.0 };
                sums[lane] += value;
                most[lane] = if value > most[lane] { value } else { most[lane] };
            }
        }
        means[block] = sums.map(|sum| sum / cells);
        highest[block] = most;
    }
}

/// Returns the sum of the products of the ReLU of values plus a bias with weights; all have the same number of whole blocks.
#[inline(always)]
pub(super) fn dot(values: &[f32], bias: &[f32], weights: &[f32]) -> f32 {
    let mut sums = [0.0_f32; BLOCK];
    let (values, _) = values.as_chunks::<BLOCK>();
    let (bias, _) = bias.as_chunks::<BLOCK>();
    let (weights, _) = weights.as_chunks::<BLOCK>();
    for ((values, bias), weights) in values.iter().zip(bias).zip(weights) {
        for lane in 0..BLOCK {
            let value = values[lane] + bias[lane];
            let value = if value > 0.0 { value } else { 0.0 };
            sums[lane] += value * weights[lane];
        }
    }
    let mut width = BLOCK / 2;
    while width > 0 {
        for lane in 0..width {
            sums[lane] += sums[lane + width];
        }
        width /= 2;
    }
    sums[0]
}
