//! Positions, and what a ply does to them.

use crate::action::Action;
use crate::combat::{Clash, Fight, Luck, Rules};
use crate::event::{Event, Observer, Reason};
use crate::limits::MAX_AMOUNT;
use crate::outcome::Outcome;
use crate::scenario::{Node, Scenario};
use crate::side::{BySide, Owner, Side};

/// What stands on a node.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Whose it is.
    pub owner: Owner,
    /// The troops of each player; both have some there at the start, if the scenario says so, and where
    /// somebody reinforces headquarters on which the enemy stands.
    pub forces: BySide<u64>,
}

/// All that players can see of a match at the beginning of a ply: everything but the luck to come.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct Position {
    ply: u64,
    active: Side,
    supplies: BySide<u64>,
    /// What the nodes of each player yield, added up without a limit, so that it can be taken off again.
    yields: BySide<u128>,
    places: Vec<Place>,
    outcome: Option<Outcome>,
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { places: self.places.clone(), ..*self }
    }

    /// Reuses the memory, which makes searching quick.
    fn clone_from(&mut self, source: &Position) {
        let mut places = std::mem::take(&mut self.places);
        places.clone_from(&source.places);
        *self = Position { places, ..*source };
    }
}

impl Position {
    /// The position in which a scenario begins.
    pub fn start(scenario: &Scenario) -> Position {
        let file = scenario.file();
        let forces = |id: &String| file.initial_state.node_forces.get(id).copied().unwrap_or_default();
        let places: Vec<Place> =
            file.map.nodes.iter().map(|node| Place { owner: node.owner, forces: forces(&node.id) }).collect();
        let mut yields: BySide<u128> = BySide::default();
        for (node, place) in scenario.nodes().zip(&places) {
            if let Some(side) = place.owner.side() {
                yields[side] += u128::from(scenario.supply_yield(node));
            }
        }
        Position {
            ply: 0,
            active: file.starting_player,
            supplies: file.initial_state.player_supply,
            yields,
            places,
            outcome: None,
        }
    }

    /// The plies that have been played.
    pub fn ply(&self) -> u64 {
        self.ply
    }

    /// Whose ply it is.
    #[inline]
    pub fn active(&self) -> Side {
        self.active
    }

    /// The supply of a player; what this ply brings is not yet in it.
    #[inline]
    pub fn supply(&self, side: Side) -> u64 {
        self.supplies[side]
    }

    /// The supply that a player gets at the beginning of a ply of his.
    #[inline]
    pub fn income(&self, side: Side, scenario: &Scenario) -> u64 {
        add(scenario.settings().base_income, u64::try_from(self.yields[side]).unwrap_or(MAX_AMOUNT))
    }

    /// The supply that a player can spend in his next ply, which is this one if it is his: what he has, with its income.
    #[inline]
    pub fn spendable(&self, side: Side, scenario: &Scenario) -> u64 {
        add(self.supplies[side], self.income(side, scenario))
    }

    /// What stands on a node.
    #[inline]
    pub fn place(&self, node: Node) -> Place {
        self.places[node.index()]
    }

    /// What stands on all nodes, in the order of the scenario.
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// How the match ended, if it has.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Ends the match for a reason that is not the rules'.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// Plays a ply of the active player. After the end nothing happens any more.
    pub fn play(
        &mut self,
        scenario: &Scenario,
        rules: Rules,
        actions: &[Action],
        luck: &mut impl Luck,
        observer: &mut impl Observer,
    ) {
        if self.outcome.is_some() {
            return;
        }
        let player = self.active;
        self.collect(scenario, observer);
        let budget = usize::try_from(scenario.settings().action_budget).unwrap_or(usize::MAX).min(actions.len());
        for index in budget..actions.len() {
            observer.observe(Some(index), Event::Invalid { player, reason: Reason::BudgetExceeded });
        }
        for (index, &action) in actions[..budget].iter().enumerate() {
            let mut act = Act { scenario, rules, index, luck, observer };
            if let Err(reason) = self.act(action, &mut act) {
                observer.observe(Some(index), Event::Invalid { player, reason });
            }
            if self.outcome.is_some() {
                break;
            }
        }
        self.ply += 1;
        self.active = player.other();
        if self.outcome.is_none() && self.ply >= scenario.settings().turn_cap_plies {
            self.outcome = Some(Outcome::TURN_CAP);
            observer.observe(None, Event::Ended(Outcome::TURN_CAP));
        }
    }

