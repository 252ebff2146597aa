//! A run whose games are played by other processes.

use std::path::Path;

use ratings::SprtError;

use super::open_run::OpenRun;
use super::pair_test::PairTest;
use super::plan::AnyRunPlan;
use super::swiss_rounds::SwissRounds;
use super::{Format, locked};
use crate::log::{CostLine, GameLine, LineText, LogError};
use crate::matches::Venue;
use crate::matches::schedule::{GameSpec, Schedule, all_games};
use crate::with_plan;

/// A run whose games are played by other processes with [`play_game`](super::play_game), in any order and number at a time.
///
/// Games are handed out in schedule order, and their lines are appended to the log in the same order. So the log is the one of
/// a run with one job, except for measured times.
pub struct RemoteRun {
    session: OpenRun,
    /// Games of the run, or of the current round of a Swiss tournament.
    games: Schedule,
    /// Number of games of the schedule that were handed out or are in the log.
    handed_out: u64,
    /// Number of games of the schedule whose results are recorded.
    recorded: u64,
    continuation: Continuation,
    standings: Vec<Standing>,
    appended: u64,
}

/// What follows from the results of a schedule.
enum Continuation {
    /// The run ends with the schedule.
    End,
    /// The schedule is one round of several.
    Rounds(SwissRounds),
    /// The test may end before the schedule. Contains the first game of a pair until the second one is recorded.
    Test(PairTest, Option<Box<GameLine>>),
}

/// Points of an entrant.
#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub name: String,
    /// Sum of the scores of all games, each from 0 to 1.
    pub points: f64,
    /// Number of games, including those in the log.
    pub games: u64,
    /// Number of games lost through failures.
    pub forfeits: u64,
}

