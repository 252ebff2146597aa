//! How large things may be: far above real use, so that no input makes the engine run away.

/// The largest number of troops or supply; counts stop there. All counts up to it are exact in every JSON reader.
pub const MAX_AMOUNT: u64 = (1 << 53) - 1;

/// The most bytes of a scenario file.
pub const MAX_SCENARIO_BYTES: usize = 8 << 20;

/// The most bytes of a replay file.
pub const MAX_REPLAY_BYTES: usize = 256 << 20;

/// The most nodes of a map.
pub const MAX_NODES: usize = 10_000;

/// The most edges of a map.
pub const MAX_EDGES: usize = 100_000;

/// The most bytes of an id or a name.
pub const MAX_NAME_BYTES: usize = 1_000;

/// The most plies of a match.
pub const MAX_PLIES: u64 = 100_000;

/// The most actions of a ply that have an effect.
pub const MAX_BUDGET: u64 = 10_000;

/// The most actions of a ply that are looked at; whoever submits more has submitted that many.
pub const MAX_ACTIONS: usize = 20_000;

/// The most bytes, as JSON, of a submitted action that is not in its plain form; a larger one is no action.
pub const MAX_ACTION_BYTES: usize = 16 << 10;

/// How deep a submitted action may be nested; a deeper one is no action.
pub const MAX_ACTION_DEPTH: usize = 32;

/// How deep the free parts of replays (diagnostics, notes, events of the runner) may be nested.
pub const MAX_DEPTH: usize = 64;
