//! Legal actions of a position that are counted, indexed and visited without being written out.

use std::iter::FusedIterator;
use std::ops::ControlFlow;

use crate::action::Action;
use crate::action::sink::{ActionSink, CountActions, FewActions, NthAction, nth_placement};
use crate::board::cell_set::CellSet;
use crate::board::kind::Cell;
use crate::phase::Phase;
use crate::position::PositionOf;

/// The legal actions of a position in the order of [`legal_actions_into`](PositionOf::legal_actions_into), as an iterator that
/// knows its length.
///
/// [`nth`](Iterator::nth) makes only the requested action, so a random player chooses one without listing the others. It costs about as
/// much as counting. [`for_each`](Iterator::for_each) visits all actions in one pass, whereas [`next`](Iterator::next) starts
/// again for every action; fill an [`ActionList`](crate::ActionList) to go through them step by step.
///
/// ```
/// use ringrift::{BoardKind, Position, PositionOf, PositionVisitor, Ruleset};
///
/// struct MiddleAction;
/// impl PositionVisitor for MiddleAction {
///     type Output = Option<ringrift::Action>;
///     fn visit<const W: usize>(self, position: &PositionOf<W>) -> Self::Output {
///         let mut actions = position.legal();
///         actions.nth(actions.len() / 2)
///     }
/// }
/// let position = Position::new(&Ruleset::standard(BoardKind::Square8, 2)?)?;
/// assert_eq!(position.visit(MiddleAction), Some(position.legal_actions()[96]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LegalActions<'a, const W: usize> {
    position: &'a PositionOf<W>,
    /// The index of the next action.
    next: u64,
    /// The number of legal actions.
    count: u64,
    counted: Counted<W>,
}

/// What is kept from counting, so that a single action is made without counting again.
#[derive(Clone, Debug)]
enum Counted<const W: usize> {
    /// The cells for placements of one, two and three rings.
    Placements([CellSet<W>; 3]),
    /// For each cell, the number of placements on the cells up to it.
    PlacementsByCell([[u16; 64]; W]),
    /// For each stack that can move, in cell order, the number of actions of the stacks up to it.
    Stacks([u16; MAX_STACKS]),
    /// The landing cells of the stack that must move.
    Landings(CellSet<W>),
    /// The stacks in sight of the stack that may capture.
    Targets(CellSet<W>),
    /// All actions, in order.
    All(FewActions),
    Nothing,
}

/// The number of stacks for which [`Counted::Stacks`] has room.
const MAX_STACKS: usize = 40;

impl<const W: usize> Iterator for LegalActions<'_, W> {
    type Item = Action;

    fn next(&mut self) -> Option<Action> {
        self.nth(0)
    }

    fn nth(&mut self, skipped: usize) -> Option<Action> {
        let index = self.next.saturating_add(skipped as u64).min(self.count);
        self.next = (index + 1).min(self.count);
        if index < self.count { self.action(index) } else { None }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = (self.count - self.next) as usize;
        (left, Some(left))
    }

    fn fold<B, F: FnMut(B, Action) -> B>(mut self, start: B, mut add: F) -> B {
        let mut value = Some(start);
        if self.next == 0 && self.position.phase != Phase::RegionChoice {
            let _ = self.position.visit_legal(&mut EachAction(|action| {
                value = value.take().map(|value| add(value, action));
            }));
        } else {
            for action in self.by_ref() {
                value = value.take().map(|value| add(value, action));
            }
        }
        value.expect("every action puts the value back")
    }
}

