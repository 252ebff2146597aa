//! One test per statement of the rules, named after its rule: `r103_…` tests RR-CANON-R103.
//!
//! The expectations come from the rulebook, not from the engine. A test is a position text (`docs/formats.md`; the default is
//! square8, two players, canon) and a script for [`check`]. Steps are separated by line breaks or `|`:
//!
//! | step | meaning |
//! |---|---|
//! | `do M a1-a2` | plays an action |
//! | `can SP` | the action is legal |
//! | `cannot SP R080` | the action is illegal by this rule (the rule may be left out) |
//! | `only T 1, ST` | exactly these actions are legal, in this order |
//! | `legal 4` | this number of actions is legal |
//! | `is a1=S12,b1=M1,c1=C2,d1=.` | the contents of cells |
//! | `has T 2; P movement` | the position text has these fields |
//! | `lacks L` | the position text does not have this field |
//! | `terr 3,0` | collapsed cells by seat |
//! | `eliminated 16,17` | eliminated rings by colour, no matter which player is credited |
//! | `ranks 1,2` | ranks by seat, after the end of the game |
//! | `resign 2 1,2` | ranks by seat if player 2 resigned or ran out of time now |
//! | `gain 1` | the change of `Position::progress` by the last action |
//! | `events R092 left a1=M1, R091 moved a1-a2=1` | the last action had these events in this order, among others |
//! | `no R090 passed 2` | the last action did not have this event |
//! | `lines a1..c1` | the lines of the player to move, in order; or `none` |
//! | `candidates 1,61` | the sizes of all candidate regions; or `none` |
//! | `regions 1` | the sizes of the regions that can be claimed now |
//! | `denied 1 a1#2 R142` | the rule that prevents player 1 from processing the region of 2 cells that contains a1 |
//!
//! In addition to the usual notation, `T a1#1` is the region of one cell that contains a1, `L a1..d1` a line by its ends
//! (smaller cell first) and `L a1..d1@b1` its segment that begins at b1. The invariants are checked after every action.

mod board;
mod capture;
mod components;
mod invariants;
mod lines;
mod live;
mod movement;
mod placement;
mod territory;
mod turn;
mod victory;

use std::fmt::Display;

use ringrift::{
    Action, Axis, BoardKind, Cell, CellContent, Event, FinishedGames, Landing, Line, Player, Position, ReadActionError,
    Reason, RegionId, ResolveActionError, Setup,
};

/// Plays a script from a position; the module documentation lists the steps. Returns the last position.
#[track_caller]
fn check(position: &str, script: &str) -> Position {
    let mut run = Run::start(position);
    for step in script.split(['\n', '|']).map(str::trim).filter(|step| !step.is_empty()) {
        if let Err(problem) = run.step(step) {
            panic!("step '{step}': {problem}\nafter: {}\nin:    {}", run.events.join(", "), run.position);
        }
    }
    run.position
}

/// Checks that a position text is rejected with a message that contains `expected`.
#[track_caller]
fn check_rejected(position: &str, expected: &str) {
    let error = Position::parse(&with_rules(position)).expect_err("the position is rejected").to_string();
    assert!(error.contains(expected), "{error}");
}

fn with_rules(position: &str) -> String {
    if position.starts_with("G ") { position.to_owned() } else { format!("G square8 2p; {position}") }
}

/// The result of a step; the error describes the difference.
type StepResult = Result<(), String>;

/// The state of a running script.
struct Run {
    position: Position,
    board: BoardKind,
    /// The events of the last action, or of the start of the position.
    events: Vec<String>,
    /// The change of `Position::progress` by the last action.
    gain: i64,
}

impl Run {
    #[track_caller]
    fn start(text: &str) -> Run {
        let setup = Setup::parse(&with_rules(text)).expect("the position text is valid");
        let mut events = Vec::new();
        let position =
            Position::from_setup_observed(&setup, FinishedGames::Allow, &mut events).expect("the position is valid");
        let mut run = Run { position, board: setup.rules.board, events: Vec::new(), gain: 0 };
        run.events = events.iter().map(|event| run.event_text(event)).collect();
        run
    }

