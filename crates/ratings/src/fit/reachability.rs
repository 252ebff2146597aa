//! Transitive closure of a relation between players.

/// For each pair of players, whether a path of edges leads from one to the other.
#[derive(Clone, Debug)]
pub(super) struct Reachability {
    players: usize,
    /// Number of words in a row.
    words: usize,
    /// One row of bits per player: the players to whom a path leads.
    rows: Vec<u64>,
}

impl Reachability {
    /// Computes the closure of the edges. Every player reaches themselves.
    pub(super) fn new(players: usize, edges: impl Iterator<Item = (usize, usize)>) -> Reachability {
        let words = players.div_ceil(64);
        let mut reachability = Reachability { players, words, rows: vec![0; players * words] };
        for (from, to) in (0..players).map(|player| (player, player)).chain(edges) {
            reachability.rows[from * words + to / 64] |= 1 << (to % 64);
        }
        reachability.close();
        reachability
    }

    /// Warshall's algorithm on rows of bits.
    fn close(&mut self) {
        for through in 0..self.players {
            let row = self.rows[through * self.words..][..self.words].to_vec();
            for from in (0..self.players).filter(|&from| from != through) {
                if self.leads(from, through) {
                    let own = &mut self.rows[from * self.words..][..self.words];
                    own.iter_mut().zip(&row).for_each(|(own, other)| *own |= other);
                }
            }
        }
    }

    /// Reports whether a path leads from one player to the other.
    pub(super) fn leads(&self, from: usize, to: usize) -> bool {
        self.rows[from * self.words + to / 64] >> (to % 64) & 1 == 1
    }

    /// Reports whether paths lead in both directions.
    pub(super) fn are_connected(&self, one: usize, other: usize) -> bool {
        self.leads(one, other) && self.leads(other, one)
    }

    /// Returns the strongly connected components, each sorted, in the order of their first players.
    pub(super) fn components(&self) -> Vec<Vec<u32>> {
        let mut components: Vec<Vec<u32>> = Vec::new();
        for player in 0..self.players {
            match components.iter_mut().find(|component| self.are_connected(component[0] as usize, player)) {
                Some(component) => component.push(player as u32),
                None => components.push(vec![player as u32]),
            }
        }
        components
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_through_other_players() {
        let reachability = Reachability::new(70, [(0, 66), (66, 1), (1, 0), (1, 69)].into_iter());
        assert!(reachability.are_connected(0, 1));
        assert!(reachability.leads(0, 69));
        assert!(!reachability.leads(69, 0));
        let components = reachability.components();
        assert_eq!(components[0], [0, 1, 66]);
        assert_eq!(components.len(), 68);
    }
}
