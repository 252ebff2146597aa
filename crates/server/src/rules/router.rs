//! The service on the network.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::rules::service::RulesService;
use crate::rules::wire::{EvaluateRequest, EvaluateResponse, LegalRequest, LegalResponse, Meaning, Problems, read};

/// The most bytes of a request.
pub const MAX_BODY: usize = 256 * 1024;

/// The routes of the service, with their description.
pub fn router<S: Clone + Send + Sync + 'static>(service: Arc<RulesService>) -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(evaluate_move))
        .routes(routes!(legal_moves))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(service)
}

/// An answer that is no verdict.
struct Refused(StatusCode, Problems);

impl IntoResponse for Refused {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<Problems> for Refused {
    fn from(problems: Problems) -> Refused {
        Refused(StatusCode::BAD_REQUEST, problems)
    }
}

impl From<BytesRejection> for Refused {
    fn from(rejection: BytesRejection) -> Refused {
        Refused(rejection.status(), Problems::one("body", rejection.body_text()))
    }
}

/// Judge a move.
///
/// An illegal move is an answer like any other, with `valid` false and the rule that it breaks.
#[utoipa::path(
    post,
    path = "/rules/evaluate_move",
    tag = "rules",
    request_body = EvaluateRequest,
    responses(
        (status = 200, description = "The verdict", body = EvaluateResponse),
        (status = 400, description = "The request cannot be understood", body = Problems),
        (status = 413, description = "The request is too long", body = Problems),
        (status = 500, description = "The lockstep contract is broken", body = Problems),
    )
)]
async fn evaluate_move(
    State(service): State<Arc<RulesService>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<EvaluateResponse>, Refused> {
    let request: EvaluateRequest = read(&body?)?;
    let position = request.position()?;
    let action = match Meaning::of(&position, &request.r#move)? {
        Meaning::Action(action) => action,
        Meaning::Nothing(refusal) => {
            return Ok(Json(EvaluateResponse::refused(service.mode(), &position, refusal)));
        }
    };
    let evaluation = service.evaluate(&position, action).await;
    if let Some(divergence) = &evaluation.divergence {
        return Err(Refused(StatusCode::INTERNAL_SERVER_ERROR, Problems::one("engine", divergence)));
    }
    Ok(Json(EvaluateResponse::new(service.mode(), &position, action, &evaluation)))
}

/// List the legal moves of a position.
#[utoipa::path(
    post,
    path = "/rules/legal_moves",
    tag = "rules",
    request_body = LegalRequest,
    responses(
        (status = 200, description = "The moves", body = LegalResponse),
        (status = 400, description = "The request cannot be understood", body = Problems),
        (status = 413, description = "The request is too long", body = Problems),
    )
)]
async fn legal_moves(
    State(service): State<Arc<RulesService>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<LegalResponse>, Refused> {
    let request: LegalRequest = read(&body?)?;
    let position = request.position()?;
    let legal = service.legal(&position).await;
    Ok(Json(LegalResponse::new(&position, &legal)))
}
