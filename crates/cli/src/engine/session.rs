//! The state of a session, and the answers to commands.

use cli_support::Failure;
use ringrift::{
    Action, BoardKind, Edition, IllegalAction, Overrides, Player, Position, Ruleset, RulesetProblem, excerpt,
};
use ringrift_text::event_text::describe_all;
use ringrift_text::situation;

use super::analysis;
use super::chooser::{Chooser, DEFAULT_LEVEL, Stopped};
use super::command::{COMMANDS, Command, SEPARATOR};
use super::inbox::MOST_WAITING;
use super::limits::{Limit, Limits};
use super::lines::LONGEST_LINE;
use super::reading::{Reading, read_action, read_position, read_rules};
use super::reply::Answer;

/// The version of the protocol; it changes when clients would have to.
const PROTOCOL: &str = "ringside-engine 1";

/// How many actions can be played since a position was set up.
const MOST_ACTIONS: usize = 1_000_000;

/// The seed until another is set.
const DEFAULT_SEED: u64 = 1;

/// What a session knows: a position, how it was reached, and the options.
pub(crate) struct Session<C> {
    chooser: C,
    seed: u64,
    start: Position,
    actions: Vec<Action>,
    position: Position,
}

impl<C: Chooser> Session<C> {
    /// A session at the start of a game for two on the smallest board.
    pub(crate) fn new(chooser: C) -> Result<Session<C>, Failure> {
        let rules = Ruleset::canon(BoardKind::Square8, 2).map_err(Failure::bad_input)?;
        let start = Position::new(&rules).map_err(Failure::bad_input)?;
        Ok(Session { chooser, seed: DEFAULT_SEED, position: start.clone(), start, actions: Vec::new() })
    }

    /// Answers a command; an error leaves everything as it was. A search asks `stopped` whether to end, and reports
    /// through `info`.
    pub(crate) fn answer(&mut self, command: &Command, stopped: Stopped<'_>, info: &dyn Fn(&str)) -> Answer {
        match command {
            Command::Identify => Ok(self.identify()),
            Command::Help => Ok(help()),
            Command::IsReady | Command::Stop | Command::Quit => Ok(Vec::new()),
            Command::Option(seed) => Ok(self.option(*seed)),
            Command::Rules(None) => Ok(self.tell_rules()),
            Command::Rules(Some(words)) => self.set_rules(words),
            Command::Position { text, actions } => self.set_position(text.as_deref(), actions.as_deref()),
            Command::Play(actions) => self.play(actions),
            Command::Undo(count) => self.undo(*count),
            Command::Show => Ok(self.show()),
            Command::Legal => Ok(self.legal()),
            Command::Explain(action) => self.explain(action),
            Command::Go(limits) => self.go(limits, stopped, info),
            Command::Analyse(limits) => self.analyse(limits, stopped, info),
        }
    }

