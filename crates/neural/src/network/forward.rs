//! The computation of a network for a few positions at once.

use fearless_simd::{Level, Simd, dispatch};
use learning::ObservationSpace;

use crate::network::convolution::{BLOCK, Words, padded, quantize, words_of_planes};
use crate::network::dense::{dot, pool};
use crate::network::{HIDDEN, Network, player_values};
use crate::values::Values;

/// Positions that are computed together, so that weights stay in the cache.
pub(super) const CHUNK: usize = 8;

/// What a network says about a decision.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Evaluation {
    /// A logit for each number, in the order of the numbers.
    pub logits: Vec<f32>,
    /// The values of the players in turns after the player to move, from -1 to 1.
    pub values: Values,
}

/// Memory for evaluations by networks. It can be used for any network, by one thread at a time.
#[derive(Debug)]
pub struct Workspace {
    level: Level,
    planes: Vec<u8>,
    scalars: Vec<f32>,
    /// Quantised inputs of a convolution, by position, block and place. Places that are no cells stay 0.
    words: Vec<Words>,
    plane_words: Vec<Words>,
    /// The value of 1 of the quantised inputs of each position.
    steps: Vec<f32>,
    /// The residual stream, by position, cell and channel.
    stream: Vec<f32>,
    /// The first convolution of a block, or the hidden layer of the policy.
    hidden: Vec<f32>,
    pooled: Vec<f32>,
    /// The bias that comes from pooled features.
    bias: Vec<f32>,
    /// The bias of the hidden layer of the policy of each position.
    policy_bias: Vec<f32>,
    /// The logits of passing and swapping of each position, then padding.
    other: Vec<f32>,
    features: Vec<f32>,
    /// The logits of the shares of the players of each position, then padding.
    values: Vec<f32>,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

impl Workspace {
    /// Creates a workspace that uses the vector instructions of this machine.
    pub fn new() -> Workspace {
        Workspace::with_level(Level::new())
    }

    pub(super) fn with_level(level: Level) -> Workspace {
        Workspace {
            level,
            planes: Vec::new(),
            scalars: Vec::new(),
            words: Vec::new(),
            plane_words: Vec::new(),
            steps: Vec::new(),
            stream: Vec::new(),
            hidden: Vec::new(),
            pooled: Vec::new(),
            bias: Vec::new(),
            policy_bias: Vec::new(),
            other: Vec::new(),
            features: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Makes room for some positions.
    pub(super) fn prepare(&mut self, network: &Network, positions: usize) {
        let space = ObservationSpace::new(network.board);
        let (places, channels) = (&network.places, network.channels);
        self.planes.resize(positions * space.plane_bytes(), 0);
        self.scalars.resize(positions * space.scalars(), 0.0);
        // Words of an earlier network could lie at other places.
        self.words.clear();
        self.words.resize(positions * places.len * channels / BLOCK, Words::ZERO);
        self.plane_words.clear();
        self.plane_words.resize(positions * places.len * padded(space.planes()) / BLOCK, Words::ZERO);
        self.steps.resize(positions, 0.0);
        self.stream.resize(positions * places.of_cells.len() * channels, 0.0);
        self.hidden.resize(positions * places.of_cells.len() * channels, 0.0);
        self.pooled.resize(2 * channels, 0.0);
        self.bias.resize(channels, 0.0);
        self.policy_bias.resize(positions * channels, 0.0);
        self.other.resize(positions * BLOCK, 0.0);
        self.features.resize(HIDDEN, 0.0);
        self.values.resize(positions * BLOCK, 0.0);
    }

    /// Returns the planes and scalars of a position to write.
    pub(super) fn observation(&mut self, space: ObservationSpace, index: usize) -> (&mut [u8], &mut [f32]) {
        let (bytes, scalars) = (space.plane_bytes(), space.scalars());
        (&mut self.planes[index * bytes..][..bytes], &mut self.scalars[index * scalars..][..scalars])
    }

    /// Computes the network for the observations that were written.
    pub(super) fn compute(&mut self, network: &Network) {
        let level = self.level;
        dispatch!(level, simd => self.compute_with(simd, network));
    }

    #[inline(always)]
    fn compute_with<S: Simd>(&mut self, simd: S, network: &Network) {
        let (places, channels) = (&network.places, network.channels);
        let size = places.of_cells.len() * channels;
        let space = ObservationSpace::new(network.board);
        let words = self.plane_words.chunks_exact_mut(places.len * padded(space.planes()) / BLOCK);
        for (planes, words) in self.planes.chunks_exact(space.plane_bytes()).zip(words) {
            words_of_planes(places, planes, space.planes(), words);
        }
        for (scalars, stream) in self.scalars.chunks_exact(space.scalars()).zip(self.stream.chunks_exact_mut(size)) {
            let (first, rest) = stream.split_at_mut(channels);
            network.stem_scalars.compute(scalars, first);
            rest.chunks_exact_mut(channels).for_each(|cell| cell.copy_from_slice(first));
        }
        self.steps.fill(1.0);
        network.stem.compute(simd, places, &self.plane_words, &self.steps, true, &mut self.stream);
        for block in &network.blocks {
            quantize_all(simd, network, &self.stream, &block.bias1, &mut self.words, &mut self.steps);
            block.conv1.compute(simd, places, &self.words, &self.steps, false, &mut self.hidden);
            if let Some(dense) = &block.pooled {
                for hidden in self.hidden.chunks_exact_mut(size) {
                    self.bias.fill(0.0);
                    pool(hidden, &self.bias, &mut self.pooled);
                    dense.compute(&self.pooled, &mut self.bias);
                    for cell in hidden.chunks_exact_mut(channels) {
                        cell.iter_mut().zip(&self.bias).for_each(|(value, bias)| *value += bias);
                    }
                }
            }
            quantize_all(simd, network, &self.hidden, &block.bias2, &mut self.words, &mut self.steps);
            block.conv2.compute(simd, places, &self.words, &self.steps, true, &mut self.stream);
        }
        quantize_all(simd, network, &self.stream, &network.trunk_bias, &mut self.words, &mut self.steps);
        network.policy_hidden.compute(simd, places, &self.words, &self.steps, false, &mut self.hidden);
        for (index, stream) in self.stream.chunks_exact(size).enumerate() {
            pool(stream, &network.trunk_bias, &mut self.pooled);
            network.policy_pooled.compute(&self.pooled, &mut self.policy_bias[index * channels..][..channels]);
            network.policy_other.compute(&self.pooled, &mut self.other[index * BLOCK..][..BLOCK]);
            network.value_hidden.compute(&self.pooled, &mut self.features);
            self.features.iter_mut().for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 });
            network.value.compute(&self.features, &mut self.values[index * BLOCK..][..BLOCK]);
        }
    }

