//! Perft with and without playing the last action.

use std::io::{self, Write};
use std::time::Duration;

use cli_support::Failure;
use engine_workloads::PerftPosition;
use serde::Serialize;

use super::rates::{Rates, Target, target_text};

/// Name of the position with a required speed, and that speed in sequences per second with every action played.
const REQUIRED: (&str, f64) = ("square8 start", 3e7);

/// Numbers of action sequences per second from one position.
#[derive(Serialize)]
pub(super) struct Perft {
    position: &'static str,
    depth: u32,
    sequences: u64,
    made_per_second: f64,
    bulk_per_second: f64,
    made_target: Option<Target>,
}

impl Perft {
    pub(super) fn targets(&self) -> impl Iterator<Item = (String, Target)> {
        self.made_target.map(|target| (format!("perft {}, every action played", self.position), target)).into_iter()
    }
}

pub(super) fn perft(perft: &PerftPosition, budget: Duration) -> Result<Perft, Failure> {
    let &PerftPosition { name, depth, sequences, .. } = perft;
    let position = perft.position().map_err(Failure::bad_input)?;
    let (made, made_rates) = Rates::measure(budget, || position.perft_made(depth));
    let (bulk, bulk_rates) = Rates::measure(budget, || position.perft(depth));
    assert_eq!((made, bulk), (sequences, sequences), "perft of {name} is wrong");
    let made_per_second = made_rates.median();
    Ok(Perft {
        position: name,
        depth,
        sequences,
        made_per_second,
        bulk_per_second: bulk_rates.median(),
        made_target: (name == REQUIRED.0).then(|| Target::new(REQUIRED.1, made_per_second)),
    })
}

/// Prints the table.
pub(super) fn print(rows: &[Perft], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "\nPerft, million sequences per second, and the required speed with every action played")?;
    writeln!(
        out,
        "{:<22} {:>6} {:>12} {:>10} {:>14} {:>10}",
        "position", "depth", "sequences", "played", "required", "counted"
    )?;
    for row in rows {
        let (made, bulk) = (row.made_per_second / 1e6, row.bulk_per_second / 1e6);
        let target = target_text(row.made_target);
        writeln!(
            out,
            "{:<22} {:>6} {:>12} {made:>10.1} {target:>14} {bulk:>10.1}",
            row.position, row.depth, row.sequences
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_start_has_a_required_speed() {
        assert!(PerftPosition::ALL.iter().any(|perft| perft.name == REQUIRED.0));
    }
}
