//! `ringside asg scenario report`: the page of the built-in scenarios.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use asg::bots::Search;
use asg::library::{self, LibraryScenario};
use asg::{Rules, Scenario};
use clap::Args;
use cli_support::Outcome;
use cli_support::files::Sink;
use game::bots::BotKind;
use ratings::Share;

use super::series::{Series, Tally};

/// Measure all built-in scenarios and write the page about them (docs/asg-scenarios.md).
///
/// With the numbers it has by default this takes about five minutes on two cores.
#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    /// How many matches of search against itself
    #[arg(long, default_value_t = 1000, value_name = "N")]
    games: u64,
    /// How many matches of search against greedy and against rush, half of them from either side
    #[arg(long, default_value_t = 400, value_name = "N")]
    others: u64,
    /// The seeds of all matches are spread from it
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// What was measured on one scenario.
struct Row {
    entry: &'static LibraryScenario,
    scenario: Arc<Scenario>,
    itself: Tally,
    greedy: Tally,
    rush: Tally,
}

/// Runs the command.
pub(super) fn run(args: &ReportArgs, out: &mut impl Write) -> Outcome {
    let rows: Vec<Row> = library::ALL.iter().map(|entry| measure(entry, args)).collect();
    let mut sink = Sink::new(args.output.as_deref(), out)?;
    write!(sink, "{}", page(&rows, args))?;
    sink.finish()
}

fn measure(entry: &'static LibraryScenario, args: &ReportArgs) -> Row {
    let scenario = Arc::new(entry.scenario());
    let series = |games| Series { scenario: &scenario, rules: Rules::V0, seed: args.seed, games };
    let title = |what: &str| format!("{}, {what}", entry.id);
    let itself = series(args.games).against_itself(BotKind::Search, &title("search against itself"));
    let against = |other, name: &str| series(args.others).against(BotKind::Search, other, &title(name));
    let greedy = against(BotKind::Greedy, "search against greedy");
    let rush = against(BotKind::Rush, "search against rush");
    Row { entry, itself, greedy, rush, scenario }
}

fn page(rows: &[Row], args: &ReportArgs) -> String {
    let mut page = format!(
        "# The built-in scenarios of the Agent Strategy Game\n\n\
         Made by `ringside asg scenario report -o docs/asg-scenarios.md`: rules `v0`, bot `{version}`, {} matches of it against\n\
         itself and {} against each of the others, half of them from either side; the seeds are spread from {}.\n\
         Numbers in brackets are 95 % intervals.\n\n## The maps\n\n\
         | scenario | title | nodes | edges | steps between headquarters | actions a ply | plies | supply at the start | fingerprint |\n\
         |---|---|---|---|---|---|---|---|---|\n",
        args.games,
        args.others,
        args.seed,
        version = Search::VERSION,
    );
    for row in rows {
        let (file, settings) = (row.scenario.file(), row.scenario.settings());
        let supply = file.initial_state.player_supply;
        page += &format!(
            "| `{}` | {} | {} | {} | {} | {} | {} | {} / {} | `{}` |\n",
            row.entry.id,
            file.name,
            row.scenario.len(),
            row.scenario.edge_count(),
            row.scenario.hq_distance().map_or("–".to_owned(), |steps| steps.to_string()),
            settings.action_budget,
            settings.turn_cap_plies,
            supply.p1,
            supply.p2,
            row.scenario.fingerprint(),
        );
    }
    page += "\n## How they play\n\n\
             Fair means: whoever moves first wins 45 to 55 % of the decisive matches, and fewer than 20 % are drawn. That holds for\n\
             players of this strength; others may find other ways. `scenario_01` is the reference's own map, for comparison.\n\n\
             | scenario | drawn | the first mover wins, of decisive matches | search wins against greedy | search scores against rush |\n\
             |---|---|---|---|---|\n";
    for row in rows {
        let decisive = row.itself.wins + row.itself.losses;
        let cells = [
            Share::new(row.itself.draws as f64, row.itself.games()),
            Share::new(row.itself.wins as f64, decisive),
            Share::new(row.greedy.wins as f64, row.greedy.games()),
            Share::new(row.rush.wins as f64 + row.rush.draws as f64 / 2.0, row.rush.games()),
        ];
        let cells = cells.map(|share| share.map_or("–".to_owned(), |share| share.to_string()));
        page += &format!("| `{}` | {} |\n", row.entry.id, cells.join(" | "));
    }
    page
}
