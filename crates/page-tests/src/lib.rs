//! The page in a real browser: what tests drive it with.
//!
//! A test is a function that [`with_site`] hands a server of its own, at which it opens pages; `tests/page/start.rs` has short ones.
//!
//! Nothing is looked for only once: a page draws itself again whenever the server says something, so everything is tried until it
//! works or [`PATIENCE`] is over. A failure tells what was looked for, what the page says, and where its picture is.

#![cfg(unix)]

mod checks;
mod driver;
mod find;
mod folder;
mod frames;
mod look;
mod page;
mod programs;
mod room;
mod site;

pub use find::{Find, css, role, text};
pub use frames::FrameWork;
pub use look::{DARK, Feature, LIGHT, Look, STILL};
pub use page::{Key, PATIENCE, Page, Rectangle};
pub use site::{Site, with_site};
