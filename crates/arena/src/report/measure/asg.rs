//! Statistics of replayed ASG matches: luck, resources, captures and their development over the plies.

use std::collections::{BTreeMap, BTreeSet};

use asg::{Event, Match, Order, Owner, Side, SubmittedOrder};
use serde::Serialize;

use super::super::figures::{Rate, Spread};
use crate::log::GameLine;
use crate::matches::ParsedRecord;

/// Last ply of the curves.
const MOST_PLIES: usize = 300;

/// Ply at which the early yield is measured.
const EARLY_PLY: usize = 10;

/// Statistics of ASG matches.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AsgFigures {
    /// Number of matches.
    pub games: u64,
    /// Captures per match.
    pub captures: Option<Spread>,
    /// Ply of the first capture, in matches with captures.
    pub first_capture: Option<Spread>,
    /// Mean number of fights per match.
    pub fights_per_game: Option<f64>,
    /// Mean winning probability of the attacker.
    pub attacker_odds: Option<f64>,
    /// Mean number of troops the winner of a fight keeps.
    pub winner_left: Option<f64>,
    /// Ownership of nodes with yield over all plies.
    pub resources: Option<ResourceShares>,
    /// By entrant, in the order of their names.
    pub entrants: Vec<AsgEntrant>,
    /// Supply and territory by ply.
    pub curve: Vec<AsgCurvePoint>,
}

/// Ownership of nodes with yield: shares of all (ply, node) pairs, by owner.
#[derive(Copy, Clone, PartialEq, Debug, Serialize)]
pub struct ResourceShares {
    pub p1: f64,
    pub p2: f64,
    /// Unowned.
    pub nobody: f64,
}

/// Statistics of an entrant.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct AsgEntrant {
    pub name: String,
    /// Number of matches.
    pub games: u64,
    /// Plies in which the entrant only passed.
    pub passes: Rate,
    /// Plies with a rejected order.
    pub invalid: Rate,
    /// Plies with a failed exchange.
    pub errors: Rate,
    pub fights: u64,
    /// Sum of the winning probabilities.
    pub expected_wins: f64,
    pub wins: u64,
    /// Total luck in fights, in troops; negative for bad luck.
    pub luck: f64,
    /// Mean luck per match.
    pub luck_per_game: f64,
    pub captures_per_game: f64,
    /// Ply of the first own capture, in matches with one.
    pub first_capture: Option<Spread>,
    /// Mean yield of own nodes after ply 10, in matches that reached it.
    pub yield_early: Option<f64>,
    /// Mean yield of own nodes at the end.
    pub yield_end: Option<f64>,
}

/// Means over the matches that reached a ply, by side.
#[derive(Copy, Clone, PartialEq, Debug, Default, Serialize)]
pub struct AsgCurvePoint {
    /// Number of plies played.
    pub ply: u64,
    /// Number of matches that reached the ply.
    pub games: u64,
    pub supply: [f64; 2],
    /// Number of owned nodes.
    pub nodes: [f64; 2],
}

/// Statistics of one match.
#[derive(Default)]
pub(super) struct GameFacts {
    sides: [SideFacts; 2],
    odds: f64,
    left: f64,
    fights: u64,
    resources: [u64; 3],
    curve: Vec<AsgCurvePoint>,
}

/// Statistics of one side in a match.
#[derive(Clone, Default)]
struct SideFacts {
    plies: u64,
    passes: u64,
    invalid: u64,
    fights: u64,
    expected: f64,
    wins: u64,
    luck: f64,
    captures: u64,
    first_capture: Option<u64>,
    yield_early: Option<f64>,
    yield_end: f64,
}

impl GameFacts {
    /// Replays a match.
    pub(super) fn of(recorded: &ParsedRecord<Match>) -> GameFacts {
        let (mut game, mut facts) = (recorded.start.clone(), GameFacts::default());
        facts.record_curve(&game, 0);
        for (number, orders) in recorded.moves.iter().enumerate() {
            facts.play(&mut game, orders, number as u64 + 1);
            facts.record_curve(&game, number + 1);
            facts.count_resources(&game);
        }
        for side in Side::BOTH {
            facts.sides[side as usize].yield_end = yield_of(&game, side);
        }
        facts
    }