    fn step(&mut self, step: &str) -> StepResult {
        let (word, rest) = step.split_once(' ').unwrap_or((step, ""));
        match word {
            "do" => self.check_legal(rest).and_then(|()| self.play(rest)),
            "can" => self.check_legal(rest),
            "cannot" => self.check_illegal(rest),
            "only" => equal(rest, &join(&self.legal(), ", ")),
            "legal" => {
                equal(rest, &self.position.count_legal())?;
                equal(rest, &self.legal().len())
            }
            "is" => rest.split(',').try_for_each(|item| {
                let (at, content) = item.trim().split_once('=').ok_or("expected cell=content")?;
                equal(content, &self.content(self.cell(at)?)).map_err(|problem| format!("{at}: {problem}"))
            }),
            "has" => rest.split(';').try_for_each(|field| {
                let code = field.split_whitespace().next().unwrap_or_default();
                equal(field.trim(), &self.field(code).unwrap_or_default())
            }),
            "lacks" => equal("", &self.field(rest).unwrap_or_default()),
            "terr" => equal(rest, &self.by_seat(|player| self.position.territory(player))),
            "eliminated" => equal(rest, &self.by_seat(|player| self.position.rings_eliminated(player))),
            "ranks" => {
                let outcome = self.position.outcome().ok_or("the game is not over")?;
                equal(rest, &self.by_seat(|player| outcome.ranks[player]))
            }
            "resign" => {
                let (by, ranks) = rest.split_once(' ').ok_or("expected a seat and ranks")?;
                let by = by.parse().ok().and_then(Player::from_seat).ok_or("expected a seat")?;
                let ranking = self.position.ranking_after_resignation(by);
                equal(ranks, &self.by_seat(|player| ranking[player]))
            }
            "gain" => equal(rest, &self.gain),
            "events" => {
                let mut happened = self.events.iter();
                rest.split(", ").try_for_each(|event| {
                    happened
                        .find(|text| *text == event)
                        .map(|_| ())
                        .ok_or(format!("event '{event}' is missing or out of order"))
                })
            }
            "no" if self.events.iter().any(|event| event == rest) => Err("the event happened".to_owned()),
            "no" => Ok(()),
            "lines" => equal(rest, &self.lines()),
            "candidates" => equal(rest, &sizes(self.position.regions().iter().map(|region| region.cells.len()))),
            "regions" => {
                let claimable = self.position.regions().into_iter();
                let claimable = claimable.filter(|r| self.position.is_legal(Action::ClaimRegion { region: r.id }));
                equal(rest, &sizes(claimable.map(|region| region.cells.len())))
            }
            "denied" => self.check_denied(rest),
            _ => Err("unknown step".to_owned()),
        }
    }

    fn play(&mut self, text: &str) -> StepResult {
        let action = self.action(text)?;
        let before = self.position.clone();
        let events = self.position.play_with_events(action).map_err(|error| error.to_string())?;
        self.events = events.iter().map(|event| self.event_text(event)).collect();
        self.gain = i64::from(self.position.progress()) - i64::from(before.progress());
        check_invariants(&before, &self.position)
    }

    /// Returns why an action is illegal, or `None` if it is legal. Fails if `legal_actions` contradicts the answer.
    fn why_illegal(&self, text: &str) -> Result<Option<String>, String> {
        let action = self.action(text)?;
        let problem = self.position.why_illegal(action);
        if self.position.legal_actions().contains(&action) != problem.is_none() {
            return Err(format!("legal_actions contradicts why_illegal: {problem:?}"));
        }
        Ok(problem.map(|illegal| illegal.to_string()))
    }

    fn check_legal(&self, text: &str) -> StepResult {
        self.why_illegal(text)?.map_or(Ok(()), Err)
    }

    fn check_illegal(&self, text: &str) -> StepResult {
        let (action, rule) = match text.rsplit_once(' ') {
            Some((action, rule)) if rule.len() == 4 && rule.starts_with('R') => (action, rule),
            _ => (text, ""),
        };
        let problem = self.why_illegal(action)?.ok_or("the action is legal")?;
        if problem.ends_with(&format!("{rule})")) || rule.is_empty() { Ok(()) } else { Err(problem) }
    }

