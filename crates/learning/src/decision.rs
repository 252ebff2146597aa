//! Legal choices of a position: their numbers, and playing them.

use ringrift::{Action, Axis, BoardKind, Cell, IllegalAction, Line, MEDIUM_WORDS, Phase, Player, Position, PositionOf};

use crate::action_space::{ActionSpace, Choice};
use crate::mask::MaskWriter;
use crate::observation::ObservationSpace;

/// A position in which a player chooses, perhaps after the slide of a recovery whose price is still open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decision<const W: usize> {
    position: PositionOf<W>,
    /// The slide of a recovery that was chosen; its price is the next choice of the same player.
    slide: Option<(Cell, Cell)>,
}

/// A choice that is not legal in a decision.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotLegal {
    /// The number belongs to no choice on this board.
    #[error("no choice on this board has the number {0}")]
    NoChoice(usize),
    /// The choice does not belong to the phase.
    #[error("this choice is not offered now")]
    WrongPhase,
    /// The rules forbid the action.
    #[error("{0}")]
    Action(#[from] IllegalAction),
}

/// The effect of a choice.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// Plays an action.
    Action(Action),
    /// Chooses the slide of a recovery from one cell to another; its price is the next choice of the same player.
    Slide(Cell, Cell),
}

impl<const W: usize> Decision<W> {
    /// Creates the decision of a position.
    pub fn new(position: PositionOf<W>) -> Decision<W> {
        Decision { position, slide: None }
    }

    /// Returns the position. After a slide it is the position before the slide.
    pub fn position(&self) -> &PositionOf<W> {
        &self.position
    }

    /// Returns the slide whose price is open.
    pub fn slide(&self) -> Option<(Cell, Cell)> {
        self.slide
    }

    /// Replaces the decision by that of another position.
    pub fn reset(&mut self, position: &PositionOf<W>) {
        self.position.clone_from(position);
        self.slide = None;
    }

    pub(crate) fn space(&self) -> ActionSpace {
        ActionSpace::new(self.position.rules().board)
    }

    /// Calls a function with every legal choice; slides can repeat.
    pub fn for_each_choice(&self, mut visit: impl FnMut(Choice)) {
        self.position.legal().for_each(|action| self.for_each_choice_of(action, &mut visit));
    }

    /// Calls a function with the choices that a legal action offers now: all cells of a region, or the price of the chosen slide.
    pub(crate) fn for_each_choice_of(&self, action: Action, mut visit: impl FnMut(Choice)) {
        if let Action::ClaimRegion { region } = action {
            let border = region.border.map(|owner| self.turns_after_mover(owner));
            for cell in &self.position.region_cells(region) {
                visit(Choice::Region { cell, border });
            }
            return;
        }
        let (first, price) = self.choices(action);
        match (self.slide, price) {
            (None, _) => visit(first),
            (Some((from, to)), Some(price)) if first == (Choice::Travel { from, to }) => visit(price),
            _ => {}
        }
    }

    /// Sets the bits of all legal choices in a mask, and clears the others. Bit `n % 64` of word `n / 64` belongs to choice number `n`.
    ///
    /// # Panics
    /// If the mask is too short for the numbers of the board.
    pub fn write_mask(&self, mask: &mut [u64]) {
        mask.fill(0);
        self.position.visit_action_groups(&mut MaskWriter::new(self, mask));
    }

    /// Returns the one or two choices that make an action. Of the cells of a region, the lowest is named.
    pub fn choices(&self, action: Action) -> (Choice, Option<Choice>) {
        let choice = match action {
            Action::Place { at, rings } => Choice::Place { at, rings },
            Action::Move { from, to } | Action::Capture { from, to, .. } => Choice::Travel { from, to },
            Action::Recover { from, to, extract } => {
                return (Choice::Travel { from, to }, Some(Choice::Pay { at: extract }));
            }
            Action::RecoverSegment { from, to, offset } => {
                let price =
                    self.position.line_of_slide(from, to).map(|line| self.segment(line.axis, line.first, offset));
                return (Choice::Travel { from, to }, price);
            }
            Action::TakeLine { line } => self.run(line.axis, line.first, 0, line.length),
            Action::TakeSegment { line, offset } => self.segment(line.axis, line.first, offset),
            Action::ClaimRegion { region } => {
                Choice::Region { cell: region.first, border: region.border.map(|owner| self.turns_after_mover(owner)) }
            }
            Action::Eliminate { at } => Choice::Pay { at },
            Action::SkipPlacement | Action::DeclineCapture | Action::SkipRecovery | Action::StopTerritory => {
                Choice::Pass
            }
            Action::SwapSides => Choice::Swap,
        };
        (choice, None)
    }

    /// Returns the choice of a part of a line with the length that the rules require.
    fn segment(&self, axis: Axis, first: Cell, offset: u8) -> Choice {
        self.run(axis, first, offset, self.position.rules().line_length)
    }

