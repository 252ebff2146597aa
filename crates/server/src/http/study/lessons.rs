//! Lessons.

use api::{AttemptBody, AttemptView, ErrorView, LessonView, Rejection};
use axum::Json;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::http::App;
use crate::http::error::ApiError;
use crate::http::middleware::{Body, Path};
use crate::lessons::{AttemptError, find_exercise, lesson_views};
use crate::view::rejection_in_state;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(lessons)).routes(routes!(attempt))
}

/// List all lessons
#[utoipa::path(get, path = "/api/lessons", responses((status = 200, body = Vec<LessonView>)))]
async fn lessons() -> Json<Vec<LessonView>> {
    Json(lesson_views())
}

/// Try an exercise of a lesson; both are numbered from 1
#[utoipa::path(post, path = "/api/lessons/{lesson}/{exercise}", params(("lesson" = usize, Path), ("exercise" = usize, Path)), request_body = AttemptBody,
    responses((status = 200, body = AttemptView), (status = 404, body = ErrorView), (status = 422, body = Rejection)))]
async fn attempt(
    Path((lesson, number)): Path<(usize, usize)>,
    Body(body): Body<AttemptBody>,
) -> Result<Json<AttemptView>, ApiError> {
    let exercise = find_exercise(lesson, number).ok_or_else(|| ApiError::not_found("unknown exercise"))?;
    exercise.attempt(&body.actions).map(Json).map_err(|error| match error {
        AttemptError::TooLong(limit) => {
            ApiError::bad_request("too_long", format!("an attempt must not exceed {limit} actions"))
        }
        AttemptError::Rejected { rejection, hash } => {
            ApiError::Rejected(Box::new(rejection_in_state(*rejection, hash)))
        }
        AttemptError::BadPosition(problem) => ApiError::bad_request("bad_position", problem),
    })
}
