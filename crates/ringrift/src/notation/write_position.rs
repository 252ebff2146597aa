//! Writing of position texts (`docs/formats.md`).

use std::fmt::{self, Write};

use crate::board::kind::BoardKind;
use crate::phase::{LastStandingRounds, Phase, TurnProgress};
use crate::player::Player;
use crate::position::PositionOf;
use crate::position::setup::Setup;
use crate::ruleset::Ruleset;

/// Writes the rules in the form of the field `G`.
impl fmt::Display for Ruleset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (edition, overrides) = self.describe();
        write!(f, "{} {}p {edition}", self.board, self.players)?;
        overrides.texts().into_iter().try_for_each(|(name, value)| write!(f, " {name}={value}"))
    }
}

/// Writes the position text (`docs/formats.md`).
impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "G {}", self.rules)?;
        self.write_state(f)?;
        if self.turn != 1 {
            write!(f, "; N {}", self.turn)?;
        }
        self.write_history(f)
    }
}

/// Writes the position text (`docs/formats.md`).
impl<const W: usize> fmt::Display for PositionOf<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_setup().fmt(f)
    }
}

impl Setup {
    pub(super) fn write_state(&self, f: &mut impl Write) -> fmt::Result {
        let board = self.rules.board;
        for (i, (at, rings)) in self.stacks.iter().enumerate() {
            write!(f, "{}{}=", if i == 0 { "; S " } else { "," }, board.coord_name(*at))?;
            rings.iter().try_for_each(|ring| write!(f, "{ring}"))?;
        }
        for (code, list) in [('M', &self.markers), ('C', &self.collapsed)] {
            for player in Player::ALL {
                let cells = list.iter().filter(|&&(_, owner)| owner == player);
                for (i, (at, _)) in cells.enumerate() {
                    if i == 0 {
                        write!(f, "; {code}{player} ")?;
                    } else {
                        f.write_char(',')?;
                    }
                    write!(f, "{}", board.coord_name(*at))?;
                }
            }
        }
        write_counts(f, 'H', self.hands.of(self.rules.players))?;
        write_counts(f, 'E', self.credits.of(self.rules.players))?;
        write!(f, "; T {}", self.to_move)?;
        self.phase.map_or(Ok(()), |phase| write_phase(f, board, phase))?;
        match (self.phase, self.turn_progress) {
            (Some(phase), Some(turn_progress)) if turn_progress != TurnProgress::default_in(phase) => {
                write!(f, " {}", turn_progress_word(turn_progress))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn write_history(&self, f: &mut impl Write) -> fmt::Result {
        if let Some(player) = self.last_standing {
            write!(f, "; L {player}")?;
        }
        self.last_actions
            .iter()
            .enumerate()
            .try_for_each(|(i, player)| write!(f, "{}{player}", if i == 0 { "; A " } else { "," }))?;
        if self.rounds != LastStandingRounds::default() {
            let seat = |player: Option<Player>| player.map_or("-".to_owned(), |player| player.to_string());
            let acted: String = self.rounds.acted.iter().map(|player| player.to_string()).collect();
            let acted = if acted.is_empty() { "-" } else { &acted };
            let LastStandingRounds { opener, alone, count, .. } = self.rounds;
            write!(f, "; R {},{acted},{},{count}", seat(opener), seat(alone))?;
        }
        let order: Vec<u16> = self.elimination_order.of(self.rules.players).iter().map(|&order| order.into()).collect();
        if order.iter().any(|&order| order > 0) {
            write_counts(f, 'X', &order)?;
        }
        Ok(())
    }
}

fn write_counts(f: &mut impl Write, code: char, counts: &[u16]) -> fmt::Result {
    for (i, count) in counts.iter().enumerate() {
        if i == 0 {
            write!(f, "; {code} {count}")?;
        } else {
            write!(f, ",{count}")?;
        }
    }
    Ok(())
}

fn write_phase(f: &mut impl Write, board: BoardKind, phase: Phase) -> fmt::Result {
    write!(f, "; P {}", phase.name())?;
    match phase {
        Phase::Movement { must_move: Some(at) } | Phase::CaptureOffer { at } | Phase::CaptureChain { at } => {
            write!(f, " {}", board.cell_name(at))
        }
        Phase::Over { winner, reason } => write!(f, " {} {reason}", winner.map_or(0, Player::seat)),
        _ => Ok(()),
    }
}

/// Returns the word for a turn progress in position texts.
pub(super) const fn turn_progress_word(turn_progress: TurnProgress) -> &'static str {
    match turn_progress {
        TurnProgress::Idle => "idle",
        TurnProgress::Swapped => "swapped",
        TurnProgress::Changed => "changed",
        TurnProgress::Recovered => "recovered",
    }
}