    fn run(&self, axis: Axis, first: Cell, offset: u8, length: u8) -> Choice {
        let line = Line { axis, first, length: offset + length };
        let mut cells = line.cells(self.position.geometry()).skip(usize::from(offset));
        let first = cells.next().unwrap_or(first);
        Choice::Line { first, last: cells.last().unwrap_or(first) }
    }

    pub(crate) fn turns_after_mover(&self, player: Player) -> u8 {
        let players = self.position.rules().players;
        (player.index() as u8 + players - self.position.to_move().index() as u8) % players
    }

    /// Plays a choice by its number.
    ///
    /// # Errors
    /// If the choice is not legal; the decision is then unchanged.
    pub fn play(&mut self, index: usize) -> Result<(), NotLegal> {
        let step = self.step(index)?;
        self.play_step(step);
        Ok(())
    }

    /// Plays a step of this decision, without a check that it is legal.
    ///
    /// # Panics
    /// Perhaps, if the step is not legal.
    #[inline]
    pub fn play_step(&mut self, step: Step) {
        match step {
            Step::Slide(from, to) => self.slide = Some((from, to)),
            Step::Action(action) => {
                self.position.play_unchecked(action);
                self.slide = None;
            }
        }
    }

    /// Returns the action that a choice completes; `None` if the choice is a slide, whose price is the next choice.
    ///
    /// # Errors
    /// If the choice is not legal.
    pub fn action(&self, index: usize) -> Result<Option<Action>, NotLegal> {
        Ok(match self.step(index)? {
            Step::Action(action) => Some(action),
            Step::Slide(..) => None,
        })
    }

    /// Returns the step that a choice means.
    ///
    /// # Errors
    /// If the choice is not legal.
    pub fn step(&self, index: usize) -> Result<Step, NotLegal> {
        let choice = self.space().choice(index).ok_or(NotLegal::NoChoice(index))?;
        let position = &self.position;
        let action = match (choice, position.phase()) {
            (_, Phase::Recovery) => return self.recovery_step(choice),
            (Choice::Place { at, rings }, Phase::Placement) => Action::Place { at, rings },
            (Choice::Pass, Phase::Placement) => Action::SkipPlacement,
            (Choice::Swap, Phase::Placement) => Action::SwapSides,
            (Choice::Pass, Phase::CaptureOffer { .. }) => Action::DeclineCapture,
            (Choice::Pass, Phase::RegionChoice) => Action::StopTerritory,
            (Choice::Pay { at }, Phase::LinePayment | Phase::RegionPayment | Phase::ForcedElimination) => {
                Action::Eliminate { at }
            }
            (
                Choice::Travel { from, to },
                Phase::Movement { .. } | Phase::CaptureOffer { .. } | Phase::CaptureChain { .. },
            ) => self.travel(from, to),
            (Choice::Line { .. }, Phase::LineChoice) => {
                self.find_action(|action| self.choices(action).0 == choice).ok_or(NotLegal::WrongPhase)?
            }
            (Choice::Region { cell, border }, Phase::RegionChoice) => {
                let is_meant = |action: Action| match action {
                    Action::ClaimRegion { region } => {
                        region.border.map(|owner| self.turns_after_mover(owner)) == border
                            && position.region_cells(region).contains(cell)
                    }
                    _ => false,
                };
                self.find_action(is_meant).ok_or(NotLegal::WrongPhase)?
            }
            _ => return Err(NotLegal::WrongPhase),
        };
        match position.why_illegal(action) {
            Some(illegal) => Err(illegal.into()),
            None => Ok(Step::Action(action)),
        }
    }

    /// Returns the first legal action with a property, in one pass over all legal actions.
    fn find_action(&self, is_meant: impl Fn(Action) -> bool) -> Option<Action> {
        let mut found = None;
        self.position.legal().for_each(|action| {
            if found.is_none() && is_meant(action) {
                found = Some(action);
            }
        });
        found
    }

    /// Returns the move or capture from one cell to another: a capture if a stack stands between them.
    fn travel(&self, from: Cell, to: Cell) -> Action {
        let geometry = self.position.geometry();
        let Some((direction, _)) = geometry.between(from, to) else { return Action::Move { from, to } };
        let mut path = geometry.ray(from, direction).take_while(|&cell| cell != to);
        match path.find(|&cell| !self.position.stack(cell).is_empty()) {
            Some(over) => Action::Capture { from, over, to },
            None => Action::Move { from, to },
        }
    }

