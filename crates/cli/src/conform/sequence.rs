//! The moves of a recorded game beside those that our own record of it exports.

use ringrift::{Action, FinishedGames, Forced, Position, Setup};
use ringrift_record::{EmptySteps, Recorder};

/// The type of a move and who made it.
pub(super) type Named = (&'static str, u8);

/// A game that is recorded a second time, by us.
pub(super) struct Sequence {
    ours: Recorder,
    theirs: Vec<Named>,
    line_length: u8,
}

impl Sequence {
    /// A game from its first position; none where the edition does not write out empty steps.
    pub(super) fn start(setup: &Setup) -> Result<Option<Sequence>, String> {
        if setup.rules.forced != Forced::Last {
            return Ok(None);
        }
        let start = Position::from_setup(setup, FinishedGames::Reject).map_err(|error| error.to_string())?;
        Ok(Some(Sequence { ours: Recorder::new(start), theirs: Vec::new(), line_length: setup.rules.line_length }))
    }

    /// Takes note of a recorded move.
    pub(super) fn note(&mut self, text: &str, player: u8) {
        self.theirs.push((move_type(text, self.line_length), player));
    }

    /// Plays a decision. One that is refused is missing in our record then, which is a difference.
    pub(super) fn play(&mut self, action: Action) {
        let _ = self.ours.play(action);
    }

    /// The recorded moves, and ours.
    pub(super) fn both(self) -> (Vec<Named>, Vec<Named>) {
        let moves = self.ours.finish().moves(EmptySteps::Insert);
        (self.theirs, moves.into_iter().map(|one| (one.kind, one.player)).collect())
    }
}

/// The move type that a move string stands for; an overlength line is chosen with an option.
fn move_type(text: &str, line_length: u8) -> &'static str {
    let (code, rest) = text.split_once(':').unwrap_or((text, ""));
    match code {
        "place" => "place_ring",
        "skip_placement" => "skip_placement",
        "swap" => "swap_sides",
        "move" => "move_stack",
        "cap" => "overtaking_capture",
        "chain" => "continue_capture_segment",
        "skip_capture" => "skip_capture",
        "line" if rest.starts_with("min:") => "choose_line_option",
        "line" if rest.split(';').count() > usize::from(line_length) => "choose_line_option",
        "line" => "process_line",
        "elim" | "extract" => "eliminate_rings_from_stack",
        "region" => "choose_territory_option",
        "skip_territory" => "skip_territory_processing",
        "felim" => "forced_elimination",
        "recover" => "recovery_slide",
        "skip_recovery" => "skip_recovery",
        "no_placement" => "no_placement_action",
        "no_move" => "no_movement_action",
        "no_line" => "no_line_action",
        "no_territory" => "no_territory_action",
        _ => "unknown",
    }
}
