//! A session: the current position, and the replies to commands.

use cli_support::Failure;
use engine_protocol::{
    COMMANDS, Command, Handler, Limit, Limits, MAX_LINE_BYTES, MAX_WAITING, PROTOCOL, Reply, SEPARATOR, Search,
};
use ringrift::{
    Action, ActionReader, BoardKind, ChosenLine, Edition, IllegalAction, Overrides, Player, Position,
    ResolveActionError, Ruleset, RulesetProblem, excerpt,
};
use ringrift_text::event_text::describe_all;
use ringrift_text::situation;

use super::analysis;
use super::chooser::{Chooser, DEFAULT_LEVEL};
use super::reading::{Reading, read_action, read_next, read_position, read_rules};

/// Maximum number of actions since the position was set up.
const MAX_ACTIONS: usize = 1_000_000;

const DEFAULT_SEED: u64 = 1;

/// State of a session: options, start position, the actions since, and the position they lead to.
pub(crate) struct Session<C> {
    chooser: C,
    seed: u64,
    start: Position,
    actions: Vec<Action>,
    position: Position,
    /// Keeps the line that the last action text has chosen.
    reader: ActionReader,
}

impl<C: Chooser> Session<C> {
    /// Returns a session at the start of a game on square8 for two players.
    pub(crate) fn new(chooser: C) -> Result<Session<C>, Failure> {
        let rules = Ruleset::canon(BoardKind::Square8, 2).map_err(Failure::bad_input)?;
        let start = Position::new(&rules).map_err(Failure::bad_input)?;
        let (position, reader) = (start.clone(), ActionReader::default());
        Ok(Session { chooser, seed: DEFAULT_SEED, position, start, actions: Vec::new(), reader })
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
        lines.push(format!("bound line {MAX_LINE_BYTES}"));
        lines.push(format!("bound waiting {MAX_WAITING}"));
        lines.push(format!("bound actions {MAX_ACTIONS}"));
        lines
    }

    fn option(&mut self, seed: Option<u64>) -> Vec<String> {
        self.seed = seed.unwrap_or(self.seed);
        vec![format!("option seed {}", self.seed)]
    }

    fn current_rules(&self) -> Vec<String> {
        let rules = self.position.rules();
        let each = Overrides::all_of(rules).texts().into_iter().map(|(name, value)| format!("rule {name} {value}"));
        [format!("rules {rules}")].into_iter().chain(each).collect()
    }

    fn set_rules(&mut self, words: &str) -> Reply {
        let start = Position::new(&read_rules(words)?).map_err(|error| error.to_string())?;
        self.begin(start, None)
    }

    fn set_position(&mut self, text: Option<&str>, actions: Option<&str>) -> Reply {
        let rules = self.position.rules();
        let start = match text {
            None => Position::new(rules).map_err(|error| error.to_string())?,
            Some(text) => read_position(text, rules)?,
        };
        self.begin(start, actions)
    }

    /// Sets up a position and plays actions there. An illegal action leaves the session unchanged.
    fn begin(&mut self, start: Position, actions: Option<&str>) -> Reply {
        let mut played = Played::new(start.clone(), ActionReader::default());
        if let Some(texts) = actions {
            played.play_all(texts, MAX_ACTIONS)?;
        }
        let lines = [format!("rules {}", played.position.rules())].into_iter().chain(played.report()).collect();
        (self.start, self.actions, self.position, self.reader) =
            (start, played.actions, played.position, played.reader);
        Ok(lines)
    }

    fn play(&mut self, texts: &str) -> Reply {
        let mut played = Played::new(self.position.clone(), self.reader);
        played.play_all(texts, MAX_ACTIONS - self.actions.len())?;
        let lines = played.report().collect();
        self.actions.extend(played.actions);
        (self.position, self.reader) = (played.position, played.reader);
        Ok(lines)
    }

