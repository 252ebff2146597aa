//! The orders of a ply and what may come of them.

use crate::action::Action;
use crate::bots::search::board::{Board, add};
use crate::bots::search::ground::Ground;
use crate::combat::Clash;
use crate::scenario::Node;

/// The most ways a ply can end that are kept apart; beyond, fights end as they are likely to.
const MOST_ENDS: usize = 4;

/// One way a ply may end.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct End {
    /// How likely it is.
    pub chance: f64,
    pub board: Board,
}

/// Orders of a ply. Each of them is legal whatever the luck.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub orders: Vec<Action>,
    /// How likely they win the match at once.
    pub win: f64,
    /// How else the ply may end, the likeliest first; nothing if it is won for certain.
    pub ends: Vec<End>,
    /// The own troops on each node that are there whatever the luck, so that they may be sent on.
    sure: Vec<u64>,
    /// Where fights may have been lost. Nothing is sure there any more.
    doubtful: Vec<Node>,
}

impl Plan {
    /// No orders.
    pub(super) fn new(board: Board) -> Plan {
        let sure = board.places.iter().map(|place| place.forces[board.active]).collect();
        Plan { orders: Vec::new(), win: 0.0, ends: vec![End { chance: 1.0, board }], sure, doubtful: Vec::new() }
    }

    /// Whether the match is won whatever the luck.
    pub(super) fn is_won(&self) -> bool {
        self.ends.is_empty()
    }

    /// The likeliest end of a plan that is not won for certain.
    pub(super) fn board(&self) -> &Board {
        &self.ends[0].board
    }

    /// The own troops on a node that are there whatever the luck.
    #[inline]
    pub(super) fn sure(&self, node: Node) -> u64 {
        self.sure[node.index()]
    }

    /// How many more orders fit in.
    pub(super) fn actions_left(&self, ground: &Ground<'_>) -> usize {
        ground.budget.saturating_sub(self.orders.len())
    }

    /// Buys troops.
    pub(super) fn reinforce(&mut self, amount: u64, ground: &Ground<'_>) {
        let hq = ground.scenario.hq(self.board().active);
        for end in &mut self.ends {
            end.board.reinforce(amount, ground);
        }
        if !self.doubtful.contains(&hq) {
            self.sure[hq.index()] = add(self.sure(hq), amount);
        }
        self.orders.push(Action::reinforce(amount));
    }

    /// Sends troops that are surely there to a neighbour.
    pub(super) fn step(&mut self, from: Node, to: Node, amount: u64, ground: &Ground<'_>) {
        self.orders.push(Action::step(from, to, amount));
        self.sure[from.index()] -= amount;
        self.sure[to.index()] = self.sure_after(to, amount, ground);
        let mut room = MOST_ENDS - self.ends.len();
        for mut end in std::mem::take(&mut self.ends) {
            let Some(clash) = end.board.step(from, to, amount, ground) else {
                self.arrive(end, to, ground);
                continue;
            };
            let odds = split(clash.odds(ground.rules), &mut room);
            if odds > 0.0 {
                let mut won = End { chance: end.chance * odds, board: end.board.clone() };
                won.board.settle(to, true, left_on_average(clash, true));
                self.arrive(won, to, ground);
            }
            if odds < 1.0 {
                end.chance *= 1.0 - odds;
                end.board.settle(to, false, left_on_average(clash, false));
                self.ends.push(end);
            }
        }
        self.ends.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    }

    /// The active player's troops stand on a node alone.
    fn arrive(&mut self, mut end: End, at: Node, ground: &Ground<'_>) {
        if end.board.capture(at, ground) {
            self.win += end.chance;
        } else {
            self.ends.push(end);
        }
    }

    /// The troops that are surely on a node after some more have arrived.
    fn sure_after(&mut self, to: Node, amount: u64, ground: &Ground<'_>) -> u64 {
        if self.doubtful.contains(&to) {
            return 0;
        }
        let together = add(self.sure(to), amount);
        let enemies = self.board().troops_at(to, self.board().active.other());
        let left = worst_left(together, enemies, ground);
        if left == 0 {
            self.doubtful.push(to);
        }
        left
    }
}

/// What is left of an attack with the worst luck.
pub(super) fn worst_left(attacker: u64, defender: u64, ground: &Ground<'_>) -> u64 {
    Clash::new(attacker, defender, ground.luck()).worst_left()
}

/// The odds of a fight; without room to keep both ends apart, it ends as it is likely to.
fn split(odds: f64, room: &mut usize) -> f64 {
    if odds <= 0.0 || odds >= 1.0 {
        return odds;
    }
    if *room == 0 {
        return odds.round();
    }
    *room -= 1;
    odds
}

/// What is left of the winner of a fight, on average over all luck that makes him win.
fn left_on_average(clash: Clash, attacker_wins: bool) -> u64 {
    let lead = clash.attacker as i64 - clash.defender as i64;
    let lead = if attacker_wins { lead } else { -lead };
    let bound = clash.bound as i64;
    let (least, most) = ((lead - bound).max(1), (lead + bound).max(1));
    ((least + most) / 2) as u64
}
