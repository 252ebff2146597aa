//! Shared code of the commands that play games, log them, and write a document about the results.
//!
//! A part of such a command plays one [`Variant`] and has one log; each [`Series`] is one run in this log. Documents
//! are generated from the logs alone, so they can be generated again without playing.

mod args;
mod games;
mod logs;
mod page;
mod playing;
mod series;
mod variant;

pub(crate) use args::{MeasureArgs, write_document};
pub(crate) use games::map_games;
pub(crate) use logs::{Logs, PartLog};
pub(crate) use page::{Table, dates, percent, seconds};
pub(crate) use playing::{play, stopped};
pub(crate) use series::{Series, player_of};
pub(crate) use variant::{RingRiftVariant, Variant};