    fn recovery_step(&self, choice: Choice) -> Result<Step, NotLegal> {
        match (choice, self.slide) {
            (Choice::Pass, None) => Ok(Step::Action(Action::SkipRecovery)),
            (Choice::Travel { from, to }, None)
                if self.find_action(|action| self.choices(action).0 == choice).is_some() =>
            {
                Ok(Step::Slide(from, to))
            }
            (_, Some((from, to))) => {
                let wanted = (Choice::Travel { from, to }, Some(choice));
                let action = self.find_action(|action| self.choices(action) == wanted).ok_or(NotLegal::WrongPhase)?;
                Ok(Step::Action(action))
            }
            _ => Err(NotLegal::WrongPhase),
        }
    }

    /// Plays a random choice and returns its number: each legal action is equally likely. `below` returns a random number below its
    /// argument. Returns `None` if the game is over.
    pub fn play_random(&mut self, mut below: impl FnMut(usize) -> usize) -> Option<usize> {
        let space = self.space();
        if let Some((from, to)) = self.slide.take() {
            let mut prices = Vec::new();
            self.position.legal().for_each(|action| {
                if self.choices(action).0 == (Choice::Travel { from, to }) {
                    prices.push(action);
                }
            });
            let action = *prices.get(below(prices.len().max(1)))?;
            let index = self.choices(action).1.and_then(|price| space.index(price));
            self.position.play_unchecked(action);
            return index;
        }
        let mut legal = self.position.legal();
        let count = legal.len();
        if count == 0 {
            return None;
        }
        let action = legal.nth(below(count))?;
        let (first, price) = self.choices(action);
        let index = space.index(first);
        match (price, first) {
            (Some(_), Choice::Travel { from, to }) => self.slide = Some((from, to)),
            _ => self.position.play_unchecked(action),
        }
        index
    }
}

/// A decision on a board chosen at run time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyDecision {
    /// A board of up to 64 cells.
    Small(Box<Decision<1>>),
    /// A board of up to 384 cells.
    Medium(Box<Decision<MEDIUM_WORDS>>),
    /// A board of up to 512 cells.
    Large(Box<Decision<8>>),
}

/// Evaluates an expression with the decision of the actual board size.
macro_rules! each_size {
    ($self:expr, $decision:ident => $body:expr) => {
        match $self {
            AnyDecision::Small($decision) => $body,
            AnyDecision::Medium($decision) => $body,
            AnyDecision::Large($decision) => $body,
        }
    };
}

impl AnyDecision {
    /// Creates the decision of a position.
    pub fn new(position: &Position) -> AnyDecision {
        match position {
            Position::Small(position) => AnyDecision::Small(Box::new(Decision::new(position.clone()))),
            Position::Medium(position) => AnyDecision::Medium(Box::new(Decision::new((**position).clone()))),
            Position::Large(position) => AnyDecision::Large(Box::new(Decision::new((**position).clone()))),
        }
    }

    /// Returns a copy of the position. After a slide it is the position before the slide.
    pub fn position(&self) -> Position {
        match self {
            AnyDecision::Small(decision) => Position::Small(decision.position.clone()),
            AnyDecision::Medium(decision) => Position::Medium(Box::new(decision.position.clone())),
            AnyDecision::Large(decision) => Position::Large(Box::new(decision.position.clone())),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> BoardKind {
        each_size!(self, decision => decision.position.rules().board)
    }

    /// Returns the slide whose price is open.
    pub fn slide(&self) -> Option<(Cell, Cell)> {
        each_size!(self, decision => decision.slide)
    }

    /// Returns the numbers of all legal choices in ascending order.
    pub fn legal(&self) -> Vec<usize> {
        let space = ActionSpace::new(self.board());
        let mut numbers = Vec::new();
        each_size!(self, decision => decision.for_each_choice(|choice| numbers.extend(space.index(choice))));
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// Returns the numbers of the one or two choices that make an action.
    pub fn numbers(&self, action: Action) -> Vec<usize> {
        let space = ActionSpace::new(self.board());
        let (first, price) = each_size!(self, decision => decision.choices(action));
        std::iter::once(first).chain(price).filter_map(|choice| space.index(choice)).collect()
    }

    /// Returns the action that a choice completes, see [`Decision::action`].
    ///
    /// # Errors
    /// If the choice is not legal.
    pub fn action(&self, index: usize) -> Result<Option<Action>, NotLegal> {
        each_size!(self, decision => decision.action(index))
    }

    /// Plays a choice by its number.
    ///
    /// # Errors
    /// If the choice is not legal; the decision is then unchanged.
    pub fn play(&mut self, index: usize) -> Result<(), NotLegal> {
        each_size!(self, decision => decision.play(index))
    }

    /// Returns the planes and the scalars of the decision.
    pub fn observation(&self) -> (Vec<u8>, Vec<f32>) {
        let space = ObservationSpace::new(self.board());
        let (mut planes, mut scalars) = (vec![0; space.plane_bytes()], vec![0.0; space.scalars()]);
        each_size!(self, decision => {
            space.write_planes(decision, &mut planes);
            space.write_scalars(decision, &mut scalars);
        });
        (planes, scalars)
    }
}
