//! Tasks that extend a plan: purchases, marches and attacks.

use super::board::{Board, add};
use super::campaign::step_gain;
use super::context::{SearchContext, Zone};
use super::gather::{attack, gather, raid};
use super::plan::Plan;
use crate::scenario::Node;

/// Maximum number of armies that are considered for one goal.
const MAX_SOURCES: usize = 2;

/// Maximum number of armies that are considered for steps to a neighbour and marches to the enemy headquarters.
const MAX_ARMIES: usize = 4;

/// A task within a ply; it adds one or more orders to a plan.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Task {
    /// Buys as many troops as possible.
    Reinforce,
    /// Attacks the enemy headquarters with all troops in reach.
    Assault,
    /// Attacks the enemy headquarters with one army on a path without enemies.
    Raid,
    /// Gathers all troops in reach at a goal, except a garrison of the player's headquarters.
    Gather { goal: Goal, garrison: u64 },
    /// Moves troops towards a goal, as far as the order budget allows.
    March { from: Node, goal: Goal, amount: u64 },
    /// Marches on the enemy headquarters with all troops on the way, except a garrison of the player's headquarters.
    Sweep { from: Node, garrison: u64 },
    /// Moves troops to a neighbour.
    Step { from: Node, to: Node, amount: u64 },
}

impl Task {
    /// Reports whether the task is tried for every plan, because its value depends on all other orders of the ply.
    pub(super) fn is_urgent(self) -> bool {
        matches!(self, Task::Reinforce | Task::Assault | Task::Raid | Task::Gather { goal: Goal::OwnHq, .. })
    }
}

/// Target of a task.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Goal {
    OwnHq,
    EnemyHq,
    /// Index into [`SearchContext::goals`].
    Listed(usize),
    /// Index into the places of assembly of the active player's campaign.
    Assembly(usize),
}

impl Goal {
    fn zone<'a>(self, board: &Board, context: &'a SearchContext<'_>) -> &'a Zone {
        match self {
            Goal::OwnHq => &context.hq[board.active],
            Goal::EnemyHq => &context.hq[board.active.other()],
            Goal::Listed(index) => &context.goals[index],
            Goal::Assembly(index) => &context.campaigns[board.active].assembly[index],
        }
    }
}

/// Estimates the number of troops that hold the active player's headquarters against any attack in the next ply.
pub(super) fn safe_garrison(board: &Board, context: &SearchContext<'_>) -> u64 {
    let enemy = board.active.other();
    let Some(attack) = attack(context, board, enemy, board.affordable_next(context)) else { return 0 };
    let force = attack.gathering.force;
    if force == 0 { 0 } else { add(force, (force as f64 * context.combat_variance()) as u64) + 1 }
}

/// Returns the tasks worth trying next, most urgent first.
pub(super) fn tasks(plan: &Plan, garrison: u64, context: &SearchContext<'_>) -> Vec<Task> {
    let mut tasks = Vec::new();
    let board = plan.board();
    if plan.orders_left(context) == 0 {
        return tasks;
    }
    tasks.push(Task::Assault);
    if context.has_raids() {
        tasks.push(Task::Raid);
    }
    if board.affordable(context) > 0 {
        tasks.push(Task::Reinforce);
    }
    for index in 0..context.goals.len() {
        captures(plan, Goal::Listed(index), garrison, context, &mut tasks);
    }
    tasks.push(Task::Gather { goal: Goal::OwnHq, garrison: 0 });
    for index in 0..context.campaigns[board.active].assembly.len() {
        let amounts = [Some(0), Some(garrison).filter(|&garrison| garrison > 0)];
        let goal = Goal::Assembly(index);
        tasks.extend(amounts.into_iter().flatten().map(|garrison| Task::Gather { goal, garrison }));
    }
    advances(plan, garrison, context, &mut tasks);
    tasks
}

