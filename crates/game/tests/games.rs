//! The checks of `game::testing` on all boards, editions and maps.

use std::sync::Arc;

use asg::{Match, Replay, Rules, SubmittedOrder, Turn, library};
use game::testing::{GameFixture, check_game};
use game::{Game, GameRng, RingRift};
use ringrift::{Action, BoardKind, Cell, Edition, Overrides, Player, Position, Ruleset};
use ringrift_record::{Record, Recorder};
use serde_json::json;

struct RingRiftFixture(Ruleset);

impl RingRiftFixture {
    fn new(edition: Edition, board: BoardKind, players: u8, settings: &[(&str, &str)]) -> RingRiftFixture {
        let mut overrides = Overrides::default();
        settings.iter().for_each(|(name, value)| overrides.set(name, value).expect("the setting exists"));
        RingRiftFixture(Ruleset::new(edition, board, players, &overrides).expect("the rules are valid"))
    }
}

impl GameFixture for RingRiftFixture {
    type Game = RingRift;

    fn start(&self, _: u64) -> RingRift {
        RingRift::new(Position::new(&self.0).expect("the rules have a start position"))
    }

    fn any_move(&self, game: &RingRift, rng: &mut GameRng) -> Action {
        let cells: Vec<Cell> = self.0.board.iter_cells().collect();
        let mut cell = || cells[rng.below(cells.len())];
        let (from, over, to) = (cell(), cell(), cell());
        let position = game.position();
        let any_move = position.moves(Player::One).first().copied().unwrap_or(Action::SwapSides);
        let any = [
            Action::Place { at: from, rings: 1 + rng.below(4) as u8 },
            Action::Move { from, to },
            Action::Capture { from, over, to },
            Action::Eliminate { at: from },
            Action::SkipPlacement,
            Action::DeclineCapture,
            Action::StopTerritory,
            Action::SwapSides,
            any_move,
        ];
        any[rng.below(any.len())]
    }

    fn round_trip(&self, start: &RingRift, moves: &[Action]) -> (RingRift, Vec<Action>) {
        let mut recorder = Recorder::new(start.position().clone());
        for &action in moves {
            recorder.play(action).expect("a played action is legal");
        }
        let record = Record::parse(&recorder.finish().to_string()).expect("a written record can be read");
        (RingRift::new(record.start().clone()), record.actions().collect())
    }

    fn lists_all_moves(&self) -> bool {
        true
    }

    fn max_moves(&self) -> usize {
        20_000
    }
}

#[test]
fn ringrift_passes_the_checks_in_every_edition() {
    for edition in [Edition::Canon, Edition::Compact, Edition::Live] {
        for players in 2..=4 {
            check_game(&RingRiftFixture::new(edition, BoardKind::Square8, players, &[]), 0..4);
        }
    }
    check_game(&RingRiftFixture::new(Edition::Live, BoardKind::Square8, 2, &[("swap", "on")]), 0..20);
}

#[test]
fn ringrift_passes_the_checks_on_every_board() {
    let small = [("rings", "14"), ("line_length", "4")];
    check_game(&RingRiftFixture::new(Edition::Canon, BoardKind::Hex8, 3, &small), 0..4);
    check_game(&RingRiftFixture::new(Edition::Canon, BoardKind::Square19, 2, &[]), 0..1);
    check_game(&RingRiftFixture::new(Edition::Live, BoardKind::Hexagonal12, 2, &[]), 0..1);
}

struct AsgFixture(&'static str, Rules);

impl GameFixture for AsgFixture {
    type Game = Match;

    fn start(&self, seed: u64) -> Match {
        let scenario = library::get(self.0).expect("the scenario is built in").scenario();
        Match::new(Arc::new(scenario), self.1, seed as i64)
    }

    fn any_move(&self, game: &Match, rng: &mut GameRng) -> Vec<SubmittedOrder> {
        let scenario = game.scenario();
        let nodes: Vec<_> = scenario.nodes().collect();
        let mut id = || scenario.id_of(nodes[rng.below(nodes.len())]).to_owned();
        let step = json!({ "type": "move", "from": id(), "to": id(), "amount": 1 });
        let orders = [json!({ "type": "reinforce", "amount": 1000 }), json!("attack"), json!({ "type": "pass" }), step];
        let count = rng.below(9);
        (0..count).map(|_| SubmittedOrder::read(&orders[rng.below(orders.len())], scenario)).collect()
    }

    fn round_trip(&self, start: &Match, moves: &[Vec<SubmittedOrder>]) -> (Match, Vec<Vec<SubmittedOrder>>) {
        let mut replay = Replay::new(start.scenario().clone(), start.rules(), start.seed(), "");
        replay.turns = moves.iter().map(|orders| Turn::new("test", orders.clone())).collect();
        let replay = Replay::read(&replay.to_json()).expect("a written record can be read");
        (replay.start(), replay.turns.into_iter().map(|turn| turn.orders).collect())
    }

    fn lists_all_moves(&self) -> bool {
        false
    }

    fn max_moves(&self) -> usize {
        self.start(0).scenario().settings().turn_cap_plies as usize
    }
}

#[test]
fn asg_passes_the_checks_on_every_map() {
    for map in library::ALL {
        for rules in [Rules::V0, Rules::V1] {
            check_game(&AsgFixture(map.id, rules), 0..3);
        }
    }
}

#[test]
fn asg_check_returns_the_reason_of_the_first_rejected_order() {
    let game = AsgFixture("scenario_01", Rules::V0).start(1);
    let orders = [json!({ "type": "pass" }), json!({ "type": "reinforce", "amount": 1_000_000 })];
    let orders = orders.iter().map(|order| SubmittedOrder::read(order, game.scenario())).collect();
    assert_eq!(game.check(&orders).expect_err("the second order costs too much").code, "insufficient_supply");
}
