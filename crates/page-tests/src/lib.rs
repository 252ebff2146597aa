//! Drives the page in a real browser, for the tests in `tests/page`.
//!
//! A test passes a closure to [`with_server`], which starts a server for it; the closure opens [`Page`]s there.
//! `tests/page/start.rs` has short examples.
//!
//! The page redraws itself whenever the server sends a message, so every step is retried until it succeeds or [`TIMEOUT`]
//! has passed. A failure reports the step, the text of the page, its console, and the path of a screenshot.

#![cfg(unix)]

mod browser_slots;
mod checks;
mod delaying_proxy;
mod dirs;
mod frame_times;
mod locator;
mod page;
mod programs;
mod test_server;
mod viewport;
mod webdriver;

pub use delaying_proxy::DelayingProxy;
pub use frame_times::FrameTimes;
pub use locator::{Locator, css, role, text};
pub use page::{Key, Page, Rectangle, TIMEOUT};
pub use test_server::{TestServer, with_server};
pub use viewport::{DARK, LIGHT, MediaFeature, REDUCED_MOTION, Viewport};
