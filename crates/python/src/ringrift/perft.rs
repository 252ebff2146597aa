//! Counting of action sequences that can be cancelled.

use game::Cancellation;
use ringrift::Position;

/// Plies below which the count is not cancelled; it then takes milliseconds.
const UNINTERRUPTED: u32 = 2;

/// Counts the sequences of exactly `depth` actions. The count is wrong if it is cancelled.
pub(crate) fn perft(position: &Position, depth: u32, cancellation: &Cancellation) -> u64 {
    if depth <= UNINTERRUPTED {
        return position.perft(depth);
    }
    let mut total: u64 = 0;
    for &action in &position.legal_actions() {
        if cancellation.is_cancelled() {
            break;
        }
        let mut next = position.clone();
        next.play_unchecked(action);
        total = total.saturating_add(perft(&next, depth - 1, cancellation));
    }
    total
}
