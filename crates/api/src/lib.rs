//! Types of the server's HTTP and WebSocket interface, and a typed client (feature `client`).
//!
//! Every type that crosses the network between the server and its clients is defined here. The types hold data only: the
//! server builds the responses from its own types and interprets the requests. Type names and field names are part of the
//! interface: where a Rust name differs, `#[schema(as = ...)]` or `#[serde(rename = ...)]` keeps the published name.
//! `docs/openapi.json` and `docs/server-messages.md` are generated from these types.

use std::borrow::Cow;

mod asg;
mod catalogue;
#[cfg(feature = "client")]
pub mod client;
mod error;
mod game;
mod guest;
mod health;
pub mod id;
mod message_parts;
pub mod rules;
mod study;
pub mod time;

pub use asg::{MapView, NodeView, ReplayBody, ReplayPly, ReplayView};
pub use catalogue::{BoardOffer, BoardView, Catalogue, CellView, LabelView, ScenarioOffer};
pub use error::ErrorView;
pub use game::{
    AgentNote, AsgPreview, CellsView, Choice, ChoiceGroup, ClaimedSeat, ClientMessage, ClockRules, ClockView,
    CreatedGame, EndingView, EventView, GameSummary, GoalView, ImportBody, ImportedView, InvitationState,
    InvitationView, InvitedTable, LegalView, ListQuery, MAX_SPECTATOR_DELAY, MoveView, MyEvent, NewGame, NewSeat,
    OrderPreview, OrderRange, OrderRejection, OwnSeats, PlayerView, PliesQuery, PliesView, PlyView, PreviewBody,
    PreviewView, Purpose, Receipt, RecordQuery, Rejection, RenewedSecret, RingRiftState, SeatBody, SeatKind, SeatView,
    SecretBody, ServerMessage, ShareLink, Since, Snapshot, StageName, StateView, StepView, StreamEnd, TableView,
    Update, Visibility, WhyBody, WhyView,
};
pub use guest::{GuestView, NameBody, NewTokenBody, RecoveryCode, TokenView};
pub use health::{HealthDetails, HealthQuery};
pub use id::{GameId, GuestId, Secret};
pub use message_parts::MessageParts;
pub use study::{
    AnalyseBody, AnalysisCheckBody, AnalysisCheckView, AnalysisView, AttemptBody, AttemptView, CheckedView,
    ExerciseResult, ExerciseView, FaultView, KeyMomentView, LessonView, LineStep, LineView, PictureQuery, PlayedLine,
    PlayerReview, PositionPictureQuery, ProblemView, PuzzleBody, PuzzleFailure, PuzzleView, ReadBody, RecordView,
    ReviewLine, ReviewView, ScoredView, SetupBody, StudyBody, StudyPreview, StudyView, StudyWhyBody, ThreatView,
    TryBody, TurningPointView,
};
pub use time::Moment;

/// String that is usually one of a few constants.
pub type Text = Cow<'static, str>;
