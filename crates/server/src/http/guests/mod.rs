//! Guests: account, tokens, and the stream of their games' events.

mod account;
mod events;

use utoipa_axum::router::OpenApiRouter;

use super::App;

pub(super) fn routes() -> OpenApiRouter<App> {
    account::routes().merge(events::routes())
}
