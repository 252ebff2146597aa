//! Chances, lines and threats as text.

use ai::review::{each_legal, rounded};
use ai::{Threat, ThreatKind};
use ringrift::{Action, ByPlayer, Position};
use ringrift_text::counted;

/// Formats a chance in per cent: `61.2 %`.
pub(crate) fn percent(chance: f64) -> String {
    format!("{:.1} %", 100.0 * chance)
}

/// Formats the chances of all players in per cent, by seat: `61.2 / 38.8 %`.
pub(crate) fn percents(chances: &ByPlayer<f64>, players: u8) -> String {
    let each = chances.of(players).iter().map(|chance| format!("{:.1}", 100.0 * chance));
    format!("{} %", each.collect::<Vec<String>>().join(" / "))
}

/// Formats the chances of all players by seat as in records: `0.612/0.388`.
pub(crate) fn shares(chances: &ByPlayer<f64>, players: u8) -> String {
    shares_list(chances, players).iter().map(f64::to_string).collect::<Vec<String>>().join("/")
}

/// Returns the chances of all players by seat, rounded to four decimals.
pub(crate) fn shares_list(chances: &ByPlayer<f64>, players: u8) -> Vec<f64> {
    chances.of(players).iter().map(|&chance| rounded(chance).clamp(0.0, 1.0)).collect()
}

/// Returns the notations of a line of actions, up to the first illegal one.
pub(crate) fn line_texts(start: &Position, line: &[Action]) -> Vec<String> {
    let mut texts = Vec::with_capacity(line.len());
    each_legal(start, line, |position, action| texts.push(position.action_text(action)));
    texts
}

/// Formats a line of actions with turn numbers, as variations in records: `5. M f5-f6 6. P a1; M a1-b1`.
pub(crate) fn numbered_line(start: &Position, line: &[Action]) -> String {
    let mut text = String::new();
    let mut last = None;
    each_legal(start, line, |position, action| {
        let turn = position.turn();
        let lead = match last.replace(turn) {
            None => format!("{turn}. "),
            Some(last) if last != turn => format!(" {turn}. "),
            Some(_) => "; ".to_owned(),
        };
        text += &lead;
        text += &position.action_text(action);
    });
    text
}

/// Describes a threat: `to win`, `to gain 5 cells of territory`.
pub(crate) fn threat_text(kind: ThreatKind) -> String {
    match kind {
        ThreatKind::Win => "to win".to_owned(),
        ThreatKind::Territory(cells) => format!("to gain {} of territory", counted(cells, "cell")),
        ThreatKind::Rings(rings) => format!("to gain {}", counted(rings, "eliminated ring")),
    }
}

/// Returns the kind of a threat in one word, and the number of cells or rings.
pub(crate) const fn threat_amount(kind: ThreatKind) -> (&'static str, Option<u32>) {
    match kind {
        ThreatKind::Win => ("win", None),
        ThreatKind::Territory(cells) => ("territory", Some(cells)),
        ThreatKind::Rings(rings) => ("rings", Some(rings)),
    }
}

/// Returns the notations of the actions that carry out a threat, in a turn of the threatening player.
pub(crate) fn threat_texts(threat: &Threat) -> Vec<String> {
    line_texts(&threat.from, &threat.line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use ringrift::Player;

    fn position(text: &str) -> Position {
        Position::parse(text).expect("the position is valid")
    }

    fn actions(start: &Position, texts: &[&str]) -> Vec<Action> {
        let mut position = start.clone();
        let mut read = |text: &&str| {
            let action = position.read_action(text).expect("the action is legal");
            position.play_unchecked(action);
            action
        };
        texts.iter().map(&mut read).collect()
    }

    #[test]
    fn lines_have_turn_numbers_and_end_before_the_first_illegal_action() {
        let start = position("G square8 2p; H 18,18");
        let mut line = actions(&start, &["P d4*2", "M d4-d6", "P a1", "M a1-b1"]);
        line.push(line[0]);
        assert_eq!(line_texts(&start, &line), ["P d4*2", "M d4-d6", "P a1", "M a1-b1", "P d4*2"][..4]);
        assert_eq!(numbered_line(&start, &line), "1. P d4*2; M d4-d6 2. P a1; M a1-b1");
        assert_eq!(ai::review::legal_part(&start, &line), line[..4]);
        assert_eq!(numbered_line(&start, &[]), "");
    }

    #[test]
    fn describes_threats_in_a_turn_of_the_threatening_player() {
        let from = position("G square8 2p; S a1=11,c1=2,h8=2; H 3,3; T 2");
        let line = actions(&from, &["SP", "M h8-h5"]);
        let threat = Threat { player: Player::Two, kind: ThreatKind::Rings(1), line, from };
        assert_eq!(threat_texts(&threat), ["SP", "M h8-h5"]);
        assert_eq!(threat_text(threat.kind), "to gain 1 eliminated ring");
        assert_eq!(threat_text(ThreatKind::Territory(5)), "to gain 5 cells of territory");
    }

    #[test]
    fn chances_are_in_seat_order() {
        assert_eq!(shares(&ByPlayer([1.0 / 3.0, 2.0 / 3.0, 0.0, 0.0]), 2), "0.3333/0.6667");
        assert_eq!(percents(&ByPlayer([0.25, 0.5, 0.25, 0.0]), 3), "25.0 / 50.0 / 25.0 %");
    }
}
