//! Rankings taken apart into choices of the best among those who are left.

use crate::contest::{Contest, MOST_SEATS};

/// The most choices that a ranking is made of: once one is left, nothing is chosen.
const MOST_CHOICES: usize = MOST_SEATS - 1;

/// Those among whom the best are chosen, by seat, with their seats.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Field {
    /// How many seats the contest has from which they are.
    pub(crate) seats: u8,
    /// How many are left.
    pub(crate) len: u8,
    /// Players and seats of those who are left, zeros behind.
    pub(crate) members: [(u32, u8); MOST_SEATS],
}

/// A contest as choices: which field, and which of its members came out best.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Choices {
    fields: [u32; MOST_CHOICES],
    chosen: [u8; MOST_CHOICES],
    len: u8,
}

impl Choices {
    /// The numbers of the fields, and the chosen members as bits.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        (0..usize::from(self.len)).map(|index| (self.fields[index] as usize, self.chosen[index]))
    }
}

/// The different fields of all contests in a fixed order, and each contest as choices.
pub(crate) fn take_apart(contests: &[Contest]) -> (Vec<Field>, Vec<Choices>) {
    let mut fields: Vec<Field> = contests.iter().flat_map(|contest| steps(contest).map(|(field, _)| field)).collect();
    fields.sort_unstable();
    fields.dedup();
    let choices = contests.iter().map(|contest| look_up(contest, &fields)).collect();
    (fields, choices)
}

fn look_up(contest: &Contest, fields: &[Field]) -> Choices {
    let mut choices = Choices::default();
    for (field, chosen) in steps(contest) {
        let at = usize::from(choices.len);
        choices.fields[at] = fields.binary_search(&field).expect("every field was listed") as u32;
        choices.chosen[at] = chosen;
        choices.len += 1;
    }
    choices
}

/// The fields of a contest from the first place on, with the members who were chosen as bits.
fn steps(contest: &Contest) -> impl Iterator<Item = (Field, u8)> + '_ {
    let mut places = [0; MOST_SEATS];
    places[..contest.seats()].copy_from_slice(contest.places());
    (1..=MOST_SEATS as u8)
        .filter(move |place| places.contains(place))
        .map(|place| step(contest, place))
        .filter(|(field, _)| field.len > 1)
}

fn step(contest: &Contest, place: u8) -> (Field, u8) {
    let mut field = Field { seats: contest.seats() as u8, len: 0, members: [(0, 0); MOST_SEATS] };
    let mut chosen = 0;
    for seat in (0..contest.seats()).filter(|&seat| contest.places()[seat] >= place) {
        field.members[usize::from(field.len)] = (contest.players()[seat], seat as u8);
        chosen |= u8::from(contest.places()[seat] == place) << field.len;
        field.len += 1;
    }
    (field, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ranking_is_a_row_of_choices() {
        let contest = Contest::new(&[5, 6, 7, 8], &[4, 2, 1, 2]).expect("a contest");
        let (fields, choices) = take_apart(&[contest, contest]);
        let read: Vec<_> = choices[0].iter().map(|(field, chosen)| (fields[field].len, chosen)).collect();
        assert_eq!(read, [(4, 0b0100), (3, 0b110)]);
        assert_eq!(fields.len(), 2);
        assert_eq!(choices[0].iter().collect::<Vec<_>>(), choices[1].iter().collect::<Vec<_>>());
    }
}
