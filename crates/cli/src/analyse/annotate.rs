//! Annotated records of analysed games.

use ai::review::{Better, Review, ReviewedDecision, Severity};
use ringrift_record::{Evaluation, Ply, Record, RecordLine};

use super::words::{percent, shares_list};

/// Maximum number of actions in a variation.
const MAX_VARIATION: usize = 12;

/// Returns the record with evaluations after every action, and with marks, comments and better lines at bad actions. Existing
/// annotations stay.
pub(super) fn annotated(review: &Review) -> Record {
    let mut record = review.record.clone();
    let players = record.rules().players;
    record.annotate(|i, _, ply| {
        let (decision, after) = (&review.decisions[i], &review.curve[i + 1]);
        ply.notes.evaluation = Evaluation::new(&shares_list(after, players));
        if let Some(severity) = decision.severity {
            annotate_fault(ply, decision, severity, after[decision.player]);
        }
    });
    record
}

fn annotate_fault(ply: &mut Ply, decision: &ReviewedDecision, severity: Severity, after: f64) {
    // The notation has no other mark for bad actions.
    ply.marks.dubious |= severity >= Severity::Mistake;
    let comment = comment(decision, severity, after);
    if !ply.comments.contains(&comment) {
        ply.comments.push(comment);
    }
    let better = decision.better.as_ref().map(variation).filter(|variation| !variation.plies.is_empty());
    ply.variations.extend(better.filter(|better| !ply.variations.iter().any(|known| is_same(known, better))));
}

/// Returns the comment on a bad action: `Blunder: 20.0 % instead of 62.0 %.`
fn comment(decision: &ReviewedDecision, severity: Severity, after: f64) -> String {
    let name = match severity {
        Severity::Inaccuracy => "Inaccuracy",
        Severity::Mistake => "Mistake",
        Severity::Blunder => "Blunder",
    };
    format!("{name}: {} instead of {}.", percent(after), percent(after + decision.loss))
}

/// Returns the better line, with the evaluation after its first action.
fn variation(better: &Better) -> RecordLine {
    let mut plies: Vec<Ply> = better.line.iter().take(MAX_VARIATION).map(|&action| Ply::new(action)).collect();
    let chances = shares_list(&better.chances, better.before.rules().players);
    if let Some(first) = plies.first_mut() {
        first.notes.evaluation = Evaluation::new(&chances);
    }
    RecordLine { intro: Vec::new(), plies }
}

/// Reports whether two variations have the same actions.
fn is_same(one: &RecordLine, other: &RecordLine) -> bool {
    one.plies.iter().map(|ply| ply.action).eq(other.plies.iter().map(|ply| ply.action))
}

#[cfg(test)]
mod tests {
    use ringrift::{ByPlayer, Player};

    use super::*;

    const GAME: &str = "[Board \"square8\"]\n\n{An intro.}\n1. P d4*2; M d4-d6 {far}\n*\n";

    /// Returns a review in which the second action is a blunder.
    fn review(record: Record) -> Review {
        let chances = |first: f64| ByPlayer([first, 1.0 - first, 0.0, 0.0]);
        let before = record.position_after(1);
        let line = vec![before.read_action("M d4-d7").expect("the action is legal")];
        let better = Some(Better { before, line, chances: chances(0.6) });
        let decision = |text: &str, loss, better| ReviewedDecision {
            turn: 1,
            player: Player::One,
            text: text.to_owned(),
            is_forced: false,
            loss,
            severity: Severity::of(loss),
            better,
        };
        let decisions = vec![decision("P d4*2", 0.0, None), decision("M d4-d6", 0.4, better)];
        let curve = [0.5, 0.6, 0.2].map(chances).to_vec();
        Review { record, curve, decisions, turning_points: Vec::new(), key_moments: Vec::new(), nodes: 1 }
    }

    #[test]
    fn annotates_once() {
        let record = Record::parse(GAME).expect("the record is valid");
        let once = annotated(&review(record));
        let text = once.to_string();
        let expected = "{An intro.}\n1. P d4*2 {[%eval 0.6/0.4]}; M d4-d6? {[%eval 0.2/0.8] far} \
                        {Blunder: 20.0 % instead of 60.0 %.} (M d4-d7 {[%eval 0.6/0.4]})\n*\n";
        assert!(text.ends_with(expected), "{text}");
        assert_eq!(Record::parse(&text).as_ref(), Ok(&once));
        assert_eq!(annotated(&review(once.clone())), once);
    }
}
