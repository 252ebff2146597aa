//! What clients send and are sent. These types are the only ones that leave the server.

use std::borrow::Cow;

mod asg;
mod create;
mod event;
mod legal;
mod message;
mod state;
mod table;

pub use asg::{AsgPreview, OrderPreview};
pub(crate) use create::LONGEST_DELAY;
pub use create::{NewGame, NewSeat};
pub use event::EventView;
pub(crate) use event::events;
pub use legal::{CellsView, Choice, ChoiceGroup, LegalView, OrderRange};
pub use message::{ClientMessage, Receipt, RejectionView, ServerMessage, Snapshot, Update, You};
pub(crate) use state::asg_state;
pub use state::{GoalView, PlayerView, RingRiftState, StateView, StepView};
pub use table::{ClockView, EndingView, MoveView, Names, SeatKind, SeatView, StageName, TableView};
pub(crate) use table::{game_name, rules_text};

/// A text that is mostly one of a few.
pub type Text = Cow<'static, str>;
