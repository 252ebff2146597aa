//! The computation of a network for a few positions at once.

use fearless_simd::{Level, Simd};
use learning::ObservationSpace;
use ringrift::MAX_PLAYERS;

use crate::network::convolution::{BLOCK, Words, padded, quantize, words_of_planes};
use crate::network::dense::{dot, pool};
use crate::network::{Block, HIDDEN, Network, player_values};
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
    /// The observations, by position.
    planes: Vec<u8>,
    scalars: Vec<f32>,
    /// Quantised inputs of a convolution of one position, by block and place. Places that are no cells stay 0.
    words: Vec<Words>,
    /// The residual stream, by position, cell and channel.
    stream: Vec<f32>,
    /// The first convolution of a block or the hidden layer of the policy of one position, by cell and channel.
    hidden: Vec<f32>,
    /// The mean and the maximum of each channel.
    pooled: Vec<f32>,
    /// A bias that comes from pooled features.
    bias: Vec<f32>,
    /// The hidden layer of the value.
    features: Vec<f32>,
}

impl Default for Workspace {
    fn default() -> Workspace {
        Workspace::new()
    }
}

impl Workspace {
    /// Creates a workspace that uses the fastest vector instructions of this machine.
    pub fn new() -> Workspace {
        Workspace::with_level(Level::new())
    }

