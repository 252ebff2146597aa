//! Analysis of positions with a network.

use ::neural::{Network, Search};
use game::GameRng;
use ringrift::{Position, PositionOf, PositionVisitor};
use web_time::Instant;

use crate::analysis::Analysis;
use crate::limits::Limits;
use crate::neural::SIMULATION_TIME;
use crate::neural::analysis::{analysis_of, line};
use crate::neural::settings::NeuralSettings;
use crate::neural::simulation::Simulator;
use crate::neural::thinking::{ChosenStep, Thinking};
use crate::neural::tree_store::TreeStore;
use crate::search::{self, IsCancelled, WinSearchResult};
use crate::weights::Family;

/// Analyses positions of one game with a network.
#[derive(Default)]
pub(crate) struct NeuralAnalyst {
    trees: TreeStore,
    /// Measured simulations in a second.
    speed: Option<f64>,
}

/// Simulations of an analysis without a limit.
const SIMULATIONS: u32 = 400;

impl NeuralAnalyst {
    /// Analyses a position of a running game on the board of the network.
    pub(crate) fn analyse(
        &mut self,
        network: &'static Network,
        position: &Position,
        limits: &Limits,
        is_cancelled: IsCancelled<'_>,
    ) -> Analysis {
        let simulations =
            limits.most_simulations().map_or(SIMULATIONS, |nodes| u32::try_from(nodes).unwrap_or(u32::MAX));
        let settings = NeuralSettings { noise: 0.0, ..NeuralSettings::simulations(simulations) };
        let simulate_until = limits.time.map(|time| Instant::now() + time.mul_f64(SIMULATION_TIME));
        position.visit(Analyse { analyst: self, network, settings, limits, is_cancelled, simulate_until })
    }
}

struct Analyse<'a> {
    analyst: &'a mut NeuralAnalyst,
    network: &'static Network,
    settings: NeuralSettings,
    limits: &'a Limits,
    is_cancelled: IsCancelled<'a>,
    simulate_until: Option<Instant>,
}

impl PositionVisitor for Analyse<'_> {
    type Output = Analysis;

    fn visit<const W: usize>(self, position: &PositionOf<W>) -> Analysis {
        let Analyse { analyst, network, settings, limits, is_cancelled, simulate_until } = self;
        let turn_settings = settings.turn_settings(Family::of(position.rules()), 0);
        let mut turn_tree = search::Tree::default();
        let mut turns = search::Search::new(position, &mut turn_tree, &turn_settings, is_cancelled);
        let win = match turns.find_win() {
            WinSearchResult::Win(line) => Some(line),
            WinSearchResult::NoWin | WinSearchResult::Unknown => None,
        };
        let mut search: Box<Search<W>> = analyst.trees.take(position);
        let mut simulator = Simulator::new(network, settings, limits, is_cancelled, None);
        let (rng, speed) = (GameRng::seeded(0), &mut analyst.speed);
        let mut thinking = Thinking { simulator: &mut simulator, turns: &mut turns, rng, simulate_until, speed };
        let best = thinking.choose_step(&mut search).and_then(|chosen| match chosen {
            ChosenStep::Turn(line) => line.first().copied(),
            ChosenStep::Edge(edge) => {
                let choice = search.tree().root().choices().nth(edge)?;
                line(search.tree().decision(), choice).first().copied()
            }
        });
        let analysis = analysis_of(&search, position, best, win, simulator.evaluated);
        analyst.trees.put(search);
        analysis
    }
}