    fn collect(&mut self, scenario: &Scenario, observer: &mut impl Observer) {
        let player = self.active;
        let amount = self.income(player, scenario);
        self.supplies[player] = self.spendable(player, scenario);
        observer.observe(None, Event::Income { player, amount, supply_after: self.supplies[player] });
    }

    fn act<L: Luck, O: Observer>(&mut self, action: Action, act: &mut Act<'_, L, O>) -> Result<(), Reason> {
        match action {
            Action::Pass => Ok(()),
            Action::Reinforce { amount } => self.reinforce(amount, act),
            Action::Move { from, to, amount } => self.step(from, to, amount, act),
            Action::Unknown => Err(Reason::UnknownType),
        }
    }

    fn reinforce<L: Luck, O: Observer>(&mut self, amount: Option<u64>, act: &mut Act<'_, L, O>) -> Result<(), Reason> {
        let player = self.active;
        let amount = amount.ok_or(Reason::BadAmount)?;
        let cost = amount.saturating_mul(act.scenario.settings().reinforce_cost_per_strength);
        let supply_after = self.supplies[player].checked_sub(cost).ok_or(Reason::InsufficientSupply)?;
        self.supplies[player] = supply_after;
        let location = act.scenario.hq(player);
        let troops = &mut self.places[location.index()].forces[player];
        *troops = add(*troops, amount);
        let strength_after = *troops;
        act.tell(Event::Reinforced { player, location, amount, supply_after, strength_after });
        Ok(())
    }

    fn step<L: Luck, O: Observer>(
        &mut self,
        from: Option<Node>,
        to: Option<Node>,
        amount: Option<u64>,
        act: &mut Act<'_, L, O>,
    ) -> Result<(), Reason> {
        let player = self.active;
        let from = from.ok_or(Reason::UnknownFrom)?;
        let to = to.ok_or(Reason::UnknownTo)?;
        if !act.scenario.are_adjacent(from, to) {
            return Err(Reason::NotAdjacent);
        }
        let amount = amount.ok_or(Reason::BadAmount)?;
        let left = self.places[from.index()].forces[player].checked_sub(amount).ok_or(Reason::InsufficientStrength)?;
        self.places[from.index()].forces[player] = left;
        let troops = &mut self.places[to.index()].forces[player];
        *troops = add(*troops, amount);
        let to_after = *troops;
        act.tell(Event::Moved { player, from, to, amount, from_after: left, to_after });
        self.fight(to, act);
        self.capture(to, act);
        Ok(())
    }

    /// Fights, if both players have troops on a node.
    fn fight<L: Luck, O: Observer>(&mut self, location: Node, act: &mut Act<'_, L, O>) {
        let attacker = self.active;
        let forces = self.places[location.index()].forces;
        if forces[attacker.other()] == 0 {
            return;
        }
        let fraction = act.scenario.settings().combat_variance_fraction;
        let clash = Clash::new(forces[attacker], forces[attacker.other()], fraction);
        let fight = Fight { attacker, clash, decision: clash.fight(act.rules, act.luck) };
        let forces = &mut self.places[location.index()].forces;
        *forces = BySide::default();
        forces[fight.winner()] = fight.decision.left;
        act.tell(Event::Fought { location, fight });
    }

    /// Captures a node, if the active player stands there alone and does not own it; with the enemy's headquarters, he wins.
    fn capture<L: Luck, O: Observer>(&mut self, location: Node, act: &mut Act<'_, L, O>) {
        let player = self.active;
        let place = self.places[location.index()];
        if place.forces[player] == 0 || place.owner == player {
            return;
        }
        let gain = u128::from(act.scenario.supply_yield(location));
        if let Some(before) = place.owner.side() {
            self.yields[before] -= gain;
        }
        self.yields[player] += gain;
        self.places[location.index()].owner = player.into();
        act.tell(Event::Captured { location, owner: player });
        if location == act.scenario.hq(player.other()) {
            let outcome = Outcome::captured(player);
            self.outcome = Some(outcome);
            act.tell(Event::Ended(outcome));
        }
    }
}

/// Sums stop at the largest amount.
#[inline]
fn add(a: u64, b: u64) -> u64 {
    a.saturating_add(b).min(MAX_AMOUNT)
}

/// What an action needs to be carried out.
struct Act<'a, L, O> {
    scenario: &'a Scenario,
    rules: Rules,
    /// The number of the action.
    index: usize,
    luck: &'a mut L,
    observer: &'a mut O,
}

impl<L: Luck, O: Observer> Act<'_, L, O> {
    #[inline]
    fn tell(&mut self, event: Event) {
        self.observer.observe(Some(self.index), event);
    }
}
