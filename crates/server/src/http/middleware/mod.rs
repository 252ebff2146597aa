//! Layers around the handlers: authentication, visits of guests, request parsing, rate limits, memory of responses, host and origin check, response headers and logging.

mod caller;
mod extract;
mod host;
mod layers;
mod rate_limit;
mod response_memory;
mod visits;

pub(super) use caller::{Caller, Scope, SessionCheck, check_guest, check_network};
pub(super) use extract::{Body, Path, Query};
pub(super) use host::{forwarding_header, require_known_host};
pub(super) use layers::{add_headers, limit_time, observe, require_own_origin};
pub(super) use rate_limit::{FrameDecision, Limiters, SocketLimiter, limit_rate};
pub(super) use response_memory::{ResponseMemory, bound_response_memory};
pub(super) use visits::{StoredTraces, store_with_traces, traces};
