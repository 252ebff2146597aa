//! `ringside tournament`: a tournament of many players.

use std::io::Write;
use std::path::{Path, PathBuf};

use arena::settings::{Format, Tournament, read_toml};
use clap::{Args, ValueEnum};
use cli_support::files;
use cli_support::runs::{plan, resolve};
use cli_support::{Failure, Outcome};

use super::args::{AgentArgs, Described, GameArgs, PLAYERS_HELP};
use super::run_args::RunArgs;

/// Play a tournament between many players, every condition once from every seat, and rank them.
///
/// The tournament is described by a TOML file, or by players and options. All games are written to a log. The same command
/// resumes an interrupted run, and a larger --rounds adds games.
#[derive(Args)]
#[command(after_help = PLAYERS_HELP)]
pub(crate) struct TournamentArgs {
    /// TOML file that describes the tournament (docs/arena.md), or at least two players
    #[arg(value_name = "FILE|PLAYER", required_unless_present = "schema")]
    entrants: Vec<String>,
    /// Pairing system [default: round-robin]
    #[arg(long, value_enum)]
    format: Option<FormatArg>,
    /// Number of conditions per pairing; in a Swiss tournament, number of rounds
    #[arg(long, short = 'n', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: Option<u32>,
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    agents: AgentArgs,
    #[command(flatten)]
    run: RunArgs,
    /// Check the description without playing
    #[arg(long)]
    check: bool,
    /// Print the JSON Schema of the tournament file
    #[arg(long)]
    schema: bool,
}

/// Pairing system.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum FormatArg {
    /// Every player meets every other
    RoundRobin,
    /// The first player meets all others
    Gauntlet,
    /// Every round pairs players with similar scores
    Swiss,
}

impl From<FormatArg> for Format {
    fn from(format: FormatArg) -> Format {
        match format {
            FormatArg::RoundRobin => Format::RoundRobin,
            FormatArg::Gauntlet => Format::Gauntlet,
            FormatArg::Swiss => Format::Swiss,
        }
    }
}

/// Maximum size of the description, in bytes.
const LONGEST_FILE: usize = 4 << 20;

pub(crate) fn run(args: &TournamentArgs, out: &mut impl Write) -> Outcome {
    if args.schema {
        let schema = serde_json::to_string_pretty(&Tournament::schema()).expect("the schema is JSON");
        return Ok(writeln!(out, "{schema}")?);
    }
    let (settings, folder) = match &args.entrants[..] {
        [file] => (from_file(file, args)?, Path::new(file).parent().unwrap_or(Path::new("")).to_owned()),
        players => (described(args, players)?, PathBuf::new()),
    };
    if args.check {
        let plan = plan(&settings, &folder)?;
        let manifest = plan.manifest();
        let entrants: Vec<&str> = manifest.entrants.iter().map(|entrant| entrant.name.as_str()).collect();
        return Ok(writeln!(out, "{}: valid; players: {}.", manifest.name, entrants.join(", "))?);
    }
    args.run.play(&settings, &folder, out)
}

fn described(args: &TournamentArgs, players: &[String]) -> Result<Tournament, Failure> {
    let described = Described {
        name: "tournament",
        players,
        format: args.format.unwrap_or(FormatArg::RoundRobin).into(),
        rounds: args.rounds.unwrap_or(10),
        seed: args.run.seed().unwrap_or(1),
        game: &args.game,
        agents: &args.agents,
    };
    described.settings()
}

/// Reads the tournament from a file. Options can override the rounds, the seed and the cost cap. Error messages
/// give the line in the file, also for names that cannot be resolved.
fn from_file(file: &str, args: &TournamentArgs) -> Result<Tournament, Failure> {
    let path = Path::new(file);
    if !path.exists() {
        return Err(Failure::BadInput(format!("{file} is not a file, and a tournament needs at least two players")));
    }
    let format = args.format.map(|_| "--format");
    if let Some(option) = args.game.given().or(args.agents.given()).or(format) {
        return Err(Failure::BadInput(format!(
            "{option} cannot be used with a tournament file; only --rounds, --seed and --cost-cap override the file"
        )));
    }
    let text = files::read_text(path, LONGEST_FILE)?;
    let problem = |problems: &dyn std::fmt::Display| {
        Failure::BadInput(format!("{file}:\n  {}", problems.to_string().replace('\n', "\n  ")))
    };
    let located = read_toml(&text).map_err(|error| problem(&error))?;
    let mut settings = located.tournament.clone();
    settings.rounds = args.rounds.unwrap_or(settings.rounds);
    settings.seed = args.run.seed().unwrap_or(settings.seed);
    settings.cost_cap = args.agents.cost_cap()?.or(settings.cost_cap);
    if let Err(problems) = resolve(&settings, path.parent().unwrap_or(Path::new(""))) {
        return Err(problem(&located.locate(problems)));
    }
    Ok(settings)
}
