//! Arguments of the arena commands: game, players and agents.

use std::path::PathBuf;

use arena::agent::Prices;
use arena::settings::{AsgSettings, EntrantSettings, Format, RingRiftSettings, Tournament};
use arena::{Compat, Policy};
use asg::limits::MAX_PLIES;
use clap::{Args, ValueEnum};
use cli_support::Failure;
use cli_support::RulesArgs;
use cli_support::files;

/// Help text about player names.
pub(super) const PLAYERS_HELP: &str = "Players: random, greedy, level:1-10, neural:SIMULATIONS, classic:1-10 and \
     nodes:NUMBER for RingRift; random, greedy, mix:SHARE, rush, search and level:1-9 for ASG. Others are agents:\n  \
     cmd:COMMAND         a program that reads one JSON request per line and writes one JSON reply per line\n  \
     engine:COMMAND      a program that speaks the engine protocol of RingRift (docs/engine-protocol.md)\n  \
     http://HOST:PORT    a service that answers POST /act\n  \
     llm:MODEL@URL       a model with an OpenAI-compatible endpoint; llm:MODEL@URL#VARIABLE reads its key from an \
     environment variable\n\
     NAME=PLAYER sets the name. docs/arena.md is the manual.";

/// Game, rules and openings.
#[derive(Args, Clone, Debug)]
pub(super) struct GameArgs {
    #[command(flatten)]
    rules: RulesArgs,
    /// Play ASG instead of RingRift, on a built-in scenario or a file; can be repeated to alternate between maps
    #[arg(long, short, value_name = "NAME|FILE", help_heading = "ASG", conflicts_with_all = ["board", "players", "edition", "settings"])]
    scenario: Vec<String>,
    /// Rules: v0 (ties are decided at random) or v1 (the defender wins ties) [default: v0]
    #[arg(long, value_name = "RULES", help_heading = "ASG")]
    asg_rules: Option<String>,
    /// Maximum number of plies [default: set by the scenario]
    #[arg(long, value_name = "N", help_heading = "ASG", requires = "scenario")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=MAX_PLIES))]
    turn_cap: Option<u64>,
    /// Number of random actions at the start of RingRift games, the same for all players [default: 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(..=200))]
    random_plies: Option<u32>,
    /// Start RingRift games from the positions in a file in turn, one position text per line
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
}

impl GameArgs {
    /// Returns the first given option, if any.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("a rule of RingRift", self.rules.is_given()),
            ("--scenario", !self.scenario.is_empty()),
            ("--asg-rules", self.asg_rules.is_some()),
            ("--turn-cap", self.turn_cap.is_some()),
            ("--random-plies", self.random_plies.is_some()),
            ("--openings", self.openings.is_some()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Sets the number of players unless it was given.
    pub(super) fn with_seats(&self, seats: usize) -> GameArgs {
        GameArgs { rules: self.rules.clone().with_players(seats), ..self.clone() }
    }

    fn ringrift(&self) -> Result<RingRiftSettings, Failure> {
        let rules = self.rules.ruleset()?;
        let (board, edition, set) = self.rules.described()?;
        let openings = match &self.openings {
            None => Vec::new(),
            Some(path) => opening_lines(path)?,
        };
        let random_plies = self.random_plies.unwrap_or(RingRiftSettings::default().random_plies);
        Ok(RingRiftSettings { board, players: rules.players, edition, set, random_plies, openings })
    }

    fn asg(&self) -> AsgSettings {
        AsgSettings {
            scenarios: self.scenario.clone(),
            rules: self.asg_rules.clone().unwrap_or_else(|| AsgSettings::default().rules),
            turn_cap: self.turn_cap,
        }
    }
}

/// Maximum size of a file of openings, in bytes.
const LONGEST_OPENINGS: usize = 4 << 20;

/// Reads the positions in a file; skips blank lines and lines that begin with #.
fn opening_lines(path: &std::path::Path) -> Result<Vec<String>, Failure> {
    let text = files::read_text(path, LONGEST_OPENINGS)?;
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<String> = lines.map(str::to_owned).collect();
    if lines.is_empty() {
        return Err(Failure::BadInput(format!("{}: the file has no positions", path.display())));
    }
    Ok(lines)
}

/// Settings for agents.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Agents")]
pub(super) struct AgentArgs {
    /// Profile of agents that were written for another host of ASG; it changes the defaults of the following options
    #[arg(long, value_enum, value_name = "HOST")]
    compat: Option<CompatArg>,
    /// Policy for invalid replies of agents [default: forfeit; with --compat reference: pass]
    #[arg(long, value_enum)]
    on_error: Option<OnError>,
    /// Time limit for each reply in seconds, including retries [default: 60; with --compat reference: 70]
    #[arg(long, value_name = "SECONDS")]
    deadline: Option<f64>,
    /// Number of failures in one game after which the agent loses it under every policy [default: 10; with --compat
    /// reference: no limit]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    most_faults: Option<u32>,
    /// Price of a model: MODEL=INPUT,OUTPUT per million tokens; can be repeated
    #[arg(long, value_name = "MODEL=IN,OUT", value_parser = parse_price)]
    price: Vec<(String, arena::agent::Price)>,
    /// Maximum cost of the run, after which it stops
    #[arg(long, value_name = "AMOUNT")]
    cost_cap: Option<f64>,
}

impl AgentArgs {
    /// Returns the first given option that conflicts with a tournament file, if any. `--cost-cap` does not conflict: it
    /// overrides the file.
    pub(super) fn given(&self) -> Option<&'static str> {
        let given = [
            ("--compat", self.compat.is_some()),
            ("--on-error", self.on_error.is_some()),
            ("--deadline", self.deadline.is_some()),
            ("--most-faults", self.most_faults.is_some()),
            ("--price", !self.price.is_empty()),
        ];
        given.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Returns the cost cap, if given.
    pub(super) fn cost_cap(&self) -> Result<Option<f64>, Failure> {
        match self.cost_cap {
            Some(cap) if cap.is_nan() || cap < 0.0 => {
                Err(Failure::BadInput("--cost-cap: expected an amount of money".to_owned()))
            }
            cap => Ok(cap),
        }
    }
}

/// Profile of agents.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum CompatArg {
    /// The reference implementation: failures pass, and one malformed action makes the whole reply invalid
    Reference,
}

