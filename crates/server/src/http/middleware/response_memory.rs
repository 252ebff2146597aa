//! Budget of memory for responses that clients have not received yet.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use metrics::{counter, gauge};
use parking_lot::Mutex;

use super::caller::address_of;
use crate::connections::ClientNetwork;
use crate::http::App;
use crate::http::error::ApiError;

/// Size of a body, in bytes, from which it counts.
const MIN_COUNTED: u64 = 64 << 10;

/// Largest sum of all counted bodies, in bytes.
const MAX_TOTAL: u64 = 256 << 20;

/// Largest sum of the counted bodies for one client network, in bytes.
const MAX_PER_NETWORK: u64 = 48 << 20;

/// Bytes of responses that are in memory, in total and by client network.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResponseMemory(Arc<Mutex<Used>>);

#[derive(Debug, Default)]
struct Used {
    total: u64,
    networks: HashMap<ClientNetwork, u64>,
}

impl ResponseMemory {
    /// Reserves memory for a response; returns `None` if there is not enough.
    fn reserve(&self, network: ClientNetwork, bytes: u64) -> Option<Reservation> {
        let mut used = self.0.lock();
        let of_network = used.networks.get(&network).copied().unwrap_or(0);
        // A single response of any size is allowed, because its size is bounded by its route.
        let is_too_much = of_network > 0 && of_network + bytes > MAX_PER_NETWORK;
        if is_too_much || (used.total > 0 && used.total + bytes > MAX_TOTAL) {
            return None;
        }
        used.total += bytes;
        used.networks.insert(network, of_network + bytes);
        gauge!("response_memory_bytes").set(used.total as f64);
        drop(used);
        Some(Reservation { memory: self.clone(), network, bytes })
    }
}

/// Reserved memory, released on drop.
struct Reservation {
    memory: ResponseMemory,
    network: ClientNetwork,
    bytes: u64,
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut used = self.memory.0.lock();
        used.total -= self.bytes;
        gauge!("response_memory_bytes").set(used.total as f64);
        if let Entry::Occupied(mut of_network) = used.networks.entry(self.network) {
            *of_network.get_mut() -= self.bytes;
            if *of_network.get() == 0 {
                of_network.remove();
            }
        }
    }
}

/// Bytes of a response that keep their reservation until the last of them is sent or discarded.
struct ReservedBytes {
    bytes: Bytes,
    _reservation: Reservation,
}

impl AsRef<[u8]> for ReservedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Replaces a large response by an error if too much memory is used by responses that are still being sent.
pub(crate) async fn bound_response_memory(State(app): State<App>, request: Request, next: Next) -> Response {
    let network = ClientNetwork::of(address_of(request.extensions(), request.headers(), &app));
    let response = next.run(request).await;
    match response.body().size_hint().exact() {
        Some(size) if size >= MIN_COUNTED => reserve_body(&app.response_memory, network, size, response).await,
        _ => response,
    }
}

async fn reserve_body(memory: &ResponseMemory, network: ClientNetwork, size: u64, response: Response) -> Response {
    let Some(reservation) = memory.reserve(network, size) else {
        counter!("responses_rejected_total").increment(1);
        let message = "you receive earlier responses too slowly; wait until they have arrived";
        return ApiError::new(StatusCode::SERVICE_UNAVAILABLE, "slow_reader", message).into_response();
    };
    let (parts, body) = response.into_parts();
    // A body of known size is complete in memory, so this does not wait.
    match axum::body::to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            let bytes = Bytes::from_owner(ReservedBytes { bytes, _reservation: reservation });
            Response::from_parts(parts, Body::from(bytes))
        }
        Err(error) => {
            tracing::error!(%error, "a response cannot be read");
            ApiError::new(StatusCode::INTERNAL_SERVER_ERROR, "broken", "the response failed").into_response()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn network(address: &str) -> ClientNetwork {
        ClientNetwork::of(address.parse().expect("the address is valid"))
    }

    #[test]
    fn memory_of_one_network_and_in_total_is_bounded() {
        let memory = ResponseMemory::default();
        let first = memory.reserve(network("192.0.2.1"), MAX_PER_NETWORK + 1).expect("one response of any size");
        assert!(memory.reserve(network("192.0.2.1"), 1).is_none());
        let others: Vec<Reservation> =
            (2..200).map_while(|last| memory.reserve(network(&format!("192.0.2.{last}")), 10 << 20)).collect();
        assert_eq!(others.len() as u64, (MAX_TOTAL - MAX_PER_NETWORK - 1) / (10 << 20));
        drop((first, others));
        assert_eq!(memory.0.lock().total, 0);
        assert!(memory.0.lock().networks.is_empty());
    }

    #[tokio::test]
    async fn memory_is_reserved_until_the_last_byte_is_sent() {
        let memory = ResponseMemory::default();
        let response = Response::new(Body::from(vec![7; 1_000]));
        let response = reserve_body(&memory, network("192.0.2.1"), 1_000, response).await;
        let mut bytes = axum::body::to_bytes(response.into_body(), 2_000).await.expect("the body is in memory");
        let last = bytes.split_off(999);
        drop(bytes);
        assert_eq!(memory.0.lock().total, 1_000, "the last byte keeps the whole buffer in memory");
        drop(last);
        assert_eq!(memory.0.lock().total, 0);
    }
}