    /// Writes the evaluation of a position with the logits of some numbers.
    pub(super) fn finish(&self, network: &Network, index: usize, numbers: &[u32], evaluation: &mut Evaluation) {
        let (channels, cells) = (network.channels, network.places.of_cells.len());
        let hidden = &self.hidden[index * cells * channels..][..cells * channels];
        let hidden_bias = &self.policy_bias[index * channels..][..channels];
        let by_place = network.policy_bias.len() * cells;
        let level = self.level;
        evaluation.logits.clear();
        dispatch!(level, simd => simd.vectorize(
            #[inline(always)]
            || evaluation.logits.extend(numbers.iter().map(|&number| {
                let number = number as usize;
                if number >= by_place {
                    assert!(number < by_place + 2, "the number {number} is not a choice of the board");
                    return self.other[index * BLOCK + number - by_place];
                }
                let (plane, cell) = (number / cells, number % cells);
                let hidden = &hidden[cell * channels..][..channels];
                let weights = &network.policy_weights[plane * channels..][..channels];
                dot(hidden, hidden_bias, weights) + network.policy_bias[plane]
            }))
        ));
        let space = ObservationSpace::new(network.board);
        let scalars = &self.scalars[index * space.scalars()..][..space.scalars()];
        evaluation.values = player_values(&self.values[index * BLOCK..][..4], &scalars[..4]);
    }
}

/// Quantises the ReLU of the values of all positions plus a bias.
#[inline(always)]
fn quantize_all<S: Simd>(
    simd: S,
    network: &Network,
    values: &[f32],
    bias: &[f32],
    words: &mut [Words],
    steps: &mut [f32],
) {
    let size = network.places.of_cells.len() * network.channels;
    let words = words.chunks_exact_mut(network.places.len * network.channels / BLOCK);
    for ((values, words), step) in values.chunks_exact(size).zip(words).zip(steps) {
        *step = quantize(simd, &network.places, values, bias, words);
    }
}
