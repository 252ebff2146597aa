//! What the commands have in common that let players meet, keep every game in a log, and write a document about them.
//!
//! A part of such a command is a [`Ground`] with a log of its own; a [`Series`] is a run in it. Documents are made from the logs
//! alone, so that they can be made again without playing.

mod args;
mod games;
mod logs;
mod page;
mod place;
mod playing;
mod series;

pub(crate) use args::{MeasureArgs, write_document};
pub(crate) use games::found_in_games;
pub(crate) use logs::{Logs, PartLog};
pub(crate) use page::{Table, dates, percent, seconds};
pub(crate) use place::{Ground, Place};
pub(crate) use playing::{play, stopped};
pub(crate) use series::{Series, player_of};
