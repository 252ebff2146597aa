//! Convolutions of whole numbers, which have the same result on every machine.
//!
//! Activations and weights are numbers of 16 bits, their products are added up in 32 bits without overflow, and the sums become
//! floating-point numbers at the end. Sums of whole numbers do not depend on their order, so any vector width may be used.

use fearless_simd::{Bytes, Simd, SimdBase, SimdIntWiden};

use crate::network::places::{Places, TILE};

/// Input channels that lie together at a place, and output channels that are computed together.
pub(super) const BLOCK: usize = 32;
/// The largest quantised activation. With 13 bits, about as much precision is left for the weights.
pub(super) const MAX_ACTIVATION: f32 = 8191.0;
/// Largest values below this are computed as 0, because their scale could overflow.
const MIN_RANGE: f32 = 1e-20;

/// The quantised channels of a block at one place. A word has channel `i` in its lower half and channel `i + 16` in its upper half.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
pub(super) struct Words([i32; BLOCK / 2]);

impl Words {
    pub(super) const ZERO: Words = Words([0; BLOCK / 2]);
}

/// Output channels whose weights lie together: those of a line of the cache.
const LANES: usize = 16;

/// The weights of a word of inputs: for each output channel the weight of the lower and of the upper half.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
struct WordWeights([i16; 2 * LANES]);

/// The sums of a tile.
type Sums = [[i32; BLOCK]; TILE];

/// Rounds a number of channels up to whole blocks.
pub(super) fn padded(channels: usize) -> usize {
    channels.next_multiple_of(BLOCK)
}

/// The quantised weights of a convolution.
#[derive(Debug)]
pub(super) struct Convolution {
    /// How far the places of the inputs lie behind the first neighbour.
    taps: Vec<usize>,
    blocks: usize,
    /// By line of outputs, tap, block of inputs and word.
    weights: Vec<WordWeights>,
    /// The value of 1 of the sums, for inputs that are not scaled; one for each output.
    scales: Vec<f32>,
}

impl Convolution {
    /// Quantises weights by tap (9 neighbours, or the place itself), input and output channel. Inputs are at most `largest_input`.
    pub(super) fn new(
        places: &Places,
        weights: &[f32],
        inputs: usize,
        outputs: usize,
        largest_input: f32,
    ) -> Convolution {
        let taps = match weights.len() / (inputs * outputs) {
            9 => places.neighbours.to_vec(),
            _ => vec![places.neighbours[4]],
        };
        let blocks = padded(inputs) / BLOCK;
        let words = taps.len() * blocks * (BLOCK / 2);
        let mut packed = vec![WordWeights([0; 2 * LANES]); padded(outputs) / LANES * words];
        let mut scales = vec![0.0; padded(outputs)];
        for (output, one) in scales.iter_mut().enumerate().take(outputs) {
            let column = || weights.iter().skip(output).step_by(outputs);
            let scale = weight_scale(column().copied(), largest_input);
            *one = (1.0 / scale) as f32;
            let (group, lane) = (output / LANES, output % LANES);
            for (index, &weight) in column().enumerate() {
                let (tap, input) = (index / inputs, index % inputs);
                let (block, half, word) = (input / BLOCK, input % BLOCK / 16, input % 16);
                let at = group * words + (tap * blocks + block) * 16 + word;
                packed[at].0[2 * lane + half] = (f64::from(weight) * scale).round() as i16;
            }
        }
        Convolution { taps, blocks, weights: packed, scales }
    }

    #[inline(always)]
    fn tile<S: Simd>(
        &self,
        simd: S,
        places: &Places,
        weights: &[WordWeights],
        inputs: &[Words],
        first: usize,
        sums: &mut Sums,
    ) {
        // As many sums as fit into the registers, with two vectors of weights.
        let width = S::i32s::LEN;
        for lanes in (0..BLOCK).step_by(2 * width) {
            if width == 16 {
                self.part::<S, 8>(simd, places, weights, inputs, first, 0, lanes, sums);
            } else {
                self.part::<S, 4>(simd, places, weights, inputs, first, 0, lanes, sums);
                self.part::<S, 4>(simd, places, weights, inputs, first, 4, lanes, sums);
            }
        }
    }

