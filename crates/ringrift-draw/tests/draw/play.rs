//! Positions of random games.

use ringrift::{Action, Position, Setup};

/// Rulesets that together cover every board.
pub(crate) const GAMES: [&str; 6] = [
    "G square8 2p",
    "G square8 4p",
    "G square19 3p",
    "G hex8 2p canon rings=18 line_length=3",
    "G hexagonal 2p",
    "G hexagonal12 4p canon rings=40 line_length=4",
];

/// An action with the positions before and after it.
pub(crate) struct Ply {
    pub(crate) before: Position,
    pub(crate) action: Action,
    pub(crate) after: Position,
}

/// Plays the first plies of a random game; equal seeds give equal games.
pub(crate) fn plies(game: &str, count: usize, seed: u64) -> Vec<Ply> {
    let rules = Setup::parse(game).expect("the rules are readable").rules;
    let mut position = Position::new(&rules).expect("the rules are valid");
    let mut random = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut plies = Vec::new();
    while plies.len() < count && position.outcome().is_none() {
        let actions = position.legal_actions();
        let action = actions[pick(&mut random, actions.len())];
        let before = position.clone();
        position.play(action).expect("the action is legal");
        plies.push(Ply { before, action, after: position.clone() });
    }
    plies
}

/// Returns a pseudo-random number below a limit (xorshift).
fn pick(random: &mut u64, limit: usize) -> usize {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    ((*random >> 32) as usize) % limit
}
