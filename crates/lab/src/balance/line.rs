//! The most frequent sequence of actions in short games.

use std::collections::BTreeMap;

use game::{Game, RingRift};
use ringrift::{Action, BoardKind};
use ringrift_text::board_view::{letter, plain_picture};
use ringrift_text::counted;

use super::facts::Facts;
use super::figures::EARLY;

/// Line of play with its frequency among the games that end early.
pub(super) struct ShortLine<'a> {
    game: &'a Facts,
    /// Number of games with the same line, up to rotation and reflection.
    same: usize,
    /// Number of games that end early; if 0, `game` is the shortest of all games.
    early: usize,
    games: usize,
}

impl<'a> ShortLine<'a> {
    /// Finds the most frequent line among games that end early; ties go to the shortest line. If no game ends early,
    /// returns the shortest game.
    pub(super) fn find(games: &'a [Facts]) -> Option<ShortLine<'a>> {
        let early: Vec<&Facts> = games.iter().filter(|game| game.turns <= EARLY).collect();
        let mut groups: BTreeMap<String, Vec<&Facts>> = BTreeMap::new();
        for game in &early {
            groups.entry(shape(game)).or_default().push(game);
        }
        let frequent = groups.into_values().min_by_key(|group| (usize::MAX - group.len(), length(group[0])));
        let shortest = || games.iter().min_by_key(|game| length(game)).map(|game| vec![game]);
        let group = frequent.or_else(shortest)?;
        Some(ShortLine { game: group[0], same: group.len(), early: early.len(), games: games.len() })
    }

    /// Describes the line turn by turn, with the board at its end.
    pub(super) fn describe(&self) -> String {
        let (turns, last) = written(&self.game.start, &self.game.actions);
        let how_often = match self.early {
            0 => format!("No game ends within {EARLY} turns. The shortest game"),
            early => format!(
                "{} of {} end within {EARLY} turns. The most frequent line, up to rotation and reflection of the board, occurs {}. It",
                early,
                counted(self.games as u64, "game"),
                counted(self.same as u64, "time")
            ),
        };
        format!(
            "{how_often} takes {} ({}):\n\n```text\n{turns}\n{}```\n",
            counted(self.game.turns, "turn"),
            self.game.reason,
            plain_picture(last.position())
        )
    }
}

/// Returns a sort key by length.
fn length(game: &Facts) -> (u32, u64) {
    (game.turns, game.decisions)
}

/// Returns the actions in notation, one line per turn, and the position at the end.
fn written(start: &RingRift, actions: &[Action]) -> (String, RingRift) {
    let (mut game, mut text, mut turn) = (start.clone(), String::new(), None);
    let first = game.position().turn();
    for action in actions {
        let position = game.position();
        if turn.replace(position.turn()) != Some(position.turn()) {
            text += &format!("\n{:3}. {} ", position.turn() - first + 1, letter(position.to_move()));
        }
        text += &format!(" {}", position.action_text(*action));
        // The action is legal, because it was recorded.
        let _ = game.play(action);
    }
    (text.trim_start_matches('\n').to_owned() + "\n", game)
}

/// Returns a key that is equal for games that differ only by a rotation or reflection of the board. Omits the numbers
/// of marker lines and regions, because a rotation changes them.
fn shape(game: &Facts) -> String {
    let (text, last) = written(&game.start, &game.actions);
    let is_number = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit() || ":;".contains(letter));
    let plain: String = text.split_whitespace().filter(|word| !is_number(word)).collect::<Vec<&str>>().join(" ");
    match last.position().rules().board {
        BoardKind::Square8 => (0..8).map(|symmetry| transformed(&plain, symmetry)).min().unwrap_or_default(),
        _ => plain,
    }
}

/// Applies one of the eight symmetries of square8 to all cells in a text.
fn transformed(text: &str, symmetry: u8) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (mut transformed, mut at) = (String::new(), 0);
    while at < letters.len() {
        match cell(&letters[at..]) {
            Some((column, row)) => {
                transformed += &transformed_cell(column, row, symmetry);
                at += 2;
            }
            None => {
                transformed.push(letters[at]);
                at += 1;
            }
        }
    }
    transformed
}

/// Parses the cell at the start of a text.
fn cell(text: &[char]) -> Option<(u8, u8)> {
    match *text {
        [column @ 'a'..='h', row @ '1'..='8', ..] => Some((column as u8 - b'a', row as u8 - b'1')),
        _ => None,
    }
}

fn transformed_cell(column: u8, row: u8, symmetry: u8) -> String {
    let (column, row) = if symmetry & 1 == 0 { (column, row) } else { (7 - column, row) };
    let (column, row) = if symmetry & 2 == 0 { (column, row) } else { (column, 7 - row) };
    let (column, row) = if symmetry & 4 == 0 { (column, row) } else { (row, column) };
    format!("{}{}", char::from(b'a' + column), row + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn square8_has_eight_symmetries() {
        let texts: BTreeSet<String> = (0..8).map(|symmetry| transformed("C a1-c2 xb1 d4*3", symmetry)).collect();
        assert_eq!(texts.len(), 8);
        assert!(texts.contains("C h1-f2 xg1 e4*3") && texts.contains("C a1-b3 xa2 d4*3"), "{texts:?}");
        assert_eq!(transformed("SP; A x9", 5), "SP; A x9", "no cells");
    }
}
