//! Types of the server's HTTP and WebSocket interface, and a typed client (feature `client`).
//!
//! Every type that crosses the network between the server and its clients is defined here. The types hold data only: the
//! server builds them from its own types, and decides what the requests mean. Type names and field names are part of the
//! interface: where a Rust name differs, `#[schema(as = ...)]` or `#[serde(rename = ...)]` keeps the published one.
//! `docs/openapi.json` and `docs/server-messages.md` are generated from these types.

use std::borrow::Cow;

mod analysis;
mod asg;
mod catalogue;
#[cfg(feature = "client")]
pub mod client;
mod error;
mod event;
mod game;
mod guest;
pub mod id;
mod legal;
mod lesson;
mod message;
mod new_game;
mod picture;
mod review;
mod state;
mod study;
mod table;
pub mod time;

pub use analysis::{AnalyseBody, AnalysisView, ScoredView, ThreatView};
pub use asg::{AsgPreview, MapView, NodeView, OrderPreview, ReplayBody, ReplayPly, ReplayView};
pub use catalogue::{BoardOffer, BoardView, Catalogue, CellView, LabelView, ScenarioOffer};
pub use error::ErrorView;
pub use event::EventView;
pub use game::{
    ClaimedSeat, CreatedGame, GameSummary, ImportBody, ImportedView, ListQuery, PliesQuery, PliesView, PlyView,
    PreviewBody, PreviewView, RecordQuery, RenewedSecret, SeatBody, SecretBody, WhyBody, WhyView,
};
pub use guest::{GuestView, NameBody, NewTokenBody, RecoveryCode, TokenView};
pub use id::{GameId, GuestId, Secret};
pub use legal::{CellsView, Choice, ChoiceGroup, LegalView, OrderRange};
pub use lesson::{AttemptBody, AttemptView, ExerciseResult, ExerciseView, LessonView};
pub use message::{
    ClientMessage, MyEvent, OrderRejection, OwnSeats, Receipt, Rejection, ServerMessage, Since, Snapshot, StreamEnd,
    Update,
};
pub use new_game::{ClockRules, MAX_SPECTATOR_DELAY, NewGame, NewSeat, Purpose, Visibility};
pub use picture::{PictureQuery, PositionPictureQuery};
pub use review::{FaultView, PlayerReview, ReviewLine, ReviewView, TurningPointView};
pub use state::{GoalView, PlayerView, RingRiftState, StateView, StepView};
pub use study::{
    CheckedView, LineStep, LineView, PlayedLine, ProblemView, ReadBody, RecordView, SetupBody, StudyBody, StudyPreview,
    StudyView, StudyWhyBody, TryBody,
};
pub use table::{AgentNote, ClockView, EndingView, MoveView, SeatKind, SeatView, StageName, TableView};
pub use time::Moment;

/// String that is usually one of a few constants.
pub type Text = Cow<'static, str>;
