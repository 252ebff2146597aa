//! Choice of one action: simulations, and checks that no opponent can win right after the turn.

use ::neural::{ChoiceView, Search, Values};
use game::GameRng;
use learning::{Decision, Step};
use ringrift::{Action, Cell, MAX_PLAYERS, PositionOf};
use web_time::Instant;

use crate::neural::analysis::line;
use crate::neural::settings::NeuralSettings;
use crate::neural::simulation::Simulator;
use crate::search::{self, Replies};

/// After a choice is rejected, the search continues with this fraction (1/N) of its simulations.
const RETRY_FRACTION: u32 = 8;

/// Number of choices that are set aside because the search for a win after them was not finished.
const MOST_UNCLEAR: usize = 4;

/// Decision of a bot.
pub(super) struct Thinking<'s, 'a, const W: usize> {
    pub(super) simulator: &'s mut Simulator<'a, W>,
    pub(super) turns: &'s mut search::Search<'a, W>,
    pub(super) rng: GameRng,
    /// End of the simulations, if there is a time limit.
    pub(super) simulate_until: Option<Instant>,
    /// Measured simulations in a second.
    pub(super) speed: &'s mut Option<f64>,
}

/// Result of a decision.
pub(super) enum Chosen {
    Action(Action, ChosenResult),
    /// A whole turn that prevents the win of an opponent.
    Turn(Vec<Action>),
}

/// What the search expects after a chosen action.
pub(super) struct ChosenResult {
    /// The value of each player.
    pub(super) values: Values,
    /// Whether the values are the result under best play.
    pub(super) is_proven: bool,
    /// Expected continuation, starting with the action.
    pub(super) line: Vec<Action>,
}

/// Result of a choice of the search tree.
pub(super) enum ChosenStep {
    /// An edge of the root.
    Edge(usize),
    Turn(Vec<Action>),
}

impl<const W: usize> Thinking<'_, '_, W> {
    /// Chooses an action. Returns `None` if the game is over.
    ///
    /// A recovery whose price is open is two choices of the tree, so both are searched.
    pub(super) fn choose(&mut self, search: &mut Search<W>, position: &PositionOf<W>) -> Option<Chosen> {
        let edge = match self.choose_step(search)? {
            ChosenStep::Edge(edge) => edge,
            ChosenStep::Turn(line) => return Some(Chosen::Turn(line)),
        };
        let (from, to) = match search.tree().edge(edge).step {
            Step::Action(action) => return Some(Chosen::Action(action, result(search, edge))),
            Step::Slide(from, to) => (from, to),
        };
        if let [only] = recoveries(position, from, to)[..] {
            return Some(Chosen::Action(only, result(search, edge)));
        }
        search.advance(edge);
        Some(match self.choose_step(search)? {
            ChosenStep::Turn(line) => Chosen::Turn(line),
            ChosenStep::Edge(edge) => match search.tree().edge(edge).step {
                Step::Action(action) => Chosen::Action(action, result(search, edge)),
                Step::Slide(..) => unreachable!("the slide was chosen"),
            },
        })
    }

    /// Searches the root and returns the best choice after which no opponent can win in the next turn, as far as the checks can tell.
    pub(super) fn choose_step(&mut self, search: &mut Search<W>) -> Option<ChosenStep> {
        let solver = self.simulator.settings.solver;
        let simulations = self.simulator.settings.simulations;
        self.simulate(search, simulations);
        let mut edge = self.pick(search)?;
        let mut favourite = None;
        let mut unclear: Vec<Step> = Vec::new();
        for _ in 0..solver.refutation_tries {
            let step = search.tree().edge(edge).step;
            if is_lost(search) {
                // A proven loss can still be delayed.
                _ = favourite.get_or_insert(step);
                break;
            }
            let is_decided = search.tree().is_proven() || step == Step::Action(Action::SwapSides);
            if is_decided || (self.simulator.is_cancelled)() {
                return Some(ChosenStep::Edge(edge));
            }
            match self.turns.check_replies(&after(search.tree().decision(), step), solver.plan_nodes) {
                Replies::NoWin => return Some(ChosenStep::Edge(edge)),
                Replies::Unclear if unclear.len() >= MOST_UNCLEAR => break,
                Replies::Unclear => unclear.push(step),
                Replies::Win => {
                    _ = favourite.get_or_insert(step);
                    search.prove_edge(edge, &loss_of(search.tree().decision()));
                    self.simulate(search, simulations / RETRY_FRACTION);
                }
            }
            match self.pick_except(search, &unclear) {
                Some(next) => edge = next,
                None => break,
            }
        }
        let Some(favourite) = unclear.first().copied().or(favourite) else { return Some(ChosenStep::Edge(edge)) };
        if solver.refutation_tries > 0
            && unclear.is_empty()
            && let Some(line) = self.turns.find_safe_turn(solver.plan_nodes, 2 * solver.plan_nodes)
        {
            return Some(ChosenStep::Turn(line));
        }
        // If every choice loses against the best reply, the one that the network prefers is as good as any.
        let edges = 0..search.tree().edges();
        edges.into_iter().find(|&edge| search.tree().edge(edge).step == favourite).map(ChosenStep::Edge)
    }

