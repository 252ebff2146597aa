//! The stages of a turn.

use ringrift::{Forced, Phase, Position, Rule, Ruleset, Template};

use crate::texts;

/// A stage of a turn, as shown to players. Several phases of the rules can belong to one stage.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum TurnStage {
    Place,
    Move,
    /// A player who controls no stack slides a marker; only in rulesets with recovery.
    Recover,
    Capture,
    Lines,
    Territory,
    /// Forced elimination of a cap.
    GiveUp,
}

impl TurnStage {
    /// Returns the stages of the current turn in order. [`TurnStage::GiveUp`] is included only in its own phase.
    pub fn of_turn(position: &Position) -> Vec<TurnStage> {
        let Ruleset { recovery, forced, .. } = *position.rules();
        let is_forced = position.phase() == Phase::ForcedElimination;
        let mut stages =
            vec![TurnStage::Place, TurnStage::Move, TurnStage::Capture, TurnStage::Lines, TurnStage::Territory];
        if recovery {
            stages.insert(2, TurnStage::Recover);
        }
        match forced {
            _ if !is_forced => {}
            Forced::Last => stages.push(TurnStage::GiveUp),
            Forced::First => stages.insert(0, TurnStage::GiveUp),
        }
        stages
    }

    /// Returns the stage to which a phase belongs, or `None` after the game.
    pub const fn of_phase(phase: Phase) -> Option<TurnStage> {
        Some(match phase {
            Phase::Placement => TurnStage::Place,
            Phase::Movement { .. } => TurnStage::Move,
            Phase::Recovery => TurnStage::Recover,
            Phase::CaptureOffer { .. } | Phase::CaptureChain { .. } => TurnStage::Capture,
            Phase::LineChoice | Phase::LinePayment => TurnStage::Lines,
            Phase::RegionChoice | Phase::RegionPayment => TurnStage::Territory,
            Phase::ForcedElimination => TurnStage::GiveUp,
            Phase::Over { .. } => return None,
        })
    }

    /// Returns the name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            TurnStage::Place => "place",
            TurnStage::Move => "move",
            TurnStage::Recover => "recover",
            TurnStage::Capture => "capture",
            TurnStage::Lines => "lines",
            TurnStage::Territory => "territory",
            TurnStage::GiveUp => "give_up",
        }
    }

    /// Returns the label shown to players.
    pub const fn title(self) -> &'static Template {
        match self {
            TurnStage::Place => &texts::STEP_PLACE,
            TurnStage::Move => &texts::STEP_MOVE,
            TurnStage::Recover => &texts::STEP_RECOVER,
            TurnStage::Capture => &texts::STEP_CAPTURE,
            TurnStage::Lines => &texts::STEP_LINES,
            TurnStage::Territory => &texts::STEP_TERRITORY,
            TurnStage::GiveUp => &texts::STEP_GIVE_UP,
        }
    }
}

/// Returns the rule that governs the decision of a phase, or `None` after the game.
pub const fn phase_rule(phase: Phase) -> Option<Rule> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn stage_names(text: &str) -> (Vec<&'static str>, Option<&'static str>) {
        let position = Position::parse(text).expect("the position is valid");
        let current = TurnStage::of_phase(position.phase()).map(TurnStage::name);
        (TurnStage::of_turn(&position).into_iter().map(TurnStage::name).collect(), current)
    }

    #[test]
    fn stages_come_in_the_order_of_the_turn() {
        let (stages, current) = stage_names("G square8 2p; H 18,18");
        assert_eq!(stages, ["place", "move", "capture", "lines", "territory"]);
        assert_eq!(current, Some("place"));
        let (stages, _) = stage_names("G square8 2p live; H 18,18");
        assert_eq!(stages[2], "recover");
    }

    #[test]
    fn the_current_stage_is_one_of_the_turn() {
        for text in [
            "G square8 2p; S a1=1,h8=2; CX a1,h8; P forced_elimination",
            "G square8 2p; S d4=1,h8=2; M1 d5; P movement",
        ] {
            let (stages, current) = stage_names(text);
            assert!(current.is_some_and(|current| stages.contains(&current)), "{text}");
        }
    }
}
