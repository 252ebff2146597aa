//! Lists of the legal steps of a decision with their numbers.

use ringrift::{Action, ActionList, Phase};

use crate::action_space::Choice;
use crate::decision::{Decision, Step};

/// The legal steps of a decision, each with the numbers of its choices. The list keeps its memory when it is filled again.
///
/// Each step has one number, except the claim of a region, which has one for each cell of the region.
#[derive(Clone, Debug, Default)]
pub struct StepList {
    actions: ActionList,
    steps: Vec<Step>,
    numbers: Vec<u32>,
    /// For each step, the end of its numbers; empty if every step has one number.
    ends: Vec<u32>,
}

impl StepList {
    /// Returns the steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the numbers of all steps, in the order of the steps.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// For each step, the end of its numbers; empty if every step has one number.
    pub fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Fills the list with the legal steps of a decision; it is empty if and only if the game is over.
    pub fn fill<const W: usize>(&mut self, decision: &Decision<W>) {
        self.steps.clear();
        self.numbers.clear();
        self.ends.clear();
        let mut actions = std::mem::take(&mut self.actions);
        decision.position().legal_actions_into(&mut actions);
        match decision.position().phase() {
            Phase::RegionChoice => self.fill_regions(decision, &actions),
            Phase::Recovery => self.fill_recoveries(decision, &actions),
            _ => {
                let space = decision.space();
                self.steps.extend(actions.iter().map(|&action| Step::Action(action)));
                let number = |&action: &Action| space.index(decision.choices(action).0).map(|number| number as u32);
                self.numbers.extend(actions.iter().filter_map(number));
            }
        }
        self.actions = actions;
    }

    fn fill_regions<const W: usize>(&mut self, decision: &Decision<W>, actions: &[Action]) {
        let space = decision.space();
        for &action in actions {
            self.steps.push(Step::Action(action));
            match action {
                Action::ClaimRegion { region } => {
                    let border = region.border.map(|owner| decision.turns_after_mover(owner));
                    let cells = decision.position().region_cells(region);
                    let number = |cell| space.index(Choice::Region { cell, border });
                    self.numbers.extend(cells.iter().filter_map(number).map(|number| number as u32));
                }
                _ => self.numbers.extend(space.index(decision.choices(action).0).map(|number| number as u32)),
            }
            self.ends.push(self.numbers.len() as u32);
        }
    }

    /// Lists each slide once or, after a slide, its prices.
    fn fill_recoveries<const W: usize>(&mut self, decision: &Decision<W>, actions: &[Action]) {
        let space = decision.space();
        for &action in actions {
            let (first, price) = decision.choices(action);
            let (step, choice) = match (decision.slide(), first, price) {
                (None, Choice::Travel { from, to }, Some(_)) => (Step::Slide(from, to), first),
                (None, ..) => (Step::Action(action), first),
                (Some((from, to)), _, Some(price)) if first == (Choice::Travel { from, to }) => {
                    (Step::Action(action), price)
                }
                _ => continue,
            };
            let Some(number) = space.index(choice) else { continue };
            if !self.numbers.contains(&(number as u32)) {
                self.steps.push(step);
                self.numbers.push(number as u32);
            }
        }
    }
}
