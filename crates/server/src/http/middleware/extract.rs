//! Extractors that report their errors as [`ApiError`].

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::request::Parts;
use axum::{Json, extract};
use serde::de::DeserializeOwned;
use table::Object;

use crate::http::App;
use crate::http::error::ApiError;

/// JSON body.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        match Json::<Object<T>>::from_request(request, app).await {
            Ok(Json(Object(value))) => Ok(Body(value)),
            Err(rejection) => Err(ApiError::new(rejection.status(), "bad_body", rejection.body_text())),
        }
    }
}

/// Query string.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Query<T>, ApiError> {
        match extract::Query::<T>::from_request_parts(parts, app).await {
            Ok(extract::Query(value)) => Ok(Query(value)),
            Err(rejection) => Err(ApiError::bad_request("bad_query", rejection.body_text())),
        }
    }
}

/// Path parameters.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Path<T>, ApiError> {
        match extract::Path::<T>::from_request_parts(parts, app).await {
            Ok(extract::Path(value)) => Ok(Path(value)),
            Err(rejection) => Err(ApiError::not_found(rejection.body_text())),
        }
    }
}
