//! Comparison of recorded moves with the moves that our record exports.

use ringrift::{Action, FinishedGames, Forced, Position, Setup};
use ringrift_record::{EmptySteps, Recorder};

/// Type and player of a move.
pub(super) type Named = (&'static str, u8);

/// Recorded moves, and our own record of the same game.
pub(super) struct Sequence {
    ours: Recorder,
    theirs: Vec<Named>,
    line_length: u8,
}

impl Sequence {
    /// Starts a comparison. Returns `None` for editions that do not record steps without a choice.
    pub(super) fn start(setup: &Setup) -> Result<Option<Sequence>, String> {
        if setup.rules.forced != Forced::Last {
            return Ok(None);
        }
        let start = Position::from_setup(setup, FinishedGames::Reject).map_err(|error| error.to_string())?;
        Ok(Some(Sequence { ours: Recorder::new(start), theirs: Vec::new(), line_length: setup.rules.line_length }))
    }

    /// Adds a recorded move.
    pub(super) fn add_recorded(&mut self, text: &str, player: u8) {
        self.theirs.push((move_type(text, self.line_length), player));
    }

    /// Plays a decision. An illegal action is not recorded, so that the comparison finds a difference.
    pub(super) fn play(&mut self, action: Action) {
        let _ = self.ours.play(action);
    }

    /// Returns the recorded moves and ours.
    pub(super) fn both(self) -> (Vec<Named>, Vec<Named>) {
        let moves = self.ours.finish().moves(EmptySteps::Insert);
        (self.theirs, moves.into_iter().map(|one| (one.kind, one.player)).collect())
    }
}

/// Returns the type of a move string. A line longer than required offers a choice and has the type `choose_line_option`.
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
