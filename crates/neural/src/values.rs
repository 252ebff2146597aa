//! Values of positions: one number for each player.

use ringrift::{ByPlayer, MAX_PLAYERS};

/// The value of a position for each seat, from -1 (last place) to 1 (first place); 0 for unused seats.
pub type Values = [f32; MAX_PLAYERS];

/// Returns the values of a finished game: for each seat the number of players who finished behind, less those who finished ahead, divided by
/// the number of opponents.
pub fn result_values(ranks: ByPlayer<u8>, players: u8) -> Values {
    let ranks = ranks.of(players);
    let mut values = [0.0; MAX_PLAYERS];
    for (value, rank) in values.iter_mut().zip(ranks) {
        let behind = ranks.iter().filter(|&other| other > rank).count() as f32;
        let ahead = ranks.iter().filter(|&other| other < rank).count() as f32;
        *value = (behind - ahead) / (ranks.len() - 1).max(1) as f32;
    }
    values
}

/// Converts values by seat into values in turns after a player.
pub(crate) fn relative(values: &Values, mover: usize, players: usize) -> Values {
    let mut turned = [0.0; MAX_PLAYERS];
    for (turns, value) in turned.iter_mut().take(players).enumerate() {
        *value = values[(mover + turns) % players];
    }
    turned
}

/// Converts values in turns after a player into values by seat.
pub(crate) fn by_seat(relative: &Values, mover: usize, players: usize) -> Values {
    let mut values = [0.0; MAX_PLAYERS];
    for (turns, value) in relative.iter().take(players).enumerate() {
        values[(mover + turns) % players] = *value;
    }
    values
}

/// Exchanges the first two seats if the sides were swapped.
pub(crate) fn swapped_if(is_swapped: bool, mut values: Values) -> Values {
    if is_swapped {
        values.swap(0, 1);
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_shares_of_opponents() {
        assert_eq!(result_values(ByPlayer([2, 1, 0, 0]), 2), [-1.0, 1.0, 0.0, 0.0]);
        assert_eq!(result_values(ByPlayer([1, 1, 0, 0]), 2), [0.0; 4]);
        assert_eq!(result_values(ByPlayer([1, 2, 2, 4]), 4), [1.0, 0.0, 0.0, -1.0]);
    }

    #[test]
    fn seats_and_turns_convert_into_each_other() {
        let values = [0.1, 0.2, 0.3, 0.0];
        assert_eq!(relative(&values, 2, 3), [0.3, 0.1, 0.2, 0.0]);
        assert_eq!(by_seat(&relative(&values, 2, 3), 2, 3), values);
    }
}