    fn check_denied(&self, text: &str) -> StepResult {
        let words: Vec<&str> = text.split(' ').collect();
        let [seat, region, rule] = words[..] else { return Err("expected player, region and rule".to_owned()) };
        let player = seat.parse().ok().and_then(Player::from_seat).ok_or("expected a seat")?;
        let denial =
            self.position.why_not_claim(player, self.region(region)?).ok_or("the player may process the region")?;
        equal(&format!("RR-CANON-{rule}"), &denial.rule)
    }

    fn action(&self, text: &str) -> Result<Action, String> {
        Ok(match text.split_once(' ') {
            Some(("T", region)) if region.contains('#') => Action::ClaimRegion { region: self.region(region)? },
            Some(("L", line)) if line.contains("..") => match line.split_once('@') {
                None => Action::TakeLine { line: self.line(line)? },
                Some((line, start)) => {
                    let (line, start) = (self.line(line)?, self.cell(start)?);
                    let steps = self.position.geometry().between(line.first, start);
                    Action::TakeSegment { line, offset: steps.map_or(0, |(_, steps)| steps) }
                }
            },
            _ => match self.position.read_action(text) {
                Err(ReadActionError::Resolve(ResolveActionError::Illegal { action, .. })) => action,
                read => read.map_err(|error| error.to_string())?,
            },
        })
    }

    /// Returns the id of the region that `a1#3` denotes, or an id that no region has.
    fn region(&self, text: &str) -> Result<RegionId, String> {
        let (at, size) = text.split_once('#').ok_or("expected cell#size")?;
        let cell = self.cell(at)?;
        let regions = self.position.regions();
        let found = regions.iter().find(|r| r.cells.contains(&cell) && r.cells.len().to_string() == size);
        Ok(found.map_or(RegionId { first: cell, border: None }, |region| region.id))
    }

    /// Returns the line that `a1..d1` denotes, whether or not its markers are on the board.
    fn line(&self, text: &str) -> Result<Line, String> {
        let geometry = self.position.geometry();
        let (first, last) = text.split_once("..").ok_or("expected first..last")?;
        let (first, last) = (self.cell(first)?, self.cell(last)?);
        let (direction, steps) = geometry.between(first, last).ok_or("not on one axis")?;
        let axis = Axis::new((direction.index() % geometry.axes().count()) as u8);
        Ok(Line { axis, first, length: steps + 1 })
    }

    fn lines(&self) -> String {
        let geometry = self.position.geometry();
        let text = |line: Line| {
            let mut cells = geometry.ray(line.first, geometry.forward(line.axis));
            let last = cells.nth(usize::from(line.length) - 2).expect("a line has at least two cells");
            format!("{}..{}", self.name(line.first), self.name(last))
        };
        let lines: Vec<String> = self.position.lines(self.position.to_move()).into_iter().map(text).collect();
        if lines.is_empty() { "none".to_owned() } else { lines.join(", ") }
    }

    fn legal(&self) -> Vec<String> {
        self.position.legal_actions().iter().map(|&action| self.position.action_text(action)).collect()
    }

    fn cell(&self, text: &str) -> Result<Cell, String> {
        self.board.parse_cell(text).map_err(|error| error.to_string())
    }

    fn name(&self, cell: Cell) -> impl Display + use<> {
        self.board.cell_name(cell)
    }

    fn content(&self, cell: Cell) -> String {
        match self.position.content(cell) {
            CellContent::Empty => ".".to_owned(),
            CellContent::Marker(player) => format!("M{player}"),
            CellContent::Stack(rings) => format!("S{rings}"),
            CellContent::Collapsed(player) => format!("C{player}"),
        }
    }

    /// Returns the field of the position text with this code.
    fn field(&self, code: &str) -> Option<String> {
        let text = self.position.to_string();
        text.split("; ").find(|field| field.split_whitespace().next() == Some(code)).map(str::to_owned)
    }

    fn by_seat<T: Display>(&self, value: impl Fn(Player) -> T) -> String {
        let values: Vec<T> = Player::seats(self.position.rules().players).map(value).collect();
        join(&values, ",")
    }

