//! Choice of the puzzles of a family, and its data file.

use std::collections::{HashMap, HashSet};

use super::game::{MinedGame, MinedPuzzle};
use super::{LogHeader, PuzzleFamily};

/// Chooses at most `count` puzzles in the order of the games. No two have an equal board, and no theme has more than 40 % of `count`. At
/// most 40 % of the chosen ones are wins in one turn, also if there are fewer than `count`.
pub(super) fn selected(games: &[MinedGame], count: usize) -> Vec<&MinedPuzzle> {
    let mut boards = HashSet::new();
    let mut themes: HashMap<String, usize> = HashMap::new();
    let mut take = |puzzle: &MinedPuzzle| {
        let theme = puzzle.goal.split(' ').next().unwrap_or_default();
        let taken = themes.entry(theme.to_owned()).or_default();
        let is_taken = 5 * (*taken + 1) <= 2 * count && boards.insert(puzzle.board_hash);
        *taken += usize::from(is_taken);
        is_taken
    };
    let unique = games.iter().flat_map(|game| &game.puzzles).filter(|puzzle| take(puzzle));
    let (mut wins, mut chosen): (Vec<&MinedPuzzle>, Vec<&MinedPuzzle>) =
        unique.partition(|puzzle| puzzle.goal == "win");
    chosen.truncate(count - wins.len().min(count / 4));
    wins.truncate((count - chosen.len()).min(chosen.len() * 2 / 3));
    chosen.extend(wins);
    chosen.sort_by_key(|puzzle| (puzzle.rating, puzzle.board_hash));
    chosen
}

/// Returns the data file of a family.
pub(super) fn document(family: &PuzzleFamily, header: &LogHeader, games: usize, chosen: &[&MinedPuzzle]) -> String {
    let PuzzleFamily { name, title, .. } = family;
    let LogHeader { seed, version, .. } = header;
    let mut text = format!(
        "# Puzzles: {title}.\n\
         # Written by `cargo lab puzzles --family {name} --seed {seed} --count {}` from {games} games of players of version {version}.\n\
         # Fields, separated by tabs: id, rating, levels that solve it, side to move, goal, a solution, position.\n",
        chosen.len()
    );
    for puzzle in chosen {
        let MinedPuzzle { position, goal, solution, levels, rating, board_hash } = puzzle;
        let levels: Vec<String> = levels.iter().map(u8::to_string).collect();
        let side = position.split("; ").find_map(|field| field.strip_prefix("T ")).unwrap_or("1");
        text += &format!(
            "{:08x}\t{rating}\t{}\t{side}\t{goal}\t{}\t{position}\n",
            board_hash >> 32,
            levels.join(","),
            solution.join("; ")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(wins: u64, others: u64) -> Vec<MinedGame> {
        let puzzle = |number: u64, goal: &str| MinedPuzzle {
            position: format!("G square8 2p; T {}", 1 + number % 2),
            goal: goal.to_owned(),
            solution: vec!["P a1".to_owned(), "M a1-a2".to_owned()],
            levels: vec![9, 10],
            rating: 9,
            board_hash: number << 32,
        };
        let wins = (0..wins).map(|number| puzzle(number, "win"));
        let others = (1_000..1_000 + others).map(|number| puzzle(number, "defend"));
        wins.chain(others).zip(0..).map(|(puzzle, game)| MinedGame { game, puzzles: vec![puzzle] }).collect()
    }

    #[test]
    fn at_most_two_fifths_are_wins_in_one_turn() {
        for (wins, others, expected) in [(0, 9, (0, 9)), (9, 9, (6, 9)), (100, 3, (2, 3)), (30, 200, (26, 40))] {
            let games = games(wins, others);
            let chosen = selected(&games, 100);
            let wins = chosen.iter().filter(|puzzle| puzzle.goal == "win").count();
            assert_eq!((wins, chosen.len() - wins), expected);
            assert!(5 * wins <= 2 * chosen.len());
        }
    }

    #[test]
    fn equal_boards_are_chosen_once() {
        let mut games = games(0, 3);
        games.extend(games.clone());
        assert_eq!(selected(&games, 100).len(), 3);
    }

    #[test]
    fn data_files_have_a_header_and_one_line_for_each_puzzle() {
        let header = LogHeader { family: "x".to_owned(), seed: 7, version: "4".to_owned() };
        let games = games(0, 1);
        let text = document(&super::super::FAMILIES[0], &header, 5, &selected(&games, 9));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4);
        assert!(lines[1].contains("--family square8-standard --seed 7") && lines[1].contains("5 games"), "{text}");
        assert_eq!(lines[3], "000003e8\t9\t9,10\t1\tdefend\tP a1; M a1-a2\tG square8 2p; T 1");
    }
}
