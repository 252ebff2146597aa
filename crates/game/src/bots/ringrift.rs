//! RingRift bots that do not search, and random openings.

use ringrift::{Action, ActionList, Player, Position, PositionOf, PositionVisitor};

use crate::adapters::RingRift;
use crate::bot::Bot;
use crate::cancellation::Cancellation;
use crate::progress::Progress;
use crate::seed::GameRng;

/// Bot that plays a uniformly random legal action.
#[derive(Clone, Debug)]
pub struct Random {
    rng: GameRng,
    actions: ActionList,
}

impl Random {
    pub fn new(seed: u64) -> Random {
        Random { rng: GameRng::seeded(seed), actions: ActionList::new() }
    }
}

impl Bot<RingRift> for Random {
    fn choose(&mut self, game: &RingRift, _: &Cancellation, _: &Progress) -> Action {
        game.position().legal_actions_into(&mut self.actions);
        self.actions[self.rng.below(self.actions.len())]
    }
}

/// Bot that looks one action ahead: it plays the action that leads to its best material count. Ties are broken randomly.
///
/// ```
/// use game::bots::Greedy;
/// use game::{Bot, Cancellation, Progress, RingRift};
/// use ringrift::Position;
/// // One more eliminated ring wins.
/// let position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")?;
/// let chosen = Greedy::new(7).choose(&RingRift::new(position.clone()), &Cancellation::new(), &Progress::new());
/// assert_eq!(position.action_text(chosen), "M d4-d5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Greedy {
    rng: GameRng,
    actions: ActionList,
    best: Vec<Action>,
}

impl Greedy {
    /// Creates the bot; `seed` determines how ties are broken.
    pub fn new(seed: u64) -> Greedy {
        Greedy { rng: GameRng::seeded(seed), actions: ActionList::new(), best: Vec::new() }
    }
}

impl Bot<RingRift> for Greedy {
    fn choose(&mut self, game: &RingRift, _: &Cancellation, _: &Progress) -> Action {
        game.position().visit(Choosing(self))
    }
}

struct Choosing<'a>(&'a mut Greedy);

impl PositionVisitor for Choosing<'_> {
    type Output = Action;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Action {
        let Greedy { rng, actions, best } = self.0;
        position.legal_actions_into(actions);
        let player = position.to_move();
        let mut after = position.clone();
        let mut highest = i64::MIN;
        for &action in actions.iter() {
            after.clone_from(position);
            after.play_unchecked(action);
            let value = value(&after, player);
            if value > highest {
                highest = value;
                best.clear();
            }
            if value == highest {
                best.push(action);
            }
        }
        best[rng.below(best.len())]
    }
}

/// Returns the player's strength minus that of the strongest opponent; if the game is over, a value that depends only on
/// the player's rank.
fn value<const W: usize>(position: &PositionOf<W>, player: Player) -> i64 {
    if let Some(outcome) = position.outcome() {
        // A win outweighs any difference in strength.
        return 1_000_000 * (2 - i64::from(outcome.ranks[player]));
    }
    let others = Player::seats(position.rules().players).filter(|&other| other != player);
    let strongest = others.map(|other| strength(position, other)).max().unwrap_or(0);
    strength(position, player) - strongest
}

/// Returns the weighted material of a player; progress towards a victory counts most.
fn strength<const W: usize>(position: &PositionOf<W>, player: Player) -> i64 {
    let rules = position.rules();
    // Progress is relative to the threshold, so that it weighs the same on every board and for every kind of victory.
    let share = |part: u32, whole: u32| 2_000 * i64::from(part) / i64::from(whole.max(1));
    let victory_progress = share(position.territory(player), rules.territory_threshold.into())
        + share(position.credits(player).into(), rules.elimination_threshold.into());
    let stacks = i64::from(position.controlled(player).len());
    let markers = i64::from(position.markers(player).len());
    let rings = i64::from(position.rings_on_board(player)) + i64::from(position.hand(player));
    // A player with no stack and no ring in hand is close to elimination.
    let elimination_risk = if stacks == 0 && position.hand(player) == 0 { -500 } else { 0 };
    victory_progress + 12 * stacks + 5 * markers + 4 * rings + elimination_risk
}

/// Plays up to `plies` random actions from `start`. Stops before an action that would end the game.
pub fn random_opening(start: &Position, plies: usize, seed: u64) -> Position {
    let mut rng = GameRng::seeded(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let actions = position.legal_actions();
        let Some(action) = rng.pick(&actions[..]) else { break };
        let before = position.clone();
        position.play_unchecked(action);
        if position.outcome().is_some() {
            return before;
        }
    }
    position
}
