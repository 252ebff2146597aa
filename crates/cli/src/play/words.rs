//! Texts about the game in progress.

use ai::{Analysis, ScoredAction};
use cli_support::plain::plain;
use ringrift::{ByPlayer, Player, Position};
use ringrift_record::{Conclusion, GameResult};
use ringrift_text::board_view::{letter, with_letters};
use ringrift_text::situation::result;
use ringrift_text::{counted, listed};

use super::game::{PlayedAction, TerminalGame};

/// Maximum number of actions in the expected line of a hint.
const LONGEST_LINE: usize = 8;

/// Returns name and letter of a player: `Alice (A)`.
pub(super) fn player_label(game: &TerminalGame, player: Player) -> String {
    format!("{} ({})", plain(game.participant_of(player).name()), letter(player))
}

/// Returns all players: `human (A), level:4 (B)`.
pub(super) fn all_players(game: &TerminalGame) -> String {
    let players: Vec<String> = seats(game).map(|player| player_label(game, player)).collect();
    players.join(", ")
}

fn seats(game: &TerminalGame) -> impl Iterator<Item = Player> + use<> {
    Player::seats(game.position().rules().players)
}

/// Describes a played action: `Turn 3, level:4 (B): M d4-d6`.
pub(super) fn action_summary(game: &TerminalGame, action: &PlayedAction) -> String {
    format!("Turn {}, {}: {}", action.turn, player_label(game, action.player), action.text)
}

/// Describes the result, one sentence per line: winner and reason, places, and the totals of all players.
pub(super) fn ending(game: &TerminalGame) -> Vec<String> {
    let position = game.position();
    let (what, ranks) = match (game.resigned(), position.outcome()) {
        (Some(player), _) => {
            let GameResult::Ranks(ranks) = Conclusion::resigned(player, position).result else { return Vec::new() };
            (format!("{} gives up.", player_label(game, player)), ranks)
        }
        (None, Some(outcome)) => {
            let winner =
                outcome.winner.map(|player| format!("{} wins. ", player_label(game, player))).unwrap_or_default();
            (format!("{winner}{}", with_letters(&result(position, &outcome).to_string())), outcome.ranks)
        }
        (None, None) => return Vec::new(),
    };
    let places = format!("Places: {}.", places(game, &ranks));
    [what, places].into_iter().chain(seats(game).map(|player| totals(game, player))).collect()
}

/// Returns the ranking: `1. human (A), 2. level:4 (B)`; equal players share a place.
fn places(game: &TerminalGame, ranks: &ByPlayer<u8>) -> String {
    let place = |rank: u8| {
        let there: Vec<String> =
            seats(game).filter(|&player| ranks[player] == rank).map(|player| player_label(game, player)).collect();
        (!there.is_empty()).then(|| format!("{rank}. {}", listed(&there)))
    };
    (1..=game.position().rules().players).filter_map(place).collect::<Vec<String>>().join(", ")
}

/// Describes the totals of a player, with the numbers needed to win.
pub(super) fn totals(game: &TerminalGame, player: Player) -> String {
    let (position, rules) = (game.position(), game.position().rules());
    format!(
        "{}: {} in hand, {} on the board, {} of {} eliminated, {} of {} cells of territory",
        player_label(game, player),
        counted(position.hand(player), "ring"),
        position.rings_on_board(player),
        position.credits(player),
        rules.elimination_threshold,
        position.territory(player),
        rules.territory_threshold,
    )
}

/// Returns the rings or cells that a player still needs to win: `17 rings or 30 cells`.
pub(super) fn needs(position: &Position, player: Player) -> String {
    let rules = position.rules();
    let rings = rules.elimination_threshold.saturating_sub(position.credits(player));
    let cells = u32::from(rules.territory_threshold).saturating_sub(position.territory(player));
    format!("{} or {}", counted(rings, "ring"), counted(cells, "cell"))
}

/// Describes a hint, one sentence per line: the best action, the chances, and the expected line.
pub(super) fn hint(game: &TerminalGame, analysis: &Analysis) -> Vec<String> {
    let Some(best) = analysis.actions.first() else { return Vec::new() };
    let position = game.position();
    let how = if best.is_proved { "proved" } else { "estimated" };
    let searched = counted(analysis.nodes, "position");
    let line = line(position, best);
    let first = format!("Hint: {}. Chances to win, {how} from {searched}: {}.", line[0], chances(game, best));
    match line.len() {
        1 => vec![first],
        _ => vec![first, format!("Expected line: {}.", line.join("; "))],
    }
}

fn chances(game: &TerminalGame, scored: &ScoredAction) -> String {
    let chance = |player: Player| format!("{} {:.0} %", letter(player), scored.chances[player] * 100.0);
    seats(game).map(chance).collect::<Vec<String>>().join(", ")
}

/// Returns the first actions of a line in notation.
fn line(position: &Position, scored: &ScoredAction) -> Vec<String> {
    let mut now = position.clone();
    let mut texts = Vec::new();
    for &action in scored.line.iter().take(LONGEST_LINE) {
        let text = now.action_text(action);
        if now.play(action).is_err() {
            break;
        }
        texts.push(text);
    }
    if texts.is_empty() { vec![position.action_text(scored.action)] } else { texts }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{game, play_all};
    use super::*;

    #[test]
    fn the_result_has_winner_reason_and_totals() {
        let mut game = game("G square8 2p; S d4=1,h8=2; M1 d5; E 18,0; P movement", &["human:Ada", "greedy"]);
        assert!(ending(&game).is_empty());
        play_all(&mut game, &["M d4-d5"]);
        let expected = [
            "Ada (A) wins. A wins by elimination: 19 rings eliminated, 19 needed.",
            "Places: 1. Ada (A), 2. greedy (B).",
            "Ada (A): 0 rings in hand, 0 on the board, 19 of 19 eliminated, 0 of 33 cells of territory",
            "greedy (B): 0 rings in hand, 1 on the board, 0 of 19 eliminated, 0 of 33 cells of territory",
        ];
        assert_eq!(ending(&game), expected);
    }

    #[test]
    fn a_player_who_resigns_is_last() {
        let mut game = game("G square8 3p", &["human", "greedy", "random"]);
        game.resign(Player::Two);
        let lines = ending(&game);
        assert_eq!(lines[..2], ["greedy (B) gives up.", "Places: 1. human (A) and random (C), 3. greedy (B)."]);
        assert_eq!(needs(game.position(), Player::One), "28 rings or 33 cells");
    }

    #[test]
    fn hints_have_action_chances_and_line() {
        let game = game("G square8 2p; S d4=1,h8=2; P movement", &["human", "greedy"]);
        let analysis =
            ai::Analyst::new(ai::Limits::NONE).analyse(game.position(), &|| true).expect("the game is not over");
        let lines = hint(&game, &analysis);
        assert!(lines[0].starts_with("Hint: M d4-") && lines[0].contains("A ") && lines[0].contains(" %"), "{lines:?}");
    }
}
