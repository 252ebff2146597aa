//! Games on the server: creating and listing them, their tables, states and legal actions, and WebSocket messages.

mod event;
mod legal;
mod message;
mod new_game;
mod preview;
mod request;
mod state;
mod table;

pub use event::EventView;
pub use legal::{CellsView, Choice, ChoiceGroup, LegalView, OrderRange};
pub use message::{
    ClientMessage, MyEvent, OrderRejection, OwnSeats, Receipt, Rejection, ServerMessage, Since, Snapshot, StreamEnd,
    Update,
};
pub use new_game::{ClockRules, MAX_SPECTATOR_DELAY, NewGame, NewSeat, Purpose, Visibility};
pub use preview::{AsgPreview, OrderPreview, PreviewBody, PreviewView};
pub use request::{
    ClaimedSeat, CreatedGame, GameSummary, ImportBody, ImportedView, InvitationState, InvitationView, InvitedTable,
    ListQuery, PliesQuery, PliesView, PlyView, RecordQuery, RenewedSecret, SeatBody, SecretBody, ShareLink, WhyBody,
    WhyView,
};
pub use state::{GoalView, PlayerView, RingRiftState, StateView, StepView};
pub use table::{AgentNote, ClockView, EndingView, MoveView, SeatKind, SeatView, StageName, TableView};
