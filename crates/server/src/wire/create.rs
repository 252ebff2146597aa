//! The wish for a new game.

use std::collections::BTreeMap;

use game::Rosters;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use crate::id::random_letters;
use crate::table::{ClockRules, GameSetup, Purpose, Table, TableSetup, Visibility};
use crate::time::Moment;

/// A wish for a new game.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NewGame {
    /// `ringrift` (the default) or `asg`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// RingRift: the board; `square8` by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// RingRift: how many play; 2 by default.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub players: Option<u8>,
    /// RingRift: `canon` (the default), `compact` or `live`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub edition: Option<String>,
    /// RingRift: rules that differ from the edition's, such as `regions: no_main`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
    /// RingRift: the first position as text, with all rules; instead of the four above.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// ASG: the name of a built-in map, or a map.
    #[serde(skip_serializing_if = "Value::is_null")]
    #[schema(value_type = Object)]
    pub scenario: Value,
    /// ASG: `v0` (the default) or `v1`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Who sits where; by default you on the first seat, and the others open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub seats: Vec<NewSeat>,
    /// How much time there is; as much as you like by default.
    pub clock: ClockRules,
    /// What for.
    pub purpose: Purpose,
    /// Who can see it.
    pub visibility: Visibility,
    /// How many milliseconds later spectators see it.
    pub spectator_delay: u64,
}

/// A seat of a new game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(tag = "who", rename_all = "snake_case", deny_unknown_fields)]
pub enum NewSeat {
    /// You.
    Me,
    /// Whoever comes.
    Open,
    /// A built-in player.
    Bot {
        /// Its name, such as `level:5`.
        name: String,
    },
    /// An agent that the operator has set up.
    Agent {
        /// Its name.
        name: String,
    },
}

/// The longest delay for spectators: an hour.
pub(crate) const LONGEST_DELAY: u64 = 3_600_000;

/// The most actions at the start of a game; boards that nobody made up begin with fewer than a tenth of it.
const MOST_ACTIONS: usize = 20_000;

/// The longest position that is read.
const LONGEST_POSITION: usize = 20_000;

impl NewGame {
    /// What is to be agreed, and who sits down.
    ///
    /// # Errors
    /// Says everything that is wrong.
    pub(crate) fn plan(&self, rosters: &Rosters, agents: &[String]) -> Result<(TableSetup, Vec<NewSeat>), Vec<String>> {
        let mut problems = Vec::new();
        let game = self.game_setup().map_err(|problem| problems.push(problem)).ok();
        problems.extend(self.clock.check().err());
        if self.spectator_delay > LONGEST_DELAY {
            problems.push(format!("spectator_delay is at most {LONGEST_DELAY} milliseconds"));
        }
        let Some(game) = game else { return Err(problems) };
        let setup = TableSetup {
            game,
            clock: self.clock,
            purpose: self.purpose,
            visibility: self.visibility,
            spectator_delay: self.spectator_delay,
        };
        let table = match Table::new(setup.clone().into(), Moment::default()) {
            Ok(table) => table,
            Err(problem) => {
                problems.push(problem.to_string());
                return Err(problems);
            }
        };
        if table.game().ending().is_some() && self.purpose != Purpose::Analysis {
            problems.push("the position is the end of a game; only an analysis board can begin with it".to_owned());
        }
        let seats = self.seats(table.seats().len());
        problems.extend(self.seat_problems(&seats, table.seats().len(), rosters, agents));
        if problems.is_empty() { Ok((setup, seats)) } else { Err(problems) }
    }

    fn game_setup(&self) -> Result<GameSetup, String> {
        match self.game.as_deref().unwrap_or("ringrift") {
            "ringrift" => self.ringrift(),
            "asg" => self.asg(),
            other => Err(format!("there is no game {}; there are ringrift and asg", ringrift::excerpt(other))),
        }
    }

    fn ringrift(&self) -> Result<GameSetup, String> {
        if !self.scenario.is_null() || self.rules.is_some() {
            return Err("scenario and rules belong to asg, not to ringrift".to_owned());
        }
        let start = self.start()?;
        // The list is sent whenever somebody looks.
        let many = start.legal_actions().len();
        if many > MOST_ACTIONS {
            return Err(format!(
                "{many} actions are possible there, and a table takes a start with at most {MOST_ACTIONS}"
            ));
        }
        Ok(GameSetup::RingRift { start: start.to_string() })
    }