/// Why the lines of a game were not appended.
#[derive(Debug, thiserror::Error)]
pub enum RemoteRunError {
    /// The log could not be read or written.
    #[error(transparent)]
    Log(#[from] LogError),
    /// The sequential test has invalid parameters.
    #[error(transparent)]
    Test(#[from] SprtError),
    /// The lines are not those of the next game.
    #[error("{0}")]
    OtherGame(String),
}

/// Result of appending the lines of a game.
#[derive(Clone, Debug)]
pub enum Appended {
    /// The game was appended. Contains it without its record and exchanges.
    Game(Box<GameLine>),
    /// The game was not needed, because the sequential test was over. Nothing was appended.
    NotNeeded,
    /// The cost cap was reached during the game. Its costs were appended.
    CostCap,
}

impl RemoteRun {
    /// Opens or creates the log of a run, as [`OpenRun::open`] does.
    ///
    /// # Errors
    /// Fails if the log cannot be read or written, or if the parameters of a sequential test are invalid.
    pub fn open(path: &Path, plan: &AnyRunPlan, program: &str, now: &str) -> Result<RemoteRun, RemoteRunError> {
        let manifest = plan.manifest();
        let seats = with_plan!(plan, plan => plan.venue.seats());
        let (games, continuation) = match (manifest.sprt, manifest.format) {
            (Some(parameters), _) => {
                let test = PairTest::new(parameters, manifest.rounds)?;
                (test.all_pairs(), Continuation::Test(test, None))
            }
            (None, Format::Swiss) => {
                let rounds = SwissRounds::new(manifest, seats);
                (Schedule::of_groups(Vec::new(), 0..0), Continuation::Rounds(rounds))
            }
            (None, format) => (all_games(format, manifest.entrants.len(), seats, manifest.rounds), Continuation::End),
        };
        let standing = |name: &String| Standing { name: name.clone(), points: 0.0, games: 0, forfeits: 0 };
        let standings = manifest.entrants.iter().map(|entrant| standing(&entrant.name)).collect();
        let session = OpenRun::open(path, manifest, program, now)?;
        let mut run = RemoteRun { session, games, handed_out: 0, recorded: 0, continuation, standings, appended: 0 };
        run.record_known();
        Ok(run)
    }

    /// The run with its open log.
    pub fn session(&self) -> &OpenRun {
        &self.session
    }

    /// Points of all entrants, in the order of the settings.
    pub fn standings(&self) -> &[Standing] {
        &self.standings
    }

    /// Number of games that were appended to the log.
    pub fn appended(&self) -> u64 {
        self.appended
    }

    /// The sequential test that ends the run, if it has one.
    pub fn test(&self) -> Option<&PairTest> {
        match &self.continuation {
            Continuation::Test(test, _) => Some(test),
            _ => None,
        }
    }

    /// Reports whether the results of all games are recorded.
    pub fn is_complete(&self) -> bool {
        // The next round is scheduled as soon as a round is recorded, so an exhausted schedule is the last one.
        self.test().map_or(self.recorded == self.games.len(), PairTest::is_over)
    }

    /// Returns the next game that has to be played. Returns `None` if the run is complete or the following games depend on
    /// results that are still missing. Games of a sequential test are handed out without waiting for the decision.
    pub fn next_game(&mut self) -> Option<GameSpec> {
        if self.is_complete() {
            return None;
        }
        loop {
            let spec = self.games.get(self.handed_out)?;
            self.handed_out += 1;
            if self.known(&spec).is_none() {
                return Some(spec);
            }
        }
    }

    /// Appends the lines of a game that [`RemoteRun::next_game`] returned; games come in the order in which they were returned.
    ///
    /// # Errors
    /// Fails if the lines are not those of the next game, or if the log cannot be written.
    pub fn append(&mut self, lines: &[u8]) -> Result<Appended, RemoteRunError> {
        if self.is_complete() {
            return Ok(Appended::NotNeeded);
        }
        let spec = self.games.get(self.recorded).filter(|_| self.recorded < self.handed_out);
        let spec = spec.ok_or_else(|| RemoteRunError::OtherGame("no game was handed out".to_owned()))?;
        let played = PlayedLines::parse(lines, &self.session.header.run, &spec).map_err(RemoteRunError::OtherGame)?;
        if played.game.is_none() && self.session.header.manifest.cost_cap.is_none() {
            return Err(RemoteRunError::OtherGame("the lines are not those of a game".to_owned()));
        }
        for cost in &played.costs {
            // Appends a line with the cost and the new total.
            self.session.budget.spend(&format!("{}/{}", cost.run, cost.game), cost.seat, cost.usage);
        }
        let Some((text, game)) = played.game else { return Ok(Appended::CostCap) };
        locked(&self.session.writer).append_text(&text)?;
        self.appended += 1;
        self.record(&spec, &game);
        self.record_known();
        Ok(Appended::Game(game))
    }

    fn known(&self, spec: &GameSpec) -> Option<&GameLine> {
        let OpenRun { log, header, .. } = &self.session;
        log.game(&header.run, &spec.id())
    }

    /// Records the games that are already in the log, up to the next missing one.
    fn record_known(&mut self) {
        loop {
            if self.recorded == self.games.len()
                && let Continuation::Rounds(rounds) = &mut self.continuation
                && let Some(games) = rounds.next_round()
            {
                (self.games, self.recorded, self.handed_out) = (games, 0, 0);
            }
            if self.is_complete() {
                return;
            }
            let Some(spec) = self.games.get(self.recorded) else { return };
            let Some(game) = self.known(&spec).cloned() else { return };
            self.record(&spec, &game);
        }
    }

    /// Records the result of the next game of the schedule.
    fn record(&mut self, spec: &GameSpec, game: &GameLine) {
        self.recorded += 1;
        for (seat, &entrant) in spec.seats.iter().enumerate() {
            let standing = &mut self.standings[entrant];
            standing.points += game.ranks.score(seat);
            standing.games += 1;
            standing.forfeits += u64::from(game.forfeit.as_ref().is_some_and(|forfeit| forfeit.seat == seat));
        }
        match &mut self.continuation {
            Continuation::End => {}
            Continuation::Rounds(rounds) => rounds.record(spec, game.ranks),
            Continuation::Test(test, first) => match first.take() {
                None => *first = Some(Box::new(game.clone())),
                Some(first) => test.record_pair([&first, game], &self.standings[0].name),
            },
        }
    }
}

/// Parsed lines of one game.
struct PlayedLines {
    costs: Vec<CostLine>,
    /// The line as it was written, and its content without the record and the exchanges.
    game: Option<(LineText, Box<GameLine>)>,
}

impl PlayedLines {
    /// Parses the lines of a game and checks that they belong to it.
    fn parse(lines: &[u8], run: &str, spec: &GameSpec) -> Result<PlayedLines, String> {
        let mut played = PlayedLines { costs: Vec::new(), game: None };
        let id = spec.id();
        let check = |other_run: &str, other: &str| match (other_run == run, other == id) {
            (true, true) => Ok(()),
            (true, false) => Err(format!("expected the lines of game {id}, found {}", ringrift::excerpt(other))),
            (false, _) => Err("the game belongs to a run with other settings".to_owned()),
        };
        for line in lines.split_inclusive(|&byte| byte == b'\n') {
            if let Some((text, mut game)) = LineText::parse_game(line) {
                check(&game.run, &game.game)?;
                (game.record, game.exchanges) = (None, Vec::new());
                played.game = Some((text, Box::new(game)));
            } else {
                let cost = serde_json::from_slice(line).ok().filter(|cost: &CostLine| cost.line == "cost");
                let cost = cost.ok_or("the lines are not those of a game")?;
                check(&cost.run, &cost.game)?;
                played.costs.push(cost);
            }
        }
        Ok(played)
    }
}
