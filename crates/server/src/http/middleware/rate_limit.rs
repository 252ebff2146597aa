//! Rate limits.

use std::hash::Hash;
use std::net::IpAddr;
use std::num::NonZeroU32;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use governor::{DefaultDirectRateLimiter, DefaultKeyedRateLimiter, Quota, RateLimiter};
use metrics::counter;

use super::caller::{Caller, address_of};
use super::visits::record_visit;
use crate::config::Rates;
use crate::connections::ClientNetwork;
use crate::http::App;
use crate::http::error::ApiError;

/// Number of keys in a limiter above which idle ones are removed.
const MAX_KEYS: usize = 20_000;

/// Number of guests behind one address that can use their full rate at the same time.
const GUESTS_PER_ADDRESS: u32 = 10;

/// Number of messages of a socket that are rejected for each accepted one, before the socket is closed.
const EXCESS: u32 = 4;

/// Rate limiters by guest and by client network.
pub(crate) struct Limiters {
    guests: DefaultKeyedRateLimiter<String>,
    networks: DefaultKeyedRateLimiter<ClientNetwork>,
    rules: DefaultKeyedRateLimiter<ClientNetwork>,
    /// New guests and games.
    created: DefaultKeyedRateLimiter<ClientNetwork>,
    messages: Quota,
    excess_messages: Quota,
}

impl Limiters {
    pub(crate) fn new(rates: Rates) -> Limiters {
        let positive = |number: u32| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
        let per_second = |rate: u32, burst: u32| Quota::per_second(positive(rate)).allow_burst(positive(burst));
        let (rate, burst) = (rates.requests_per_second, rates.requests_burst);
        let shared = |number: u32| number.saturating_mul(GUESTS_PER_ADDRESS);
        let created = Quota::per_minute(positive(rates.new_per_minute)).allow_burst(positive(rates.new_burst));
        Limiters {
            guests: RateLimiter::keyed(per_second(rate, burst)),
            networks: RateLimiter::keyed(per_second(shared(rate), shared(burst))),
            rules: RateLimiter::keyed(per_second(rates.rules_per_second, rates.rules_burst)),
            created: RateLimiter::keyed(created),
            messages: per_second(rates.messages_per_second, rates.messages_burst),
            excess_messages: per_second(
                rates.messages_per_second.saturating_mul(EXCESS),
                rates.messages_burst.saturating_mul(EXCESS),
            ),
        }
    }

    /// Rejects the request if the address has created too many guests or games.
    pub(crate) fn check_creation(&self, address: IpAddr) -> Result<(), ApiError> {
        check(&self.created, &ClientNetwork::of(address), "you create guests or games too often")
    }

    /// Returns the limits of one socket.
    pub(crate) fn for_socket(&self) -> SocketLimiter {
        SocketLimiter {
            messages: RateLimiter::direct(self.messages),
            excess: RateLimiter::direct(self.excess_messages),
        }
    }

    fn check_address(&self, address: IpAddr, path: &str) -> Result<(), ApiError> {
        let limiter = if is_rules_path(path) { &self.rules } else { &self.networks };
        check(limiter, &ClientNetwork::of(address), "too many requests from your address")
    }

    fn check_caller(&self, caller: &Caller, path: &str) -> Result<(), ApiError> {
        if is_rules_path(path) { Ok(()) } else { check(&self.guests, &caller.rate_key(), "too many requests") }
    }
}

/// Limits of the frames that one socket receives.
pub(crate) struct SocketLimiter {
    messages: DefaultDirectRateLimiter,
    /// Frames beyond the limit that are rejected one by one, before the socket is closed.
    excess: DefaultDirectRateLimiter,
}

/// Decision about a received frame.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum FrameDecision {
    Accept,
    /// Too many frames: reject this one.
    Reject,
    /// The client floods the socket: close it.
    Close,
}

impl SocketLimiter {
    /// Reason for which a flooded socket is closed.
    pub(crate) const FLOOD: &'static str = "too many messages; slow down and reconnect";

    /// Counts a received frame. Control frames count too.
    pub(crate) fn check(&self) -> FrameDecision {
        if self.messages.check().is_ok() {
            return FrameDecision::Accept;
        }
        counter!("rate_limited_total").increment(1);
        if self.excess.check().is_ok() { FrameDecision::Reject } else { FrameDecision::Close }
    }
}

fn is_static_file(path: &str) -> bool {
    path.starts_with("/web/") || path.starts_with("/book/")
}

fn is_rules_path(path: &str) -> bool {
    path.starts_with("/rules/")
}

fn check<K: Clone + Eq + Hash>(limiter: &DefaultKeyedRateLimiter<K>, key: &K, reason: &str) -> Result<(), ApiError> {
    if limiter.len() > MAX_KEYS {
        limiter.retain_recent();
    }
    limiter.check_key(key).map_err(|_| {
        counter!("rate_limited_total").increment(1);
        ApiError::new(StatusCode::TOO_MANY_REQUESTS, "too_often", format!("{reason}; wait a moment"))
    })
}

/// Rejects requests that exceed a rate limit, and stores the visits of guests. Checks the address first, because identifying the guest needs the database.
pub(crate) async fn limit_rate(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let path = parts.uri.path().to_owned();
    let allowed = async {
        app.limiters.check_address(address_of(&parts.extensions, &parts.headers, &app), &path)?;
        // Loading the page requests many files at once; they count only towards the limit of the address.
        if is_static_file(&path) {
            return Ok(());
        }
        let caller = Caller::from_request_parts(&mut parts, &app).await?;
        app.limiters.check_caller(&caller, &path)?;
        // Only now: a guest who sends too many requests causes no writes.
        record_visit(&app, &caller).await
    };
    match allowed.await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}