    /// The first position of RingRift.
    pub(crate) fn start(&self) -> Result<Position, String> {
        match &self.position {
            Some(text) if text.len() > LONGEST_POSITION => {
                Err(format!("a position has at most {LONGEST_POSITION} bytes"))
            }
            Some(text) => {
                let names = [self.board.is_some(), self.players.is_some(), self.edition.is_some()];
                if names.contains(&true) || !self.options.is_empty() {
                    return Err("a position has its own board, players, edition and options; leave them out".to_owned());
                }
                Position::parse(text).map_err(|error| format!("position: {error}"))
            }
            None => Position::new(&self.ruleset()?).map_err(|error| error.to_string()),
        }
    }

    /// The rules of RingRift.
    pub(crate) fn ruleset(&self) -> Result<Ruleset, String> {
        let board: BoardKind = self.board.as_deref().unwrap_or("square8").parse().map_err(|e| format!("board: {e}"))?;
        let edition: Edition =
            self.edition.as_deref().unwrap_or("canon").parse().map_err(|e| format!("edition: {e}"))?;
        let mut overrides = Overrides::default();
        for (option, value) in &self.options {
            overrides.set(option, value).map_err(|error| format!("options: {error}"))?;
        }
        Ruleset::new(edition, board, self.players.unwrap_or(2), &overrides).map_err(|error| error.to_string())
    }

    fn asg(&self) -> Result<GameSetup, String> {
        let names = [self.board.is_some(), self.players.is_some(), self.edition.is_some(), self.position.is_some()];
        if names.contains(&true) || !self.options.is_empty() {
            return Err("board, players, edition, options and position belong to ringrift, not to asg".to_owned());
        }
        let scenario = match &self.scenario {
            Value::Null => serde_json::to_value(asg::library::ALL[0].scenario().file()).unwrap_or_default(),
            Value::String(name) => {
                let found = asg::library::get(name).ok_or_else(|| {
                    let known: Vec<&str> = asg::library::ALL.iter().map(|scenario| scenario.id).collect();
                    format!("there is no built-in map {}; there are {}", ringrift::excerpt(name), known.join(", "))
                })?;
                serde_json::to_value(found.scenario().file()).unwrap_or_default()
            }
            map => map.clone(),
        };
        let mut seed = [0; 4];
        getrandom::fill(&mut seed).map_err(|_| "the machine has no randomness to give".to_owned())?;
        let rules = self.rules.clone().unwrap_or_else(|| "v0".to_owned());
        Ok(GameSetup::Asg { scenario, rules, seed: u32::from_le_bytes(seed), salt: random_letters(20) })
    }

    fn seats(&self, count: usize) -> Vec<NewSeat> {
        if !self.seats.is_empty() {
            return self.seats.clone();
        }
        let other = if self.purpose == Purpose::Match { NewSeat::Open } else { NewSeat::Me };
        (0..count).map(|seat| if seat == 0 { NewSeat::Me } else { other.clone() }).collect()
    }

    fn seat_problems(&self, seats: &[NewSeat], count: usize, rosters: &Rosters, agents: &[String]) -> Vec<String> {
        let mut problems = Vec::new();
        if seats.len() != count {
            problems.push(format!("{count} play, but seats has {}", seats.len()));
        }
        let own = seats.iter().filter(|&seat| *seat == NewSeat::Me).count();
        if self.purpose == Purpose::Match && own > 1 {
            problems.push("you can have one seat of a match; for all on one screen the purpose is hot_seat".to_owned());
        }
        if self.purpose != Purpose::Match && (own == 0 || seats.contains(&NewSeat::Open)) {
            problems.push("on one screen and on analysis boards no seat is open, and one at least is yours".to_owned());
        }
        for (number, seat) in seats.iter().enumerate() {
            let problem = match seat {
                NewSeat::Me | NewSeat::Open => None,
                NewSeat::Bot { name } => self.bot_problem(name, rosters),
                NewSeat::Agent { name } if agents.contains(name) => None,
                NewSeat::Agent { name } => Some(match agents {
                    [] => "the operator has set up no agents".to_owned(),
                    known => format!("there is no agent {}; there are {}", ringrift::excerpt(name), known.join(", ")),
                }),
            };
            problems.extend(problem.map(|problem| format!("seat {number}: {problem}")));
        }
        problems
    }

    fn bot_problem(&self, name: &str, rosters: &Rosters) -> Option<String> {
        if name.starts_with("nodes") {
            return Some("players with any number of nodes are not for servers; choose a level".to_owned());
        }
        match self.game.as_deref() {
            Some("asg") => rosters.asg.find(name).err(),
            _ => rosters.ringrift.find(name).err(),
        }
    }
}