    /// Computes the sums of `P` places of a tile and of two vectors of output channels.
    #[inline(always)]
    #[expect(clippy::too_many_arguments, reason = "the inner loop, always inlined")]
    fn part<S: Simd, const P: usize>(
        &self,
        simd: S,
        places: &Places,
        weights: &[WordWeights],
        inputs: &[Words],
        first: usize,
        first_lane: usize,
        lanes: usize,
        sums: &mut Sums,
    ) {
        let width = S::i32s::LEN;
        let mut parts = [[S::i32s::splat(simd, 0); 2]; P];
        let (steps, _) = weights.as_chunks::<{ BLOCK / 2 }>();
        // The lines of the two vectors of weights, and where the vectors begin in them.
        let (first_lines, second_lines) = steps.split_at(steps.len() / 2);
        let lines = |lane: usize| if lane < LANES { first_lines } else { second_lines };
        let mut steps = lines(lanes).iter().zip(lines(lanes + width));
        let starts = [2 * (lanes % LANES), 2 * ((lanes + width) % LANES)];
        for &tap in &self.taps {
            for block in 0..self.blocks {
                let step = steps.next().expect("a step for each tap and block");
                let start = block * places.len + first + tap + first_lane;
                let inputs = inputs[start..].first_chunk::<P>().expect("a tile lies within the places");
                for (word, (first, second)) in step.0.iter().zip(step.1).enumerate() {
                    let weights = [
                        S::i16s::from_slice(simd, &first.0[starts[0]..][..2 * width]),
                        S::i16s::from_slice(simd, &second.0[starts[1]..][..2 * width]),
                    ];
                    for (place, parts) in parts.iter_mut().enumerate() {
                        let input: S::i16s = S::i32s::splat(simd, inputs[place].0[word]).bitcast();
                        parts[0] += weights[0].pairwise_dot_product(input);
                        parts[1] += weights[1].pairwise_dot_product(input);
                    }
                }
            }
        }
        for (place, parts) in parts.iter().enumerate() {
            let sums = &mut sums[first_lane + place];
            parts[0].store_slice(&mut sums[lanes..][..width]);
            parts[1].store_slice(&mut sums[lanes + width..][..width]);
        }
    }

    /// Replaces `outputs` (by cell and channel) by the convolution of inputs (by block and place), or adds it to them. `step` is the value of 1
    /// of the inputs.
    pub(super) fn compute<S: Simd>(
        &self,
        simd: S,
        places: &Places,
        inputs: &[Words],
        step: f32,
        is_added: bool,
        outputs: &mut [f32],
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let words = self.taps.len() * self.blocks * (BLOCK / 2);
                let (scales, _) = self.scales.as_chunks::<BLOCK>();
                for (group, (weights, scales)) in
                    self.weights.chunks_exact(BLOCK / LANES * words).zip(scales).enumerate()
                {
                    let scales = scales.map(|scale| scale * step);
                    for tile in &places.tiles {
                        let mut sums = [[0; BLOCK]; TILE];
                        self.tile(simd, places, weights, inputs, tile.first, &mut sums);
                        for (lane, cell) in tile.cells() {
                            let (outputs, _) = outputs[cell * self.scales.len()..].as_chunks_mut::<BLOCK>();
                            for (output, (&sum, scale)) in outputs[group].iter_mut().zip(sums[lane].iter().zip(scales))
                            {
                                let value = sum as f32 * scale;
                                *output = if is_added { *output + value } else { value };
                            }
                        }
                    }
                }
            },
        );
    }
}

/// Returns the factor for the weights of an output: as large as possible, so that the weights fit into 16 bits and no sum overflows.
fn weight_scale(weights: impl Iterator<Item = f32>, largest_input: f32) -> f64 {
    let (mut largest, mut total, mut count) = (0.0_f64, 0.0_f64, 0.0_f64);
    for weight in weights {
        let size = f64::from(weight).abs();
        largest = largest.max(size);
        total += size;
        count += 1.0;
    }
    if largest == 0.0 {
        return 1.0;
    }
    // Rounding can make each weight larger by a half.
    let most = f64::from(i32::MAX) / f64::from(largest_input) - 0.5 * (count + 1.0);
    (f64::from(i16::MAX) / largest).min(most / total)
}

/// Quantises the ReLU of values plus a bias (by cell and channel) into words by block and place, and returns the value of 1.
pub(super) fn quantize<S: Simd>(simd: S, places: &Places, values: &[f32], bias: &[f32], words: &mut [Words]) -> f32 {
    simd.vectorize(
        #[inline(always)]
        || {
            let (bias, _) = bias.as_chunks::<BLOCK>();
            let (values, _) = values.as_chunks::<BLOCK>();
            let mut highest = [0.0_f32; BLOCK];
            for values in values.chunks_exact(bias.len()) {
                for (values, bias) in values.iter().zip(bias) {
                    for ((highest, value), bias) in highest.iter_mut().zip(values).zip(bias) {
                        let value = value + bias;
                        *highest = if value > *highest { value } else { *highest };
                    }
                }
            }
            let range = highest.iter().copied().fold(0.0, f32::max);
            let scale = if range < MIN_RANGE { 0.0 } else { MAX_ACTIVATION / range };
            for (block, bias) in bias.iter().enumerate() {
                let words = &mut words[block * places.len..];
                for (values, &place) in
                    values[block..].iter().step_by(values.len() / places.of_cells.len()).zip(&places.of_cells)
                {
                    let words = &mut words[place as usize].0;
                    for (index, word) in words.iter_mut().enumerate() {
                        let low = rounded((values[index] + bias[index]) * scale);
                        let high = rounded((values[index + 16] + bias[index + 16]) * scale);
                        *word = (low | high << 16) as i32;
                    }
                }
            }
            if range < MIN_RANGE { 0.0 } else { range / MAX_ACTIVATION }
        },
    )
}

