//! The server as HTTP: who asks is found out, what is asked goes to the tables, and what they say goes back.

mod about;
mod analysis;
mod asg;
mod boards;
mod caller;
mod desk;
mod error;
#[expect(unused_qualifications, reason = "the macro that describes queries writes them")]
mod games;
mod guard;
mod lessons;
mod me;
mod mine;
mod page;
#[expect(unused_qualifications, reason = "the macro that describes queries writes them")]
mod pictures;
mod play;
#[expect(unused_qualifications, reason = "the macro that describes queries writes them")]
mod plies;
#[expect(unused_qualifications, reason = "the macro that describes queries writes them")]
mod records;
mod review;
mod setup;
mod socket;
#[expect(unused_qualifications, reason = "the macro that describes queries writes them")]
mod stream;
mod study;
mod why;

use std::sync::Arc;
use std::time::Duration;

use arena::agent::Network;
use axum::extract::DefaultBodyLimit;
use axum::http::StatusCode;
use axum::routing::get;
use axum::{Json, Router, middleware};
use metrics_exporter_prometheus::PrometheusHandle;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::openapi::{InfoBuilder, OpenApiBuilder};
use utoipa_axum::router::OpenApiRouter;

pub use about::{BoardOffer, Catalogue, ScenarioOffer};
pub use analysis::{AnalyseBody, AnalysisView, ScoredView, ThreatView};
pub use asg::{MapView, NodeView, ReplayBody, ReplayPly, ReplayView};
pub use boards::{BoardView, CellView, LabelView};
pub use error::ErrorView;
pub use games::{BriefView, ListQuery, MadeView, RenewedView, SeatBody, SecretBody, TakenView};
pub use lessons::{AttemptBody, AttemptView, ExerciseView, LessonView, Verdict};
pub use me::{MeView, NameBody, NewTokenBody, RecoveryCode, TokenView};
pub use mine::{MyEvent, MyFarewell};
pub use pictures::{PictureQuery, PositionPictureQuery};
pub use play::{PreviewBody, PreviewView};
pub use plies::{PliesQuery, PliesView, PlyView};
pub use records::{ImportBody, ImportedView, RecordQuery};
pub use review::{FaultView, PlayView, ReviewLine, ReviewView, TurningView};
pub use setup::{CheckedView, ProblemView, SetupBody};
pub use study::{
    LineStep, LineView, PlayedLine, ReadBody, RecordView, StudyBody, StudyPreview, StudyView, StudyWhyBody, TryBody,
};
pub use why::{WhyBody, WhyView};

use crate::config::Config;
use crate::hub::Hub;
use crate::identity::CookieKey;
use crate::rules::{self, RulesService};
use crate::run::Sockets;
use crate::store::{GuestRow, StoreError};
use desk::Desk;
use error::ApiError;
use guard::Limiters;

/// The longest body of a request, unless a route says otherwise.
const LONGEST_BODY: usize = 256 * 1024;

/// How many answers of a kind are worked out at the same time.
const AT_ONCE: usize = 2;

/// How long it takes at most until an answer begins, the body of the request included.
const ANSWER_TIME: Duration = Duration::from_secs(60);

/// Everything that handlers share.
#[derive(Clone)]
pub(crate) struct App(Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) hub: Hub,
    pub(crate) config: Config,
    pub(crate) key: CookieKey,
    pub(crate) proxies: Vec<Network>,
    pub(crate) limiters: Limiters,
    pub(crate) sockets: Sockets,
    pub(crate) metrics: Option<PrometheusHandle>,
    pub(crate) pictures: pictures::Studio,
    pub(crate) analysts: analysis::Analysts,
    /// Those who look at whole games, which takes longer.
    pub(crate) reviewers: analysis::Analysts,
    /// Where games and replays are played again, which takes longest.
    pub(crate) replays: Desk,
    /// For questions of everybody about positions, in which anything can be made up.
    pub(crate) studies: Desk,
    /// For those of people at tables, who do not wait for the others.
    pub(crate) tables: Desk,
}

impl std::ops::Deref for App {
    type Target = Shared;

    fn deref(&self) -> &Shared {
        &self.0
    }
}

impl App {
    /// Whether a guest may make one more game.
    pub(crate) async fn check_quota(&self, guest: &GuestRow) -> Result<(), ApiError> {
        let most = guest.quota.unwrap_or(self.config.games_per_guest);
        if self.hub.store().open_games_of(&guest.id).await? >= most {
            let message = format!("you have {most} games that are not over; end some of them first");
            return Err(ApiError::new(StatusCode::CONFLICT, "too_many_games", message));
        }
        Ok(())
    }
}

/// What a router needs beside the tables.
pub struct Parts {
    /// The settings.
    pub config: Config,
    /// The sockets that are open.
    pub sockets: Sockets,
    /// Where figures are kept, if anywhere.
    pub metrics: Option<PrometheusHandle>,
}

/// The whole server as a router.
///
/// # Errors
/// If the store cannot be read.
pub async fn router(hub: Hub, parts: Parts) -> Result<Router, StoreError> {
    let Parts { config, sockets, metrics } = parts;
    let rules = hub.rules().clone();
    let key = CookieKey::of(hub.store()).await?;
    let proxies = config.proxies();
    let limiters = Limiters::new(config.rates);
    let (pictures, analysts) = (pictures::Studio::default(), analysis::Analysts::new(config.hub().thinkers));
    let shared = Shared {
        hub,
        config,
        key,
        proxies,
        limiters,
        sockets,
        metrics,
        pictures,
        analysts,
        reviewers: analysis::Analysts::new(1),
        replays: Desk::new(AT_ONCE),
        studies: Desk::new(AT_ONCE),
        tables: Desk::new(AT_ONCE),
    };
    let app = App(Arc::new(shared));
    let (api, document) = api(rules).split_for_parts();
    let document = Arc::new(document);
    let router = api
        .merge(about::plain())
        .merge(page::routes())
        .route("/api/openapi.json", get(move || async move { Json(document.as_ref().clone()) }))
        .fallback(page::nothing)
        .layer(middleware::from_fn_with_state(app.clone(), guard::rate))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, ANSWER_TIME))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .layer(middleware::from_fn_with_state(app.clone(), guard::origin))
        .layer(middleware::map_response(guard::headers))
        .layer(CatchPanicLayer::new())
        .layer(middleware::from_fn(guard::observe));
    Ok(router.with_state(app))
}

/// The description of all routes.
pub(crate) fn document(rules: Arc<RulesService>) -> utoipa::openapi::OpenApi {
    api(rules).split_for_parts().1
}

/// Everything that is described by OpenAPI.
fn api(rules: Arc<RulesService>) -> OpenApiRouter<App> {
    let info = InfoBuilder::new()
        .title("Ringside")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("RingRift and ASG: games, guests, analysis, rules."))
        .build();
    let document = OpenApiBuilder::new().info(info).build();
    OpenApiRouter::with_openapi(document)
        .merge(about::api())
        .merge(me::routes())
        .merge(games::routes())
        .merge(play::routes())
        .merge(plies::routes())
        .merge(boards::routes())
        .merge(study::routes())
        .merge(setup::routes())
        .merge(lessons::routes())
        .merge(asg::routes())
        .merge(records::routes())
        .merge(pictures::routes())
        .merge(analysis::routes())
        .merge(review::routes())
        .merge(stream::routes())
        .merge(mine::routes())
        .merge(socket::routes())
        .merge(rules::router(rules))
}
