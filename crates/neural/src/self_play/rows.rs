//! Training rows: decisions of finished games with what a network should have answered.

use learning::{Decision, ObservationSpace, StepList};
use ringrift::{MAX_PLAYERS, Player, PositionOf};

use crate::evaluation::{BadEvaluation, check_length};
use crate::search::Search;
use crate::values::{Values, relative, swapped_if};

/// Arrays with one row for each training row. All have the same number of rows.
#[derive(Debug)]
pub struct RowArrays<'a> {
    /// The planes of the observations.
    pub planes: &'a mut [u8],
    /// The scalars of the observations.
    pub scalars: &'a mut [f32],
    /// Numbers of legal choices, the most probable first; -1 for the rest of the row.
    pub numbers: &'a mut [i32],
    /// The probabilities of these choices, with sum 1.
    pub policy: &'a mut [f32],
    /// [`MAX_PLAYERS`] results of the game, in turns after the player to move, from -1 to 1.
    pub results: &'a mut [f32],
    /// [`MAX_PLAYERS`] values of the search, in turns after the player to move.
    pub search_values: &'a mut [f32],
    /// For each place of the grid, the player to whom it belonged at the end: 0 for none, else 1 + the turns after the player to move.
    pub ownership: &'a mut [u8],
    /// [`MAX_PLAYERS`] margins at the end, in turns after the player to move, see `docs/neural.md`.
    pub margins: &'a mut [f32],
    /// The index of the rules of the game.
    pub rules: &'a mut [u8],
}

/// A decision of a running game.
#[derive(Clone, Debug)]
pub(super) struct Row {
    planes: Box<[u8]>,
    scalars: Box<[f32]>,
    policy: Box<[(u32, f32)]>,
    mover: u8,
    /// Whether the sides had been exchanged before the decision.
    is_swapped: bool,
    search_values: Values,
}

/// A decision of a finished game.
#[derive(Clone, Debug)]
pub(super) struct FinishedRow {
    row: Row,
    results: Values,
    margins: Values,
    ownership: Box<[u8]>,
    rules: u8,
}

impl Row {
    /// Describes the decision at the root of a complete search.
    pub(super) fn new<const W: usize>(search: &mut Search<W>, is_swapped: bool, steps: &mut StepList) -> Row {
        let policy = policy_of(search, steps);
        let tree = search.tree();
        let decision = tree.decision();
        let space = ObservationSpace::new(decision.position().rules().board);
        let mut planes = vec![0; space.plane_bytes()].into_boxed_slice();
        let mut scalars = vec![0.0; space.scalars()].into_boxed_slice();
        space.write_planes(decision, &mut planes);
        space.write_scalars(decision, &mut scalars);
        Row {
            planes,
            scalars,
            policy,
            mover: tree.mover() as u8,
            is_swapped,
            search_values: relative(&tree.values(), tree.mover(), tree.players()),
        }
    }

    /// Completes the row at the end of the game.
    pub(super) fn finish<const W: usize>(self, end: &GameEnd<'_, W>) -> FinishedRow {
        let players = end.position.rules().players.into();
        let is_swapped = self.is_swapped != end.is_swapped;
        let turned = |values: Values| relative(&swapped_if(is_swapped, values), self.mover.into(), players);
        FinishedRow {
            results: turned(end.results),
            margins: turned(margins(end.position)),
            ownership: ownership(end.position, self.mover.into()),
            rules: end.rules,
            row: self,
        }
    }
}

/// The end of a game.
pub(super) struct GameEnd<'a, const W: usize> {
    pub(super) position: &'a PositionOf<W>,
    pub(super) results: Values,
    pub(super) is_swapped: bool,
    /// The index of the rules.
    pub(super) rules: u8,
}

/// Returns the improved policy as probabilities of numbers. All numbers of a region share its probability evenly.
fn policy_of<const W: usize>(search: &mut Search<W>, steps: &mut StepList) -> Box<[(u32, f32)]> {
    let policy = search.policy().to_vec();
    let tree = search.tree();
    let mut by_number: Vec<(u32, f32)> =
        policy.iter().enumerate().map(|(edge, &probability)| (tree.edge(edge).number, probability)).collect();
    steps.fill(tree.decision());
    if !steps.ends().is_empty() {
        let mut start = 0;
        let mut shared = Vec::new();
        for &end in steps.ends() {
            let numbers = &steps.numbers()[start..end as usize];
            let found = by_number.iter().find(|(number, _)| numbers.first() == Some(number));
            let share = found.map_or(0.0, |(_, probability)| probability / numbers.len() as f32);
            shared.extend(numbers.iter().map(|&number| (number, share)));
            start = end as usize;
        }
        by_number = shared;
    }
    by_number.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    by_number.into_boxed_slice()
}

