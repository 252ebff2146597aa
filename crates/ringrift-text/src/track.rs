//! How far a turn is, and how far the players are from winning.

use ringrift::{Forced, LastStanding, Phase, Player, Position, Rule, Ruleset};

use crate::english::counted;

/// A step of a turn.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TurnStep {
    /// Rings come onto the board.
    Place,
    /// A stack moves.
    Move,
    /// A marker slides, to get a ring back.
    Recover,
    /// A stack captures, perhaps several times.
    Capture,
    /// Lines collapse.
    Lines,
    /// Regions become territory.
    Territory,
    /// A cap is given up.
    GiveUp,
}

impl TurnStep {
    /// The steps of a turn in their order. Giving up a cap is one only while it is asked for.
    pub fn of_turn(position: &Position) -> Vec<TurnStep> {
        let Ruleset { recovery, forced, .. } = *position.rules();
        let is_given_up = position.phase() == Phase::ForcedElimination;
        let mut steps = vec![TurnStep::Place, TurnStep::Move, TurnStep::Capture, TurnStep::Lines, TurnStep::Territory];
        if recovery {
            steps.insert(2, TurnStep::Recover);
        }
        match forced {
            _ if !is_given_up => {}
            Forced::Last => steps.push(TurnStep::GiveUp),
            Forced::First => steps.insert(0, TurnStep::GiveUp),
        }
        steps
    }

    /// The step to which a phase belongs; none after the end.
    pub const fn of_phase(phase: Phase) -> Option<TurnStep> {
        Some(match phase {
            Phase::Placement => TurnStep::Place,
            Phase::Movement { .. } => TurnStep::Move,
            Phase::Recovery => TurnStep::Recover,
            Phase::CaptureOffer { .. } | Phase::CaptureChain { .. } => TurnStep::Capture,
            Phase::LineChoice | Phase::LinePayment => TurnStep::Lines,
            Phase::RegionChoice | Phase::RegionPayment => TurnStep::Territory,
            Phase::ForcedElimination => TurnStep::GiveUp,
            Phase::Over { .. } => return None,
        })
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            TurnStep::Place => "place",
            TurnStep::Move => "move",
            TurnStep::Recover => "recover",
            TurnStep::Capture => "capture",
            TurnStep::Lines => "lines",
            TurnStep::Territory => "territory",
            TurnStep::GiveUp => "give_up",
        }
    }

    /// Its name for people.
    pub const fn title(self) -> &'static str {
        match self {
            TurnStep::Place => "Place",
            TurnStep::Move => "Move",
            TurnStep::Recover => "Recover",
            TurnStep::Capture => "Capture",
            TurnStep::Lines => "Lines",
            TurnStep::Territory => "Territory",
            TurnStep::GiveUp => "Give up a cap",
        }
    }
}

/// The rule behind a decision.
pub const fn rule_of(phase: Phase) -> Option<Rule> {
    Some(match phase {
        Phase::Placement => Rule::R080,
        Phase::Movement { .. } => Rule::R090,
        Phase::Recovery => Rule::R110,
        Phase::CaptureOffer { .. } => Rule::R070,
        Phase::CaptureChain { .. } => Rule::R103,
        Phase::LineChoice => Rule::R121,
        Phase::LinePayment => Rule::R122,
        Phase::RegionChoice => Rule::R144,
        Phase::RegionPayment => Rule::R145,
        Phase::ForcedElimination => Rule::R100,
        Phase::Over { .. } => return None,
    })
}

/// A way to win, and how far a player is on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// `elimination`, `territory` or `last_standing`.
    pub kind: &'static str,
    /// How much of it he has.
    pub have: u32,
    /// How much is needed.
    pub need: u32,
    /// The same in words.
    pub text: String,
    /// The rule.
    pub rule: Rule,
}

/// How far a player is on every way to win.
pub fn goals(position: &Position, player: Player) -> [Goal; 3] {
    [elimination(position, player), territory(position, player), last_standing(position, player)]
}

fn elimination(position: &Position, player: Player) -> Goal {
    let (have, need) = (position.credits(player).into(), position.rules().elimination_threshold.into());
    let text = if have >= need {
        "enough rings are eliminated".to_owned()
    } else {
        format!("{} to eliminate", counted(need - have, "more ring"))
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
            format!("{} of territory, to have more than all others together", counted(missing, "more cell"))
        }
        missing => format!("{} of territory", counted(missing, "more cell")),
    };
    Goal { kind: "territory", have, need, text, rule: Rule::R171 }
}

/// Counted by the opponents who could neither place, move nor capture if it were their turn now.
fn last_standing(position: &Position, player: Player) -> Goal {
    let rules = position.rules();
    let others = || Player::seats(rules.players).filter(|&other| other != player);
    let able = others().filter(|&other| position.has_real_action(other)).count() as u32;
    let need = u32::from(rules.players) - 1;
    let when = match rules.last_standing {
        LastStanding::Round => "for a whole round".to_owned(),
        LastStanding::AtOnce => "at the end of a turn".to_owned(),
        LastStanding::Rounds => format!("for {}", counted(rules.last_standing_rounds, "round")),
    };
    let text = match able {
        0 => format!("nobody else can act; it has to stay so {when}"),
        _ => format!("{} must become unable to act, {when}", counted(able, "opponent")),
    };
    Goal { kind: "last_standing", have: need - able, need, text, rule: Rule::R172 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> (Vec<&'static str>, Option<&'static str>) {
        let position = Position::parse(text).expect("a position");
        let step = TurnStep::of_phase(position.phase()).map(TurnStep::name);
        (TurnStep::of_turn(&position).into_iter().map(TurnStep::name).collect(), step)
    }

    #[test]
    fn every_decision_is_a_step_of_the_turn() {
        let (steps, now) = names("G square8 2p; H 18,18");
        assert_eq!((steps, now), (vec!["place", "move", "capture", "lines", "territory"], Some("place")));
        let (steps, _) = names("G square8 2p live; H 18,18");
        assert_eq!(steps[2], "recover");
        for text in [
            "G square8 2p; S a1=1,h8=2; CX a1,h8; P forced_elimination",
            "G square8 2p; S d4=1,h8=2; M1 d5; P movement",
        ] {
            let (steps, now) = names(text);
            assert!(now.is_some_and(|now| steps.contains(&now)), "{text}");
        }
    }

    #[test]
    fn goals_tell_what_is_missing() {
        let position = Position::parse("G square8 2p; S d4=1,h8=2; C1 a1,a2; E 18,0; P movement").expect("a position");
        let [elimination, territory, last_standing] = goals(&position, Player::One);
        assert_eq!((elimination.have, elimination.need), (18, 19));
        assert_eq!(elimination.text, "1 more ring to eliminate");
        assert_eq!((territory.have, territory.need), (2, 33));
        assert_eq!((last_standing.have, last_standing.need), (0, 1));
    }

    #[test]
    fn a_majority_may_ask_for_more_than_the_threshold() {
        let text = "G square8 3p live territory_threshold=10; S d4=1,e5=2,f6=3; C2 a1:h1; C3 a8:h8; P movement";
        let position = Position::parse(text).expect("a position");
        let [_, territory, _] = goals(&position, Player::One);
        assert_eq!((territory.have, territory.need), (0, 17), "{territory:?}");
    }
}
