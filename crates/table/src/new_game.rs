//! Validation of requests to create a game.

use api::id::random_letters;
use api::{MAX_SPECTATOR_DELAY, Moment, NewGame, NewSeat, Purpose};
use game::Rosters;
use ringrift::{BoardKind, Edition, Overrides, Position, Ruleset};
use serde_json::Value;

use crate::{GameSetup, Problem, Table, TableSetup};

/// Largest number of legal actions in a start position. Start positions of real games have fewer than a tenth of that.
const MAX_ACTIONS: usize = 20_000;

/// Longest position text, in bytes.
const MAX_POSITION_TEXT: usize = 20_000;

/// Returns the setup of the requested table and the occupant of each seat.
///
/// # Errors
/// Lists all problems of the request.
pub fn plan(
    request: &NewGame,
    rosters: &Rosters,
    agents: &[String],
) -> Result<(TableSetup, Vec<NewSeat>), Vec<Problem>> {
    let mut problems: Vec<Problem> = Vec::new();
    let game = game_setup(request).map_err(|problem| problems.push(problem)).ok();
    problems.extend(request.clock.check().err().map(Problem::from));
    if request.spectator_delay > MAX_SPECTATOR_DELAY {
        problems.push(format!("spectator_delay must not exceed {MAX_SPECTATOR_DELAY} milliseconds").into());
    }
    let Some(game) = game else { return Err(problems) };
    let setup = TableSetup {
        game,
        clock: request.clock,
        purpose: request.purpose,
        visibility: request.visibility,
        spectator_delay: request.spectator_delay,
    };
    let table = match Table::new(setup.clone().into(), Moment::default()) {
        Ok(table) => table,
        Err(problem) => {
            problems.push(problem.to_string().into());
            return Err(problems);
        }
    };
    if table.game().ending().is_some() && request.purpose != Purpose::Analysis {
        problems.push("the game is over in this position; only an analysis board can start with it".into());
    }
    let seats = seats(request, table.seats().len());
    let seat_problems = seat_problems(request, &seats, table.seats().len(), rosters, agents);
    problems.extend(seat_problems.into_iter().map(Problem::from));
    if problems.is_empty() { Ok((setup, seats)) } else { Err(problems) }
}

fn game_setup(request: &NewGame) -> Result<GameSetup, Problem> {
    match request.game.as_deref().unwrap_or("ringrift") {
        "ringrift" => ringrift_setup(request),
        "asg" => Ok(asg_setup(request)?),
        other => Err(format!("unknown game {}; available games are ringrift and asg", ringrift::excerpt(other)).into()),
    }
}

fn ringrift_setup(request: &NewGame) -> Result<GameSetup, Problem> {
    if !request.scenario.is_null() || request.rules.is_some() {
        return Err("scenario and rules apply to asg only".into());
    }
    let start = start_position(request)?;
    // Every snapshot for the player to move contains the list of legal actions.
    let actions = start.legal_actions().len();
    if actions > MAX_ACTIONS {
        return Err(format!("the start position has {actions} legal actions; the limit is {MAX_ACTIONS}").into());
    }
    Ok(GameSetup::RingRift { start: start.to_string() })
}

/// Returns the start position of a RingRift game.
///
/// # Errors
/// Describes the problem of the position or the rules.
pub fn start_position(request: &NewGame) -> Result<Position, Problem> {
    match &request.position {
        Some(text) if text.len() > MAX_POSITION_TEXT => {
            Err(format!("the text of a position must not exceed {MAX_POSITION_TEXT} bytes").into())
        }
        Some(text) => {
            let fields = [request.board.is_some(), request.players.is_some(), request.edition.is_some()];
            if fields.contains(&true) || !request.options.is_empty() {
                return Err("the position states board, players, edition and options; leave these fields out".into());
            }
            Position::parse(text).map_err(|error| format!("position: {error}").into())
        }
        None => Ok(Position::new(&ruleset(request)?)?),
    }
}

/// Returns the RingRift rules given by board, players, edition and options.
///
/// # Errors
/// Describes the invalid field.
pub fn ruleset(request: &NewGame) -> Result<Ruleset, Problem> {
    let board: BoardKind =
        request.board.as_deref().unwrap_or("square8").parse().map_err(|error| format!("board: {error}"))?;
    let edition: Edition = request
        .edition
        .as_deref()
        .unwrap_or(Edition::Standard.name())
        .parse()
        .map_err(|error| format!("edition: {error}"))?;
    let mut overrides = Overrides::default();
    for (option, value) in &request.options {
        overrides.set(option, value).map_err(|error| format!("options: {error}"))?;
    }
    Ok(Ruleset::from_names(edition, board, request.players.unwrap_or(2), &overrides)?)
}

