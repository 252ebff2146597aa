//! Conversion of moves in requests to actions of a position.

use api::rules::{CellRef, MoveObject, Problems, TextOr};
use ringrift::{
    Action, ActionCode, BoardKind, Cell, ChosenLine, LineOption, Phase, Position, RegionId, ResolveActionError, Rule,
    TurnStep, WrittenAction, WrittenKind,
};

use crate::cells::cell_of;
use crate::verdict::VerdictRejection;

/// Meaning of a move in a position.
#[derive(Clone, PartialEq, Debug)]
pub enum Meaning {
    /// An action, legal or not.
    Action(Action),
    /// The move matches no action of this position.
    NoAction(VerdictRejection),
    /// The move chooses a line, and the next move says how to take it.
    LineChosen(ChosenLine),
}

impl Meaning {
    /// Returns the meaning of a text or an object. `chosen_line` is the number of the line that the move before has chosen.
    ///
    /// # Errors
    /// If the move is malformed or ambiguous.
    pub fn of(
        position: &Position,
        written: &TextOr<MoveObject>,
        chosen_line: Option<u16>,
    ) -> Result<Meaning, Problems> {
        match written {
            TextOr::Text(text) => from_text(position, text, "move", chosen_line),
            TextOr::Object(object) => MoveReader { object, position, chosen_line }.meaning(),
        }
    }
}

fn from_text(position: &Position, text: &str, at: &str, chosen_line: Option<u16>) -> Result<Meaning, Problems> {
    let board = position.rules().board;
    let written = WrittenAction::parse(text, board).map_err(|error| Problems::one(at, error))?;
    from_written(position, written.kind, at, chosen_line)
}

fn from_written(
    position: &Position,
    kind: WrittenKind,
    at: &str,
    chosen_line: Option<u16>,
) -> Result<Meaning, Problems> {
    let kind = match kind {
        WrittenKind::Line { line: None, option: option @ Some(_) } => WrittenKind::Line { line: chosen_line, option },
        other => other,
    };
    match (position.resolve(&WrittenAction::new(position.rules().board, kind)), kind) {
        (Ok(action), _) => Ok(Meaning::Action(action)),
        (Err(ResolveActionError::Ambiguous { candidates }), WrittenKind::Line { line: Some(number), option: None }) => {
            Ok(Meaning::LineChosen(ChosenLine { number, candidates }))
        }
        (Err(error), _) => from_error(error, at),
    }
}

/// Returns an illegal action for the engines to reject, or the rejection of a move that matches no action.
fn from_error(error: ResolveActionError, at: &str) -> Result<Meaning, Problems> {
    let rule = match &error {
        ResolveActionError::Illegal { action, .. } => return Ok(Meaning::Action(*action)),
        ResolveActionError::Number { what: "region", .. } => Rule::R144,
        ResolveActionError::Number { what: "segment", .. } => Rule::R122,
        ResolveActionError::Number { .. } => Rule::R121,
        ResolveActionError::NotInRules { code: ActionCode::SwapSides, .. } => Rule::R175,
        ResolveActionError::NotInRules { code: ActionCode::Recover | ActionCode::SkipRecovery, .. } => Rule::R110,
        ResolveActionError::NotInRules { .. } => Rule::R091,
        _ => return Err(Problems::one(at, error)),
    };
    Ok(Meaning::NoAction(rejection(rule, error.to_string())))
}

fn rejection(rule: Rule, message: String) -> VerdictRejection {
    VerdictRejection { rule: Some(rule.to_string()), message, cells: Vec::new() }
}

/// Converts a move object to an action of a position.
struct MoveReader<'a> {
    object: &'a MoveObject,
    position: &'a Position,
    chosen_line: Option<u16>,
}

