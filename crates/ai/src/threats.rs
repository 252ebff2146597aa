//! What players could do if it were their turn.

use std::ops::ControlFlow;

use ringrift::{Action, Player, Position, PositionOf, PositionVisitor};

use crate::search::{Stopped, Turns};

/// Something that a player could do if it were his turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Threat {
    /// Who threatens.
    pub player: Player,
    /// What.
    pub kind: ThreatKind,
    /// The actions of his turn that carry it out, as if he were to move now.
    pub line: Vec<Action>,
    /// The position in which he would be to move: the actions are to be read there.
    pub from: Position,
}

/// What is threatened.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ThreatKind {
    /// To gain eliminated rings: so many.
    Rings(u32),
    /// To gain territory: so many cells.
    Territory(u32),
    /// To win the game.
    Win,
}

/// For each player no more positions than this are looked at.
const MOST_NODES: u64 = 50_000;

/// Gains of fewer rings come with every other move.
const FEWEST_RINGS: u32 = 2;

/// Gains of fewer cells do, too.
const FEWEST_CELLS: u32 = 3;

/// What the players who are not to move could do if it were their turn, the worst first; at most one threat of each kind for
/// each player. Only the most promising part of very many possibilities is looked at.
///
/// ```
/// use ai::{ThreatKind, threats};
/// use ringrift::Position;
/// // One more eliminated ring wins for player 2: a step onto his own marker.
/// let position = Position::parse("G square8 2p; S d4=1,h8=2; M2 h7; E 0,18; P movement")?;
/// let threats = threats(&position);
/// assert_eq!(threats[0].kind, ThreatKind::Win);
/// assert_eq!(threats[0].from.action_text(threats[0].line[0]), "M h8-h7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn threats(position: &Position) -> Vec<Threat> {
    threats_until(position, &|| false)
}

/// The same, until `stopped` says so: then those that have been found.
pub fn threats_until(position: &Position, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Threat> {
    let others = Player::seats(position.rules().players).filter(|&player| player != position.to_move());
    let mut threats: Vec<Threat> = others.flat_map(|player| threats_of(position, player, stopped)).collect();
    threats.sort_by(|a, b| b.kind.cmp(&a.kind).then(a.player.cmp(&b.player)));
    threats
}

fn threats_of(position: &Position, player: Player, stopped: Stopped<'_>) -> Vec<Threat> {
    let Some(from) = position.as_if_turn_of(player) else { return Vec::new() };
    let found = from.visit(Gains { player, stopped });
    let threat = |(kind, line)| Threat { player, kind, line, from: from.clone() };
    found.into_iter().map(threat).collect()
}

/// Looks for what a player can gain within his turn.
struct Gains<'a> {
    player: Player,
    stopped: Stopped<'a>,
}

impl PositionVisitor for Gains<'_> {
    type Output = Vec<(ThreatKind, Vec<Action>)>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output {
        let Gains { player, stopped } = self;
        let (cells, rings) = (position.territory(player), u32::from(position.credits(player)));
        let mut win = None;
        let mut most_cells = (FEWEST_CELLS - 1, Vec::new());
        let mut most_rings = (FEWEST_RINGS - 1, Vec::new());
        Turns::new(stopped).visit(position, MOST_NODES, &mut 0, &mut |end, line| {
            if end.outcome().is_some_and(|outcome| outcome.winner == Some(player)) {
                win = Some(line.to_vec());
                return ControlFlow::Break(());
            }
            note(&mut most_cells, end.territory(player) - cells, line);
            note(&mut most_rings, u32::from(end.credits(player)) - rings, line);
            ControlFlow::Continue(())
        });
        let mut found = Vec::new();
        if let Some(line) = win {
            found.push((ThreatKind::Win, line));
        }
        let (gains, losses) = (most_cells, most_rings);
        found.extend((!gains.1.is_empty()).then_some((ThreatKind::Territory(gains.0), gains.1)));
        found.extend((!losses.1.is_empty()).then_some((ThreatKind::Rings(losses.0), losses.1)));
        found
    }
}

/// Remembers a gain that is larger than all before.
fn note(most: &mut (u32, Vec<Action>), gain: u32, line: &[Action]) {
    if gain > most.0 {
        *most = (gain, line.to_vec());
    }
}
