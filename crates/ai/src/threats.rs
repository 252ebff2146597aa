//! Threats: wins and large gains of opponents if it were their turn.

use std::ops::ControlFlow;

use ringrift::{Action, Player, Position, PositionOf, PositionVisitor};

use crate::search::{IsCancelled, TurnSearch};

/// A win or large gain of an opponent if it were their turn.
#[derive(Clone, PartialEq, Debug)]
pub struct Threat {
    pub player: Player,
    pub kind: ThreatKind,
    /// Actions that carry out the threat, starting in `from`.
    pub line: Vec<Action>,
    /// Position with the threatening player to move.
    pub from: Position,
}

#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ThreatKind {
    /// Gains this many eliminated rings.
    Rings(u32),
    /// Gains this many cells of territory.
    Territory(u32),
    /// Wins the game.
    Win,
}

/// Positions searched per player.
const MOST_NODES: u64 = 50_000;

/// Smaller gains of rings are too common to report.
const FEWEST_RINGS: u32 = 2;

/// Smaller gains of territory are too common to report.
const FEWEST_CELLS: u32 = 3;

/// Returns the threats of the players who are not to move, the worst first; at most one of each kind per player. Positions with
/// very many turns are searched incompletely.
///
/// ```
/// use ai::{ThreatKind, threats};
/// use ringrift::Position;
/// // One more eliminated ring wins for player 2, by moving onto an own marker.
/// let position = Position::parse("G square8 2p; S d4=1,h8=2; M2 h7; E 0,18; P movement")?;
/// let threats = threats(&position);
/// assert_eq!(threats[0].kind, ThreatKind::Win);
/// assert_eq!(threats[0].from.action_text(threats[0].line[0]), "M h8-h7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn threats(position: &Position) -> Vec<Threat> {
    threats_until(position, &|| false)
}

/// Searches for threats until `is_cancelled` returns true, and returns those found.
pub fn threats_until(position: &Position, is_cancelled: IsCancelled<'_>) -> Vec<Threat> {
    let others = Player::seats(position.rules().players).filter(|&player| player != position.to_move());
    let mut threats: Vec<Threat> = others.flat_map(|player| threats_of(position, player, is_cancelled)).collect();
    threats.sort_by(|a, b| b.kind.cmp(&a.kind).then(a.player.cmp(&b.player)));
    threats
}

fn threats_of(position: &Position, player: Player, is_cancelled: IsCancelled<'_>) -> Vec<Threat> {
    let Some(from) = position.as_if_turn_of(player) else { return Vec::new() };
    let found = from.visit(Gains { player, is_cancelled });
    let threat = |(kind, line)| Threat { player, kind, line, from: from.clone() };
    found.into_iter().map(threat).collect()
}

/// Finds the largest gains of a player within one turn.
struct Gains<'a> {
    player: Player,
    is_cancelled: IsCancelled<'a>,
}

impl PositionVisitor for Gains<'_> {
    type Output = Vec<(ThreatKind, Vec<Action>)>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output {
        let Gains { player, is_cancelled } = self;
        let (cells, rings) = (position.territory(player), u32::from(position.credits(player)));
        let mut win = None;
        let mut most_cells = (FEWEST_CELLS - 1, Vec::new());
        let mut most_rings = (FEWEST_RINGS - 1, Vec::new());
        TurnSearch::new(is_cancelled).visit(position, MOST_NODES, &mut 0, &mut |end, line| {
            if end.outcome().is_some_and(|outcome| outcome.winner == Some(player)) {
                win = Some(line.to_vec());
                return ControlFlow::Break(());
            }
            keep_largest(&mut most_cells, end.territory(player) - cells, line);
            keep_largest(&mut most_rings, u32::from(end.credits(player)) - rings, line);
            ControlFlow::Continue(())
        });
        let mut found = Vec::new();
        if let Some(line) = win {
            found.push((ThreatKind::Win, line));
        }
        let (cells, line) = most_cells;
        found.extend((!line.is_empty()).then_some((ThreatKind::Territory(cells), line)));
        let (rings, line) = most_rings;
        found.extend((!line.is_empty()).then_some((ThreatKind::Rings(rings), line)));
        found
    }
}

/// Stores a gain if it is the largest so far.
fn keep_largest(most: &mut (u32, Vec<Action>), gain: u32, line: &[Action]) {
    if gain > most.0 {
        *most = (gain, line.to_vec());
    }
}
