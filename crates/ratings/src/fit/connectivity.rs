//! Which players can be compared, and which of them define the zero of the ratings.

use nalgebra::DVector;

use super::options::Anchor;
use super::reachability::Reachability;
use crate::contest::Contest;
use crate::model::Likelihood;

/// Groups of comparable players, and in each the reference players whose mean rating is zero.
#[derive(Clone, Debug)]
pub(super) struct Connectivity {
    /// Players of each group. Players without contests form groups of one.
    pub(super) groups: Vec<Vec<u32>>,
    /// Index of each player's group.
    pub(super) group_of: Vec<usize>,
    /// Reference players of each group; empty for the group with anchors.
    references: Vec<Vec<u32>>,
    /// Which players lead to which others ("leads to" is defined in the crate documentation).
    ahead: Reachability,
    anchors: Vec<u32>,
}

impl Connectivity {
    pub(super) fn new(players: usize, contests: &[Contest], anchors: &[Anchor]) -> Connectivity {
        let anchors: Vec<u32> = anchors.iter().map(|anchor| anchor.player).collect();
        let anchor_pairs = || chain(&anchors);
        let reversed = |(from, to): (usize, usize)| (to, from);
        let ahead =
            Reachability::new(players, edges(contests).chain(anchor_pairs()).chain(anchor_pairs().map(reversed)));
        let both = edges(contests).chain(anchor_pairs()).flat_map(|edge| [edge, reversed(edge)]);
        let groups = Reachability::new(players, both).components();
        let mut group_of = vec![0; players];
        for (number, group) in groups.iter().enumerate() {
            group.iter().for_each(|&player| group_of[player as usize] = number);
        }
        let references = groups.iter().map(|group| references(group, &ahead, &anchors)).collect();
        Connectivity { groups, group_of, references, ahead, anchors }
    }

    /// Returns the linear combination (contrast) of terms that gives a player's rating, or `None` for an anchored player.
    pub(super) fn contrast(&self, player: u32, likelihood: &Likelihood) -> Option<DVector<f64>> {
        if likelihood.fixed[player as usize] {
            return None;
        }
        let mut contrast = DVector::zeros(likelihood.layout.len);
        contrast[player as usize] = 1.0;
        let reference = self.reference(player);
        reference.iter().for_each(|&other| contrast[other as usize] -= 1.0 / reference.len() as f64);
        Some(contrast)
    }

    /// Reports whether all reference players lead to this one, which bounds the rating from above.
    pub(super) fn is_bounded_above(&self, player: u32) -> bool {
        self.zero_players(player).iter().all(|&other| self.ahead.leads(other as usize, player as usize))
    }

    /// Reports whether this player leads to all reference players, which bounds the rating from below.
    pub(super) fn is_bounded_below(&self, player: u32) -> bool {
        self.zero_players(player).iter().all(|&other| self.ahead.leads(player as usize, other as usize))
    }

    /// Reports whether each of two players leads to the other, which bounds their difference.
    pub(super) fn is_difference_bounded(&self, one: u32, other: u32) -> bool {
        self.ahead.are_connected(one as usize, other as usize)
    }

    /// Reports whether two players belong to the same group.
    pub(super) fn are_comparable(&self, one: u32, other: u32) -> bool {
        self.group_of[one as usize] == self.group_of[other as usize]
    }

    /// Returns the first of the groups with the most players.
    pub(super) fn largest_group(&self) -> &[u32] {
        let largest = self.groups.iter().max_by_key(|group| (group.len(), std::cmp::Reverse(group[0])));
        largest.map_or(&[], Vec::as_slice)
    }

    /// Returns pairs of anchored players, which are comparable through their fixed ratings.
    pub(super) fn anchor_pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        chain(&self.anchors)
    }

    fn reference(&self, player: u32) -> &[u32] {
        &self.references[self.group_of[player as usize]]
    }

    /// Returns the players whose ratings define the zero of this player's group.
    fn zero_players(&self, player: u32) -> &[u32] {
        let reference = self.reference(player);
        if reference.is_empty() { &self.anchors[..1] } else { reference }
    }
}

/// Returns the pairs of adjacent players in the list.
fn chain(players: &[u32]) -> impl Iterator<Item = (usize, usize)> + '_ {
    players.windows(2).map(|pair| (pair[0] as usize, pair[1] as usize))
}

/// Returns the pairs (a, b) of players such that a was ahead of or tied with b in a contest.
fn edges(contests: &[Contest]) -> impl Iterator<Item = (usize, usize)> + '_ {
    contests.iter().flat_map(|contest| {
        let seats = contest.seats();
        let pairs = (0..seats).flat_map(move |one| (0..seats).map(move |other| (one, other)));
        pairs
            .filter(|&(one, other)| one != other && contest.is_ranked(one, other))
            .filter(|&(one, other)| contest.places()[one] <= contest.places()[other])
            .map(|(one, other)| (contest.players()[one] as usize, contest.players()[other] as usize))
    })
}

/// Returns the reference players of a group: the largest subset in which every player leads to every other, or the whole
/// group if no two players lead to each other. For a group with an anchor the list is empty.
fn references(group: &[u32], ahead: &Reachability, anchors: &[u32]) -> Vec<u32> {
    if group.iter().any(|player| anchors.contains(player)) {
        return Vec::new();
    }
    let part =
        |first: u32| group.iter().copied().filter(move |&other| ahead.are_connected(first as usize, other as usize));
    let is_first = |first: u32| part(first).next() == Some(first);
    let firsts = group.iter().copied().filter(|&player| is_first(player));
    let largest = firsts.max_by_key(|&first| (part(first).count(), std::cmp::Reverse(first)));
    let core: Vec<u32> = largest.map_or_else(Vec::new, |first| part(first).collect());
    if core.len() > 1 { core } else { group.to_vec() }
}