impl<const W: usize> LegalActions<'_, W> {
    /// Makes the action with an index among those of the placement phase that place nothing.
    fn instead_of_placing(&self, index: u64) -> Option<Action> {
        let mut nth = NthAction::new(index);
        let _ = self.position.visit_instead_of_placing(&mut nth);
        nth.found
    }

    /// Makes the action with an index.
    fn action(&self, index: u64) -> Option<Action> {
        match &self.counted {
            Counted::Placements(sets) => match nth_placement(sets, index) {
                Ok(action) => Some(action),
                Err(placements) => self.instead_of_placing(index - placements),
            },
            Counted::PlacementsByCell(ends) => {
                let ends = ends.as_flattened();
                let at = ends.partition_point(|&end| u64::from(end) <= index);
                let before = if at == 0 { 0 } else { u64::from(ends[at - 1]) };
                if at == ends.len() {
                    return self.instead_of_placing(index - before);
                }
                let (player, at) = (self.position.to_move, Cell(at as u16));
                let mut nth = NthAction::new(index - before);
                let _ = nth.push_placements(at, self.position.placements_on(player, at));
                nth.found
            }
            Counted::Stacks(ends) => {
                let stack = ends.iter().position(|&end| index < u64::from(end))?;
                let before = if stack == 0 { 0 } else { ends[stack - 1] };
                let from = self.position.board.controlled(self.position.to_move).nth(stack as u32)?;
                let mut nth = NthAction::new(index - u64::from(before));
                let (terrain, rings) = (self.position.terrain(self.position.to_move), self.position.stack(from));
                let _ = self.position.visit_stack_actions(&terrain, from, rings, &mut nth);
                nth.found
            }
            Counted::Landings(landings) => {
                let Phase::Movement { must_move: Some(from) } = self.position.phase else { return None };
                if let Some(to) = landings.nth(index as u32) {
                    return Some(Action::Move { from, to });
                }
                let mut nth = NthAction::new(index - u64::from(landings.len()));
                let _ = self.position.visit_captures(from, &mut nth);
                nth.found
            }
            Counted::Targets(targets) => {
                let mut nth = NthAction::new(index);
                let _ = self.position.visit_captures_of(targets, &mut nth);
                nth.found
            }
            Counted::All(actions) => actions.nth(index as usize),
            Counted::Nothing => self.position.nth_legal(index),
        }
    }
}

impl<const W: usize> ExactSizeIterator for LegalActions<'_, W> {}

impl<const W: usize> FusedIterator for LegalActions<'_, W> {}

/// Passes every action to a function.
struct EachAction<F>(F);

impl<F: FnMut(Action)> ActionSink for EachAction<F> {
    #[inline]
    fn push(&mut self, action: Action) -> ControlFlow<()> {
        (self.0)(action);
        ControlFlow::Continue(())
    }
}

