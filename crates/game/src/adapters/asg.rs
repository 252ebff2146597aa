//! ASG as a [`Game`].

use asg::{Event, Match, Observer, Order, OrderRejection, Outcome, PositionHash, SubmittedOrder};

use crate::game::{Ending, Game};
use crate::ranks::Ranks;
use crate::rejection::Rejection;

impl Game for Match {
    type Move = Vec<SubmittedOrder>;

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<usize> {
        self.outcome().is_none().then(|| self.position().active() as usize)
    }

    fn legal_moves(&self, list: &mut Vec<Vec<SubmittedOrder>>) {
        let (scenario, position) = (self.scenario(), self.position());
        let side = position.active();
        let mut add = |order: Order| list.push(vec![order.into()]);
        add(Order::Pass);
        let cost = scenario.settings().reinforce_cost_per_strength;
        least_and_most(position.spendable(side, scenario) / cost).for_each(|amount| add(Order::reinforce(amount)));
        for from in scenario.nodes() {
            let troops = position.node_state(from).forces[side];
            for &to in scenario.neighbours(from) {
                least_and_most(troops).for_each(|amount| add(Order::step(from, to, amount)));
            }
        }
    }

    fn check(&self, chosen: &Vec<SubmittedOrder>) -> Result<(), Rejection> {
        if self.outcome().is_some() {
            return Err(Rejection::new("game_over", "the match is over"));
        }
        let mut rejected = FirstRejected(None);
        self.clone().play(&orders(chosen), &mut rejected);
        rejected.0.map_or(Ok(()), |reason| Err(reason.into()))
    }

    fn play(&mut self, chosen: &Vec<SubmittedOrder>) -> Result<(), Rejection> {
        if self.outcome().is_some() {
            return Err(Rejection::new("game_over", "the match is over"));
        }
        Match::play(self, &orders(chosen), &mut ());
        Ok(())
    }

    fn ending(&self) -> Option<Ending> {
        let outcome = self.outcome()?;
        let reason = match outcome {
            Outcome::Win { reason: asg::WinReason::HqCaptured, .. } => "hq_captured",
            Outcome::Win { reason: asg::WinReason::Forfeit, .. } => "forfeit",
            Outcome::Draw { .. } => "turn_cap",
            Outcome::Aborted { .. } => "aborted",
        };
        let ranks = outcome.winner().map_or(Ranks::tied(2), |winner| Ranks::loser(2, winner.other() as usize));
        Some(Ending { ranks, reason })
    }

    fn state(&self) -> String {
        let (map, ply) = (self.scenario().fingerprint(), self.position().ply());
        format!("{} on {map}, ply {ply}, {}, {:?}", self.rules().name(), PositionHash::of(self.position()), self.prng())
    }
}

/// Returns 1 and `most`: only 1 if both are equal, and nothing if `most` is 0.
fn least_and_most(most: u64) -> impl Iterator<Item = u64> {
    [1, most].into_iter().take(most.min(2) as usize)
}

fn orders(chosen: &[SubmittedOrder]) -> Vec<Order> {
    chosen.iter().map(SubmittedOrder::order).collect()
}

impl From<OrderRejection> for Rejection {
    fn from(reason: OrderRejection) -> Rejection {
        Rejection::new(reason.code(), reason.message())
    }
}

/// Observer that keeps the reason of the first rejected order.
struct FirstRejected(Option<OrderRejection>);

impl Observer for FirstRejected {
    fn observe(&mut self, _: Option<usize>, event: Event) {
        if let Event::Invalid { reason, .. } = event {
            self.0.get_or_insert(reason);
        }
    }
}
