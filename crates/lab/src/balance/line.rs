//! The line of play that short games follow.

use std::collections::BTreeMap;

use game::{Game, RingRift};
use ringrift::{Action, BoardKind};
use ringrift_text::board_view::{letter, plain_picture};
use ringrift_text::counted;

use super::facts::Facts;
use super::figures::EARLY;

/// A line of play, and how many of the early games follow it.
pub(super) struct ShortLine<'a> {
    game: &'a Facts,
    /// Games with the same line, turned or mirrored.
    same: usize,
    /// Games that are over early; none if there is none and this is just the shortest.
    early: usize,
    games: usize,
}

impl<'a> ShortLine<'a> {
    /// The most frequent line among games that are over early, of equally frequent ones the shortest; if none is over early, the
    /// shortest game.
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

    /// The line turn by turn, and the board at its end.
    pub(super) fn tell(&self) -> String {
        let (turns, last) = written(&self.game.start, &self.game.actions);
        let how_often = match self.early {
            0 => "No game is over so early. The shortest one".to_owned(),
            early => format!(
                "{} of {} are over so early. The most frequent line, turned and mirrored boards counted as one, comes {}. It",
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

/// Shorter is less.
fn length(game: &Facts) -> (u32, u64) {
    (game.turns, game.decisions)
}

/// The actions in notation, a line for each turn, and the position at the end.
fn written(start: &RingRift, actions: &[Action]) -> (String, RingRift) {
    let (mut game, mut text, mut turn) = (start.clone(), String::new(), None);
    let first = game.position().turn();
    for action in actions {
        let position = game.position();
        if turn.replace(position.turn()) != Some(position.turn()) {
            text += &format!("\n{:3}. {} ", position.turn() - first + 1, letter(position.to_move()));
        }
        text += &format!(" {}", position.action_text(*action));
        // It was played before, so it is possible.
        let _ = game.play(action);
    }
    (text.trim_start_matches('\n').to_owned() + "\n", game)
}

/// What lines have in common that differ by turning or mirroring the board. Numbers of lines and regions depend on where they lie, and
/// are left out.
fn shape(game: &Facts) -> String {
    let (text, last) = written(&game.start, &game.actions);
    let is_number = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit() || ":;".contains(letter));
    let plain: String = text.split_whitespace().filter(|word| !is_number(word)).collect::<Vec<&str>>().join(" ");
    match last.position().rules().board {
        BoardKind::Square8 => (0..8).map(|turned| moved(&plain, turned)).min().unwrap_or_default(),
        _ => plain,
    }
}

/// A text in which all cells of square8 are turned and mirrored in one of eight ways.
fn moved(text: &str, way: u8) -> String {
    let letters: Vec<char> = text.chars().collect();
    let (mut moved, mut at) = (String::new(), 0);
    while at < letters.len() {
        match cell(&letters[at..]) {
            Some((column, row)) => {
                moved += &moved_cell(column, row, way);
                at += 2;
            }
            None => {
                moved.push(letters[at]);
                at += 1;
            }
        }
    }
    moved
}

/// The column and row of a cell with which a text begins.
fn cell(text: &[char]) -> Option<(u8, u8)> {
    match *text {
        [column @ 'a'..='h', row @ '1'..='8', ..] => Some((column as u8 - b'a', row as u8 - b'1')),
        _ => None,
    }
}

fn moved_cell(column: u8, row: u8, way: u8) -> String {
    let (column, row) = if way & 1 == 0 { (column, row) } else { (7 - column, row) };
    let (column, row) = if way & 2 == 0 { (column, row) } else { (column, 7 - row) };
    let (column, row) = if way & 4 == 0 { (column, row) } else { (row, column) };
    format!("{}{}", char::from(b'a' + column), row + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_board_lies_in_eight_ways() {
        let ways: BTreeSet<String> = (0..8).map(|way| moved("C a1-c2 xb1 d4*3", way)).collect();
        assert_eq!(ways.len(), 8);
        assert!(ways.contains("C h1-f2 xg1 e4*3") && ways.contains("C a1-b3 xa2 d4*3"), "{ways:?}");
        assert_eq!(moved("SP; A x9", 5), "SP; A x9", "no cells");
    }
}
