//! The built-in players of RingRift that do not look ahead.

use ringrift::{Action, ActionList, Player, Position, PositionOf, PositionVisitor};

use crate::games::RingRift;
use crate::player::{Bot, Reins};
use crate::seed::Choices;

/// Any legal action, all with the same chance.
#[derive(Clone, Debug)]
pub struct Random {
    choices: Choices,
    actions: ActionList,
}

impl Random {
    /// A player with a seed.
    pub fn new(seed: u64) -> Random {
        Random { choices: Choices::seeded(seed), actions: ActionList::new() }
    }
}

impl Bot<RingRift> for Random {
    fn choose(&mut self, game: &RingRift, _reins: &Reins<'_>) -> Action {
        game.position().legal_actions_into(&mut self.actions);
        self.actions[self.choices.below(self.actions.len())]
    }
}

/// The action after which things look best at once, to whoever counts and does not think; among equals by lot.
///
/// ```
/// use arena::bots::Greedy;
/// use arena::games::RingRift;
/// use arena::{Bot, Reins};
/// use ringrift::Position;
/// // One more eliminated ring wins.
/// let position = Position::parse("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement")?;
/// let chosen = Greedy::new(7).choose(&RingRift::new(position.clone()), &Reins::FREE);
/// assert_eq!(position.action_text(chosen), "M d4-d5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Greedy {
    choices: Choices,
    actions: ActionList,
    best: Vec<Action>,
}

impl Greedy {
    /// A player with a seed for its ties.
    pub fn new(seed: u64) -> Greedy {
        Greedy { choices: Choices::seeded(seed), actions: ActionList::new(), best: Vec::new() }
    }
}

impl Bot<RingRift> for Greedy {
    fn choose(&mut self, game: &RingRift, _reins: &Reins<'_>) -> Action {
        game.position().visit(Choosing(self))
    }
}

/// A choice that is being made.
struct Choosing<'a>(&'a mut Greedy);

impl PositionVisitor for Choosing<'_> {
    type Output = Action;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Action {
        let Greedy { choices, actions, best } = self.0;
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
        best[choices.below(best.len())]
    }
}

/// What a position is worth to a player, compared with the strongest of the others.
fn value<const W: usize>(position: &PositionOf<W>, player: Player) -> i64 {
    if let Some(outcome) = position.outcome() {
        // A win is worth more than anything on the board, the worst place less.
        return 1_000_000 * (2 - i64::from(outcome.ranks[player]));
    }
    let others = Player::seats(position.rules().players).filter(|&other| other != player);
    let strongest = others.map(|other| strength(position, other)).max().unwrap_or(0);
    strength(position, player) - strongest
}

/// What a player has: parts of a victory count most, then what can bring it about.
fn strength<const W: usize>(position: &PositionOf<W>, player: Player) -> i64 {
    let rules = position.rules();
    // Halfway to a victory is worth the same on every board, whichever victory it is.
    let share = |part: u32, whole: u32| 2_000 * i64::from(part) / i64::from(whole.max(1));
    let won = share(position.territory(player), rules.territory_threshold.into())
        + share(position.credits(player).into(), rules.elimination_threshold.into());
    let stacks = i64::from(position.controlled(player).len());
    let markers = i64::from(position.markers(player).len());
    let rings = i64::from(position.rings_on_board(player)) + i64::from(position.hand(player));
    // A player without stacks may be out of the game soon.
    let alive = if stacks == 0 && position.hand(player) == 0 { -500 } else { 0 };
    won + 12 * stacks + 5 * markers + 4 * rings + alive
}

/// A game after so many actions of chance, which ends before the game does.
pub fn random_opening(start: &Position, plies: usize, seed: u64) -> Position {
    let mut choices = Choices::seeded(seed);
    let mut position = start.clone();
    for _ in 0..plies {
        let actions = position.legal_actions();
        let Some(action) = choices.pick(&actions[..]) else { break };
        let before = position.clone();
        position.play_unchecked(action);
        if position.outcome().is_some() {
            return before;
        }
    }
    position
}
