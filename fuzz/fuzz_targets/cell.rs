//! Fuzzes cell names: a text is parsed or rejected on every board, and a parsed cell round-trips.

#![no_main]

use libfuzzer_sys::fuzz_target;
use ringrift::BoardKind;

fuzz_target!(|text: &str| {
    for board in BoardKind::ALL {
        match board.parse_cell(text) {
            Ok(cell) => {
                assert_eq!(board.parse_cell(&board.cell_name(cell).to_string()), Ok(cell));
                if let Some(name) = board.ring_direction_name(cell) {
                    assert_eq!(board.parse_cell(&name.to_string()), Ok(cell));
                }
            }
            Err(error) => assert!(is_short_line(&error.to_string()), "{error:?}"),
        }
        if let Ok(at) = board.parse_coord(text) {
            assert_eq!(board.parse_coord(&board.coord_name(at).to_string()), Ok(at));
        }
    }
});

/// Reports whether a message is one short line.
fn is_short_line(message: &str) -> bool {
    message.chars().count() < 500 && !message.contains(char::is_control)
}