fn asg_setup(request: &NewGame) -> Result<GameSetup, String> {
    let fields =
        [request.board.is_some(), request.players.is_some(), request.edition.is_some(), request.position.is_some()];
    if fields.contains(&true) || !request.options.is_empty() {
        return Err("board, players, edition, options and position apply to ringrift only".to_owned());
    }
    let scenario = match &request.scenario {
        Value::Null => scenario_json(&asg::library::ALL[0].scenario()),
        Value::String(name) => {
            let found = asg::library::get(name).ok_or_else(|| {
                let known: Vec<&str> = asg::library::ALL.iter().map(|scenario| scenario.id).collect();
                format!("unknown map {}; built-in maps are {}", ringrift::excerpt(name), known.join(", "))
            })?;
            scenario_json(&found.scenario())
        }
        map => map.clone(),
    };
    let mut seed = [0; 4];
    getrandom::fill(&mut seed).map_err(|_| "the server has no source of random numbers".to_owned())?;
    let rules = request.rules.clone().unwrap_or_else(|| "v0".to_owned());
    Ok(GameSetup::Asg { scenario, rules, seed: u32::from_le_bytes(seed), salt: random_letters(20) })
}

fn scenario_json(scenario: &asg::Scenario) -> Value {
    serde_json::to_value(scenario.file()).expect("a scenario serializes to JSON")
}

/// Returns the requested occupants of the seats. By default the caller takes the first seat; the others are open in a match
/// and belong to the caller otherwise.
fn seats(request: &NewGame, count: usize) -> Vec<NewSeat> {
    if !request.seats.is_empty() {
        return request.seats.clone();
    }
    let other = if request.purpose == Purpose::Match { NewSeat::Open } else { NewSeat::Me };
    (0..count).map(|seat| if seat == 0 { NewSeat::Me } else { other.clone() }).collect()
}

fn seat_problems(
    request: &NewGame,
    seats: &[NewSeat],
    count: usize,
    rosters: &Rosters,
    agents: &[String],
) -> Vec<String> {
    let mut problems = Vec::new();
    if seats.len() != count {
        problems.push(format!("the game has {count} seats, but {} are given", seats.len()));
    }
    let own = seats.iter().filter(|&seat| *seat == NewSeat::Me).count();
    if request.purpose == Purpose::Match && own > 1 {
        problems
            .push("you can take only one seat of a match; to play several on one screen, choose hot_seat".to_owned());
    }
    if request.purpose != Purpose::Match && (own == 0 || seats.contains(&NewSeat::Open)) {
        problems.push(
            "a hot-seat game or analysis board needs at least one seat of yours and must not have open seats"
                .to_owned(),
        );
    }
    for (number, seat) in seats.iter().enumerate() {
        let problem = match seat {
            NewSeat::Me | NewSeat::Open => None,
            NewSeat::Bot { name } => bot_problem(request, name, rosters),
            NewSeat::Agent { name } if agents.contains(name) => None,
            NewSeat::Agent { name } => Some(match agents {
                [] => "this server has no agents".to_owned(),
                known => format!("unknown agent {}; available are {}", ringrift::excerpt(name), known.join(", ")),
            }),
        };
        problems.extend(problem.map(|problem| format!("seat {number}: {problem}")));
    }
    problems
}

fn bot_problem(request: &NewGame, name: &str, rosters: &Rosters) -> Option<String> {
    if name.starts_with("nodes") || name.starts_with("neural") {
        return Some("bots with a chosen search effort are not available on servers; choose a level".to_owned());
    }
    match request.game.as_deref() {
        Some("asg") => rosters.asg.find(name).err(),
        _ => rosters.ringrift.find(name).err(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Edition, name, options and expected board.
    const BOARD_NAMES: [[&str; 4]; 16] = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/board_names.rs"));

    #[test]
    fn requests_read_the_board_names_of_the_edition() {
        for [edition, name, options, board] in BOARD_NAMES {
            let options = options.split_whitespace().filter_map(|option| option.split_once('='));
            let options = options.map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
            let request = NewGame {
                board: Some(name.to_owned()),
                edition: Some(edition.to_owned()),
                options,
                ..NewGame::default()
            };
            let found = ruleset(&request).map_or("error".to_owned(), |rules| rules.board.to_string());
            assert_eq!(found, board, "{request:?}");
        }
    }
}
