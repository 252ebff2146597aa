//! HTTP routes of the rules service.

use std::sync::Arc;

use api::rules::{EvaluateRequest, EvaluateResponse, LegalRequest, LegalResponse, Problems};
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use rules_messages::{EngineAnswer, Evaluation, listed, read, requested_position};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::rules::service::RulesService;

/// Longest request body, in bytes: enough for a state with the history of a long game.
pub const MAX_BODY: usize = 1024 * 1024;

/// Returns the routes of the service with their OpenAPI description.
pub fn router<S: Clone + Send + Sync + 'static>(service: Arc<RulesService>) -> OpenApiRouter<S> {
    OpenApiRouter::new()
        .routes(routes!(evaluate_move))
        .routes(routes!(legal_moves))
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state(service)
}

/// Status and body of an error response; the body has the format of the rules service, not that of the other routes.
struct ErrorResponse(StatusCode, Problems);

impl IntoResponse for ErrorResponse {
    fn into_response(self) -> Response {
        (self.0, Json(self.1)).into_response()
    }
}

impl From<Problems> for ErrorResponse {
    fn from(problems: Problems) -> ErrorResponse {
        ErrorResponse(StatusCode::BAD_REQUEST, problems)
    }
}

impl From<BytesRejection> for ErrorResponse {
    fn from(rejection: BytesRejection) -> ErrorResponse {
        ErrorResponse(rejection.status(), Problems::one("body", rejection.body_text()))
    }
}

/// Evaluate a move.
///
/// The response for an illegal move has status 200, `valid` false and the broken rule.
#[utoipa::path(
    post,
    path = "/rules/evaluate_move",
    tag = "rules",
    request_body = EvaluateRequest,
    responses(
        (status = 200, description = "The result", body = EvaluateResponse),
        (status = 400, description = "The request is malformed", body = Problems),
        (status = 413, description = "The request is too long", body = Problems),
        (status = 500, description = "The move violates the lockstep contract", body = Problems),
    )
)]
async fn evaluate_move(
    State(service): State<Arc<RulesService>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<EvaluateResponse>, ErrorResponse> {
    let mode = service.mode().name();
    let (evaluation, with_details) = Evaluation::parse(mode, &body?)?;
    let response = match evaluation {
        Evaluation::Answered(response) => *response,
        Evaluation::Ask(question) => {
            let evaluated = service.evaluate(&question.position, question.action).await;
            if let Some(divergence) = &evaluated.divergence {
                return Err(ErrorResponse(StatusCode::INTERNAL_SERVER_ERROR, Problems::one("engine", divergence)));
            }
            let answer = EngineAnswer {
                verdict: &evaluated.verdict,
                next: evaluated.next.as_ref(),
                engine: evaluated.engine,
                fallback: evaluated.fallback.is_some(),
            };
            question.response(mode, answer)
        }
    };
    Ok(Json(EvaluateResponse { details: with_details.then(|| service.details()), ..response }))
}

/// List the legal moves of a position.
#[utoipa::path(
    post,
    path = "/rules/legal_moves",
    tag = "rules",
    request_body = LegalRequest,
    responses(
        (status = 200, description = "The legal moves", body = LegalResponse),
        (status = 400, description = "The request is malformed", body = Problems),
        (status = 413, description = "The request is too long", body = Problems),
    )
)]
async fn legal_moves(
    State(service): State<Arc<RulesService>>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<LegalResponse>, ErrorResponse> {
    let request: LegalRequest = read(&body?)?;
    let position = requested_position(request.position.as_deref(), request.state.as_ref())?;
    let legal = service.legal(&position).await;
    let details = request.details.then(|| service.details());
    Ok(Json(LegalResponse { details, ..listed(&position, &legal.actions, legal.engine) }))
}
