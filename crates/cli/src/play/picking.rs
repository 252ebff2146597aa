//! Choosing an action by picking cells: each picked cell leaves fewer actions, until one remains.

use ringrift::{Action, Cell, Position};
use ringrift_text::action_kind::ActionKind;
use ringrift_text::action_text::details;
use ringrift_text::board_view::with_letters;
use ringrift_text::cell_selection::{ActionCells, action_cells};

/// Legal actions, and the cells picked so far.
pub(super) struct Picking {
    /// All legal actions, grouped by kind.
    choices: Vec<LegalChoice>,
    picked: Vec<Cell>,
    /// Kind of action that the filter shows; `None` without a filter.
    kind: Option<ActionKind>,
    /// Indices of the remaining actions.
    left: Vec<usize>,
}

/// Legal action with its text and cells.
pub(super) struct LegalChoice {
    pub(super) action: Action,
    pub(super) kind: ActionKind,
    pub(super) text: String,
    /// Description, if the notation alone is not clear.
    pub(super) details: Option<String>,
    /// Cells of the action, in the order in which they are picked.
    picks: Vec<Cell>,
    /// Other cells that belong to the action, such as those of a line.
    others: Vec<Cell>,
}

/// Result of picking a cell.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(super) enum Pick {
    /// One action remains.
    Play(Action),
    /// Several actions remain, or a picked cell was dropped.
    Narrowed,
    /// No action has this cell.
    Nothing,
}

impl LegalChoice {
    fn new(position: &Position, action: Action) -> LegalChoice {
        let (kind, details) =
            (ActionKind::of(position, action), details(position, action).map(|text| with_letters(&text.to_string())));
        let ActionCells { picks, others } = action_cells(position, action);
        LegalChoice { action, kind, text: position.action_text(action), details, picks, others }
    }

    fn involves(&self, cell: Cell) -> bool {
        self.picks.contains(&cell) || self.others.contains(&cell)
    }
}

impl Picking {
    /// Returns all legal actions of a position, with no cell picked.
    pub(super) fn new(position: &Position) -> Picking {
        let actions = position.legal_actions();
        let mut choices: Vec<LegalChoice> = actions.iter().map(|&action| LegalChoice::new(position, action)).collect();
        choices.sort_by_key(|choice| rank(choice.kind));
        let left = (0..choices.len()).collect();
        Picking { choices, picked: Vec::new(), kind: None, left }
    }

    /// Returns an empty list, for use while no person has to decide.
    pub(super) fn none() -> Picking {
        Picking { choices: Vec::new(), picked: Vec::new(), kind: None, left: Vec::new() }
    }

    /// Returns the remaining actions.
    pub(super) fn left(&self) -> impl ExactSizeIterator<Item = &LegalChoice> {
        self.left.iter().map(|&index| &self.choices[index])
    }

    /// Returns the remaining action with this number, from 1.
    pub(super) fn numbered(&self, number: usize) -> Option<Action> {
        let index = *self.left.get(number.checked_sub(1)?)?;
        Some(self.choices[index].action)
    }

    /// Returns the number of legal actions.
    pub(super) fn len(&self) -> usize {
        self.choices.len()
    }

    /// Returns the picked cells.
    pub(super) fn picked(&self) -> &[Cell] {
        &self.picked
    }

    /// Returns the kind of action that the filter shows, or `None` without a filter.
    pub(super) fn kind(&self) -> Option<ActionKind> {
        self.kind
    }