    /// Creates a workspace for each set of vector instructions of this machine that the network is compiled for, with its name. They all give
    /// the same results; tests and measurements compare them.
    pub fn of_all_instructions() -> Vec<(&'static str, Workspace)> {
        let level = Level::new();
        #[cfg(target_arch = "x86_64")]
        let levels = [
            ("AVX-512", level.as_avx512().map(Simd::level)),
            ("AVX2", level.as_avx2().map(Simd::level)),
            ("SSE2", level.as_sse2().map(Simd::level)),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let levels = [("best", Some(level))];
        let levels = levels.into_iter().filter_map(|(name, level)| Some((name, level?)));
        levels.map(|(name, level)| (name, Workspace::with_level(level))).collect()
    }

    fn with_level(level: Level) -> Workspace {
        Workspace {
            level,
            planes: Vec::new(),
            scalars: Vec::new(),
            words: Vec::new(),
            stream: Vec::new(),
            hidden: Vec::new(),
            pooled: Vec::new(),
            bias: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Makes room for some positions.
    pub(super) fn prepare(&mut self, network: &Network, positions: usize) {
        let space = ObservationSpace::new(network.board);
        let (places, channels) = (&network.places, network.channels);
        let size = places.of_cells.len() * channels;
        self.planes.resize(positions * space.plane_bytes(), 0);
        self.scalars.resize(positions * space.scalars(), 0.0);
        self.words.resize(places.len * channels.max(padded(space.planes())) / BLOCK, Words::ZERO);
        self.stream.resize(positions * size, 0.0);
        self.hidden.resize(size, 0.0);
        self.pooled.resize(2 * channels, 0.0);
        self.bias.resize(channels, 0.0);
        self.features.resize(HIDDEN, 0.0);
    }

    /// Returns the planes and scalars of a position to write.
    pub(super) fn observation(&mut self, space: ObservationSpace, index: usize) -> (&mut [u8], &mut [f32]) {
        let (bytes, scalars) = (space.plane_bytes(), space.scalars());
        (&mut self.planes[index * bytes..][..bytes], &mut self.scalars[index * scalars..][..scalars])
    }

    /// Computes the network for the observations that were written, and the logits of some numbers of each position.
    pub(super) fn compute(&mut self, network: &Network, numbers: &[&[u32]], evaluations: &mut [Evaluation]) {
        // The instructions between SSE2 and AVX2 are of no use here.
        #[cfg(target_arch = "x86_64")]
        match self.level {
            Level::Avx512(simd) => self.compute_with(simd, network, numbers, evaluations),
            Level::Avx2(simd) => self.compute_with(simd, network, numbers, evaluations),
            level => {
                let simd = level.as_sse2().expect("all processors of x86-64 have SSE2");
                self.compute_with(simd, network, numbers, evaluations);
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let level = self.level;
            fearless_simd::dispatch!(level, simd => self.compute_with(simd, network, numbers, evaluations));
        }
    }

    fn compute_with<S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        numbers: &[&[u32]],
        evaluations: &mut [Evaluation],
    ) {
        simd.vectorize(
            #[inline(always)]
            || {
                let size = network.places.of_cells.len() * network.channels;
                // The stream leaves the workspace for a while, so that the parts can borrow both.
                let mut streams = std::mem::take(&mut self.stream);
                // Words of an earlier network or of the blocks could lie at other places.
                self.words.fill(Words::ZERO);
                for (index, stream) in streams.chunks_exact_mut(size).enumerate() {
                    self.stem(simd, network, index, stream);
                }
                self.words.fill(Words::ZERO);
                for block in &network.blocks {
                    for stream in streams.chunks_exact_mut(size) {
                        self.block(simd, network, block, stream);
                    }
                }
                let outputs = numbers.iter().zip(evaluations);
                for (index, (stream, (numbers, evaluation))) in streams.chunks_exact(size).zip(outputs).enumerate() {
                    self.heads(simd, network, index, stream, numbers, evaluation);
                }
                self.stream = streams;
            },
        );
    }

    #[inline(always)]
    fn stem<S: Simd>(&mut self, simd: S, network: &Network, index: usize, stream: &mut [f32]) {
        let space = ObservationSpace::new(network.board);
        let (planes, scalars) = (space.plane_bytes(), space.scalars());
        network.stem_scalars.compute(&self.scalars[index * scalars..][..scalars], &mut self.bias);
        stream.chunks_exact_mut(network.channels).for_each(|cell| cell.copy_from_slice(&self.bias));
        words_of_planes(&network.places, &self.planes[index * planes..][..planes], space.planes(), &mut self.words);
        network.stem.compute(simd, &network.places, &self.words, 1.0, true, stream);
    }

    #[inline(always)]
    fn block<S: Simd>(&mut self, simd: S, network: &Network, block: &Block, stream: &mut [f32]) {
        let places = &network.places;
        let step = quantize(simd, places, stream, &block.bias1, &mut self.words);
        block.conv1.compute(simd, places, &self.words, step, false, &mut self.hidden);
        if let Some(dense) = &block.pooled {
            self.bias.fill(0.0);
            pool(&self.hidden, &self.bias, &mut self.pooled);
            dense.compute(&self.pooled, &mut self.bias);
            for cell in self.hidden.chunks_exact_mut(network.channels) {
                cell.iter_mut().zip(&self.bias).for_each(|(value, bias)| *value += bias);
            }
        }
        let step = quantize(simd, places, &self.hidden, &block.bias2, &mut self.words);
        block.conv2.compute(simd, places, &self.words, step, true, stream);
    }

    #[inline(always)]
    fn heads<S: Simd>(
        &mut self,
        simd: S,
        network: &Network,
        index: usize,
        stream: &[f32],
        numbers: &[u32],
        evaluation: &mut Evaluation,
    ) {
        let (places, channels) = (&network.places, network.channels);
        let step = quantize(simd, places, stream, &network.trunk_bias, &mut self.words);
        network.policy_hidden.compute(simd, places, &self.words, step, false, &mut self.hidden);
        pool(stream, &network.trunk_bias, &mut self.pooled);
        network.policy_pooled.compute(&self.pooled, &mut self.bias);
        let mut other = [0.0; BLOCK];
        network.policy_other.compute(&self.pooled, &mut other);
        let cells = places.of_cells.len();
        let by_place = network.policy_bias.len() * cells;
        evaluation.logits.clear();
        evaluation.logits.extend(numbers.iter().map(|&number| {
            let number = number as usize;
            if number >= by_place {
                assert!(number < by_place + 2, "the number {number} is not a choice of the board");
                return other[number - by_place];
            }
            let (plane, cell) = (number / cells, number % cells);
            let hidden = &self.hidden[cell * channels..][..channels];
            let weights = &network.policy_weights[plane * channels..][..channels];
            dot(hidden, &self.bias, weights) + network.policy_bias[plane]
        }));
        network.value_hidden.compute(&self.pooled, &mut self.features);
        self.features.iter_mut().for_each(|value| *value = if *value > 0.0 { *value } else { 0.0 });
        let mut values = [0.0; BLOCK];
        network.value.compute(&self.features, &mut values);
        let scalars = ObservationSpace::new(network.board).scalars();
        let seated = &self.scalars[index * scalars..][..MAX_PLAYERS];
        evaluation.values = player_values(&values[..MAX_PLAYERS], seated);
    }
}