impl MoveReader<'_> {
    fn meaning(&self) -> Result<Meaning, Problems> {
        let steps = [TurnStep::Placement, TurnStep::Movement, TurnStep::Lines, TurnStep::Territory];
        if steps.iter().any(|step| step.move_type() == self.object.kind) {
            let message = "this step of a turn has no choice and needs no move".to_owned();
            return Ok(Meaning::NoAction(rejection(Rule::R071, message)));
        }
        let code = move_code(self.object)?;
        let to_move = self.position.to_move().seat();
        if self.object.player.is_some_and(|seat| seat != to_move) && self.position.outcome().is_none() {
            return Ok(Meaning::NoAction(rejection(Rule::R070, format!("it is the turn of player {to_move}"))));
        }
        match &self.object.algebraic_notation {
            Some(text) => self.by_notation(code, text),
            None => self.by_fields(code),
        }
    }

    /// Reads the notation; its type must match the type of the object, so that the two cannot contradict each other.
    fn by_notation(&self, code: ActionCode, text: &str) -> Result<Meaning, Problems> {
        let at = "move.algebraicNotation";
        let written =
            WrittenAction::parse(text, self.position.rules().board).map_err(|error| Problems::one(at, error))?;
        let family = |code| match code {
            ActionCode::ContinueCapture => ActionCode::Capture,
            ActionCode::LineOption => ActionCode::Line,
            ActionCode::MoveRing => ActionCode::Move,
            code => code,
        };
        if family(written.kind.code()) != family(code) {
            return Err(Problems::one(
                at,
                format!("'{}' is not a move of type {}", ringrift::excerpt(text), ringrift::excerpt(&self.object.kind)),
            ));
        }
        from_written(self.position, written.kind, at, self.chosen_line)
    }

    fn by_fields(&self, code: ActionCode) -> Result<Meaning, Problems> {
        let board = self.position.rules().board;
        match code {
            ActionCode::Line => self.line(optional(board, "move.to", self.object.to.as_ref())?),
            ActionCode::LineOption => match self.line(optional(board, "move.to", self.object.to.as_ref())?)? {
                Meaning::LineChosen(line) => Err(Problems::one("move", ResolveActionError::from(line))),
                meaning => Ok(meaning),
            },
            ActionCode::Territory => self.territory(optional(board, "move.to", self.object.to.as_ref())?),
            _ => self.resolved(written_kind(board, self.object, code)?),
        }
    }

    fn resolved(&self, kind: WrittenKind) -> Result<Meaning, Problems> {
        from_written(self.position, kind, "move", self.chosen_line)
    }

    /// Returns the action for the line that matches all given fields.
    fn line(&self, to: Option<Cell>) -> Result<Meaning, Problems> {
        let option = line_option(self.object)?;
        let (cells, collapsing) = (self.cells("move.cells", &self.object.cells)?, self.collapsing()?);
        if self.position.phase() != Phase::LineChoice || (cells.is_none() && collapsing.is_none() && to.is_none()) {
            let line = if self.position.phase() == Phase::LineChoice {
                self.object.line
            } else {
                self.object.line.or(Some(1))
            };
            return self.resolved(WrittenKind::Line { line, option });
        }
        let geometry = self.position.geometry();
        let length = usize::from(self.position.rules().line_length);
        let fits = |action: &Action| {
            let (line, part) = match *action {
                Action::TakeLine { line } => (line, None),
                Action::TakeSegment { line, offset } => (line, Some(usize::from(offset))),
                _ => return false,
            };
            let all: Vec<Cell> = line.cells(geometry).collect();
            let part_cells = part.map_or(&all[..], |from| all.get(from..from + length).unwrap_or_default());
            let option_fits = match option {
                None => true,
                Some(LineOption::Whole) => part.is_none(),
                Some(LineOption::Segment(number)) => {
                    part.is_some_and(|from| number.is_none_or(|number| usize::from(number) == from + 1))
                }
            };
            option_fits
                && cells.as_ref().is_none_or(|cells| have_same_cells(cells, &all))
                && collapsing.as_ref().is_none_or(|cells| have_same_cells(cells, part_cells))
                && to.is_none_or(|to| all.contains(&to))
        };
        let legal: Vec<Action> = self.position.legal_actions().iter().copied().filter(fits).collect();
        if let (None, Some(line)) = (option, chosen_line(self.position, &legal)) {
            return Ok(Meaning::LineChosen(line));
        }
        single_action(self.position, &legal, rejection(Rule::R121, "no such line can be processed now".to_owned()))
    }

    /// Returns the action for the region that matches all given fields, preferring a legal one.
    fn territory(&self, to: Option<Cell>) -> Result<Meaning, Problems> {
        let cells = self.cells("move.cells", &self.object.cells)?;
        if let (None, None, Some(region)) = (&cells, to, self.object.region) {
            return self.resolved(WrittenKind::Territory { region });
        }
        let first = cells.as_ref().and_then(|cells| cells.iter().min().copied()).or(to);
        let first = first.ok_or_else(|| missing("move.to"))?;
        if self.position.phase() != Phase::RegionChoice {
            return Ok(Meaning::Action(Action::ClaimRegion { region: RegionId { first, border: None } }));
        }
        let regions = self.position.regions().into_iter().filter(|region| match &cells {
            Some(cells) => have_same_cells(cells, &region.cells),
            None => region.cells.contains(&first),
        });
        let all: Vec<Action> = regions.map(|region| Action::ClaimRegion { region: region.id }).collect();
        let legal: Vec<Action> = all.iter().copied().filter(|&action| self.position.is_legal(action)).collect();
        // A region is usually identified by its first cell; another cell may lie in several regions.
        let begins = |action: &Action| matches!(action, Action::ClaimRegion { region } if region.first == first);
        let named: Vec<Action> = legal.iter().copied().filter(begins).collect();
        let found = [named, legal, all.into_iter().take(1).collect()].into_iter().find(|list| !list.is_empty());
        let none = rejection(Rule::R144, "no such region can be claimed now".to_owned());
        single_action(self.position, &found.unwrap_or_default(), none)
    }

    fn collapsing(&self) -> Result<Option<Vec<Cell>>, Problems> {
        self.cells("move.collapsedMarkers", &self.object.collapsed_markers)
    }

    fn cells(&self, at: &str, cells: &Option<Vec<CellRef>>) -> Result<Option<Vec<Cell>>, Problems> {
        let Some(cells) = cells else { return Ok(None) };
        let board = self.position.rules().board;
        let mut problems = Problems::default();
        let mut found = Vec::new();
        for (index, cell) in cells.iter().enumerate() {
            match cell_of(board, cell) {
                Ok(cell) => found.push(cell),
                Err(problem) => problems.add(format!("{at}[{index}]"), problem),
            }
        }
        if problems.is_empty() { Ok(Some(found)) } else { Err(problems) }
    }
}

