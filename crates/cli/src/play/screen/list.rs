//! The list of legal actions, in groups.

use ringrift::Position;
use ringrift_text::board_view::{Row, TextStyle};

use crate::play::picking::{LegalChoice, Picking};
use crate::terminal::{columns, wrap};

/// Describes the number of remaining actions and the filter.
pub(super) fn title(picking: &Picking, position: &Position) -> String {
    let (left, all) = (picking.left().len(), picking.len());
    let board = position.rules().board;
    match (picking.picked(), picking.kind()) {
        _ if all == 0 => String::new(),
        ([], None) => format!("{all} actions"),
        ([], Some(kind)) => format!("{left} of {all}: {}", kind.title(position).text),
        (picked, _) => {
            let names: Vec<String> = picked.iter().map(|&cell| board.cell_name(cell).to_string()).collect();
            format!("{left} of {all} with {}", names.join(", "))
        }
    }
}

/// Returns the rows of the list, and the index of the selected one. Short actions are in columns.
pub(super) fn rows(picking: &Picking, position: &Position, selected: Option<usize>, width: usize) -> (Vec<Row>, usize) {
    let choices: Vec<(usize, &LegalChoice)> = picking.left().enumerate().collect();
    let mut list = List { rows: Vec::new(), selected, selected_row: 0, width, digits: digits(choices.len()) };
    for group in choices.chunk_by(|a, b| a.1.kind == b.1.kind) {
        list.rows.push(Row::of(group[0].1.kind.title(position).text, TextStyle::DIM));
        if group.iter().any(|(_, choice)| choice.details.is_some()) {
            group.iter().for_each(|&(index, choice)| list.add_detailed(index, choice));
        } else {
            list.add_short(group);
        }
    }
    (list.rows, list.selected_row)
}

fn digits(number: usize) -> usize {
    number.to_string().len()
}

struct List {
    rows: Vec<Row>,
    selected: Option<usize>,
    selected_row: usize,
    width: usize,
    digits: usize,
}

impl List {
    /// Adds short actions in columns.
    fn add_short(&mut self, group: &[(usize, &LegalChoice)]) {
        let widest = group.iter().map(|(_, choice)| columns(&choice.text)).max().unwrap_or(0);
        let pitch = self.digits + 1 + widest + 2;
        for chunk in group.chunks((self.width.saturating_sub(1) / pitch).max(1)) {
            let mut row = Row::default();
            for (place, &(index, choice)) in chunk.iter().enumerate() {
                self.put(&mut row, place * pitch, index, &choice.text);
            }
            self.rows.push(row);
        }
    }

    /// Adds an action with its description below it.
    fn add_detailed(&mut self, index: usize, choice: &LegalChoice) {
        let mut row = Row::default();
        self.put(&mut row, 0, index, &choice.text);
        self.rows.push(row);
        let indent = self.digits + 3;
        for line in choice.details.iter().flat_map(|details| wrap(details, self.width.saturating_sub(indent).max(8))) {
            let mut row = Row::default();
            row.put(indent, &line, TextStyle::DIM);
            self.rows.push(row);
        }
    }

    fn put(&mut self, row: &mut Row, column: usize, index: usize, text: &str) {
        let is_selected = self.selected == Some(index);
        if is_selected {
            self.selected_row = self.rows.len();
        }
        let lead = if is_selected { ">" } else { " " };
        let style = TextStyle::PLAIN.reversed(is_selected);
        row.put(column, &format!("{lead}{:>width$} {text}", index + 1, width = self.digits), style);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(position: &str, selected: usize, width: usize) -> (Vec<String>, usize) {
        let position = Position::parse(position).expect("the position is valid");
        let (rows, row) = rows(&Picking::new(&position), &position, Some(selected), width);
        (rows.iter().map(Row::plain).collect(), row)
    }

    #[test]
    fn short_actions_are_in_columns() {
        let (rows, selected) = plain("G square8 2p; S a1=111111,h8=2; P movement", 2, 30);
        assert_eq!(rows[0], "Move a stack");
        assert!(rows[1].starts_with(" 1 M a1-") && rows[1].contains("  2 M a1-"), "{rows:?}");
        assert!(rows[selected].starts_with(">3 M a1-") && selected == 2, "{rows:?}");
        let (narrow, _) = plain("G square8 2p; S a1=111111,h8=2; P movement", 2, 15);
        assert_eq!(narrow.len(), 1 + rows[1..].iter().map(|row| row.matches(" M ").count()).sum::<usize>());
    }

    #[test]
    fn descriptions_are_below_the_actions() {
        let (rows, _) = plain("G square8 2p; S e5=11,h8=2; M1 a1,b1,c1; P line_processing", 0, 30);
        assert_eq!(rows[..2], ["Take a whole line", ">1 L 1"]);
        assert_eq!(rows[2].trim(), "the whole line a1, b1 and");
    }
}
