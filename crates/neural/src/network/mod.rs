//! Networks on the CPU: weights, and evaluations with the same bits on every machine.
//!
//! `docs/neural.md` describes the network and how it is computed. Convolutions are computed in whole numbers ([`convolution`]), everything
//! else in floating-point numbers with a fixed order of sums ([`dense`]).

mod convolution;
mod dense;
mod file;
mod forward;
mod places;

use std::sync::OnceLock;

use learning::{ActionSpace, Decision, ObservationSpace};
use ringrift::{BoardKind, MAX_PLAYERS};

use crate::network::convolution::{Convolution, padded};
use crate::network::dense::Dense;
pub use crate::network::file::NetworkError;
pub use crate::network::forward::{Evaluation, Workspace};
use crate::network::places::Places;
use crate::values::Values;

/// Values of the hidden layer of the value.
const HIDDEN: usize = 128;
/// Owners of a place: none, or a player.
const OWNERS: usize = 1 + MAX_PLAYERS;
/// Blocks with a number that leaves this remainder have a bias from pooled features.
const POOLED_EVERY: usize = 3;
const POOLED_REMAINDER: usize = 2;
/// The largest number in a plane of an observation.
const MAX_PLANE: f32 = u8::MAX as f32;
/// The largest quantised activation, see [`convolution`].
const MAX_ACTIVATION: f32 = convolution::MAX_ACTIVATION;

/// The weights of a network for one board.
///
/// ```
/// use learning::{Decision, StepList};
/// use neural::{Network, Workspace};
/// use ringrift::{BoardKind, Position, Ruleset};
///
/// let network = Network::embedded(BoardKind::Square8).expect("the board has a network");
/// let Position::Small(start) = Position::new(&Ruleset::standard(BoardKind::Square8, 2)?)? else { unreachable!() };
/// let decision = Decision::new(start);
/// let mut steps = StepList::default();
/// steps.fill(&decision);
/// let mut evaluations = Vec::new();
/// network.evaluate(&mut Workspace::new(), &[(&decision, steps.numbers())], &mut evaluations);
/// assert_eq!(evaluations[0].logits.len(), steps.numbers().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Network {
    board: BoardKind,
    identity: String,
    places: Places,
    channels: usize,
    stem: Convolution,
    stem_scalars: Dense,
    blocks: Vec<Block>,
    trunk_bias: Vec<f32>,
    policy_hidden: Convolution,
    policy_pooled: Dense,
    /// By plane of choices and padded channel.
    policy_weights: Vec<f32>,
    policy_bias: Vec<f32>,
    policy_other: Dense,
    value_hidden: Dense,
    value: Dense,
}

/// Returns the place of the network of a board.
fn slot(board: BoardKind) -> &'static OnceLock<Network> {
    static SQUARE8: OnceLock<Network> = OnceLock::new();
    static HEX8: OnceLock<Network> = OnceLock::new();
    static SQUARE19: OnceLock<Network> = OnceLock::new();
    static HEXAGONAL: OnceLock<Network> = OnceLock::new();
    static HEXAGONAL12: OnceLock<Network> = OnceLock::new();
    match board {
        BoardKind::Square8 => &SQUARE8,
        BoardKind::Hex8 => &HEX8,
        BoardKind::Square19 => &SQUARE19,
        BoardKind::Hexagonal => &HEXAGONAL,
        BoardKind::Hexagonal12 => &HEXAGONAL12,
    }
}

/// A residual block.
#[derive(Debug)]
struct Block {
    bias1: Vec<f32>,
    conv1: Convolution,
    bias2: Vec<f32>,
    pooled: Option<Dense>,
    conv2: Convolution,
}