/// Returns the notation of a move object, without looking at a position: a line and a region need their numbers.
///
/// # Errors
/// If the object lacks a field or has an invalid one.
pub fn move_text(board: BoardKind, object: &MoveObject) -> Result<String, Problems> {
    let written = match &object.algebraic_notation {
        Some(text) => {
            WrittenAction::parse(text, board).map_err(|error| Problems::one("move.algebraicNotation", error))?
        }
        None => WrittenAction::new(board, written_kind(board, object, move_code(object)?)?),
    };
    Ok(written.to_string())
}

fn move_code(object: &MoveObject) -> Result<ActionCode, Problems> {
    ActionCode::parse(&object.kind).ok_or_else(|| {
        let names = ActionCode::ALL.map(ActionCode::name).join(", ");
        Problems::one(
            "move.type",
            format!("'{}' is not a move type; types are {names}", ringrift::excerpt(&object.kind)),
        )
    })
}

/// Returns the written form of a move object from its fields.
fn written_kind(board: BoardKind, object: &MoveObject, code: ActionCode) -> Result<WrittenKind, Problems> {
    let cell = |at: &str, cell: &Option<CellRef>| optional(board, at, cell.as_ref());
    let (from, to) = (cell("move.from", &object.from)?, cell("move.to", &object.to)?);
    let target = cell("move.captureTarget", &object.capture_target)?;
    let from_given = || from.ok_or_else(|| missing("move.from"));
    let to_given = || to.ok_or_else(|| missing("move.to"));
    Ok(match code {
        ActionCode::Place => WrittenKind::Place { at: to_given()?, rings: object.placement_count.unwrap_or(1) },
        ActionCode::SkipPlacement => WrittenKind::SkipPlacement,
        ActionCode::SwapSides => WrittenKind::SwapSides,
        ActionCode::Move => WrittenKind::Move { from: from_given()?, to: to_given()? },
        ActionCode::MoveRing => WrittenKind::MoveRing { from: from_given()?, to: to_given()? },
        ActionCode::BuildStack => WrittenKind::BuildStack { from, to: to_given()? },
        ActionCode::Capture | ActionCode::ContinueCapture => WrittenKind::Capture {
            continues: code == ActionCode::ContinueCapture,
            from: from_given()?,
            to: to_given()?,
            over: target,
        },
        ActionCode::SkipCapture => WrittenKind::SkipCapture,
        ActionCode::Line | ActionCode::LineOption => {
            WrittenKind::Line { line: object.line, option: line_option(object)? }
        }
        ActionCode::Territory => {
            let number = "a region needs its number, because its cells depend on the position";
            WrittenKind::Territory { region: object.region.ok_or_else(|| Problems::one("move.region", number))? }
        }
        ActionCode::SkipTerritory => WrittenKind::SkipTerritory,
        ActionCode::Eliminate => WrittenKind::Eliminate { at: to.or(from).ok_or_else(|| missing("move.to"))? },
        ActionCode::Recover => {
            WrittenKind::Recover { from: from_given()?, to: to_given()?, option: line_option(object)?, extract: target }
        }
        ActionCode::SkipRecovery => WrittenKind::SkipRecovery,
    })
}