impl From<CompatArg> for Compat {
    fn from(compat: CompatArg) -> Compat {
        match compat {
            CompatArg::Reference => Compat::Reference,
        }
    }
}

/// Policy for invalid replies.
#[derive(Copy, Clone, PartialEq, Eq, Debug, ValueEnum)]
enum OnError {
    /// The game is lost
    Forfeit,
    /// Pass, or play a random action where passing is impossible
    Pass,
    /// Ask once more with the reason; a second failure loses the game
    Retry,
    /// Ask once more with the reason; after a second failure pass
    RetryPass,
}

impl From<OnError> for Policy {
    fn from(policy: OnError) -> Policy {
        match policy {
            OnError::Forfeit => Policy::Forfeit,
            OnError::Pass => Policy::Pass,
            OnError::Retry => Policy::Retry,
            OnError::RetryPass => Policy::RetryPass,
        }
    }
}

fn parse_price(text: &str) -> Result<(String, arena::agent::Price), String> {
    let problem = || "expected MODEL=INPUT,OUTPUT, as in gpt-x=2.5,10".to_owned();
    let (model, prices) = text.rsplit_once('=').ok_or_else(problem)?;
    let (input, output) = prices.split_once(',').ok_or_else(problem)?;
    let number = |text: &str| text.trim().parse::<f64>().ok().filter(|price| *price >= 0.0 && price.is_finite());
    let price = arena::agent::Price {
        input_per_million: number(input).ok_or_else(problem)?,
        output_per_million: number(output).ok_or_else(problem)?,
    };
    Ok((model.to_owned(), price))
}

/// Tournament described by arguments.
pub(super) struct Described<'a> {
    pub(super) name: &'a str,
    pub(super) players: &'a [String],
    pub(super) format: Format,
    pub(super) rounds: u32,
    pub(super) seed: u64,
    pub(super) game: &'a GameArgs,
    pub(super) agents: &'a AgentArgs,
}

impl Described<'_> {
    /// Returns the settings as in a tournament file.
    pub(super) fn settings(&self) -> Result<Tournament, Failure> {
        let AgentArgs { deadline, price, .. } = self.agents;
        if deadline.is_some_and(|deadline| !(0.001..=86_400.0).contains(&deadline)) {
            return Err(Failure::BadInput("--deadline: expected 0.001 to 86400 seconds".to_owned()));
        }
        let is_asg = !self.game.scenario.is_empty();
        Ok(Tournament {
            name: self.name.to_owned(),
            format: self.format,
            rounds: self.rounds,
            conditions_per_round: 1,
            seed: self.seed,
            ringrift: if is_asg { None } else { Some(self.game.ringrift()?) },
            asg: is_asg.then(|| self.game.asg()),
            entrants: self.players.iter().map(|text| self.entrant(text)).collect(),
            prices: price.iter().cloned().collect::<Prices>(),
            cost_cap: self.agents.cost_cap()?,
        })
    }

    /// Parses PLAYER or NAME=PLAYER.
    fn entrant(&self, text: &str) -> EntrantSettings {
        let (name, player) = match text.split_once('=') {
            // Commands and addresses may contain an equals sign; names have no colon.
            Some((name, player)) if !name.contains(':') => (Some(name.to_owned()), player),
            _ => (None, text),
        };
        let AgentArgs { compat, on_error, deadline, most_faults, .. } = *self.agents;
        EntrantSettings {
            name,
            compat: compat.map(Compat::from),
            on_error: on_error.map(Policy::from),
            deadline_ms: deadline.map(|seconds| (seconds * 1000.0).round() as u64),
            most_faults,
            ..EntrantSettings::named(player)
        }
    }
}