impl Network {
    /// Reads a network from a file in the safetensors format, as the training writes it.
    ///
    /// # Errors
    /// If the file is damaged, or is not a network for this version of the encoding.
    pub fn read(file: &[u8]) -> Result<Network, NetworkError> {
        let (size, mut arrays) = file::open(file)?;
        let (board, channels) = (size.board, size.channels);
        let places = Places::new(board);
        let space = ObservationSpace::new(board);
        let planes = space.planes();
        let mut stem = arrays.take("stem.planes", &[3, 3, planes, channels])?;
        scale_planes(space, &mut stem, channels);
        let stem = Convolution::new(&places, &stem, planes, channels, MAX_PLANE);
        let scalars = arrays.take("stem.scalars", &[space.scalars(), channels])?;
        let stem_scalars = Dense::new(&scalars, Some(&arrays.take("stem.bias", &[channels])?), 1, channels);
        let mut blocks = Vec::new();
        for number in 0..size.blocks {
            let mut convolution = |name: &str| {
                let weights = arrays.take(&format!("block{number}.{name}"), &[3, 3, channels, channels])?;
                Ok(Convolution::new(&places, &weights, channels, channels, MAX_ACTIVATION))
            };
            let (conv1, conv2) = (convolution("conv1")?, convolution("conv2")?);
            let pooled = if number % POOLED_EVERY == POOLED_REMAINDER {
                let weights = arrays.take(&format!("block{number}.pooled"), &[2 * channels, channels])?;
                Some(Dense::new(&weights, None, 2, channels))
            } else {
                None
            };
            let mut bias = |name: &str| Ok(padded_row(arrays.take(&format!("block{number}.{name}"), &[channels])?));
            blocks.push(Block { bias1: bias("bias1")?, conv1, bias2: bias("bias2")?, pooled, conv2 });
        }
        let trunk_bias = padded_row(arrays.take("trunk.bias", &[channels])?);
        let hidden = arrays.take("policy.conv1", &[channels, channels])?;
        let policy_hidden = Convolution::new(&places, &hidden, channels, channels, MAX_ACTIVATION);
        let mut dense = |name: &str, bias: &str, outputs: usize| {
            let weights = arrays.take(name, &[2 * channels, outputs])?;
            Ok(Dense::new(&weights, Some(&arrays.take(bias, &[outputs])?), 2, outputs))
        };
        let policy_pooled = dense("policy.pooled", "policy.bias1", channels)?;
        let policy_other = dense("policy.other", "policy.other_bias", 2)?;
        let value_hidden = dense("value.dense1", "value.bias1", HIDDEN)?;
        let choice_planes = (ActionSpace::new(board).len() - 2) / usize::from(board.cells());
        let by_channel = arrays.take("policy.conv2", &[channels, choice_planes])?;
        let mut policy_weights = vec![0.0; choice_planes * padded(channels)];
        for (index, &weight) in by_channel.iter().enumerate() {
            policy_weights[index % choice_planes * padded(channels) + index / choice_planes] = weight;
        }
        let policy_bias = arrays.take("policy.bias2", &[choice_planes])?;
        let value = arrays.take("value.dense2", &[HIDDEN, MAX_PLAYERS])?;
        let value = Dense::new(&value, Some(&arrays.take("value.bias2", &[MAX_PLAYERS])?), 1, MAX_PLAYERS);
        // The search needs no margins and owners; they only have to be right.
        arrays.take("value.margins", &[HIDDEN, MAX_PLAYERS])?;
        arrays.take("value.margins_bias", &[MAX_PLAYERS])?;
        arrays.take("ownership.conv", &[channels, OWNERS])?;
        arrays.take("ownership.bias", &[OWNERS])?;
        arrays.finish()?;
        let identity = blake3::hash(file).to_hex()[..12].to_owned();
        Ok(Network {
            board,
            identity,
            places,
            channels: padded(channels),
            stem,
            stem_scalars,
            blocks,
            trunk_bias,
            policy_hidden,
            policy_pooled,
            policy_weights,
            policy_bias,
            policy_other,
            value_hidden,
            value,
        })
    }

