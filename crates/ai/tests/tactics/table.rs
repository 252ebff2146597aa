//! Checks `docs/tactics.md`: the list of cases, and how many of them random and greedy play solve.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use game::bots::Greedy;
use game::{Bot, Cancellation, Progress, RingRift};
use rayon::prelude::*;

use crate::CASES;
use crate::case::{Case, Theme, edition};
use crate::claims::{measured, play_turn};
use crate::turns::Budget;

const UPDATE: &str = "cargo xtask regenerate";

/// Seeds of the greedy bot; it solves a case if it reaches the goal with all of them.
const SEEDS: [u64; 3] = [1, 2, 3];

/// A case with its results.
struct Row {
    case: &'static Case,
    chance: f64,
    first: Option<(usize, usize)>,
    is_solved_by_greedy: bool,
}

#[test]
fn tactics_page_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/tactics.md");
    let page = page();
    if std::env::var_os("UPDATE_FILES").is_some() {
        fs::write(&path, &page).expect("docs/tactics.md can be written");
    }
    let written = fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(written == page, "docs/tactics.md is out of date; run: {UPDATE}");
}

fn row(case: &'static Case) -> Row {
    let measured = measured(case).ok().flatten().unwrap_or_else(|| panic!("{} is not a valid case", case.id));
    let mover = case.position.to_move();
    let solves = |seed: u64| {
        let mut greedy = Greedy::new(seed);
        let (end, _) = play_turn(&case.position, |now| {
            greedy.choose(&RingRift::new(now.clone()), &Cancellation::new(), &Progress::new())
        });
        case.goal.is_met(&end, mover, &mut Budget::full()) == Ok(true)
    };
    Row { case, chance: measured.chance, first: measured.first, is_solved_by_greedy: SEEDS.into_iter().all(solves) }
}

fn page() -> String {
    let rows: Vec<Row> = CASES.par_iter().map(row).collect();
    let mut page = format!(
        "# Tactics\n\n\
         Generated from `crates/ai/tests/tactics/positions.txt` by `{UPDATE}`; do not edit.\n\n\
         Positions with a tactical goal: levels 4 and up must find every win in one turn, levels 7 and up must reach every \
         goal. The file describes the format of a case and the requirements of each theme; the tests in the same folder prove \
         every claim by enumerating all ways to play the turns, and let the levels play.\n\n\
         A goal is a condition on the end of the turn of the player to move. *wins*: the player has won. *safe*: no opponent \
         has a winning turn if their turn comes next. *wins in 2*: whatever the opponent does in the next turn, the player has \
         won afterwards or has a winning turn.\n\n\
         *Random* is the expected number of cases that uniformly random play solves, *greedy* the number that the built-in \
         player `greedy` solves. In the lists of cases, *random* is the probability that random play solves the case; *good first \
         decisions* is the number of first decisions after which the goal can still be reached, – if there are too many ways to \
         play the turn.\n"
    );
    counts(&mut page, "theme", &rows, |row| format!("{} {}", row.case.theme as u8, row.case.theme));
    counts(&mut page, "goal", &rows, |row| format!("{} {}", row.case.goal as u8, row.case.goal));
    counts(&mut page, "edition", &rows, |row| format!("0 {}", edition(&row.case.position)));
    counts(&mut page, "board", &rows, |row| {
        let board = row.case.position.rules().board;
        format!("{:03} {board}", board.cells())
    });
    counts(&mut page, "players", &rows, |row| format!("0 {}", row.case.position.rules().players));
    for theme in Theme::ALL {
        list(&mut page, theme, &rows);
    }
    page
}

/// Writes a table of the cases by a key, whose first word is only for sorting.
fn counts(page: &mut String, name: &str, rows: &[Row], key: impl Fn(&Row) -> String) {
    let mut groups: BTreeMap<String, (usize, f64, usize)> = BTreeMap::new();
    for row in rows {
        for key in [key(row), "~ all".to_owned()] {
            let (cases, random, greedy) = groups.entry(key).or_default();
            *cases += 1;
            *random += row.chance;
            *greedy += usize::from(row.is_solved_by_greedy);
        }
    }
    let _ = write!(page, "\n| {name} | cases | random | greedy |\n|---|---:|---:|---:|\n");
    for (key, (cases, random, greedy)) in groups {
        let (_, key) = key.split_once(' ').expect("the key starts with a sort prefix");
        let _ = writeln!(page, "| {key} | {cases} | {random:.1} | {greedy} |");
    }
}

fn list(page: &mut String, theme: Theme, rows: &[Row]) {
    let _ = write!(page, "\n## {theme}\n\n");
    page.push_str("| case | rules | goal | good first decisions | random | greedy | about |\n");
    page.push_str("|---|---|---|---:|---:|---|---|\n");
    for row in rows.iter().filter(|row| row.case.theme == theme) {
        let Case { id, about, goal, position, .. } = row.case;
        let rules = position.rules();
        let first = row.first.map_or_else(|| "–".to_owned(), |(good, all)| format!("{good} of {all}"));
        let greedy = if row.is_solved_by_greedy { "yes" } else { "" };
        let _ = writeln!(
            page,
            "| {id} | {}, {}p, {} | {goal} | {first} | {:.3} | {greedy} | {about} |",
            rules.board,
            rules.players,
            edition(position),
            row.chance
        );
    }
}