impl<const W: usize> PositionOf<W> {
    /// Returns the legal actions as an iterator that knows its length and makes single actions on request.
    #[inline]
    pub fn legal(&self) -> LegalActions<'_, W> {
        let mut legal = LegalActions { position: self, next: 0, count: 0, counted: Counted::Nothing };
        // The functions write what they keep into its place, and are not inlined: moving it would copy the largest of all variants.
        let counted = &mut legal.counted;
        let count = match self.phase {
            Phase::Placement => Some(self.count_placements(counted)),
            Phase::Movement { must_move: None } => self.count_stack_actions(counted),
            Phase::Movement { must_move: Some(from) } => Some(self.count_actions_of(from, counted)),
            Phase::CaptureOffer { at } | Phase::CaptureChain { at } => Some(self.count_captures(at, counted)),
            Phase::RegionChoice => self.count_region_choices(counted),
            _ => None,
        };
        legal.count = count.unwrap_or_else(|| self.count_legal());
        legal
    }

    #[inline(never)]
    fn count_placements(&self, counted: &mut Counted<W>) -> u64 {
        let mut count = CountActions::default();
        let _ = self.visit_instead_of_placing(&mut count);
        if let Some(sets) = self.few_placements(self.to_move) {
            *counted = Counted::Placements(sets);
            return count.0 + sets.iter().map(|cells| u64::from(cells.len())).sum::<u64>();
        }
        let mut ends = [[0; 64]; W];
        let mut placements: u16 = 0;
        for (end, counts) in
            ends.as_flattened_mut().iter_mut().zip(self.placements_by_cell(self.to_move).as_flattened())
        {
            placements += counts.count_ones() as u16;
            *end = placements;
        }
        *counted = Counted::PlacementsByCell(ends);
        count.0 + u64::from(placements)
    }

    /// Returns `None` if there are many stacks or actions.
    #[inline(never)]
    fn count_stack_actions(&self, counted: &mut Counted<W>) -> Option<u64> {
        let terrain = self.terrain(self.to_move);
        let mut count = CountActions::default();
        let mut ends = [u16::MAX; MAX_STACKS];
        for (stack, from) in self.board.controlled(self.to_move).iter().enumerate() {
            let _ = self.visit_stack_actions(&terrain, from, self.board.stack(from), &mut count);
            *ends.get_mut(stack)? = u16::try_from(count.0).ok()?;
        }
        *counted = Counted::Stacks(ends);
        Some(count.0)
    }

    #[inline(never)]
    fn count_actions_of(&self, from: Cell, counted: &mut Counted<W>) -> u64 {
        let (terrain, stack) = (self.terrain(self.to_move), self.board.stack(from));
        let reach = terrain.reach(self.geometry, from, stack.height());
        let landings = reach.landings.cells();
        let mut count = CountActions(u64::from(landings.len()));
        let _ = self.visit_targets(&terrain, reach.targets, from, stack, &mut count);
        *counted = Counted::Landings(landings);
        count.0
    }

    #[inline(never)]
    fn count_captures(&self, from: Cell, counted: &mut Counted<W>) -> u64 {
        let targets = self.terrain(self.to_move).targets(self.geometry, from);
        let mut count = CountActions::default();
        let _ = self.visit_captures_of(&targets, &mut count);
        *counted = Counted::Targets(targets);
        count.0
    }

    /// Generates the choices of a phase with captures; `targets` are the stacks in sight.
    fn visit_captures_of(&self, targets: &CellSet<W>, sink: &mut impl ActionSink) -> ControlFlow<()> {
        if let Phase::CaptureOffer { at } | Phase::CaptureChain { at } = self.phase {
            self.visit_targets(&self.terrain(self.to_move), *targets, at, self.board.stack(at), sink)?;
        }
        match self.phase {
            Phase::CaptureOffer { .. } => sink.push(Action::DeclineCapture),
            _ => ControlFlow::Continue(()),
        }
    }

    /// Returns `None` if there are many regions.
    #[inline(never)]
    fn count_region_choices(&self, counted: &mut Counted<W>) -> Option<u64> {
        let choices = self.sorted_region_choices()?;
        let count = choices.count() as u64;
        *counted = Counted::All(choices);
        Some(count)
    }

    /// Returns the choices of regions in order; `None` if there are many.
    fn sorted_region_choices(&self) -> Option<FewActions> {
        let mut few = FewActions::new();
        let _ = self.visit_region_choices(&mut few);
        few.all()?.sort_unstable_by(|&a, &b| self.compare_region_choices(a, b));
        Some(few)
    }

    /// Returns the number of legal actions without listing them.
    pub fn count_legal(&self) -> u64 {
        let mut count = CountActions::default();
        let _ = self.visit_legal(&mut count);
        count.0
    }

    /// Returns the legal action with this index in the order of [`legal_actions_into`](PositionOf::legal_actions_into), without
    /// listing the others; `None` if the index is out of range.
    pub fn nth_legal(&self, index: u64) -> Option<Action> {
        if self.phase == Phase::RegionChoice {
            return match self.sorted_region_choices() {
                Some(choices) => choices.nth(index as usize),
                None => self.legal_actions().get(index as usize).copied(),
            };
        }
        let mut nth = NthAction::new(index);
        let _ = self.visit_legal(&mut nth);
        nth.found
    }
}
