//! Fingerprints: the text of the state that affects the rest of a game (docs/formats.md, "Fingerprints").

use std::fmt::Display;

use ringrift::{Cell, Coord, LastStandingRounds, Phase, Player, Setup, Tiebreak, TurnProgress};

use crate::SpecGame;
use crate::snapshot::default_turn_progress;

impl SpecGame {
    /// Returns the fingerprint. Positions with equal fingerprints have the same legal continuations and results.
    pub fn fingerprint(&self) -> String {
        let position = self.to_setup();
        let mut fields = vec![self.rules_text()];
        fields.extend(self.board_texts(&position));
        fields.push(format!("H {}", comma_separated(position.hands.of(self.rules.players))));
        fields.push(format!("E {}", comma_separated(position.credits.of(self.rules.players))));
        fields.push(format!("T {}", position.to_move));
        fields.push(format!("P {}{}", self.phase_text(), turn_progress_text(&position)));
        fields.extend(self.is_turn_relevant().then(|| format!("N {}", position.turn)));
        fields.extend(self.relevant_last_standing().map(|player| format!("L {player}")));
        fields.extend(field("A", self.relevant_action_order().iter().map(Player::to_string)));
        fields.extend(rounds_text(self.relevant_rounds()));
        fields.extend(
            position.elimination_order.0.iter().any(|&place| place > 0).then(|| self.elimination_order_text(&position)),
        );
        fields.join("; ")
    }

    /// Reports whether the turn number matters: under a turn cap, and while sides can still be swapped.
    fn is_turn_relevant(&self) -> bool {
        self.rules.turn_cap.is_some() || (self.rules.swap && self.turn <= 2)
    }

    fn elimination_order_text(&self, position: &Setup) -> String {
        format!("X {}", comma_separated(position.elimination_order.of(self.rules.players)))
    }

    /// Returns the candidate for the last player standing, if the game is not over and the candidate has a ring.
    fn relevant_last_standing(&self) -> Option<Player> {
        let standing = self.to_setup().last_standing?;
        (!self.phase.is_over() && !self.is_eliminated(standing)).then_some(standing)
    }

    /// Returns the players other than the player to move in the order of the last tiebreak criterion: by last action, latest
    /// first, then by seat. The player to move acts before the tiebreak can apply, so with two players the order is fixed
    /// and the list is empty.
    fn relevant_action_order(&self) -> Vec<Player> {
        if self.phase.is_over() || self.rules.tiebreak != Tiebreak::LastAction || self.rules.players == 2 {
            return Vec::new();
        }
        let mut others: Vec<Player> = self.seats().into_iter().filter(|&player| player != self.to_move).collect();
        let place = |player: &Player| self.last_actions.iter().position(|acted| acted == player);
        others.sort_by_key(|player| (place(player).unwrap_or(usize::MAX), *player));
        others
    }

    /// Returns the board, the number of players and the options in their fixed order: first the options that are always
    /// written, then those that are written only if they differ from the canonical rules.
    fn rules_text(&self) -> String {
        let r = &self.rules;
        let mut options = vec![
            format!("rings={}", r.rings_per_player),
            format!("line_length={}", r.line_length),
            format!("elimination_threshold={}", r.elimination_threshold),
            format!("territory_threshold={}", r.territory_threshold),
            format!("placement_limit={}", or_none(r.placement_limit)),
            format!("landing={}", r.landing),
            format!("capture_distance={}", r.capture_distance),
            format!("regions={}", r.regions),
            format!("region_duty={}", r.region_duty),
            format!("last_standing={}", r.last_standing),
            format!("stalemate={}", r.stalemate),
            format!("tiebreak={}", r.tiebreak),
            format!("turn_cap={}", or_none(r.turn_cap)),
        ];
        options.extend(self.noncanonical_options());
        format!("ringrift/1 {} {}p {}", r.board, r.players, options.join(" "))
    }

