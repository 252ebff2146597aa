//! The document.

use cli_support::Failure;
use ratings::Share;
use ratings::calibration::{Bin, Prediction, Reliability, best_log_odds_factor};
use ringrift_text::counted;

use super::parts::{OPENING_PLIES, PLAYER, Part};
use super::sampling::{AnalysedPosition, Sampling};
use crate::measure::{PartLog, Table, dates, percent};

/// A part that has games.
pub(super) struct MeasuredPart {
    part: &'static Part,
    log: PartLog,
    positions: Vec<AnalysedPosition>,
}

impl MeasuredPart {
    pub(super) fn new(part: &'static Part, log: PartLog, sampling: Sampling) -> Result<MeasuredPart, Failure> {
        let positions = sampling.take(&log)?;
        Ok(MeasuredPart { part, log, positions })
    }
}

/// The whole document.
pub(super) fn document(parts: &[MeasuredPart], sampling: Sampling) -> String {
    let games: usize = parts.iter().map(|part| part.log.log.games.len()).sum();
    let Sampling { positions, nodes } = sampling;
    let mut text = format!(
        "# How reliable the chances are\n\n\
         Made by `cargo lab calibrate` from its logs ({dates}): {games} games that `{PLAYER}` has played against itself after \
         {OPENING_PLIES} random actions.\n\
         Of each game up to {positions} positions were taken at random and analysed, {nodes} positions deep; the chance of whoever was \
         to move is compared with his result.\n\
         Chances are right if of all positions with a chance of 70 % seven of ten are won. They are chances between players who are \
         about as strong as this one.\n\
         Brackets hold 95 % intervals as if all positions were independent; those of one game are not, so that the truth is wider.\n\n",
        dates = dates(parts.iter().flat_map(|part| &part.log.log.runs)),
    );
    parts.iter().for_each(|part| text += &section(part));
    text.truncate(text.trim_end().len());
    text + "\n"
}

fn section(part: &MeasuredPart) -> String {
    let MeasuredPart { part: about, log, positions } = part;
    let of = |is_proved| positions.iter().filter(move |one| one.is_proved == is_proved).map(|one| one.prediction);
    let (proved, open): (Vec<Prediction>, Vec<Prediction>) = (of(true).collect(), of(false).collect());
    let table = Reliability::of(&open).map_or("There are no positions.\n".to_owned(), |found| estimates(&found, &open));
    let rules = log.rules();
    let counts = format!(
        "{}, {}, players of version {}",
        counted(log.log.games.len() as u64, "game"),
        counted(positions.len() as u64, "position"),
        log.told_versions(&["level"]),
    );
    format!("## {}: {}\n\n`{rules}`, {counts}.\n\n{table}\n{}\n", about.name, about.title, proofs(&proved))
}

fn estimates(found: &Reliability, open: &[Prediction]) -> String {
    let row = |bin: &Bin| {
        let [from, to] = bin.range.map(|end| format!("{:.0}", 100.0 * end));
        vec![format!("{from}–{to} %"), bin.count.to_string(), percent(bin.mean_chance), bin.won.to_string()]
    };
    let table = Table::new(&["chance", "positions", "mean chance", "won"]).with(found.bins.iter().map(row));
    format!(
        "{table}\nMean distance between chance and result: {}. Brier score {:.3}; told the mean, it would be {:.3}. Chances would \
         foretell best with the logarithms of their odds times {:.2}.\n",
        percent(found.calibration_error),
        found.brier,
        found.brier_of_mean,
        best_log_odds_factor(open),
    )
}

/// What became of positions whose result was known.
fn proofs(proved: &[Prediction]) -> String {
    let came_true: f64 = proved.iter().map(|one| 1.0 - (one.chance - one.result).abs()).sum();
    match Share::new(came_true, proved.len() as u64) {
        None => "No position was proved to be won or lost.\n".to_owned(),
        Some(share) => format!(
            "{} were proved to be won or lost, and are not in the table; of these {share} ended so. The others were not played out as \
             the analysis found.\n",
            counted(proved.len() as u64, "position")
        ),
    }
}