/// Adds tasks that capture a goal or gather troops there.
fn captures(plan: &Plan, goal: Goal, garrison: u64, context: &SearchContext<'_>, tasks: &mut Vec<Task>) {
    let board = plan.board();
    let zone = goal.zone(board, context);
    let state = board.node_state(zone.goal);
    let enemies = state.forces[board.active.other()];
    if state.owner == board.active && enemies == 0 {
        return;
    }
    let needed = if enemies == 0 { 1 } else { winning_force(enemies, context) };
    let sources = zone.near[1..].iter().copied().filter(|&node| plan.guaranteed(node) > 0);
    let sources =
        smallest::<MAX_SOURCES, _>(sources, |node| (plan.guaranteed(node) < needed, zone.distance(node), node));
    for from in sources {
        let free =
            plan.guaranteed(from).saturating_sub(if from == context.scenario.hq(board.active) { garrison } else { 0 });
        let amounts = distinct([needed.min(plan.guaranteed(from)), free, plan.guaranteed(from)]);
        tasks.extend(amounts.map(|amount| Task::March { from, goal, amount }));
    }
    if enemies > 0 {
        tasks.push(Task::Gather { goal, garrison: 0 });
        if garrison > 0 {
            tasks.push(Task::Gather { goal, garrison });
        }
    }
}

/// Adds tasks that move the strongest armies towards the enemy headquarters or to a neighbour.
fn advances(plan: &Plan, garrison: u64, context: &SearchContext<'_>, tasks: &mut Vec<Task>) {
    let board = plan.board();
    let own_hq = context.scenario.hq(board.active);
    let armies = context.scenario.nodes().filter(|&node| plan.guaranteed(node) > 0);
    let strongest = smallest::<MAX_ARMIES, _>(armies, |node| (std::cmp::Reverse(plan.guaranteed(node)), node));
    for from in strongest {
        let all = plan.guaranteed(from);
        let free = if from == own_hq { all.saturating_sub(garrison) } else { all };
        if context.hq[board.active.other()].reaches(from) {
            let amounts = distinct([all, free, all.div_ceil(2)]);
            tasks.extend(amounts.map(|amount| Task::March { from, goal: Goal::EnemyHq, amount }));
            if context.campaign_weight > 0.0 {
                tasks.push(Task::Sweep { from, garrison });
            }
        }
        for &to in context.scenario.neighbours(from) {
            tasks.extend(distinct([all, free]).map(|amount| Task::Step { from, to, amount }));
        }
    }
}

/// Returns the distinct amounts above 0.
fn distinct<const N: usize>(amounts: [u64; N]) -> impl Iterator<Item = u64> {
    (0..N).filter(move |&i| amounts[i] > 0 && !amounts[..i].contains(&amounts[i])).map(move |i| amounts[i])
}

/// Returns the `N` nodes with the smallest keys, in increasing order. The keys must differ.
fn smallest<const N: usize, K: Ord>(
    nodes: impl Iterator<Item = Node>,
    key: impl Fn(Node) -> K,
) -> impl Iterator<Item = Node> {
    let mut best: Vec<(K, Node)> = Vec::with_capacity(N + 1);
    for node in nodes {
        let key = key(node);
        if best.len() < N || best.last().is_some_and(|(last, _)| key < *last) {
            let at = best.partition_point(|(other, _)| *other < key);
            best.insert(at, (key, node));
            best.truncate(N);
        }
    }
    best.into_iter().map(|(_, node)| node)
}

/// Returns the smallest force that certainly beats `enemies` troops.
fn winning_force(enemies: u64, context: &SearchContext<'_>) -> u64 {
    add(enemies, ((enemies as f64 * context.combat_variance()) as u64).max(1)) + 1
}

/// Adds the orders of a task to a plan. Returns `false` if there are none.
pub(super) fn perform(task: Task, plan: &mut Plan, context: &SearchContext<'_>) -> bool {
    let before = plan.orders.len();
    match task {
        Task::Reinforce => {
            let amount = plan.board().affordable(context);
            plan.reinforce(amount, context);
        }
        Task::Assault => assault(plan, context),
        Task::Raid => raid_hq(plan, context),
        Task::Gather { goal, garrison } => {
            let board = plan.board();
            let own_hq = context.scenario.hq(board.active);
            let available = |node| plan.guaranteed(node).saturating_sub(if node == own_hq { garrison } else { 0 });
            let zone = goal.zone(board, context);
            let steps = gather(context, board, board.active, zone, plan.orders_left(context), available).steps(zone);
            follow(plan, &steps, own_hq, garrison, context);
        }
        Task::March { from, goal, amount } => march(plan, from, goal, amount, context),
        Task::Sweep { from, garrison } => sweep(plan, from, garrison, context),
        Task::Step { from, to, amount } => plan.step(from, to, amount, context),
    }
    plan.orders.len() > before
}