/// Rounds a number below 2^15 to the nearest whole number; negative numbers become 0.
#[inline(always)]
fn rounded(value: f32) -> u32 {
    // From 2^23 on, the last bit of a number counts ones.
    const ROUND: f32 = 8_388_608.0;
    let value = if value > 0.0 { value } else { 0.0 };
    (value + ROUND).to_bits() & 0x7FFF
}

/// Converts planes of small whole numbers (by plane and place of the grid) into words.
pub(super) fn words_of_planes(places: &Places, planes: &[u8], count: usize, words: &mut [Words]) {
    let size = planes.len() / count;
    for (plane, values) in planes.chunks_exact(size).enumerate() {
        let (block, shift, word) = (plane / BLOCK, plane % BLOCK / 16 * 16, plane % 16);
        for (&place, &in_grid) in places.of_cells.iter().zip(&places.in_grid) {
            let value = i32::from(values[in_grid as usize]);
            let word = &mut words[block * places.len + place as usize].0[word];
            // Each half belongs to one plane.
            *word = *word & !(0xFFFF << shift) | value << shift;
        }
    }
}

#[cfg(test)]
mod tests {
    use fearless_simd::{Level, dispatch};
    use proptest::prelude::*;
    use ringrift::BoardKind;

    use super::*;

    /// Returns the quantised weight of an output, by tap and input.
    fn weight(convolution: &Convolution, tap: usize, input: usize, output: usize) -> i64 {
        let words = convolution.taps.len() * convolution.blocks * 16;
        let at = output / LANES * words + (tap * convolution.blocks + input / BLOCK) * 16 + input % 16;
        i64::from(convolution.weights[at].0[2 * (output % LANES) + input % BLOCK / 16])
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Extreme weights and activations: each sum equals the exact one, and no sum overflows.
        #[test]
        fn sums_are_exact_and_do_not_overflow(
            inputs in 1_usize..70,
            outputs in 1_usize..40,
            kind in 0..3,
            seed in any::<u32>(),
            board in prop::sample::select(vec![BoardKind::Square8, BoardKind::Hex8]),
        ) {
            let mut state = seed;
            let mut random = || {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / (1 << 24) as f32
            };
            let places = Places::new(board);
            let weights: Vec<f32> = (0..9 * inputs * outputs)
                .map(|_| match kind {
                    0 => random() - 0.5,
                    1 => 1e4,
                    _ => if random() < 0.02 { -3.0 } else { 1e-6 },
                })
                .collect();
            let convolution = Convolution::new(&places, &weights, inputs, outputs, MAX_ACTIVATION);
            let cells = places.of_cells.len();
            let channels = padded(inputs);
            // The largest value comes first, so that the value of 1 is known.
            let mut values: Vec<f32> = (0..cells * channels)
                .map(|index| if index % channels >= inputs { 0.0 } else if kind == 1 { 1.0 } else { 1.2 * random() - 0.2 })
                .collect();
            values[0] = 1.0;
            let mut words = vec![Words::ZERO; places.len * channels / BLOCK];
            let level = Level::new();
            let mut results = vec![0.0; cells * padded(outputs)];
            let step = dispatch!(level, simd => {
                let step = quantize(simd, &places, &values, &vec![0.0; channels], &mut words);
                convolution.compute(simd, &places, &words, step, false, &mut results);
                step
            });
            let quantized = |place: usize, input: usize| {
                let word = words[input / BLOCK * places.len + place].0[input % 16];
                i64::from((word >> (input % BLOCK / 16 * 16)) as i16)
            };
            for (cell, &place) in places.of_cells.iter().enumerate() {
                for input in 0..inputs {
                    let exact = values[cell * channels + input].max(0.0) / step;
                    prop_assert!((quantized(place as usize, input) as f32 - exact).abs() < 0.51);
                }
                for output in (0..outputs).step_by(7) {
                    let mut sum = 0;
                    for (tap, neighbour) in places.neighbours.iter().enumerate() {
                        let place = place as usize - places.neighbours[4] + neighbour;
                        sum += (0..inputs).map(|input| quantized(place, input) * weight(&convolution, tap, input, output)).sum::<i64>();
                    }
                    let sum = i32::try_from(sum).expect("no sum overflows");
                    let expected = sum as f32 * (convolution.scales[output] * step);
                    prop_assert_eq!(results[cell * padded(outputs) + output].to_bits(), expected.to_bits());
                }
            }
            for output in 0..outputs {
                let total: i64 = (0..9 * inputs).map(|index| weight(&convolution, index / inputs, index % inputs, output).abs()).sum();
                prop_assert!(total * MAX_ACTIVATION as i64 <= i64::from(i32::MAX));
            }
        }
    }
}
