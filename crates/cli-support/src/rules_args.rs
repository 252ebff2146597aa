//! Arguments that choose the rules of a game of RingRift.

use std::collections::BTreeMap;

use clap::Args;
use ringrift::{BoardKind, Edition, Overrides, Ruleset};

use crate::failure::Failure;

/// Arguments that choose the rules of a game of RingRift.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Rules")]
pub struct RulesArgs {
    /// Board: square8, square19, hexagonal, hex8 or hexagonal12. The last two need --set rings=N and --set line_length=N in
    /// the editions standard, canon and compact. In the edition live, hexagonal is hexagonal12 unless both are set
    /// [default: square8]
    #[arg(long, short)]
    board: Option<BoardKind>,
    /// Number of players, 2 to 4 [default: 2]
    #[arg(long, short, value_parser = clap::value_parser!(u8).range(2..=4))]
    players: Option<u8>,
    /// Edition of the rules: standard, canon, compact or live. Standard is canon with regions=no_main [default: standard]
    #[arg(long, short)]
    edition: Option<Edition>,
    /// Change one rule of the edition, for example regions=no_main; can be repeated. The rules that can be set are rings,
    /// line_length, elimination_threshold, territory_threshold, placement_limit, landing, capture_distance, regions,
    /// region_duty, last_standing, stalemate, tiebreak, turn_cap, skip, line_price, borders, open_regions, recovery, forced,
    /// majority, last_standing_rounds and swap
    #[arg(long = "set", value_name = "RULE=VALUE")]
    settings: Vec<String>,
}

impl RulesArgs {
    /// Returns the rules that the arguments describe.
    pub fn ruleset(&self) -> Result<Ruleset, Failure> {
        let mut overrides = Overrides::default();
        for setting in &self.settings {
            let (name, value) = setting
                .split_once('=')
                .ok_or_else(|| Failure::BadInput(format!("--set {setting}: expected RULE=VALUE")))?;
            overrides
                .set(name.trim(), value.trim())
                .map_err(|problem| Failure::BadInput(format!("--set {setting}: {problem}")))?;
        }
        let board = self.board.unwrap_or(BoardKind::Square8);
        let edition = self.edition.unwrap_or(Edition::Standard);
        Ruleset::from_names(edition, board, self.players.unwrap_or(2), &overrides).map_err(Failure::bad_input)
    }

    /// Sets the number of players unless it was given as an argument.
    pub fn with_players(self, players: usize) -> RulesArgs {
        RulesArgs { players: self.players.or(u8::try_from(players).ok()), ..self }
    }

    /// Returns the names of the board and the edition, and the rules given with `--set`, by name.
    pub fn described(&self) -> Result<(String, String, BTreeMap<String, String>), Failure> {
        let rules = self.ruleset()?;
        let settings = self.settings.iter().filter_map(|setting| setting.split_once('='));
        let changed = settings.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
        let edition = self.edition.unwrap_or(Edition::Standard);
        Ok((rules.board.to_string(), edition.to_string(), changed))
    }

    /// Reports whether any of these arguments was given.
    pub fn is_given(&self) -> bool {
        self.board.is_some() || self.players.is_some() || self.edition.is_some() || !self.settings.is_empty()
    }
}