fn assault(plan: &mut Plan, context: &SearchContext<'_>) {
    let board = plan.board();
    let affordable = board.affordable(context);
    let Some(attack) = attack(context, board, board.active, affordable) else { return };
    let own_hq = context.scenario.hq(board.active);
    let steps = attack.gathering.steps(&context.hq[board.active.other()]);
    if attack.buys_first {
        plan.reinforce(affordable, context);
    }
    follow(plan, &steps, own_hq, 0, context);
}

fn raid_hq(plan: &mut Plan, context: &SearchContext<'_>) {
    let board = plan.board();
    if board.node_state(context.scenario.hq(board.active.other())).owner == board.active {
        return;
    }
    if let Some((path, _)) = raid(context, board, board.active, plan.orders_left(context)) {
        let steps: Vec<(Node, Node)> = path.windows(2).map(|step| (step[0], step[1])).collect();
        follow(plan, &steps, context.scenario.hq(board.active), 0, context);
    }
}

/// Adds a move for each step, with all guaranteed troops of its node except the garrison of the headquarters.
fn follow(plan: &mut Plan, steps: &[(Node, Node)], own_hq: Node, garrison: u64, context: &SearchContext<'_>) {
    for &(from, to) in steps {
        if plan.is_won() || plan.orders_left(context) == 0 {
            return;
        }
        let amount = plan.guaranteed(from).saturating_sub(if from == own_hq { garrison } else { 0 });
        if amount > 0 {
            plan.step(from, to, amount, context);
        }
    }
}

/// Adds moves along a shortest path to a goal. Among equally near nodes it prefers the one with the fewest enemy troops,
/// then the one whose capture adds the most supply yield.
fn march(plan: &mut Plan, from: Node, goal: Goal, amount: u64, context: &SearchContext<'_>) {
    let zone = goal.zone(plan.board(), context);
    let (mut at, mut left) = (from, amount);
    while at != zone.goal && left > 0 && !plan.is_won() && plan.orders_left(context) > 0 {
        let board = plan.board();
        let merit = |next: &Node| {
            let state = board.node_state(*next);
            let gain = if state.owner == board.active { 0 } else { context.scenario.supply_yield(*next) };
            (std::cmp::Reverse(state.forces[board.active.other()]), gain, std::cmp::Reverse(*next))
        };
        let Some(next) = zone.nearer_nodes(at, context.scenario).max_by_key(merit) else { return };
        plan.step(at, next, left, context);
        left = left.min(plan.guaranteed(next));
        at = next;
    }
}

/// Adds moves of a growing army along the shortest path to the enemy headquarters on which it gains the most troops.
fn sweep(plan: &mut Plan, from: Node, garrison: u64, context: &SearchContext<'_>) {
    let side = plan.board().active;
    let own_hq = context.scenario.hq(side);
    let zone = &context.hq[side.other()];
    let gains = &context.campaigns[side].route_gains;
    let mut at = from;
    while at != zone.goal && !plan.is_won() && plan.orders_left(context) > 0 {
        let amount = plan.guaranteed(at).saturating_sub(if at == own_hq { garrison } else { 0 });
        let gain = |next: Node| step_gain(plan.board(), side, next) + gains[next.index()];
        let better = |a: &Node, b: &Node| gain(*a).total_cmp(&gain(*b)).then(b.cmp(a));
        let Some(next) = zone.nearer_nodes(at, context.scenario).max_by(better) else { return };
        if amount == 0 {
            return;
        }
        plan.step(at, next, amount, context);
        at = next;
    }
}
