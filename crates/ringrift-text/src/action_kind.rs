//! Kinds of actions, for lists grouped by kind.

use ringrift::{Action, Position, Template};

use crate::action_text::{pays_buried_ring, pays_one_ring, stack_on};
use crate::texts;

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
    pub fn title(self, position: &Position) -> &'static Template {
        match self {
            ActionKind::PlaceOnEmpty => &texts::CHOICE_PLACE_ON_EMPTY,
            ActionKind::PlaceOnStack => &texts::CHOICE_PLACE_ON_STACK,
            ActionKind::SkipPlacement => &texts::CHOICE_SKIP_PLACEMENT,
            ActionKind::SwapSides => &texts::CHOICE_SWAP_SIDES,
            ActionKind::Recover => &texts::CHOICE_RECOVER,
            ActionKind::SkipRecovery => &texts::CHOICE_SKIP_RECOVERY,
            ActionKind::Move => &texts::CHOICE_MOVE,
            ActionKind::Capture => &texts::CHOICE_CAPTURE,
            ActionKind::DeclineCapture => &texts::CHOICE_DECLINE_CAPTURE,
            ActionKind::WholeLine => &texts::CHOICE_WHOLE_LINE,
            ActionKind::LineSegment => &texts::CHOICE_LINE_SEGMENT,
            ActionKind::Region => &texts::CHOICE_REGION,
            ActionKind::StopTerritory => &texts::CHOICE_STOP_TERRITORY,
            ActionKind::Eliminate if pays_buried_ring(position) => &texts::CHOICE_GIVE_UP_BURIED,
            ActionKind::Eliminate if pays_one_ring(position) => &texts::CHOICE_GIVE_UP_RING,
            ActionKind::Eliminate => &texts::CHOICE_GIVE_UP_CAP,
        }
    }
}
