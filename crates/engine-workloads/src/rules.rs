//! The measured rule sets.

use ringrift::{BoardKind, Edition, Overrides, Ruleset, RulesetError};

/// Returns the rules of an edition on a board. The rings and the line length are only needed where the edition defines none.
///
/// # Errors
/// Returns an error if the edition does not define the board and the parameters are missing.
pub fn preset(
    edition: Edition,
    board: BoardKind,
    players: u8,
    rings_and_line: Option<(u16, u8)>,
) -> Result<Ruleset, RulesetError> {
    let overrides = Overrides {
        rings_per_player: rings_and_line.map(|(rings, _)| rings),
        line_length: rings_and_line.map(|(_, line_length)| line_length),
        ..Overrides::default()
    };
    Ruleset::new(edition, board, players, &overrides)
}

/// Returns the rules of the table of random games: all editions, each on the boards that it defines.
///
/// # Errors
/// Returns an error if an edition no longer defines one of the boards.
pub fn random_game_rules() -> Result<Vec<Ruleset>, RulesetError> {
    let games = [
        (Edition::Standard, BoardKind::Square8, 2),
        (Edition::Standard, BoardKind::Square19, 2),
        (Edition::Standard, BoardKind::Hexagonal, 2),
        (Edition::Canon, BoardKind::Square8, 2),
        (Edition::Canon, BoardKind::Square8, 3),
        (Edition::Canon, BoardKind::Square8, 4),
        (Edition::Canon, BoardKind::Square19, 2),
        (Edition::Canon, BoardKind::Hexagonal, 2),
        (Edition::Compact, BoardKind::Square8, 2),
        (Edition::Compact, BoardKind::Square19, 2),
        (Edition::Compact, BoardKind::Hexagonal, 2),
        (Edition::Live, BoardKind::Square8, 2),
        (Edition::Live, BoardKind::Square19, 2),
        (Edition::Live, BoardKind::Hex8, 2),
        (Edition::Live, BoardKind::Hexagonal12, 2),
    ];
    games.into_iter().map(|(edition, board, players)| preset(edition, board, players, None)).collect()
}

/// Returns the same rules on all boards, from 61 to 469 cells.
///
/// # Errors
/// Returns an error if the parameters are no longer valid.
pub fn growth_rules() -> Result<Vec<Ruleset>, RulesetError> {
    let boards = [
        (BoardKind::Hex8, 18, 3),
        (BoardKind::Square8, 18, 3),
        (BoardKind::Hexagonal, 36, 4),
        (BoardKind::Square19, 36, 4),
        (BoardKind::Hexagonal12, 36, 4),
    ];
    boards
        .into_iter()
        .map(|(board, rings, line_length)| preset(Edition::Standard, board, 2, Some((rings, line_length))))
        .collect()
}