    /// Returns the options that are written only because they differ from the canonical rules.
    fn noncanonical_options(&self) -> Vec<String> {
        let r = &self.rules;
        let switch = |on| if on { "on" } else { "off" }.to_owned();
        let options = [
            ("skip", r.skip.to_string(), "implied"),
            ("line_price", r.line_price.to_string(), "cap"),
            ("borders", r.borders.to_string(), "seen"),
            ("open_regions", r.open_regions.to_string(), "lacking"),
            ("recovery", switch(r.recovery), "off"),
            ("forced", r.forced.to_string(), "first"),
            ("majority", switch(r.majority), "off"),
            ("last_standing_rounds", r.last_standing_rounds.to_string(), "1"),
            ("swap", switch(r.swap), "off"),
        ];
        let changed = options.into_iter().filter(|(_, value, canon)| value != canon);
        changed.map(|(name, value, _)| format!("{name}={value}")).collect()
    }

    /// Returns the fields for stacks, then for markers and collapsed cells by player, without empty fields.
    fn board_texts(&self, position: &Setup) -> Vec<String> {
        let stack = |(at, rings): &(Coord, Vec<Player>)| {
            let rings: String = rings.iter().map(Player::to_string).collect();
            format!("{}={rings}", self.coord_text(*at))
        };
        let mut fields = Vec::from_iter(field("S", position.stacks.iter().map(stack)));
        for (letter, owned) in [("M", &position.markers), ("C", &position.collapsed)] {
            for player in self.seats() {
                let cells = owned.iter().filter(|&&(_, owner)| owner == player).map(|&(at, _)| self.coord_text(at));
                fields.extend(field(&format!("{letter}{player}"), cells));
            }
        }
        fields
    }

    /// Returns the phase with its cell or with the result.
    fn phase_text(&self) -> String {
        let name = self.phase.name();
        match self.phase {
            Phase::Movement { must_move: Some(at) } | Phase::CaptureOffer { at } | Phase::CaptureChain { at } => {
                format!("{name} {}", self.cell_text(at))
            }
            Phase::Over { winner, reason } => format!("{name} {} {reason}", winner.map_or(0, Player::seat)),
            _ => name.to_owned(),
        }
    }

    fn cell_text(&self, cell: Cell) -> String {
        self.coord_text(self.coord(cell))
    }

    /// Returns a cell as `d4` on squares and as `x.y` on hexagons.
    fn coord_text(&self, at: Coord) -> String {
        if self.rules.board.is_hexagonal() {
            format!("{}.{}", at.x, at.y)
        } else {
            format!("{}{}", char::from(b'a' + at.x as u8), at.y + 1)
        }
    }
}

/// Returns the word for the turn progress; empty if it is the default of the phase.
fn turn_progress_text(position: &Setup) -> &'static str {
    match position.turn_progress {
        Some(turn_progress) if Some(turn_progress) == position.phase.map(default_turn_progress) => "",
        Some(TurnProgress::Idle) => " idle",
        Some(TurnProgress::Swapped) => " swapped",
        Some(TurnProgress::Changed) => " changed",
        Some(TurnProgress::Recovered) => " recovered",
        None => "",
    }
}

/// Returns the field for the round count (docs/formats.md, field `R`); `None` for the default.
fn rounds_text(rounds: LastStandingRounds) -> Option<String> {
    let seat = |player: Option<Player>| player.map_or_else(|| "-".to_owned(), |player| player.to_string());
    let acted: String = rounds.acted.iter().map(|player| player.to_string()).collect();
    let acted = if acted.is_empty() { "-" } else { &acted };
    let text = format!("R {},{acted},{},{}", seat(rounds.opener), seat(rounds.alone), rounds.count);
    (rounds != LastStandingRounds::default()).then_some(text)
}

/// Returns a field with a list; `None` for an empty list.
fn field(name: &str, items: impl Iterator<Item = String>) -> Option<String> {
    let items: Vec<String> = items.collect();
    (!items.is_empty()).then(|| format!("{name} {}", items.join(",")))
}

fn comma_separated(items: &[impl ToString]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn or_none(number: Option<impl Display>) -> String {
    number.map_or_else(|| "none".to_owned(), |number| number.to_string())
}