    fn identify(&self) -> Vec<String> {
        let mut lines = vec![
            format!("protocol {PROTOCOL}"),
            format!("program {} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
            format!("chooser {}", self.chooser.name()),
        ];
        lines.extend(BoardKind::ALL.map(describe_board));
        lines.extend(Edition::ALL.iter().map(|edition| format!("edition {edition}")));
        lines.push(format!("players 2 {}", ringrift::MAX_PLAYERS));
        lines.extend(Overrides::NAMES.map(|name| format!("rule {name}")));
        let (min, max) = Limit::Seed.range();
        lines.push(format!("option seed {min} {max} default {DEFAULT_SEED}"));
        lines.extend(Limit::ALL.map(describe_limit));
        lines.push(format!("default level {DEFAULT_LEVEL}"));
        lines.push(format!("default lines {}", analysis::DEFAULT_LINES));
        lines.push(format!("bound line {LONGEST_LINE}"));
        lines.push(format!("bound waiting {MOST_WAITING}"));
        lines.push(format!("bound actions {MOST_ACTIONS}"));
        lines
    }

    fn option(&mut self, seed: Option<u64>) -> Vec<String> {
        self.seed = seed.unwrap_or(self.seed);
        vec![format!("option seed {}", self.seed)]
    }

    fn tell_rules(&self) -> Vec<String> {
        let rules = self.position.rules();
        let each = Overrides::all_of(rules).texts().into_iter().map(|(name, value)| format!("rule {name} {value}"));
        [format!("rules {rules}")].into_iter().chain(each).collect()
    }

    fn set_rules(&mut self, words: &str) -> Answer {
        let start = Position::new(&read_rules(words)?).map_err(|error| error.to_string())?;
        self.begin(start, None)
    }

    fn set_position(&mut self, text: Option<&str>, actions: Option<&str>) -> Answer {
        let rules = self.position.rules();
        let start = match text {
            None => Position::new(rules).map_err(|error| error.to_string())?,
            Some(text) => read_position(text, rules)?,
        };
        self.begin(start, actions)
    }

    /// Goes to a position and plays actions there, unless one of them is refused.
    fn begin(&mut self, start: Position, actions: Option<&str>) -> Answer {
        let mut position = start.clone();
        let played = actions.map_or(Ok(Vec::new()), |texts| play_all(&mut position, texts, MOST_ACTIONS))?;
        (self.start, self.actions, self.position) = (start, played, position);
        Ok(vec![format!("rules {}", self.position.rules()), state(&self.position)])
    }

    fn play(&mut self, texts: &str) -> Answer {
        let mut position = self.position.clone();
        let played = play_all(&mut position, texts, MOST_ACTIONS - self.actions.len())?;
        self.actions.extend(played);
        self.position = position;
        Ok(vec![state(&self.position)])
    }

    fn undo(&mut self, count: usize) -> Answer {
        let played = self.actions.len();
        let left = played.checked_sub(count).ok_or_else(|| match played {
            0 => "no action was played since the position was set up".to_owned(),
            1 => "only one action can be taken back; send undo".to_owned(),
            _ => format!("only {played} actions can be taken back; send undo {played} at most"),
        })?;
        self.actions.truncate(left);
        self.position = self.start.clone();
        for &action in &self.actions {
            self.position.play_unchecked(action);
        }
        Ok(vec![state(&self.position)])
    }

    fn show(&self) -> Vec<String> {
        let position = &self.position;
        vec![
            format!("position {position}"),
            format!("hash {}", position.fingerprint_hash()),
            format!("actions {}", self.actions.len()),
            state(position),
        ]
    }

    fn legal(&self) -> Vec<String> {
        let line = |(number, &action)| format!("action {number} {}", self.position.action_text(action));
        (1..).zip(&self.position.legal_actions()).map(line).collect()
    }

    fn explain(&self, text: &str) -> Answer {
        match read_action(&self.position, text) {
            Reading::Legal(action) => self.explain_legal(action),
            Reading::Illegal(illegal) => Ok(self.explain_illegal(&illegal)),
            Reading::Unreadable(reason) => Err(reason),
        }
    }

    fn explain_legal(&self, action: Action) -> Answer {
        let mut after = self.position.clone();
        let events = after.play_with_events(action).map_err(|illegal| illegal.to_string())?;
        let mut lines = vec!["verdict legal".to_owned(), format!("action {}", self.position.action_text(action))];
        let happenings = describe_all(&events, after.rules().board);
        lines.extend(happenings.iter().map(|happening| format!("event {happening}")));
        lines.push(format!("after {}", situation_words(&after)));
        Ok(lines)
    }

    fn explain_illegal(&self, illegal: &IllegalAction) -> Vec<String> {
        let board = self.position.rules().board;
        let names = illegal.cells.iter().map(|&cell| format!(" {}", board.cell_name(cell)));
        vec![
            "verdict illegal".to_owned(),
            format!("rule {}", illegal.rule),
            format!("reason {}", illegal.reason),
            format!("cells{}", names.collect::<String>()),
        ]
    }

    fn go(&self, limits: &Limits, stopped: Stopped<'_>, info: &dyn Fn(&str)) -> Answer {
        check_running(&self.position)?;
        let limits = limits.clone().or(Limit::Seed, self.seed).or(Limit::Level, DEFAULT_LEVEL.into());
        tell_used(&limits, info);
        let action = self.chooser.choose(&self.position, &limits, stopped, info);
        let action = action.ok_or("there is no legal action")?;
        Ok(vec![format!("bestaction {}", self.position.action_text(action))])
    }

    fn analyse(&self, limits: &Limits, stopped: Stopped<'_>, info: &dyn Fn(&str)) -> Answer {
        check_running(&self.position)?;
        let limits = limits.clone().or(Limit::Lines, analysis::DEFAULT_LINES);
        tell_used(&limits, info);
        analysis::analyse(&self.position, &limits, stopped, info);
        Ok(Vec::new())
    }
}

/// Tells the limits of a search.
fn tell_used(limits: &Limits, info: &dyn Fn(&str)) {
    for (limit, value) in limits.iter() {
        info(&format!("used {} {value}", limit.name()));
    }
}

fn describe_limit(limit: Limit) -> String {
    let (min, max) = limit.range();
    format!("limit {} {min} {max} used", limit.name())
}

fn help() -> Vec<String> {
    COMMANDS.iter().map(|(_, usage, purpose)| format!("command {usage}: {purpose}")).collect()
}

/// A board with its number of cells and the rules that no edition gives it.
fn describe_board(board: BoardKind) -> String {
    let problems = Ruleset::canon(board, 2).map_or_else(|error| error.problems, |_| Vec::new());
    let missing: Vec<&str> = problems
        .iter()
        .filter_map(|problem| if let RulesetProblem::Undefined { option, .. } = problem { Some(*option) } else { None })
        .collect();
    let needs = if missing.is_empty() { String::new() } else { format!(" needs {}", missing.join(" ")) };
    format!("board {board} {}{needs}", board.cells())
}

fn state(position: &Position) -> String {
    format!("state {}", situation_words(position))
}

/// Turn, player and phase, and of a finished game its result, as pairs of words; nobody is 0.
fn situation_words(position: &Position) -> String {
    let (turn, phase) = (position.turn(), position.phase().name());
    let Some(outcome) = position.outcome() else {
        return format!("turn {turn} player {} phase {phase}", position.to_move());
    };
    let ranks: Vec<String> = outcome.ranks.of(position.rules().players).iter().map(u8::to_string).collect();
    let winner = outcome.winner.map_or(0, Player::seat);
    format!("turn {turn} player 0 phase {phase} winner {winner} reason {} ranks {}", outcome.reason, ranks.join("/"))
}

/// An error that says how the game ended, if it did.
fn check_running(position: &Position) -> Result<(), String> {
    match position.outcome() {
        None => Ok(()),
        Some(outcome) => Err(format!(
            "the game is over: {} Send undo, position or rules to go on elsewhere",
            situation::result(position, &outcome)
        )),
    }
}

/// Plays actions given by their texts, as many as there is room for; the position is of no use after an error.
fn play_all(position: &mut Position, texts: &str, room: usize) -> Result<Vec<Action>, String> {
    let mut played = Vec::new();
    for text in texts.split(SEPARATOR).map(str::trim) {
        let problem = |reason| format!("action {}, '{}': {reason}", played.len() + 1, excerpt(text));
        if played.len() == room {
            return Err(problem(format!("more than {MOST_ACTIONS} actions; send position with the text from show")));
        }
        let action = read_playable(position, text).map_err(problem)?;
        position.play_unchecked(action);
        played.push(action);
    }
    Ok(played)
}

fn read_playable(position: &Position, text: &str) -> Result<Action, String> {
    check_running(position)?;
    match read_action(position, text) {
        Reading::Legal(action) => Ok(action),
        Reading::Illegal(illegal) => Err(format!("{illegal}; send legal for what is possible")),
        Reading::Unreadable(reason) => Err(reason),
    }
}
