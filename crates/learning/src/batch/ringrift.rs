//! Batches of RingRift games.

use game::GameRng;
use ringrift::{ByPlayer, MAX_PLAYERS, MEDIUM_WORDS, Position, PositionOf, Ruleset};

use super::{Arrays, Batch, BatchError, BatchGame, BatchSettings, BatchStartError, RowLengths};
use crate::action_space::ActionSpace;
use crate::decision::Decision;
use crate::observation::ObservationSpace;

impl<const W: usize> BatchGame for Decision<W> {
    type Start = PositionOf<W>;
    type Plane = u8;
    type Scalar = f32;

    fn start(start: &PositionOf<W>, _chance: &mut GameRng) -> Decision<W> {
        Decision::new(start.clone())
    }

    fn restart(&mut self, start: &PositionOf<W>, _chance: &mut GameRng) {
        self.reset(start);
    }

    fn row_lengths(start: &PositionOf<W>) -> RowLengths {
        let board = start.rules().board;
        let space = ObservationSpace::new(board);
        RowLengths {
            mask_words: ActionSpace::new(board).len().div_ceil(64),
            planes: space.plane_bytes(),
            scalars: space.scalars(),
            rewards: MAX_PLAYERS,
        }
    }

    fn check(&self, choice: usize) -> Result<(), String> {
        self.action(choice).map(|_| ()).map_err(|error| error.to_string())
    }

    fn play(&mut self, choice: usize) -> bool {
        Decision::play(self, choice).is_ok()
    }

    fn play_random(&mut self, rng: &mut GameRng) -> Option<usize> {
        Decision::play_random(self, |count| rng.below(count))
    }

    fn rewards(&self) -> Option<[f32; MAX_PLAYERS]> {
        let players = self.position().rules().players;
        self.position().outcome().map(|outcome| rewards(outcome.ranks, players))
    }

    fn to_move(&self) -> u8 {
        self.position().to_move().index() as u8
    }

    fn write_mask(&self, mask: &mut [u64]) {
        Decision::write_mask(self, mask);
    }

    fn write_planes(&self, planes: &mut [u8]) {
        ObservationSpace::new(self.position().rules().board).write_planes(self, planes);
    }

    fn write_scalars(&self, scalars: &mut [f32]) {
        ObservationSpace::new(self.position().rules().board).write_scalars(self, scalars);
    }
}

/// Returns the reward of each seat at the end of a game.
fn rewards(ranks: ByPlayer<u8>, players: u8) -> [f32; MAX_PLAYERS] {
    let ranks = ranks.of(players);
    let mut rewards = [0.0; MAX_PLAYERS];
    for (reward, rank) in rewards.iter_mut().zip(ranks) {
        let behind = ranks.iter().filter(|&other| other > rank).count() as f32;
        let ahead = ranks.iter().filter(|&other| other < rank).count() as f32;
        *reward = (behind - ahead) / (ranks.len() - 1) as f32;
    }
    rewards
}

/// Games on a board chosen at run time.
#[derive(Clone, Debug)]
pub enum AnyBatch {
    /// Boards of up to 64 cells.
    Small(Batch<Decision<1>>),
    /// Boards of up to 384 cells.
    Medium(Batch<Decision<MEDIUM_WORDS>>),
    /// Boards of up to 512 cells.
    Large(Batch<Decision<8>>),
}

/// Evaluates an expression with the batch of the actual board size.
macro_rules! each_size {
    ($self:expr, $batch:ident => $body:expr) => {
        match $self {
            AnyBatch::Small($batch) => $body,
            AnyBatch::Medium($batch) => $body,
            AnyBatch::Large($batch) => $body,
        }
    };
}

impl AnyBatch {
    /// Creates games that begin with the start position of rules.
    ///
    /// # Errors
    /// If the rules are not valid, or the threads cannot be started.
    pub fn new(rules: &Ruleset, settings: &BatchSettings) -> Result<AnyBatch, BatchStartError> {
        Ok(match Position::new(rules)? {
            Position::Small(start) => AnyBatch::Small(Batch::new(start, settings)?),
            Position::Medium(start) => AnyBatch::Medium(Batch::new(*start, settings)?),
            Position::Large(start) => AnyBatch::Large(Batch::new(*start, settings)?),
        })
    }

    /// Returns the number of games.
    #[expect(clippy::len_without_is_empty, reason = "a batch without games has no use")]
    pub fn len(&self) -> usize {
        each_size!(self, batch => batch.len())
    }

    /// Returns the rules.
    pub fn rules(&self) -> &Ruleset {
        each_size!(self, batch => batch.start().rules())
    }

    /// Returns the number of words of the mask of one game.
    pub fn mask_words(&self) -> usize {
        each_size!(self, batch => Decision::row_lengths(batch.start()).mask_words)
    }

    /// Plays one choice in each game, see [`Batch::step`].
    ///
    /// # Errors
    /// If a choice is not legal or an array has a wrong length; then no game changes.
    pub fn step(&mut self, choices: Option<&[i32]>, arrays: Arrays<'_>) -> Result<(), BatchError> {
        each_size!(self, batch => batch.step(choices, arrays))
    }

    /// Starts all games again, see [`Batch::reset`].
    ///
    /// # Errors
    /// If an array has a wrong length; then no game changes.
    pub fn reset(&mut self, arrays: Arrays<'_>) -> Result<(), BatchError> {
        each_size!(self, batch => batch.reset(arrays))
    }
}
