//! Legal actions, grouped for selection on the board.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{MessageParts, Text};

/// Legal actions of the player to move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "game", rename_all = "lowercase")]
pub enum LegalView {
    /// RingRift: every legal action.
    RingRift {
        /// Actions grouped by kind.
        groups: Vec<ChoiceGroup>,
    },
    /// ASG: the limits of each kind of order, because a ply can combine many orders.
    Asg {
        /// Number of orders left in this ply.
        budget: u64,
        /// Largest number of troops that can be bought.
        reinforce: u64,
        /// Node where bought troops appear.
        reinforce_at: String,
        /// Possible movements of troops.
        moves: Vec<OrderRange>,
    },
}

/// Legal actions of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct ChoiceGroup {
    /// Kind of action, such as `move` or `whole_line`.
    #[schema(value_type = String)]
    pub kind: Text,
    /// Title of the kind for people.
    #[schema(value_type = String)]
    pub title: Text,
    /// `title` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title_parts: Option<MessageParts>,
    /// The actions, in the engine's order.
    pub choices: Vec<Choice>,
    /// Number of further legal actions that are not listed; this happens only in constructed positions.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub left_out: usize,
    /// Says in English what the list leaves out, if anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// `note` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note_parts: Option<MessageParts>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// One legal action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct Choice {
    /// Notation to send back in an `act` message.
    pub action: String,
    /// Cells to select, in this order.
    pub picks: Vec<String>,
    /// Further cells that the action affects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
    /// Number of rings that a placement puts on its cell; absent for other actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rings: Option<u8>,
    /// Details that the notation does not show; absent in very long lists.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<String>,
    /// `details` as an id with parameters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details_parts: Option<MessageParts>,
}

/// Cells of an action.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
pub struct CellsView {
    /// Cells to select, in this order.
    pub picks: Vec<String>,
    /// Further cells that the action affects.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

/// Possible movements of the troops on one node.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
pub struct OrderRange {
    /// Node where the troops are.
    pub from: String,
    /// Neighbouring nodes.
    pub to: Vec<String>,
    /// Largest number of troops that can move.
    pub most: u64,
}
