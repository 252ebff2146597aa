//! Size limits. They are far above real use and bound the time and memory that any input can cost.

/// Largest number of troops or supply; sums are capped here. JSON readers represent all integers up to it exactly.
pub const MAX_AMOUNT: u64 = (1 << 53) - 1;

/// Maximum size of a scenario file in bytes.
pub const MAX_SCENARIO_BYTES: usize = 8 << 20;

/// Maximum size of a replay file in bytes.
pub const MAX_REPLAY_BYTES: usize = 256 << 20;

/// Maximum number of nodes of a map.
pub const MAX_NODES: usize = 10_000;

/// Maximum number of edges of a map.
pub const MAX_EDGES: usize = 100_000;

/// Maximum length of an id or a name in bytes.
pub const MAX_NAME_BYTES: usize = 1_000;

/// Maximum number of plies of a match.
pub const MAX_PLIES: u64 = 100_000;

/// Maximum number of orders that a scenario can allow per ply.
pub const MAX_BUDGET: u64 = 10_000;

/// Maximum number of orders per ply. Further submitted orders are dropped; a replay with more is rejected.
pub const MAX_ACTIONS: usize = 20_000;

/// Maximum size, as JSON, of a submitted order that is not in plain form, in bytes. Larger ones count as unknown orders.
pub const MAX_ACTION_BYTES: usize = 16 << 10;

/// Maximum nesting depth of a submitted order. Deeper ones count as unknown orders.
pub const MAX_ACTION_DEPTH: usize = 32;

/// Maximum nesting depth of free-form parts of replays: diagnostics, notes, player descriptions, unknown keys, and events
/// added by the program that ran the match.
pub const MAX_DEPTH: usize = 64;
