//! Kinds of actions, for lists grouped by kind.

use ringrift::{Action, Phase, Position};

use crate::action_text::{pays_buried_ring, pays_one_ring, stack_on};

/// Kind of action; players see legal actions grouped by kind.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum ActionKind {
    PlaceOnEmpty,
    PlaceOnStack,
    SkipPlacement,
    SwapSides,
    Move,
    Capture,
    Recover,
    SkipRecovery,
    DeclineCapture,
    WholeLine,
    LineSegment,
    Region,
    StopTerritory,
    /// A payment or a forced elimination.
    Eliminate,
}

impl ActionKind {
    /// Returns the name used in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ActionKind::PlaceOnEmpty => "place_on_empty",
            ActionKind::PlaceOnStack => "place_on_stack",
            ActionKind::SkipPlacement => "skip_placement",
            ActionKind::SwapSides => "swap_sides",
            ActionKind::Move => "move",
            ActionKind::Capture => "capture",
            ActionKind::Recover => "recover",
            ActionKind::SkipRecovery => "skip_recovery",
            ActionKind::DeclineCapture => "decline_capture",
            ActionKind::WholeLine => "whole_line",
            ActionKind::LineSegment => "line_segment",
            ActionKind::Region => "region",
            ActionKind::StopTerritory => "stop_territory",
            ActionKind::Eliminate => "eliminate",
        }
    }

    /// All kinds, in the order in which they are listed to players.
    pub const ALL: [ActionKind; 14] = [
        ActionKind::PlaceOnEmpty,
        ActionKind::PlaceOnStack,
        ActionKind::SkipPlacement,
        ActionKind::SwapSides,
        ActionKind::Move,
        ActionKind::Capture,
        ActionKind::Recover,
        ActionKind::SkipRecovery,
        ActionKind::DeclineCapture,
        ActionKind::WholeLine,
        ActionKind::LineSegment,
        ActionKind::Region,
        ActionKind::StopTerritory,
        ActionKind::Eliminate,
    ];

    /// Returns the kind of an action in a position.
    pub fn of(position: &Position, action: Action) -> ActionKind {
        match action {
            Action::Place { at, .. } if stack_on(position, at).is_some() => ActionKind::PlaceOnStack,
            Action::Place { .. } => ActionKind::PlaceOnEmpty,
            Action::SkipPlacement => ActionKind::SkipPlacement,
            Action::SwapSides => ActionKind::SwapSides,
            Action::Recover { .. } | Action::RecoverSegment { .. } => ActionKind::Recover,
            Action::SkipRecovery => ActionKind::SkipRecovery,
            Action::Move { .. } => ActionKind::Move,
            Action::Capture { .. } => ActionKind::Capture,
            Action::DeclineCapture => ActionKind::DeclineCapture,
            Action::TakeLine { .. } => ActionKind::WholeLine,
            Action::TakeSegment { .. } => ActionKind::LineSegment,
            Action::ClaimRegion { .. } => ActionKind::Region,
            Action::StopTerritory => ActionKind::StopTerritory,
            Action::Eliminate { .. } => ActionKind::Eliminate,
        }
    }

    /// Returns the heading for the actions of this kind in a position.
    pub fn title(self, position: &Position) -> &'static str {
        match self {
            ActionKind::PlaceOnEmpty => "Place rings on an empty cell",
            ActionKind::PlaceOnStack => "Place a ring on a stack",
            ActionKind::SkipPlacement => "Skip the placement",
            ActionKind::SwapSides => "Swap sides",
            ActionKind::Recover => "Slide a marker to recover a ring",
            ActionKind::SkipRecovery => "Decline to recover",
            ActionKind::Move => "Move a stack",
            ActionKind::Capture => "Capture",
            ActionKind::DeclineCapture => "Decline the capture",
            ActionKind::WholeLine => "Take a whole line",
            ActionKind::LineSegment => "Take part of a line",
            ActionKind::Region => "Claim a region",
            ActionKind::StopTerritory => "End your turn without claiming more regions",
            ActionKind::Eliminate if position.phase() == Phase::ForcedElimination => "Give up a cap",
            ActionKind::Eliminate if pays_buried_ring(position) => "Pay with a buried ring",
            ActionKind::Eliminate if pays_one_ring(position) => "Pay with a top ring",
            ActionKind::Eliminate => "Pay with a cap",
        }
    }
}