fn line_option(object: &MoveObject) -> Result<Option<LineOption>, Problems> {
    match (object.option, object.segment) {
        (Some(1), None) => Ok(Some(LineOption::Whole)),
        (None | Some(2), Some(number)) => Ok(Some(LineOption::Segment(Some(number)))),
        (Some(2), None) => Ok(Some(LineOption::Segment(None))),
        (None, None) => Ok(None),
        _ => Err(Problems::one("move.option", "expected 1 for the whole line, or 2 for a segment")),
    }
}

fn optional(board: BoardKind, at: &str, cell: Option<&CellRef>) -> Result<Option<Cell>, Problems> {
    cell.map(|cell| cell_of(board, cell)).transpose().map_err(|problem| Problems::one(at, problem))
}

fn missing(at: &str) -> Problems {
    Problems::one(at, "a move of this type needs this cell")
}

/// Reports whether two lists contain the same cells, in any order.
fn have_same_cells(a: &[Cell], b: &[Cell]) -> bool {
    let sorted = |cells: &[Cell]| {
        let mut cells = cells.to_vec();
        cells.sort_unstable();
        cells
    };
    sorted(a) == sorted(b)
}

/// Returns the line that all of several actions take.
fn chosen_line(position: &Position, actions: &[Action]) -> Option<ChosenLine> {
    let numbers = actions.iter().map(|&action| match position.write_action(action).kind {
        WrittenKind::Line { line, .. } => line,
        _ => None,
    });
    let mut numbers: Vec<Option<u16>> = numbers.collect();
    numbers.dedup();
    match numbers[..] {
        [Some(number)] if actions.len() > 1 => {
            let candidates = actions.iter().map(|&action| position.action_text(action)).collect();
            Some(ChosenLine { number, candidates })
        }
        _ => None,
    }
}

/// Returns the only action, `none` if there is no action, or an error if there are several.
fn single_action(position: &Position, actions: &[Action], none: VerdictRejection) -> Result<Meaning, Problems> {
    match actions {
        [] => Ok(Meaning::NoAction(none)),
        [action] => Ok(Meaning::Action(*action)),
        several => {
            let texts: Vec<String> = several.iter().take(8).map(|&action| position.action_text(action)).collect();
            Err(Problems::one("move", format!("ambiguous: this matches several moves: {}", texts.join(", "))))
        }
    }
}