    /// Returns the network of a board that is part of the program. In WebAssembly the files are loaded separately: there it is `None`
    /// until [`Network::provide`] was called with the file of the board.
    pub fn embedded(board: BoardKind) -> Option<&'static Network> {
        #[cfg(not(target_family = "wasm"))]
        slot(board).get_or_init(|| Network::read(Network::file(board)).expect("the tests read every network"));
        slot(board).get()
    }

    /// Returns the file of the network of a board that is part of the program.
    #[cfg(not(target_family = "wasm"))]
    pub fn file(board: BoardKind) -> &'static [u8] {
        match board {
            BoardKind::Square8 => include_bytes!("../../weights/square8.safetensors"),
            BoardKind::Hex8 => include_bytes!("../../weights/hex8.safetensors"),
            BoardKind::Square19 => include_bytes!("../../weights/square19.safetensors"),
            BoardKind::Hexagonal => include_bytes!("../../weights/hexagonal.safetensors"),
            BoardKind::Hexagonal12 => include_bytes!("../../weights/hexagonal12.safetensors"),
        }
    }

    /// Reads a network that [`Network::embedded`] returns for its board from now on, and returns it. A network that is already in use
    /// stays; then this is the one that is returned.
    ///
    /// # Errors
    /// If the file is damaged.
    pub fn provide(file: &[u8]) -> Result<&'static Network, NetworkError> {
        let network = Network::read(file)?;
        let slot = slot(network.board);
        Ok(slot.get_or_init(|| network))
    }

    /// Returns the board.
    pub fn board(&self) -> BoardKind {
        self.board
    }

    /// Returns the first 12 hexadecimal digits of the BLAKE3 hash of the file, for logs and versions.
    pub fn identity(&self) -> &str {
        &self.identity
    }

    /// Evaluates decisions, each with the numbers of its legal choices as [`Tree::leaf_numbers`](crate::Tree::leaf_numbers) or
    /// [`StepList::numbers`](learning::StepList::numbers) return them. The evaluations replace those in `evaluations`.
    ///
    /// The evaluation of a decision does not depend on the others; several at once are faster. Use the same workspace again, because it keeps
    /// its memory.
    ///
    /// # Panics
    /// If a decision is not on the board of the network, or a number is not a choice of the board.
    pub fn evaluate<const W: usize>(
        &self,
        workspace: &mut Workspace,
        leaves: &[(&Decision<W>, &[u32])],
        evaluations: &mut Vec<Evaluation>,
    ) {
        evaluations.resize_with(leaves.len(), Evaluation::default);
        let space = ObservationSpace::new(self.board);
        let chunks = leaves.chunks(forward::CHUNK).zip(evaluations.chunks_mut(forward::CHUNK));
        for (leaves, evaluations) in chunks {
            workspace.prepare(self, leaves.len());
            for (index, (decision, _)) in leaves.iter().enumerate() {
                assert_eq!(decision.position().rules().board, self.board, "the network is for another board");
                let (planes, scalars) = workspace.observation(space, index);
                space.write_planes(decision, planes);
                space.write_scalars(decision, scalars);
            }
            let numbers: Vec<&[u32]> = leaves.iter().map(|&(_, numbers)| numbers).collect();
            workspace.compute(self, &numbers, evaluations);
        }
    }
}

/// Pads a row of channels to whole blocks.
fn padded_row(mut row: Vec<f32>) -> Vec<f32> {
    row.resize(padded(row.len()), 0.0);
    row
}

/// Divides the weights of planes with numbers of rings by 4 instead of the planes themselves, which is exact.
fn scale_planes(space: ObservationSpace, weights: &mut [f32], channels: usize) {
    let names = space.plane_names();
    let is_ring_plane =
        |name: &String| ["cap_", "second_run_", "third_run_", "rings_"].iter().any(|start| name.starts_with(start));
    for (row, weights) in weights.chunks_exact_mut(channels).enumerate() {
        if is_ring_plane(&names[row % names.len()]) {
            weights.iter_mut().for_each(|weight| *weight *= 0.25);
        }
    }
}

/// Returns the values of the players from their logits: the share of each, times the number of players, less 1.
fn player_values(logits: &[f32], seated: &[f32]) -> Values {
    let mut values = [0.0; MAX_PLAYERS];
    let seats = || logits.iter().zip(seated).map(|(&logit, &seated)| (logit, seated > 0.0));
    let highest = seats().filter(|seat| seat.1).map(|seat| seat.0).fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for (value, (logit, is_seated)) in values.iter_mut().zip(seats()) {
        if is_seated {
            *value = libm::expf(logit - highest);
            sum += *value;
        }
    }
    let players = seats().filter(|seat| seat.1).count() as f32;
    for (value, (_, is_seated)) in values.iter_mut().zip(seats()) {
        if is_seated {
            *value = (*value / sum * players - 1.0).clamp(-1.0, 1.0);
        }
    }
    values
}
