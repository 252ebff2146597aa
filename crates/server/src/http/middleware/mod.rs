//! Layers around the handlers: authentication, request parsing, rate limits, origin check, response headers and logging.

mod caller;
mod extract;
mod layers;
mod rate_limit;

pub(super) use caller::{Caller, Scope, SessionCheck};
pub(super) use extract::{Body, Path, Query};
pub(super) use layers::{add_headers, observe, require_own_origin};
pub(super) use rate_limit::{Limiters, limit_rate};
