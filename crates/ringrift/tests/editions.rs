//! Generates `docs/editions.md` from the presets of the editions.

use std::fmt::Write;

use ringrift::{BoardKind, Edition, Overrides, Position, Regions, Ruleset, Setup};

/// Descriptions of the options, in the order of [`Overrides::NAMES`].
const ABOUT: [&str; 22] = [
    "rings per player at the start",
    "minimum number of markers in a line",
    "credited rings needed to win",
    "collapsed cells needed to win",
    "maximum number of rings placed on an empty cell at once",
    "which markers can be landed on, and whether landing eliminates the top ring",
    "how a capture counts diagonal steps",
    "whether the largest area counts as a region",
    "whether eligible regions may be declined",
    "when the last player with a real action wins",
    "when the game is a stalemate",
    "what decides a tie on territory, eliminated rings and markers",
    "turns after which the tiebreak ladder decides",
    "whether skipping is an explicit decision even without a legal placement",
    "payment for a whole line: a cap, or one ring, which is waived for a player without stacks",
    "which markers collapse with a region: those between it and another area, all that touch it, or also all markers connected with those",
    "which areas not enclosed by markers are regions: those in which at least one colour controls no stack, or those in which exactly one player controls stacks",
    "whether a player without stacks can slide a marker to extract a buried ring",
    "when a forced elimination happens: at the start of a turn without actions, or at the end of a turn without changes",
    "whether a win by territory needs more than all other players have together",
    "rounds for which the last player standing must be the only one with real actions",
    "whether the second of two players may swap sides before any other action",
];

fn page() -> String {
    let mut page = "# Editions\n\nGenerated from the presets by `cargo xtask regenerate`; do not edit. Every option below is a field of `Ruleset` \
                    and can be set by its name in any edition.\n\n\
                    People play the edition `standard` unless they choose another one: the command line, the page and `POST /api/games` \
                    use it by default. It is `canon` with `regions=no_main` (ruling D25 in [rules/decisions.md](rules/decisions.md)), and files and \
                    protocols write it so. Input of other programs without an edition is `canon`. A game has two \
                    players by default; the default of the canonical specification is three (RR-CANON-R010).\n\n## Boards\n\n\
                    | edition | board | cells | rings | line length, 2/3/4 players | elimination, 2/3/4 | territory, 2/3/4 |\n\
                    |---|---|---|---|---|---|---|\n"
        .to_owned();
    for &edition in Edition::ALL {
        for board in BoardKind::ALL {
            board_row(&mut page, edition, board);
        }
    }
    page += "\nOther boards need the options `rings` and `line_length`.\n\n\
             The documents and records of the live edition call its board of radius 12 `hexagonal`. So wherever rules are given by \
             names, `hexagonal` with the edition `live` means `hexagonal12`, unless both `rings` and `line_length` are given: then it is \
             the board of radius 10, as in the other editions. This holds for records, position texts, the engine protocol, the rules \
             service, `POST /api/games`, tournament files and the command line. The board of radius 12 is always written `hexagonal12`, and the \
             board of radius 10 with both options.\n\n## Rules\n\nOn square8 with two players.\n\n\
             | option | meaning | standard | canon | compact | live |\n|---|---|---|---|---|---|\n";
    for (i, name) in Overrides::NAMES.into_iter().enumerate() {
        let values = Edition::ALL.iter().map(|&edition| {
            let rules = rules(edition, BoardKind::Square8, 2).expect("all editions have square8");
            format!("`{}`", Overrides::all_of(&rules).texts()[i].1)
        });
        let _ = writeln!(page, "| `{name}` | {} | {} |", ABOUT[i], values.collect::<Vec<_>>().join(" | "));
    }
    page + "\n`swap` is available in every edition and off by default.\n"
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
        std::fs::write(path, page()).expect("docs/editions.md can be written");
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert_eq!(found, page(), "docs/editions.md is out of date; run: cargo xtask regenerate");
}

/// Reads rules as in the field `G` of a position text.
fn read_rules(text: &str) -> Ruleset {
    Setup::parse(&format!("G {text}")).expect("the rules are read").rules
}

/// Ruling D25: `standard` is `canon` without the claim of the largest area.
#[test]
fn standard_is_read_by_name_and_written_as_canon() {
    for board in [BoardKind::Square8, BoardKind::Square19, BoardKind::Hexagonal] {
        for players in 2..=4 {
            let named = read_rules(&format!("{board} {players}p standard"));
            let written = format!("{board} {players}p canon regions=no_main");
            assert_eq!(named.to_string(), written);
            assert_eq!(named, read_rules(&written));
            assert_eq!(named.title(), format!("{board} {players}p standard"));
            let start = |rules: &Ruleset| Position::new(rules).expect("the rules are valid").fingerprint();
            assert_eq!(start(&named), start(&read_rules(&written)));
        }
    }
    let canon = Ruleset::canon(BoardKind::Square8, 2).expect("the rules are valid");
    assert_eq!(canon.title(), "square8 2p canon");
}

/// Edition, name, options and expected board.
const BOARD_NAMES: [[&str; 4]; 16] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board_names.rs"));

/// Document 003, 1.2 and 4.4: the board `hexagonal` has radius 12 in the live edition.
#[test]
fn position_texts_read_the_board_names_of_the_edition() {
    for [edition, name, options, board] in BOARD_NAMES {
        let setup = Setup::parse(&format!("G {name} 3p {edition} {options}"));
        match setup {
            Err(error) => assert_eq!(board, "error", "{edition} {name} {options}: {error}"),
            Ok(setup) => {
                assert_eq!(setup.rules.board.name(), board, "{edition} {name} {options}");
                // What is written means the same to every reader.
                assert_eq!(read_rules(&setup.rules.to_string()), setup.rules);
                assert_eq!(read_rules(&setup.rules.title()), setup.rules);
            }
        }
    }
}

#[test]
fn every_edition_has_the_regions_option() {
    for &edition in Edition::ALL {
        for regions in [Regions::All, Regions::NoMain] {
            let overrides = Overrides { regions: Some(regions), ..Overrides::default() };
            let rules = Ruleset::new(edition, BoardKind::Square8, 2, &overrides).expect("the rules are valid");
            assert_eq!(rules.regions, regions, "{edition}");
            assert_eq!(read_rules(&rules.to_string()), rules);
            assert_eq!(read_rules(&rules.title()), rules);
        }
    }
}

/// The architecture document, 5.1 and 5.5: an area connected to the global exterior is not a region.
#[test]
fn standard_does_not_let_a_player_claim_the_rest_of_the_board() {
    let claimable = |edition: &str| {
        let text = format!("G square8 2p {edition}; S a1=1,e5=2; M1 a2,b1; P territory_processing; H 17,17");
        Position::parse(&text).is_ok_and(|position| !position.legal_actions().is_empty())
    };
    assert!(claimable("canon"));
    assert!(!claimable("standard"));
}