/// Returns for each place of the grid the player to whom its cell belongs: the owner of the territory or the marker, or the controller of
/// the stack.
fn ownership<const W: usize>(position: &PositionOf<W>, mover: usize) -> Box<[u8]> {
    let players = position.rules().players;
    let space = ObservationSpace::new(position.rules().board);
    let mut owners = vec![0; space.side() * space.side()].into_boxed_slice();
    for player in Player::seats(players) {
        let turns = (player.index() + usize::from(players) - mover) % usize::from(players);
        let owned = position.collapsed(player) | position.markers(player) | position.controlled(player);
        for cell in &owned {
            let (row, column) = space.place(cell);
            owners[row * space.side() + column] = 1 + turns as u8;
        }
    }
    owners
}

/// Returns for each seat how much closer to a win it is than its best opponent: the larger share of the credits or the territory that wins,
/// at most 1, less the largest such share of an opponent.
fn margins<const W: usize>(position: &PositionOf<W>) -> Values {
    let rules = position.rules();
    let share = |value: u32, wins: u16| (value as f32 / f32::from(wins.max(1))).min(1.0);
    let progress = |player: Player| {
        share(position.credits(player).into(), rules.elimination_threshold)
            .max(share(position.territory(player), rules.territory_threshold))
    };
    let mut margins = [0.0; MAX_PLAYERS];
    for player in Player::seats(rules.players) {
        let others = Player::seats(rules.players).filter(|&other| other != player);
        margins[player.index()] = progress(player) - others.map(progress).fold(0.0, f32::max);
    }
    margins
}

impl<'a> RowArrays<'a> {
    /// Returns the number of rows for which there is room, and the number of policy entries of a row.
    pub(super) fn size(&self, space: ObservationSpace) -> Result<(usize, usize), BadEvaluation> {
        let rows = self.rules.len();
        check_length("planes", self.planes.len(), rows * space.plane_bytes())?;
        check_length("scalars", self.scalars.len(), rows * space.scalars())?;
        check_length("results", self.results.len(), rows * MAX_PLAYERS)?;
        check_length("search_values", self.search_values.len(), rows * MAX_PLAYERS)?;
        check_length("margins", self.margins.len(), rows * MAX_PLAYERS)?;
        check_length("ownership", self.ownership.len(), rows * space.side() * space.side())?;
        let entries = self.numbers.len() / rows.max(1);
        check_length("numbers", self.numbers.len(), rows * entries)?;
        check_length("policy", self.policy.len(), rows * entries)?;
        Ok((rows, entries))
    }

    /// Writes one row. If there are more choices than entries, the most probable ones are kept.
    pub(super) fn write(&mut self, index: usize, entries: usize, finished: &FinishedRow) {
        let row = &finished.row;
        put(self.planes, index, &row.planes);
        put(self.scalars, index, &row.scalars);
        put(self.results, index, &finished.results);
        put(self.search_values, index, &row.search_values);
        put(self.margins, index, &finished.margins);
        put(self.ownership, index, &finished.ownership);
        self.rules[index] = finished.rules;
        let range = index * entries..(index + 1) * entries;
        let (numbers, policy) = (&mut self.numbers[range.clone()], &mut self.policy[range]);
        numbers.fill(-1);
        policy.fill(0.0);
        let kept = &row.policy[..row.policy.len().min(entries)];
        let sum: f32 = kept.iter().map(|(_, probability)| probability).sum();
        for ((number, probability), &(choice, weight)) in numbers.iter_mut().zip(policy).zip(kept) {
            *number = choice as i32;
            *probability = weight / sum.max(f32::MIN_POSITIVE);
        }
    }
}

fn put<T: Copy>(array: &mut [T], index: usize, row: &[T]) {
    array[index * row.len()..(index + 1) * row.len()].copy_from_slice(row);
}

/// Writes the observation of a decision.
pub(crate) fn write_observation<const W: usize>(decision: &Decision<W>, planes: &mut [u8], scalars: &mut [f32]) {
    let space = ObservationSpace::new(decision.position().rules().board);
    space.write_planes(decision, planes);
    space.write_scalars(decision, scalars);
}
