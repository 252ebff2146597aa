//! Recorded data of the Agent Strategy Game.

mod matches;
mod play;
mod replays;
mod tables;

use crate::conform::report::Report;
use crate::conform::source::{AsgKind, Source};

pub(super) fn check(kind: AsgKind, source: Source, report: &mut Report) -> Result<(), String> {
    match kind {
        AsgKind::Matches => matches::check(source, report),
        AsgKind::Replays => replays::check(source, report),
        AsgKind::Prng => tables::prng(source, report),
        AsgKind::Combat => tables::combat(source, report),
        AsgKind::Scenarios => tables::scenarios(source, report),
    }
}
