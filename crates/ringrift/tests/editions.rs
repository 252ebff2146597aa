//! `docs/editions.md` is made from the presets.

use std::fmt::Write;

use ringrift::{BoardKind, Edition, Overrides, Ruleset};

/// What each option decides, in the order of their names.
const ABOUT: [&str; 22] = [
    "rings each player starts with",
    "markers that make a line",
    "credited rings that win",
    "collapsed cells that win",
    "most rings placed on an empty cell at once",
    "which markers can be landed on, and whether that burns the top ring",
    "how the distance of a capture counts on diagonals",
    "which areas on either side of a wall are regions",
    "whether eligible regions may be left alone",
    "when the last player with a real action wins",
    "when nobody can go on",
    "what decides behind territory, eliminated rings and markers",
    "turns after which the ladder decides",
    "whether skipping the placement is a decision where nothing can be placed",
    "what a whole line costs: a cap, or one ring, which is waived for who has no stack",
    "which markers collapse with a region: walls seen from outside, all that touch it, or all connected with those",
    "which areas without walls are regions: any that lacks a colour, or those with exactly one controller",
    "whether a player without stacks can slide markers to get buried rings back",
    "when a cap is given up for want of anything else: first, or last in a turn without change",
    "whether a victory by territory needs more than all others have together",
    "rounds that the last player standing must stand alone",
    "whether the second of two players may swap sides at first",
];

fn page() -> String {
    let mut page = "# Editions\n\nMade from the presets by `cargo xtask regenerate`. Every rule is a field of `Ruleset` and can \
                    be set by its name, in any edition.\n\n## Boards\n\n\
                    | edition | board | cells | rings | line length, 2/3/4 players | elimination, 2/3/4 | territory, 2/3/4 |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_owned();
    for &edition in Edition::ALL {
        for board in BoardKind::ALL {
            board_row(&mut page, edition, board);
        }
    }
    page += "\nOn other boards the edition can be played with `rings` and `line_length` given. What the live edition's own records \
             call `hexagonal` is `hexagonal12` here.\n\n## Rules\n\nOn square8 with two players.\n\n\
             | option | decides | canon | compact | live |\n|---|---|---|---|---|\n";
    for (i, name) in Overrides::NAMES.into_iter().enumerate() {
        let values = Edition::ALL.iter().map(|&edition| {
            let rules = rules(edition, BoardKind::Square8, 2).expect("all editions have this board");
            format!("`{}`", Overrides::all_of(&rules).texts()[i].1)
        });
        let _ = writeln!(page, "| `{name}` | {} | {} |", ABOUT[i], values.collect::<Vec<_>>().join(" | "));
    }
    page + "\n`swap` is an option in every edition, off unless it is asked for.\n"
}

fn rules(edition: Edition, board: BoardKind, players: u8) -> Option<Ruleset> {
    Ruleset::new(edition, board, players, &Overrides::default()).ok()
}

fn board_row(page: &mut String, edition: Edition, board: BoardKind) {
    let by_players: Vec<Ruleset> = (2..=4).filter_map(|players| rules(edition, board, players)).collect();
    let Some(first) = by_players.first() else { return };
    let list = |value: &dyn Fn(&Ruleset) -> u16| {
        by_players.iter().map(|rules| value(rules).to_string()).collect::<Vec<_>>().join(" / ")
    };
    let _ = writeln!(
        page,
        "| {edition} | {board} | {} | {} | {} | {} | {} |",
        board.cells(),
        first.rings_per_player,
        list(&|rules| rules.line_length.into()),
        list(&|rules| rules.elimination_threshold),
        list(&|rules| rules.territory_threshold),
    );
}

#[test]
fn editions_page_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/editions.md");
    if std::env::var_os("UPDATE_FILES").is_some() {
        std::fs::write(path, page()).expect("the page can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, page(), "docs/editions.md is out of date; run: cargo xtask regenerate");
}
