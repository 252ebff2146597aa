//! Asking an agent for its moves, with one retry after an unusable reply.

use std::time::{Duration, Instant};

use super::{Agent, AgentGame, AgentRequest, Exchange, Fault, FaultClass, RejectedAction};

/// A request to an agent and the result of its reply.
pub struct Attempt<G: AgentGame> {
    pub exchange: Exchange,
    /// Time until the reply.
    pub took: Duration,
    pub is_retry: bool,
    /// Legal moves of the reply in order; empty if and only if there is a fault.
    pub moves: Vec<G::Move>,
    /// Game after these moves.
    pub after: G,
    pub rejected: Vec<RejectedAction>,
    /// Reason why the reply is unusable.
    pub fault: Option<Fault>,
}

/// Asks an agent for its moves. If the reply is unusable, asks once more if `retries` is true and the deadline has not passed.
///
/// Calls `accepts` with each reply before its actions are read. Returns `None` if `accepts` returns `false`, otherwise one or
/// two attempts.
pub fn request_moves<G: AgentGame>(
    agent: &mut dyn Agent<G>,
    request: &AgentRequest<'_, G>,
    retries: bool,
    mut accepts: impl FnMut(&Exchange) -> bool,
) -> Option<Vec<Attempt<G>>> {
    let first = attempt(agent, request, &mut accepts)?;
    if first.fault.is_none() || !retries || Instant::now() >= request.deadline {
        return Some(vec![first]);
    }
    let again = AgentRequest { rejections: &first.rejected, retry: first.fault.as_ref(), ..*request };
    let second = attempt(agent, &again, &mut accepts)?;
    Some(vec![first, second])
}

fn attempt<G: AgentGame>(
    agent: &mut dyn Agent<G>,
    request: &AgentRequest<'_, G>,
    accepts: &mut impl FnMut(&Exchange) -> bool,
) -> Option<Attempt<G>> {
    let begin = Instant::now();
    let exchange = agent.ask(request);
    let took = begin.elapsed();
    if !accepts(&exchange) {
        return None;
    }
    let mut after = request.game.clone();
    let (moves, rejected, fault) = match &exchange.reply {
        Err(fault) => (Vec::new(), Vec::new(), Some(fault.clone())),
        Ok(reply) => {
            let submission = after.submit(&reply.actions);
            let fault = submission.played.is_empty().then(|| no_legal_action(&submission.rejected));
            (submission.played, submission.rejected, fault)
        }
    };
    Some(Attempt { exchange, took, is_retry: request.retry.is_some(), moves, after, rejected, fault })
}

/// Returns the fault of a reply without a legal action.
fn no_legal_action(rejected: &[RejectedAction]) -> Fault {
    let message = match rejected.first() {
        None => "the reply has no action".to_owned(),
        Some(RejectedAction { rejection, .. }) if rejected.len() == 1 => rejection.to_string(),
        Some(RejectedAction { rejection, .. }) => {
            format!("all {} actions are illegal; the first: {rejection}", rejected.len())
        }
    };
    Fault::new(FaultClass::Illegal, message)
}