    /// Returns an event as text: its rule, then what happened.
    fn event_text(&self, event: &Event) -> String {
        let name = |cell| self.name(cell);
        let description = match *event {
            Event::Placed { player, at, rings, .. } => format!("placed {at}={player}*{rings}", at = name(at)),
            Event::MarkerLeft { player, at } => format!("left {}=M{player}", name(at)),
            Event::MarkerFlipped { at, from, to } => format!("flipped {}=M{from}>M{to}", name(at)),
            Event::MarkerRemoved { at } => format!("removed {}", name(at)),
            Event::MarkerSlid { from, to } => format!("slid {}-{}", name(from), name(to)),
            Event::SidesSwapped => "swapped".to_owned(),
            Event::RingCaptured { over, ring } => format!("captured {}={ring}", name(over)),
            Event::Moved { from, to, rings, .. } => format!("moved {}-{}={rings}", name(from), name(to)),
            Event::Collapsed { at, owner, .. } => format!("collapsed {}=C{owner}", name(at)),
            Event::LineTaken { line, collapsed } => format!("line {collapsed}/{}", line.length),
            Event::RegionClaimed { cells, border, .. } => format!("region {cells}+{border}"),
            Event::Eliminated { at, rings, credit, .. } => format!("eliminated {}={rings} for {credit}", name(at)),
            Event::Passed { player } => format!("passed {player}"),
            Event::TurnStarted { player, .. } => format!("turn {player}"),
            Event::HandConverted { player, rings } => format!("converted {player}*{rings}"),
            Event::Ended { winner, reason } => format!("ended {} {reason}", winner.map_or(0, Player::seat)),
            _ => format!("{event:?}"),
        };
        format!("R{:03} {description}", event.rule().number())
    }
}

/// Checks the invariants of every action: rings are conserved (RR-CANON-R052); credits and territory never
/// decrease, and only those of the player to move increase, except when the tiebreak converts rings in hand to credits
/// (RR-CANON-R060, R173); progress never decreases (RR-CANON-R191).
fn check_invariants(before: &Position, after: &Position) -> StepResult {
    let rules = before.rules();
    let seats = || Player::seats(rules.players);
    let uncredited = |position: &Position| -> i64 {
        seats().map(|p| i64::from(position.rings_eliminated(p)) - i64::from(position.credits(p))).sum()
    };
    let converted =
        after.outcome().is_some_and(|outcome| matches!(outcome.reason, Reason::Stalemate | Reason::TurnCap));
    let others_unchanged = seats().filter(|&player| player != before.to_move()).all(|player| {
        before.territory(player) == after.territory(player)
            && (converted || before.credits(player) == after.credits(player))
    });
    let never_decreases =
        |value: fn(&Position, Player) -> u32| seats().all(|player| value(before, player) <= value(after, player));
    let facts = [
        (uncredited(before) == uncredited(after), "rings are conserved"),
        (others_unchanged, "only the player to move gains credits and territory"),
        (never_decreases(Position::territory), "territory never decreases"),
        (never_decreases(|position, player| position.credits(player).into()), "credits never decrease"),
        (rules.landing == Landing::Keep || before.progress() <= after.progress(), "progress never decreases"),
    ];
    facts
        .into_iter()
        .try_for_each(|(holds, fact)| if holds { Ok(()) } else { Err(format!("invariant violated: {fact}")) })
}

fn equal(expected: &str, found: &impl Display) -> StepResult {
    let found = found.to_string();
    if expected == found { Ok(()) } else { Err(format!("expected '{expected}', found '{found}'")) }
}

fn join<T: Display>(items: &[T], separator: &str) -> String {
    items.iter().map(T::to_string).collect::<Vec<_>>().join(separator)
}

/// Returns sizes in ascending order, or `none`.
fn sizes(sizes: impl Iterator<Item = usize>) -> String {
    let mut sizes: Vec<usize> = sizes.collect();
    sizes.sort_unstable();
    if sizes.is_empty() { "none".to_owned() } else { join(&sizes, ",") }
}