    fn undo(&mut self, count: usize) -> Reply {
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
        self.reader = ActionReader::default();
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

    fn explain(&self, text: &str) -> Reply {
        match read_action(&self.position, text) {
            Reading::Legal(action) => self.explain_legal(action),
            Reading::Illegal(illegal) => Ok(self.explain_illegal(&illegal)),
            Reading::Unreadable(reason) => Err(reason),
            Reading::LineChosen(_) | Reading::AlreadyTaken => Err("this is only a part of an action".to_owned()),
        }
    }

    fn explain_legal(&self, action: Action) -> Reply {
        let mut after = self.position.clone();
        let events = after.play_with_events(action).map_err(|illegal| illegal.to_string())?;
        let mut lines = vec!["verdict legal".to_owned(), format!("action {}", self.position.action_text(action))];
        let effects = describe_all(&events, after.rules().board);
        lines.extend(effects.iter().map(|effect| format!("event {effect}")));
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

    fn go(&self, limits: &Limits, search: &Search<'_>) -> Reply {
        check_running(&self.position)?;
        let limits = limits.clone().or(Limit::Seed, self.seed).or(Limit::Level, DEFAULT_LEVEL.into());
        report_limits(&limits, search);
        let action = self.chooser.choose(&self.position, &limits, search);
        let action = action.ok_or("there is no legal action")?;
        Ok(vec![format!("bestaction {}", self.position.action_text(action))])
    }

    fn analyse(&self, limits: &Limits, search: &Search<'_>) -> Reply {
        check_running(&self.position)?;
        let limits = limits.clone().or(Limit::Lines, analysis::DEFAULT_LINES);
        report_limits(&limits, search);
        analysis::analyse(&self.position, &limits, search);
        Ok(Vec::new())
    }
}

/// Answers commands. An error leaves the session unchanged.
impl<C: Chooser> Handler for Session<C> {
    fn answer(&mut self, command: &Command, search: &Search<'_>) -> Reply {
        match command {
            Command::Identify => Ok(self.identify()),
            Command::Help => Ok(help()),
            Command::IsReady | Command::Stop | Command::Quit => Ok(Vec::new()),
            Command::Option(seed) => Ok(self.option(*seed)),
            Command::Rules(None) => Ok(self.current_rules()),
            Command::Rules(Some(words)) => self.set_rules(words),
            Command::Position { text, actions } => self.set_position(text.as_deref(), actions.as_deref()),
            Command::Play(actions) => self.play(actions),
            Command::Undo(count) => self.undo(*count),
            Command::Show => Ok(self.show()),
            Command::Legal => Ok(self.legal()),
            Command::Explain(action) => self.explain(action),
            Command::Go(limits) => self.go(limits, search),
            Command::Analyse(limits) => self.analyse(limits, search),
        }
    }
}

/// Reports the limits of a search, defaults included.
fn report_limits(limits: &Limits, search: &Search<'_>) {
    for (limit, value) in limits.iter() {
        search.info(&format!("used {} {value}", limit.name()));
    }
}

fn describe_limit(limit: Limit) -> String {
    let (min, max) = limit.range();
    format!("limit {} {min} {max} used", limit.name())
}

fn help() -> Vec<String> {
    COMMANDS.iter().map(|(_, usage, purpose)| format!("command {usage}: {purpose}")).collect()
}

/// Describes a board: its number of cells, and the rules that the edition canon does not define for it.
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

/// Describes turn, player and phase, and the result of a finished game, as pairs of words. 0 stands for no player.
fn situation_words(position: &Position) -> String {
    let (turn, phase) = (position.turn(), position.phase().name());
    let Some(outcome) = position.outcome() else {
        return format!("turn {turn} player {} phase {phase}", position.to_move());
    };
    let ranks: Vec<String> = outcome.ranks.of(position.rules().players).iter().map(u8::to_string).collect();
    let winner = outcome.winner.map_or(0, Player::seat);
    format!("turn {turn} player 0 phase {phase} winner {winner} reason {} ranks {}", outcome.reason, ranks.join("/"))
}

/// Returns an error with the result if the game is over.
fn check_running(position: &Position) -> Result<(), String> {
    match position.outcome() {
        None => Ok(()),
        Some(outcome) => Err(format!(
            "the game is over: {} Send undo, position or rules to continue",
            situation::result(position, &outcome)
        )),
    }
}

/// Actions that are being played. After an error they must not be used.
struct Played {
    position: Position,
    actions: Vec<Action>,
    reader: ActionReader,
    /// The line that the last text has chosen without taking it.
    chosen: Option<ChosenLine>,
}

impl Played {
    fn new(position: Position, reader: ActionReader) -> Played {
        Played { position, actions: Vec::new(), reader, chosen: None }
    }

    /// Plays actions given by their texts, at most `max` of them.
    fn play_all(&mut self, texts: &str, max: usize) -> Result<(), String> {
        for (text, number) in texts.split(SEPARATOR).map(str::trim).zip(1..) {
            let problem = |reason: String| format!("action {number}, '{}': {reason}", excerpt(text));
            if self.actions.len() == max {
                let reason = format!("more than {MAX_ACTIONS} actions; send position with the text from show");
                return Err(problem(reason));
            }
            self.play(text).map_err(problem)?;
        }
        Ok(())
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let chosen = self.chosen.take();
        let reading = read_next(&mut self.reader, &self.position, text);
        if reading != Reading::AlreadyTaken {
            check_running(&self.position)?;
        }
        match reading {
            Reading::Legal(action) => {
                if let Some(line) = chosen.filter(|line| !line.is_taken_by(&self.position, action)) {
                    return Err(format!("the action before is incomplete: {}", ResolveActionError::from(line)));
                }
                self.position.play_unchecked(action);
                self.actions.push(action);
                Ok(())
            }
            Reading::LineChosen(line) => {
                self.chosen = Some(line);
                Ok(())
            }
            Reading::AlreadyTaken => Ok(()),
            Reading::Illegal(illegal) => Err(format!("{illegal}; send legal to list the legal actions")),
            Reading::Unreadable(reason) => Err(reason),
        }
    }

    /// Returns the data lines of the reply: the options of a chosen line, and the state.
    fn report(&self) -> impl Iterator<Item = String> {
        let chosen = self.chosen.as_ref().map(|line| {
            let options: Vec<&str> = line.options().collect();
            format!("chosen {} {}", line.number, options.join(" | "))
        });
        chosen.into_iter().chain([state(&self.position)])
    }
}
