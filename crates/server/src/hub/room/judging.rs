//! Other engines judge actions as well, where the operator wants it.

use std::sync::Arc;

use serde_json::Value;

use crate::id::GameId;
use crate::rules::{RulesService, Verdict};
use crate::table::{AnyGame, CommandRejection, Table};

/// Lets other engines judge an action as well, where the operator wants it: they may look on, or must agree.
pub(super) async fn judge(
    rules: Arc<RulesService>,
    table: Arc<Table>,
    action: &Value,
    id: &GameId,
) -> Result<(), CommandRejection> {
    let AnyGame::RingRift(game) = table.game() else { return Ok(()) };
    if !rules.has_second_engine() {
        return Ok(());
    }
    // What cannot be read or is not legal is refused by the table itself.
    let Some(Ok(action)) = action.as_str().map(|text| game.position().read_action(text)) else { return Ok(()) };
    let evaluation = rules.evaluate(game.position(), action).await;
    if let Some(divergence) = evaluation.divergence {
        tracing::error!(game = %id, %divergence, "the engines do not agree");
        return Err(differ());
    }
    match evaluation.verdict {
        // The fast engine plays: where the second one decides, it must come to the same position.
        Verdict::Valid(_) if evaluation.engine == "fast" => Ok(()),
        Verdict::Valid(_) => {
            let mut played = game.position().clone();
            let is_same = played.play(action).is_ok()
                && evaluation.next.is_some_and(|next| next.fingerprint_hash() == played.fingerprint_hash());
            if is_same { Ok(()) } else { Err(differ()) }
        }
        Verdict::Invalid(refusal) => {
            let mut refused = CommandRejection::new("illegal", refusal.message);
            (refused.rejection.rule, refused.rejection.cells) = (refusal.rule, refusal.cells);
            Err(refused)
        }
    }
}

fn differ() -> CommandRejection {
    CommandRejection::new("engines_differ", "the engines do not agree about this action; nothing was played")
}
