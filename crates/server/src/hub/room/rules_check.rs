//! Check of an action by the rules service, if it has a second engine.

use rules_messages::EngineVerdict;
use table::{ActionEvents, AnyGame, CommandRejection};

use crate::hub::room_state::PendingWrite;
use crate::id::GameId;
use crate::rules::RulesService;

/// Lets the rules service check an action that the fast engine has resolved and played. Does nothing for other commands, for
/// ASG, and if no second engine is enabled.
///
/// # Errors
/// If the answer comes from the second engine and rejects the action, or if the engines disagree about the action.
pub(super) async fn check_action(
    rules: &RulesService,
    before: &AnyGame,
    write: &PendingWrite,
    id: &GameId,
) -> Result<(), CommandRejection> {
    let played = write.entries.first().and_then(|applied| applied.events.as_ref());
    let (AnyGame::RingRift(before), AnyGame::RingRift(after), Some(&ActionEvents::RingRift { action, .. })) =
        (before, write.after.game(), played)
    else {
        return Ok(());
    };
    if !rules.has_second_engine() {
        return Ok(());
    }
    // Boxed, because an evaluation holds several positions and would make the task of every room large.
    let evaluation = Box::pin(rules.evaluate(before.position(), action)).await;
    if let Some(divergence) = evaluation.divergence {
        tracing::error!(game = %id, %divergence, "the rules engines disagree");
        return Err(engines_differ());
    }
    match evaluation.verdict {
        EngineVerdict::Valid(_) if evaluation.engine == "fast" => Ok(()),
        // The answer comes from the second engine, so the fast engine must have reached the same position.
        EngineVerdict::Valid(_) => {
            let hash = after.position().fingerprint_hash();
            let is_same = evaluation.next.is_some_and(|next| next.fingerprint_hash() == hash);
            if is_same { Ok(()) } else { Err(engines_differ()) }
        }
        EngineVerdict::Invalid(reason) => {
            let mut rejection = CommandRejection::new("illegal", reason.message);
            (rejection.reason.rule, rejection.reason.cells) = (reason.rule, reason.cells);
            Err(rejection)
        }
    }
}

fn engines_differ() -> CommandRejection {
    CommandRejection::new("engines_differ", "the rules engines disagree about this action, so it was not played")
}