    /// Plays a ply, numbered from 1.
    fn play(&mut self, game: &mut Match, orders: &[SubmittedOrder], ply: u64) {
        let plain: Vec<Order> = orders.iter().map(SubmittedOrder::order).collect();
        let active = game.position().active() as usize;
        let events = game.play_with_events(&plain);
        let is_invalid = events.iter().any(|noted| matches!(noted.event, Event::Invalid { .. }));
        let side = &mut self.sides[active];
        side.plies += 1;
        side.passes += u64::from(plain.iter().all(|action| matches!(action, Order::Pass)));
        side.invalid += u64::from(is_invalid);
        for noted in events {
            match noted.event {
                Event::Fought { fight, .. } => self.fight(fight, game.rules()),
                Event::Captured { owner, .. } => {
                    let side = &mut self.sides[owner as usize];
                    side.captures += 1;
                    side.first_capture.get_or_insert(ply);
                }
                _ => {}
            }
        }
    }

    fn fight(&mut self, fight: asg::Fight, rules: asg::Rules) {
        let odds = fight.combat.odds(rules);
        self.fights += 1;
        self.odds += odds;
        self.left += fight.result.left as f64;
        for side in Side::BOTH {
            let is_attacker = side == fight.attacker;
            let (chance, luck) = if is_attacker { (odds, 1.0) } else { (1.0 - odds, -1.0) };
            let facts = &mut self.sides[side as usize];
            facts.fights += 1;
            facts.expected += chance;
            facts.luck += luck * fight.result.noise as f64;
            facts.wins += u64::from(fight.winner() == side);
        }
    }

    /// Records the ownership and supply after a ply.
    fn record_curve(&mut self, game: &Match, ply: usize) {
        let position = game.position();
        if ply == EARLY_PLY {
            Side::BOTH.iter().for_each(|&side| self.sides[side as usize].yield_early = Some(yield_of(game, side)));
        }
        if ply <= MOST_PLIES {
            let owned = |side: Side| position.node_states().iter().filter(|place| place.owner == side).count() as f64;
            self.curve.push(AsgCurvePoint {
                ply: ply as u64,
                games: 1,
                supply: Side::BOTH.map(|side| position.supply(side) as f64),
                nodes: Side::BOTH.map(owned),
            });
        }
    }

    fn count_resources(&mut self, game: &Match) {
        let scenario = game.scenario();
        for node in scenario.nodes().filter(|&node| scenario.supply_yield(node) > 0) {
            let owner = game.position().node_state(node).owner;
            let place = Owner::ALL.iter().position(|&other| other == owner).unwrap_or(2);
            self.resources[place] += 1;
        }
    }
}

/// Returns the total yield of the nodes of a side.
fn yield_of(game: &Match, side: Side) -> f64 {
    let scenario = game.scenario();
    let owned = scenario.nodes().filter(|&node| game.position().node_state(node).owner == side);
    owned.map(|node| scenario.supply_yield(node) as f64).sum()
}

/// Totals of many matches.
#[derive(Default)]
pub(in super::super) struct AsgSum {
    captures: Vec<f64>,
    first_captures: Vec<f64>,
    odds: f64,
    left: f64,
    fights: u64,
    resources: [u64; 3],
    entrants: BTreeMap<String, EntrantSum>,
    curve: Vec<AsgCurvePoint>,
}

#[derive(Default)]
struct EntrantSum {
    games: u64,
    errors: u64,
    /// Number of plies of the entrant, including the one of its forfeit.
    turns: u64,
    sum: SideFacts,
    first_captures: Vec<f64>,
    yields_early: Vec<f64>,
}

