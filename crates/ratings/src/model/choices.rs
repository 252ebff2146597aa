//! Rankings split into choices of the best among the remaining players.

use crate::contest::{Contest, MAX_SEATS};

/// Maximum number of choices of a ranking; there is no choice among one remaining player.
const MAX_CHOICES: usize = MAX_SEATS - 1;

/// The players among whom the best are chosen, in seat order.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Field {
    /// Number of seats of the contest.
    pub(crate) seats: u8,
    /// Number of players in the field.
    pub(crate) len: u8,
    /// Player and seat of each member; zeros after `len`.
    pub(crate) members: [(u32, u8); MAX_SEATS],
}

/// A contest as a list of choices: the field, and which of its members were the best.
///
/// A forfeited contest becomes pairs of the failed player with each other player. The model's probability of a pair does
/// not depend on the other players. The pairs share the weight of one choice, because they describe one failure.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Choices {
    fields: [u32; MAX_CHOICES],
    chosen: [u8; MAX_CHOICES],
    len: u8,
    is_shared: bool,
}

impl Choices {
    /// Returns the index of each field and its chosen members as bits.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (usize, u8)> + '_ {
        (0..usize::from(self.len)).map(|index| (self.fields[index] as usize, self.chosen[index]))
    }

    /// Returns the divisor of the weight of each choice: the number of pairs of a forfeited contest, otherwise 1.
    pub(crate) fn shares(&self) -> f64 {
        if self.is_shared { f64::from(self.len) } else { 1.0 }
    }
}

/// Returns the distinct fields of all contests, sorted, and each contest as choices.
pub(crate) fn split_into_choices(contests: &[Contest]) -> (Vec<Field>, Vec<Choices>) {
    let mut fields: Vec<Field> = contests.iter().flat_map(|contest| steps(contest).map(|(field, _)| field)).collect();
    fields.sort_unstable();
    fields.dedup();
    let choices = contests.iter().map(|contest| look_up(contest, &fields)).collect();
    (fields, choices)
}

fn look_up(contest: &Contest, fields: &[Field]) -> Choices {
    let mut choices = Choices { is_shared: contest.is_forfeited(), ..Choices::default() };
    for (field, chosen) in steps(contest) {
        let at = usize::from(choices.len);
        choices.fields[at] = fields.binary_search(&field).expect("the list contains every field") as u32;
        choices.chosen[at] = chosen;
        choices.len += 1;
    }
    choices
}

/// Returns the fields of a contest and their chosen members as bits.
fn steps(contest: &Contest) -> impl Iterator<Item = (Field, u8)> + '_ {
    let (ranked, pairs) =
        if contest.is_forfeited() { (None, Some(pairs(contest))) } else { (Some(ranked(contest)), None) };
    ranked.into_iter().flatten().chain(pairs.into_iter().flatten())
}

/// Returns the pairs of a forfeited contest: each other player with the failed one.
fn pairs(contest: &Contest) -> impl Iterator<Item = (Field, u8)> + '_ {
    let places = contest.places();
    let last = (0..contest.seats()).max_by_key(|&seat| places[seat]).unwrap_or(0);
    (0..contest.seats()).filter(move |&seat| seat != last).map(move |seat| {
        let mut field = Field { seats: contest.seats() as u8, len: 2, members: [(0, 0); MAX_SEATS] };
        let pair = [seat.min(last), seat.max(last)];
        for (at, seat) in pair.into_iter().enumerate() {
            field.members[at] = (contest.players()[seat], seat as u8);
        }
        (field, 1 << usize::from(seat > last))
    })
}

fn ranked(contest: &Contest) -> impl Iterator<Item = (Field, u8)> + '_ {
    let mut places = [0; MAX_SEATS];
    places[..contest.seats()].copy_from_slice(contest.places());
    (1..=MAX_SEATS as u8)
        .filter(move |place| places.contains(place))
        .map(|place| step(contest, place))
        .filter(|(field, _)| field.len > 1)
}

fn step(contest: &Contest, place: u8) -> (Field, u8) {
    let mut field = Field { seats: contest.seats() as u8, len: 0, members: [(0, 0); MAX_SEATS] };
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
    fn ranking_is_split_into_choices() {
        let contest = Contest::new(&[5, 6, 7, 8], &[4, 2, 1, 2]).expect("the contest is valid");
        let (fields, choices) = split_into_choices(&[contest, contest]);
        let read: Vec<_> = choices[0].iter().map(|(field, chosen)| (fields[field].len, chosen)).collect();
        assert_eq!(read, [(4, 0b0100), (3, 0b110)]);
        assert_eq!(fields.len(), 2);
        assert_eq!(choices[0].iter().collect::<Vec<_>>(), choices[1].iter().collect::<Vec<_>>());
    }

    #[test]
    fn forfeit_is_split_into_pairs() {
        let contest = Contest::forfeited(&[5, 6, 7, 8], 1).expect("the contest is valid");
        let (fields, choices) = split_into_choices(&[contest]);
        let read: Vec<_> = choices[0].iter().map(|(field, chosen)| (fields[field].members, chosen)).collect();
        let pair = |one, other| [one, other, (0, 0), (0, 0)];
        assert_eq!(read, [(pair((5, 0), (6, 1)), 0b01), (pair((6, 1), (7, 2)), 0b10), (pair((6, 1), (8, 3)), 0b10)]);
        assert_eq!(choices[0].shares(), 3.0);
    }
}
