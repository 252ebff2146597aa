//! How far a player is from each way of winning.

use ringrift::{LastStanding, Player, Position, Rule};

use crate::english::counted;

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
    pub text: String,
    pub rule: Rule,
}

/// Returns a player's progress towards each way of winning.
pub fn goals(position: &Position, player: Player) -> [Goal; 3] {
    [elimination(position, player), territory(position, player), last_standing(position, player)]
}

fn elimination(position: &Position, player: Player) -> Goal {
    let (have, need) = (position.credits(player).into(), position.rules().elimination_threshold.into());
    let text = if have >= need {
        "enough rings are eliminated".to_owned()
    } else {
        format!("eliminate {}", counted(need - have, "more ring"))
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
        0 => "enough cells are territory".to_owned(),
        missing if need > threshold => {
            format!("gain {} of territory, to have more than all opponents together", counted(missing, "more cell"))
        }
        missing => format!("gain {} of territory", counted(missing, "more cell")),
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
        LastStanding::Round => "for a full round".to_owned(),
        LastStanding::AtOnce => "at the end of a turn".to_owned(),
        LastStanding::Rounds => format!("for {}", counted(rules.last_standing_rounds, "full round")),
    };
    let text = match (able, need) {
        (0, 1) => format!("your opponent has no move; this must hold {when}"),
        (0, _) => format!("your opponents have no move; this must hold {when}"),
        (_, 1) => format!("leave your opponent without a move {when}"),
        (able, _) if able == need => format!("leave all opponents without a move {when}"),
        (able, _) => format!("leave {} without a move {when}", counted(able, "more opponent")),
    };
    Goal { kind: "last_standing", have: need - able, need, text, rule: Rule::R172 }
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
        assert_eq!(elimination.text, "eliminate 1 more ring");
        assert_eq!((territory.have, territory.need), (2, 33));
        assert_eq!(territory.text, "gain 31 more cells of territory");
        assert_eq!((last_standing.have, last_standing.need), (0, 1));
        assert_eq!(last_standing.text, "leave your opponent without a move for a full round");
    }

    #[test]
    fn the_majority_rule_can_need_more_than_the_threshold() {
        let text = "G square8 3p live territory_threshold=10; S d4=1,e5=2,f6=3; C2 a1:h1; C3 a8:h8; P movement";
        let position = Position::parse(text).expect("the position is valid");
        let [_, territory, _] = goals(&position, Player::One);
        assert_eq!((territory.have, territory.need), (0, 17), "{territory:?}");
    }
}
