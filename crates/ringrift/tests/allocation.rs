//! Listing, counting, choosing, playing and copying allocate no memory once the action list has grown to its largest size.

use allocation_counter::measure;
use ringrift::{
    Action, ActionList, BoardKind, Edition, FinishedGames, Overrides, Phase, Player, Position, PositionOf,
    PositionVisitor, Ruleset, Setup,
};

/// Upper bound of the decisions played in a game, so that large boards stay quick.
const MAX_DECISIONS: usize = 400;

/// Number of editions, boards and numbers of players that are combined.
const RULESETS: usize = 4 * 5 * 3;

/// Returns the rules of every edition on every board for two to four players. Boards that an edition does not define get the
/// rings and the line length of a board of similar size.
fn rulesets() -> Vec<Ruleset> {
    let mut rulesets = Vec::new();
    for &edition in Edition::ALL {
        for board in BoardKind::ALL {
            let (rings, line_length) = if board.cells() <= 64 { (18, 3) } else { (36, 4) };
            let given =
                Overrides { rings_per_player: Some(rings), line_length: Some(line_length), ..Overrides::default() };
            for players in 2..=4 {
                let rules = Ruleset::new(edition, board, players, &Overrides::default())
                    .or_else(|_| Ruleset::new(edition, board, players, &given));
                rulesets.push(rules.expect("presets with rings and line length are valid"));
            }
        }
    }
    assert_eq!(rulesets.len(), RULESETS);
    rulesets
}

#[test]
fn listing_choosing_playing_and_copying_allocate_nothing() {
    for rules in rulesets() {
        let start = Position::new(&rules).expect("the rules are valid");
        let (mut position, mut copy, mut actions) = (start.clone(), start.clone(), ActionList::new());
        // The first game grows the list; the second repeats it.
        play(&start, &mut position, &mut copy, &mut actions);
        let allocations = measure(|| play(&start, &mut position, &mut copy, &mut actions));
        assert_eq!(allocations.count_total, 0, "{rules}");
    }
}

#[test]
fn positions_of_a_known_size_allocate_nothing() {
    for rules in rulesets() {
        let start = Position::new(&rules).expect("the rules are valid");
        let mut actions = ActionList::new();
        let decisions = start.visit(PlayGame(&mut actions));
        assert!(decisions > 20, "{rules}: {decisions} decisions");
        let mut repeated = 0;
        let allocations = measure(|| repeated = start.visit(PlayGame(&mut actions)));
        assert_eq!((allocations.count_total, repeated), (0, decisions), "{rules}");
    }
}

// Choosing one of more than 24 regions by its index lists them, which allocates memory. Random games have fewer regions.
#[test]
fn listing_counting_and_playing_with_many_regions_allocate_nothing() {
    let start = position_before_many_regions();
    let (mut position, mut actions) = (start.clone(), ActionList::new());
    let mut play = || {
        position.clone_from(&start);
        let mut regions = 0;
        while position.outcome().is_none() {
            position.legal_actions_into(&mut actions);
            assert_eq!(position.visit(CountLegal), actions.len() as u64);
            regions += usize::from(position.phase() == Phase::RegionChoice);
            position.play_unchecked(actions[0]);
        }
        regions
    };
    assert!(play() > 0);
    let allocations = measure(|| {
        play();
    });
    assert_eq!(allocations.count_total, 0);
}

/// Returns a position in which every move is followed by the choice among more than a hundred regions of one empty cell: the
/// collapsed cells form a checkerboard.
fn position_before_many_regions() -> Position {
    let rules = Ruleset::new(Edition::Canon, BoardKind::Square19, 2, &Overrides::default()).expect("a preset");
    let mut setup = Setup::empty(rules);
    for (number, cell) in rules.board.iter_cells().enumerate() {
        let at = rules.board.coord(cell);
        let owner = if number % 4 == 0 { Player::One } else { Player::Two };
        match number {
            20 => setup.stacks.push((at, vec![Player::One])),
            22 => setup.stacks.push((at, vec![Player::Two])),
            // The rows have 19 cells, so that even numbers alternate like the squares of a checkerboard.
            _ if number % 2 == 1 => setup.collapsed.push((at, owner)),
            _ => {}
        }
    }
    let position = Position::from_setup(&setup, FinishedGames::Reject).expect("the setup is valid");
    let mut next = position.clone();
    next.play_unchecked(position.legal_actions()[0]);
    assert_eq!(next.phase(), Phase::RegionChoice);
    assert!(next.legal_actions().len() > 100, "{} regions", next.legal_actions().len());
    position
}

/// Plays one pseudo-random game from `start`, listing the actions and copying the position at every decision.
fn play(start: &Position, position: &mut Position, copy: &mut Position, actions: &mut ActionList) {
    position.clone_from(start);
    let mut numbers = Numbers(1);
    for _ in 0..MAX_DECISIONS {
        if position.outcome().is_some() {
            return;
        }
        position.legal_actions_into(actions);
        let index = numbers.below(actions.len());
        let action = position.visit(ChooseByIndex(index)).expect("the list has as many actions");
        assert_eq!(action, actions[index]);
        copy.clone_from(position);
        copy.play(action).expect("listed actions are legal");
        std::mem::swap(position, copy);
    }
}

/// A linear congruential generator.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// Makes the legal action with an index.
struct ChooseByIndex(usize);

impl PositionVisitor for ChooseByIndex {
    type Output = Option<Action>;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Option<Action> {
        position.legal().nth(self.0)
    }
}

/// Counts the legal actions.
struct CountLegal;

impl PositionVisitor for CountLegal {
    type Output = u64;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> u64 {
        position.count_legal()
    }
}

/// Plays one pseudo-random game, and counts, lists, visits and samples the actions of every decision. Returns the number of
/// decisions.
struct PlayGame<'a>(&'a mut ActionList);

impl PositionVisitor for PlayGame<'_> {
    type Output = usize;

    fn visit<const W: usize>(self, start: &PositionOf<W>) -> usize {
        let PlayGame(list) = self;
        let mut numbers = Numbers(2);
        let mut position = start.clone();
        let mut copy = start.clone();
        for decision in 0..MAX_DECISIONS {
            position.legal_actions_into(list);
            if list.is_empty() {
                return decision;
            }
            let mut legal = position.legal();
            let count = legal.len();
            let index = numbers.below(count);
            let action = legal.nth(index).expect("the index is below the length");
            let mut visited = 0;
            position.legal().for_each(|_| visited += 1);
            assert_eq!((count, visited, position.count_legal()), (list.len(), count, count as u64));
            assert_eq!((list[index], position.nth_legal(index as u64)), (action, Some(action)));
            copy.clone_from(&position);
            copy.play_unchecked(action);
            position.clone_from(&copy);
        }
        MAX_DECISIONS
    }
}
