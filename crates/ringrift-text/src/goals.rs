//! How far a player is from each way of winning.

use ringrift::{LastStanding, Message, Player, Position, Rule};

use crate::texts;

/// A way of winning and a player's progress towards it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// `elimination`, `territory` or `last_standing`.
    pub kind: &'static str,
    /// Eliminated rings, cells of territory, or opponents without a move.
    pub have: u32,
    /// The value of `have` that wins.
    pub need: u32,
    /// What the player still has to achieve, addressed to the player, without a full stop.
    pub text: Message,
    pub rule: Rule,
}

/// Returns a player's progress towards each way of winning.
pub fn goals(position: &Position, player: Player) -> [Goal; 3] {
    [elimination(position, player), territory(position, player), last_standing(position, player)]
}

fn elimination(position: &Position, player: Player) -> Goal {
    let (have, need) = (position.credits(player).into(), position.rules().elimination_threshold.into());
    let text = match u32::saturating_sub(need, have) {
        0 => texts::GOAL_ELIMINATION_REACHED.message(),
        missing => texts::GOAL_ELIMINATION.with("missing", missing),
    };
    Goal { kind: "elimination", have, need, text, rule: Rule::R170 }
}

fn territory(position: &Position, player: Player) -> Goal {
    let rules = position.rules();
    let (have, threshold) = (position.territory(player), u32::from(rules.territory_threshold));
    let others = Player::seats(rules.players).filter(|&other| other != player);
    let more_than: u32 = if rules.majority { others.map(|other| position.territory(other)).sum() } else { 0 };
    let need = threshold.max(if rules.majority { more_than + 1 } else { 0 });
    let text = match need.saturating_sub(have) {
        0 => texts::GOAL_TERRITORY_REACHED.message(),
        missing => {
            texts::GOAL_TERRITORY.with("missing", missing).with("majority", if need > threshold { "yes" } else { "no" })
        }
    };
    Goal { kind: "territory", have, need, text, rule: Rule::R171 }
}

/// Counts the opponents who could neither place, move nor capture if it were their turn now.
fn last_standing(position: &Position, player: Player) -> Goal {
    let rules = position.rules();
    let opponents = || Player::seats(rules.players).filter(|&other| other != player);
    let able = opponents().filter(|&other| position.has_real_action(other)).count() as u32;
    let need = u32::from(rules.players) - 1;
    let when = match rules.last_standing {
        LastStanding::Round => texts::WHEN_ROUND.message(),
        LastStanding::AtOnce => texts::WHEN_AT_ONCE.message(),
        LastStanding::Rounds => texts::WHEN_ROUNDS.with("rounds", rules.last_standing_rounds),
    };
    let text = match (able, need) {
        (0, _) => texts::GOAL_NO_MOVE.with("opponents", need),
        (_, 1) => texts::GOAL_LEAVE_ONE.message(),
        (able, _) if able == need => texts::GOAL_LEAVE_ALL.message(),
        (able, _) => texts::GOAL_LEAVE_MORE.with("missing", able),
    };
    Goal { kind: "last_standing", have: need - able, need, text: text.with("when", when), rule: Rule::R172 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn goals_say_what_is_missing() {
        let text = "G square8 2p; S d4=1,h8=2; C1 a1,a2; E 18,0; P movement";
        let position = Position::parse(text).expect("the position is valid");
        let [elimination, territory, last_standing] = goals(&position, Player::One);
        assert_eq!((elimination.have, elimination.need), (18, 19));
        assert_eq!(elimination.text.to_string(), "eliminate 1 more ring");
        assert_eq!((territory.have, territory.need), (2, 33));
        assert_eq!(territory.text.to_string(), "gain 31 more cells of territory");
        assert_eq!((last_standing.have, last_standing.need), (0, 1));
        assert_eq!(last_standing.text.to_string(), "leave your opponent without a move for a full round");
    }

    #[test]
    fn the_majority_rule_can_need_more_than_the_threshold() {
        let text = "G square8 3p live territory_threshold=10; S d4=1,e5=2,f6=3; C2 a1:h1; C3 a8:h8; P movement";
        let position = Position::parse(text).expect("the position is valid");
        let [_, territory, _] = goals(&position, Player::One);
        assert_eq!((territory.have, territory.need), (0, 17), "{territory:?}");
    }
}
