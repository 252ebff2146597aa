//! Lessons.

use api::{AttemptBody, AttemptView, ErrorView, LessonView, Rejection};
use axum::Json;
use table::study;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Body, Path};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(lessons)).routes(routes!(attempt))
}

/// List all lessons
#[utoipa::path(get, path = "/api/lessons", responses((status = 200, body = Vec<LessonView>)))]
async fn lessons() -> Json<Vec<LessonView>> {
    Json(study::lesson_views())
}

/// Try an exercise of a lesson; both are numbered from 1
#[utoipa::path(post, path = "/api/lessons/{lesson}/{exercise}", params(("lesson" = usize, Path), ("exercise" = usize, Path)), request_body = AttemptBody,
    responses((status = 200, body = AttemptView), (status = 404, body = ErrorView), (status = 422, body = Rejection)))]
async fn attempt(
    Path((lesson, number)): Path<(usize, usize)>,
    Body(body): Body<AttemptBody>,
) -> Result<Json<AttemptView>, ApiError> {
    Ok(Json(study::attempt(lesson, number, &body.actions)?))
}
