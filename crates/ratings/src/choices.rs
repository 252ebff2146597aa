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
///
/// One that was broken off is compared in pairs, whoever failed with each of the others. In this model that is the chance of
/// each pair by itself, whoever else plays. The pairs share the weight of one choice: it is one failure that they tell of.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Choices {
    fields: [u32; MOST_CHOICES],
    chosen: [u8; MOST_CHOICES],
    len: u8,
    is_shared: bool,
}

impl Choices {
    /// The numbers of the fields, and the chosen members as bits.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        (0..usize::from(self.len)).map(|index| (self.fields[index] as usize, self.chosen[index]))
    }

    /// Into how many parts the weight of one choice is divided.
    pub(crate) fn shares(&self) -> f64 {
        if self.is_shared { f64::from(self.len) } else { 1.0 }
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
    let mut choices = Choices { is_shared: contest.is_broken_off(), ..Choices::default() };
    for (field, chosen) in steps(contest) {
        let at = usize::from(choices.len);
        choices.fields[at] = fields.binary_search(&field).expect("every field was listed") as u32;
        choices.chosen[at] = chosen;
        choices.len += 1;
    }
    choices
}

/// The fields of a contest with the members who were chosen as bits: from the first place on, or pairs.
fn steps(contest: &Contest) -> impl Iterator<Item = (Field, u8)> + '_ {
    let (ranked, pairs) =
        if contest.is_broken_off() { (None, Some(pairs(contest))) } else { (Some(ranked(contest)), None) };
    ranked.into_iter().flatten().chain(pairs.into_iter().flatten())
}

/// Each of the first with the last.
fn pairs(contest: &Contest) -> impl Iterator<Item = (Field, u8)> + '_ {
    let places = contest.places();
    let last = (0..contest.seats()).max_by_key(|&seat| places[seat]).unwrap_or(0);
    (0..contest.seats()).filter(move |&seat| seat != last).map(move |seat| {
        let mut field = Field { seats: contest.seats() as u8, len: 2, members: [(0, 0); MOST_SEATS] };
        let pair = [seat.min(last), seat.max(last)];
        for (at, seat) in pair.into_iter().enumerate() {
            field.members[at] = (contest.players()[seat], seat as u8);
        }
        (field, 1 << usize::from(seat > last))
    })
}

fn ranked(contest: &Contest) -> impl Iterator<Item = (Field, u8)> + '_ {
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

    #[test]
    fn a_failure_is_a_pair_with_each_of_the_others() {
        let contest = Contest::broken_off(&[5, 6, 7, 8], 1).expect("a contest");
        let (fields, choices) = take_apart(&[contest]);
        let read: Vec<_> = choices[0].iter().map(|(field, chosen)| (fields[field].members, chosen)).collect();
        let pair = |one, other| [one, other, (0, 0), (0, 0)];
        assert_eq!(read, [(pair((5, 0), (6, 1)), 0b01), (pair((6, 1), (7, 2)), 0b10), (pair((6, 1), (8, 3)), 0b10)]);
        assert_eq!(choices[0].shares(), 3.0);
    }
}