    fn simulate(&mut self, search: &mut Search<W>, simulations: u32) {
        match self.simulate_until {
            None => self.simulator.run(search, simulations, &mut self.rng),
            Some(end) => self.simulator.run_until(search, simulations, end, self.speed, &mut self.rng),
        }
    }

    /// Returns the best choice that is neither one of `unclear` nor a proven loss, or a proven win.
    fn pick_except(&mut self, search: &mut Search<W>, unclear: &[Step]) -> Option<usize> {
        let picked = self.pick(search)?;
        if search.tree().is_proven() || !unclear.contains(&search.tree().edge(picked).step) {
            return Some(picked);
        }
        let is_open = |choice: ChoiceView<'_, W>| {
            !unclear.contains(&choice.step) && !choice.node.is_some_and(|node| node.is_proven())
        };
        let open: Vec<bool> = search.tree().root().choices().map(is_open).collect();
        let policy = search.policy();
        (0..policy.len()).filter(|&edge| open[edge]).max_by(|&one, &other| policy[one].total_cmp(&policy[other]))
    }

    /// Returns the best choice, or draws one if the bot has a temperature.
    fn pick(&mut self, search: &mut Search<W>) -> Option<usize> {
        let NeuralSettings { temperature, least_probable, .. } = self.simulator.settings;
        let best = search.best()?;
        if temperature <= 0.0 || search.tree().is_proven() {
            return Some(best);
        }
        let policy = search.policy();
        let most = policy.iter().copied().fold(0.0, f32::max);
        let weight = |&probability: &f32| {
            let share = probability / most;
            if share < least_probable { 0.0 } else { libm::expf(libm::logf(share) / temperature) }
        };
        let weights: Vec<f32> = policy.iter().map(weight).collect();
        let mut left = weights.iter().sum::<f32>() * (self.rng.below(1 << 24) as f32 / (1 << 24) as f32);
        let drawn = weights.iter().position(|&weight| {
            left -= weight;
            left < 0.0 && weight > 0.0
        });
        Some(drawn.unwrap_or(best))
    }
}

/// Returns what the search expects after a choice. Before its first visit the values are those of the position.
fn result<const W: usize>(search: &Search<W>, edge: usize) -> ChosenResult {
    let root = search.tree().root();
    let choice = root.choices().nth(edge);
    let node = choice.and_then(|choice| choice.node).filter(|node| node.visits() > 0 || node.is_proven());
    ChosenResult {
        values: node.map_or(root.values(), |node| node.values_before()),
        is_proven: node.is_some_and(|node| node.is_proven()),
        line: choice.map_or(Vec::new(), |choice| line(root.decision(), choice)),
    }
}

/// Reports whether the player to move at the root loses against the best replies.
fn is_lost<const W: usize>(search: &Search<W>) -> bool {
    let mover = search.tree().decision().position().to_move();
    search.tree().is_proven() && search.tree().values()[mover.index()] <= -1.0
}

/// Returns the positions that a step can lead to: several after a slide whose price is open.
fn after<const W: usize>(decision: &Decision<W>, step: Step) -> Vec<PositionOf<W>> {
    let position = decision.position();
    let actions = match step {
        Step::Action(action) => vec![action],
        Step::Slide(from, to) => recoveries(position, from, to),
    };
    let play = |action| {
        let mut after = position.clone();
        after.play_unchecked(action);
        after
    };
    actions.into_iter().map(play).collect()
}

/// Returns the recoveries with a slide, one for each price.
fn recoveries<const W: usize>(position: &PositionOf<W>, slide_from: Cell, slide_to: Cell) -> Vec<Action> {
    let is_meant = |action: &Action| match *action {
        Action::Recover { from, to, .. } | Action::RecoverSegment { from, to, .. } => {
            (from, to) == (slide_from, slide_to)
        }
        _ => false,
    };
    position.legal_actions().iter().copied().filter(is_meant).collect()
}

/// Returns the values of a position that the player to move loses.
fn loss_of<const W: usize>(decision: &Decision<W>) -> Values {
    let (players, mover) = (usize::from(decision.position().rules().players), decision.position().to_move().index());
    let mut values = [0.0; MAX_PLAYERS];
    for (seat, value) in values.iter_mut().take(players).enumerate() {
        *value = if seat == mover { -1.0 } else { 1.0 / (players - 1) as f32 };
    }
    values
}
