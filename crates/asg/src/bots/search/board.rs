//! A position that can be played on action by action, with fights decided from outside.

use crate::bots::View;
use crate::bots::search::ground::Ground;
use crate::combat::Clash;
use crate::limits::MAX_AMOUNT;
use crate::position::Place;
use crate::scenario::Node;
use crate::side::{BySide, Side};

/// A position within a ply.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Board {
    pub places: Vec<Place>,
    pub supply: BySide<u64>,
    /// What each player's next ply brings.
    pub income: BySide<u64>,
    /// All troops of each player.
    pub troops: BySide<u64>,
    /// Whose ply it is.
    pub active: Side,
    /// The plies to be played, with this one.
    pub plies_left: u64,
}

impl Board {
    /// The position at the beginning of a ply, with its income.
    pub(super) fn new(view: &View<'_>) -> Board {
        let (scenario, position) = (view.scenario, view.position);
        let places = position.places().to_vec();
        let troops = BySide::from_fn(|side| places.iter().fold(0, |sum, place| add(sum, place.forces[side])));
        let mut board = Board {
            supply: BySide::from_fn(|side| position.supply(side)),
            income: BySide::from_fn(|side| position.income(side, scenario)),
            troops,
            places,
            active: position.active(),
            plies_left: scenario.settings().turn_cap_plies.saturating_sub(position.ply()),
        };
        board.collect();
        board
    }

    /// Goes on to the other player's ply.
    pub(super) fn hand_over(&mut self) {
        self.active = self.active.other();
        self.plies_left = self.plies_left.saturating_sub(1);
        self.collect();
    }

    fn collect(&mut self) {
        let active = self.active;
        self.supply[active] = add(self.supply[active], self.income[active]);
    }

    #[inline]
    pub(super) fn place(&self, node: Node) -> Place {
        self.places[node.index()]
    }

    /// The troops of a side on a node.
    #[inline]
    pub(super) fn troops_at(&self, node: Node, side: Side) -> u64 {
        self.places[node.index()].forces[side]
    }

    /// How many troops the active player can buy.
    pub(super) fn affordable(&self, ground: &Ground<'_>) -> u64 {
        self.supply[self.active] / ground.cost()
    }

    /// How many troops the other player will be able to buy in his next ply.
    pub(super) fn affordable_next(&self, ground: &Ground<'_>) -> u64 {
        let next = self.active.other();
        add(self.supply[next], self.income[next]) / ground.cost()
    }

    /// The active player buys troops that he can pay for.
    pub(super) fn reinforce(&mut self, amount: u64, ground: &Ground<'_>) {
        let active = self.active;
        self.supply[active] -= amount * ground.cost();
        let troops = &mut self.places[ground.scenario.hq(active).index()].forces[active];
        *troops = add(*troops, amount);
        self.troops[active] = add(self.troops[active], amount);
    }

    /// The active player's troops move; the fight that has to be settled is returned.
    pub(super) fn step(&mut self, from: Node, to: Node, amount: u64, ground: &Ground<'_>) -> Option<Clash> {
        let active = self.active;
        self.places[from.index()].forces[active] -= amount;
        let forces = &mut self.places[to.index()].forces;
        forces[active] = add(forces[active], amount);
        let enemies = forces[active.other()];
        (enemies > 0).then(|| Clash::new(forces[active], enemies, ground.luck()))
    }

    /// A fight of the active player ends; so many are left of the winner.
    pub(super) fn settle(&mut self, at: Node, attacker_won: bool, left: u64) {
        let winner = if attacker_won { self.active } else { self.active.other() };
        let forces = &mut self.places[at.index()].forces;
        let before = *forces;
        *forces = BySide::default();
        forces[winner] = left;
        for side in Side::BOTH {
            let lost = before[side] - if side == winner { left.min(before[side]) } else { 0 };
            self.troops[side] = self.troops[side].saturating_sub(lost);
        }
    }

    /// Captures a node if the active player stands there alone and does not own it; tells whether that wins.
    pub(super) fn capture(&mut self, at: Node, ground: &Ground<'_>) -> bool {
        let (active, place) = (self.active, self.place(at));
        if place.owner == active || place.forces[active] == 0 || place.forces[active.other()] > 0 {
            return false;
        }
        let gain = ground.scenario.supply_yield(at);
        if let Some(before) = place.owner.side() {
            self.income[before] = self.income[before].saturating_sub(gain);
        }
        self.income[active] = add(self.income[active], gain);
        self.places[at.index()].owner = active.into();
        at == ground.scenario.hq(active.other())
    }
}

/// Sums stop at the largest amount.
#[inline]
pub(super) fn add(a: u64, b: u64) -> u64 {
    a.saturating_add(b).min(MAX_AMOUNT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::Action;
    use crate::bots::{Bot, Random};
    use crate::combat::Rules;
    use crate::event::{Event, Noted};
    use crate::library;
    use crate::position::Position;
    use crate::prng::Prng;

    /// Carries out an action; fights end as they ended in the match.
    fn act(board: &mut Board, action: Action, events: &[Noted], ground: &Ground<'_>) {
        match action {
            Action::Reinforce { amount: Some(amount) } => board.reinforce(amount, ground),
            Action::Move { from: Some(from), to: Some(to), amount: Some(amount) } => {
                let clash = board.step(from, to, amount, ground);
                let fought = events.iter().find_map(|noted| match noted.event {
                    Event::Fought { fight, .. } => Some(fight),
                    _ => None,
                });
                assert_eq!(clash, fought.map(|fight| fight.clash));
                if let Some(fight) = fought {
                    board.settle(to, fight.decision.attacker_won, fight.decision.left);
                }
                board.capture(to, ground);
            }
            _ => {}
        }
    }

    #[test]
    fn boards_follow_the_rules() {
        let scenario = library::ALL[0].scenario();
        for seed in 1..20 {
            let (mut position, mut luck, mut bot) = (Position::start(&scenario), Prng::new(seed), Random::new(seed));
            while position.outcome().is_none() {
                let before = position.clone();
                let view = View { scenario: &scenario, rules: Rules::V0, position: &before };
                let (ground, mut board, actions) = (Ground::new(&view), Board::new(&view), bot.choose(&view));
                let mut events: Vec<Noted> = Vec::new();
                position.play(&scenario, Rules::V0, &actions, &mut luck, &mut events);
                act(&mut board, actions[0], &events, &ground);
                for side in Side::BOTH {
                    let troops = position.places().iter().map(|place| place.forces[side]).sum::<u64>();
                    assert_eq!(board.troops[side], troops);
                    assert_eq!(board.supply[side], position.supply(side));
                    assert_eq!(board.income[side], position.income(side, &scenario));
                }
                assert_eq!(board.places, position.places());
            }
        }
    }
}