    /// Returns the cells that can be picked next.
    pub(super) fn possible(&self) -> Vec<Cell> {
        let next = self.picked.len();
        let cells = |choice: &LegalChoice| match choice.picks.get(next) {
            Some(&cell) => vec![cell],
            None => choice.others.clone(),
        };
        let mut cells: Vec<Cell> = self.left().flat_map(cells).filter(|cell| !self.picked.contains(cell)).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// Picks a cell, or drops a cell that is already picked.
    pub(super) fn pick(&mut self, cell: Cell) -> Pick {
        if let Some(place) = self.picked.iter().position(|&picked| picked == cell) {
            self.picked.truncate(place);
            self.refresh();
            return Pick::Narrowed;
        }
        let mut chosen = self.matching(&self.left, self.picked.len(), cell);
        if chosen.is_empty() && !self.picked.is_empty() && self.is_origin(cell) {
            // Starts again with another stack.
            self.picked.clear();
            self.refresh();
            chosen = self.matching(&self.left, 0, cell);
        }
        match chosen[..] {
            [] => Pick::Nothing,
            [one] => Pick::Play(self.choices[one].action),
            _ => {
                self.picked.push(cell);
                self.left = chosen;
                Pick::Narrowed
            }
        }
    }

    /// Returns the actions whose next cell to pick is this one. If there are none, returns those that contain the cell.
    fn matching(&self, left: &[usize], next: usize, cell: Cell) -> Vec<usize> {
        let only = |fits: &dyn Fn(&LegalChoice) -> bool| -> Vec<usize> {
            left.iter().copied().filter(|&index| fits(&self.choices[index])).collect()
        };
        let exact = only(&|choice| choice.picks.get(next) == Some(&cell));
        if exact.is_empty() { only(&|choice| choice.involves(cell)) } else { exact }
    }

    fn is_origin(&self, cell: Cell) -> bool {
        self.choices.iter().any(|choice| choice.picks.first() == Some(&cell))
    }

    /// Drops the last picked cell or the filter. Returns false if there is neither.
    pub(super) fn back(&mut self) -> bool {
        let has_changed = self.picked.pop().is_some() || self.kind.take().is_some();
        self.refresh();
        has_changed
    }

    /// Filters by the next kind of action; after the last kind, removes the filter.
    pub(super) fn next_kind(&mut self) {
        let mut kinds: Vec<ActionKind> = self.choices.iter().map(|choice| choice.kind).collect();
        kinds.dedup();
        self.kind = match self.kind {
            None => kinds.first().copied(),
            Some(kind) => kinds.into_iter().find(|&next| rank(next) > rank(kind)),
        };
        self.picked.clear();
        self.refresh();
    }

    /// Computes the remaining actions.
    fn refresh(&mut self) {
        let is_shown = |choice: &LegalChoice| self.kind.is_none_or(|kind| choice.kind == kind);
        let mut left: Vec<usize> =
            self.choices.iter().enumerate().filter(|(_, choice)| is_shown(choice)).map(|(index, _)| index).collect();
        for (next, &cell) in self.picked.iter().enumerate() {
            left = self.matching(&left, next, cell);
        }
        self.left = left;
    }
}

/// Returns the position of a kind in the list.
fn rank(kind: ActionKind) -> usize {
    ActionKind::ALL.iter().position(|&other| other == kind).unwrap_or(ActionKind::ALL.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        Position::parse(text).expect("the position is valid")
    }

    /// Picks cells and returns the result of the last one, or the remaining actions.
    fn pick(position: &Position, names: &[&str]) -> String {
        let mut picking = Picking::new(position);
        let mut result = String::new();
        for name in names {
            let cell = position.rules().board.parse_cell(name).expect("the cell is on the board");
            result = match picking.pick(cell) {
                Pick::Play(action) => format!("plays {}", position.action_text(action)),
                Pick::Nothing => "nothing".to_owned(),
                Pick::Narrowed => picking.left().map(|choice| choice.text.as_str()).collect::<Vec<_>>().join(", "),
            };
        }
        result
    }

    #[test]
    fn picks_a_move_by_start_and_landing() {
        let position = position("G square8 2p; S a1=1,c1=1,h8=2; M2 a2; P movement");
        assert_eq!(pick(&position, &["a1", "b1"]), "plays M a1-b1");
        assert_eq!(pick(&position, &["a1", "c3"]), "plays M a1-c3");
        assert!(pick(&position, &["a1", "c1"]).starts_with("C a1-d1 xc1, C a1-e1 xc1"));
        assert!(pick(&position, &["a1", "c1", "a1"]).starts_with("M a1-"));
        assert_eq!(pick(&position, &["h8"]), "nothing");
        assert_eq!(pick(&position, &["a1", "h7"]), "nothing");
    }

    #[test]
    fn leaves_the_choice_of_the_number_of_rings() {
        let position = position("G square8 2p; H 3,3");
        assert_eq!(pick(&position, &["d4"]), "P d4, P d4*2, P d4*3");
        assert!(pick(&position, &["d4", "d4"]).starts_with("P a1, P a1*2"));
    }

    #[test]
    fn the_target_is_enough_if_only_one_stack_may_act() {
        let position = position("G square8 2p; S a1=11,h8=2; P movement a1");
        assert_eq!(pick(&position, &["c1"]), "plays M a1-c1");
    }

    #[test]
    fn picks_lines_and_regions_by_any_of_their_cells() {
        let lines = position("G square8 2p; S e5=11,h8=2; M1 a1,b1,c1,a3,a4,a5,a6; P line_processing");
        assert_eq!(pick(&lines, &["b1"]), "plays L 1");
        assert_eq!(pick(&lines, &["a6"]), "L 2; LR 1, L 2; LR 2:2");
        let region = position("G square8 2p; S a1=12,e5=11; M1 a2,b1; P territory_processing");
        assert_eq!(pick(&region, &["a1"]), "plays T 1");
    }

    #[test]
    fn the_filter_cycles_through_the_kinds() {
        let position = position("G square8 2p; S a1=1,c1=2,h8=2; H 2,2");
        let mut picking = Picking::new(&position);
        let all = picking.left().len();
        let mut counts = Vec::new();
        loop {
            picking.next_kind();
            let Some(kind) = picking.kind() else { break };
            assert!(picking.left().all(|choice| choice.kind == kind));
            counts.push(picking.left().len());
        }
        assert_eq!((counts.iter().sum::<usize>(), picking.left().len()), (all, all));
        assert_eq!(counts.len(), 3);
        picking.next_kind();
        assert!(picking.back() && !picking.back() && picking.kind().is_none());
    }

    #[test]
    fn numbers_count_the_remaining_actions() {
        let position = position("G square8 2p; H 3,3");
        let mut picking = Picking::new(&position);
        picking.pick(position.rules().board.parse_cell("d4").expect("the cell is on the board"));
        let text = |number| picking.numbered(number).map(|action| position.action_text(action));
        assert_eq!((text(0), text(2), text(4)), (None, Some("P d4*2".to_owned()), None));
    }
}
