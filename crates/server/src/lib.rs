//! Games over HTTP and WebSocket that are never lost, and the rules as a service.

pub mod rules;