impl AsgSum {
    pub(super) fn add(&mut self, game: &GameLine, facts: &GameFacts) {
        self.captures.push(facts.sides.iter().map(|side| side.captures as f64).sum());
        let first = facts.sides.iter().filter_map(|side| side.first_capture).min();
        self.first_captures.extend(first.map(|ply| ply as f64));
        self.odds += facts.odds;
        self.left += facts.left;
        self.fights += facts.fights;
        self.resources.iter_mut().zip(facts.resources).for_each(|(sum, count)| *sum += count);
        for (seat, (side, name)) in facts.sides.iter().zip(&game.seats).enumerate() {
            self.entrants.entry(name.clone()).or_default().add(game, seat, side);
        }
        self.add_curve(&facts.curve);
    }

    fn add_curve(&mut self, curve: &[AsgCurvePoint]) {
        for (index, point) in curve.iter().enumerate() {
            if index == self.curve.len() {
                self.curve.push(AsgCurvePoint { ply: point.ply, ..AsgCurvePoint::default() });
            }
            let sum = &mut self.curve[index];
            sum.games += 1;
            for side in 0..2 {
                sum.supply[side] += point.supply[side];
                sum.nodes[side] += point.nodes[side];
            }
        }
    }

    pub(in super::super) fn finished(&self) -> AsgFigures {
        let games = self.captures.len() as u64;
        let of_fights = |sum: f64| (self.fights > 0).then(|| sum / self.fights as f64);
        let all: u64 = self.resources.iter().sum();
        let share = |owner: usize| self.resources[owner] as f64 / all as f64;
        AsgFigures {
            games,
            captures: Spread::of(&self.captures),
            first_capture: Spread::of(&self.first_captures),
            fights_per_game: (games > 0).then(|| self.fights as f64 / games as f64),
            attacker_odds: of_fights(self.odds),
            winner_left: of_fights(self.left),
            resources: (all > 0).then(|| ResourceShares { p1: share(0), p2: share(1), nobody: share(2) }),
            entrants: self.entrants.iter().map(|(name, sum)| sum.finished(name)).collect(),
            curve: self.curve.iter().map(mean_point).collect(),
        }
    }
}

fn mean_point(sum: &AsgCurvePoint) -> AsgCurvePoint {
    let mean = |sums: [f64; 2]| sums.map(|side| side / sum.games as f64);
    AsgCurvePoint { supply: mean(sum.supply), nodes: mean(sum.nodes), ..*sum }
}

impl EntrantSum {
    fn add(&mut self, game: &GameLine, seat: usize, side: &SideFacts) {
        let failed: BTreeSet<usize> = game
            .exchanges
            .iter()
            .filter(|exchange| exchange.seat == seat && exchange.fault.is_some())
            .map(|exchange| exchange.ply)
            .collect();
        let has_forfeited = game.forfeit.as_ref().is_some_and(|forfeit| forfeit.seat == seat);
        self.games += 1;
        self.errors += failed.len() as u64;
        self.turns += side.plies + u64::from(has_forfeited);
        self.first_captures.extend(side.first_capture.map(|ply| ply as f64));
        self.yields_early.extend(side.yield_early);
        let sum = &mut self.sum;
        sum.plies += side.plies;
        sum.passes += side.passes;
        sum.invalid += side.invalid;
        sum.fights += side.fights;
        sum.expected += side.expected;
        sum.wins += side.wins;
        sum.luck += side.luck;
        sum.captures += side.captures;
        sum.yield_end += side.yield_end;
    }

    fn finished(&self, name: &str) -> AsgEntrant {
        let (sum, games) = (&self.sum, self.games as f64);
        AsgEntrant {
            name: name.to_owned(),
            games: self.games,
            passes: Rate::new(sum.passes, sum.plies),
            invalid: Rate::new(sum.invalid, sum.plies),
            errors: Rate::new(self.errors, self.turns),
            fights: sum.fights,
            expected_wins: sum.expected,
            wins: sum.wins,
            luck: sum.luck,
            luck_per_game: sum.luck / games,
            captures_per_game: sum.captures as f64 / games,
            first_capture: Spread::of(&self.first_captures),
            yield_early: Spread::of(&self.yields_early).map(|spread| spread.mean),
            yield_end: Some(sum.yield_end / games),
        }
    }
}
