//! The steps from which plans are put together: purchases, marches, attacks.

use crate::bots::search::board::{Board, add};
use crate::bots::search::gather::{attack, gather};
use crate::bots::search::ground::{Ground, Zone};
use crate::bots::search::plan::Plan;
use crate::scenario::Node;

/// The most armies that are considered for one goal.
const MOST_SOURCES: usize = 2;

/// The most armies that are considered for single steps.
const MOST_ARMIES: usize = 4;

/// Something to be done within a ply.
#[derive(Copy, Clone, Debug)]
pub(super) enum Task {
    /// Buys as many troops as can be paid.
    Reinforce,
    /// Attacks the enemy's headquarters with all that can come.
    Assault,
    /// Brings all that can come to a goal, except for a guard of the headquarters.
    Gather { goal: Goal, guard: u64 },
    /// Sends troops towards a goal, as far as the actions go.
    March { from: Node, goal: Goal, amount: u64 },
    /// Sends troops to a neighbour.
    Step { from: Node, to: Node, amount: u64 },
}

/// Where troops are sent.
#[derive(Copy, Clone, Debug)]
pub(super) enum Goal {
    OwnHq,
    EnemyHq,
    /// One of the ground's goals.
    Listed(usize),
}

impl Goal {
    fn zone<'a>(self, board: &Board, ground: &'a Ground<'_>) -> &'a Zone {
        match self {
            Goal::OwnHq => &ground.hq[board.active],
            Goal::EnemyHq => &ground.hq[board.active.other()],
            Goal::Listed(index) => &ground.goals[index],
        }
    }
}

/// The troops that make the own headquarters safe from any attack in the enemy's next ply.
pub(super) fn safe_guard(board: &Board, ground: &Ground<'_>) -> u64 {
    let enemy = board.active.other();
    let Some(attack) = attack(ground, board, enemy, board.affordable_next(ground)) else { return 0 };
    let force = attack.gathering.force;
    if force == 0 { 0 } else { add(force, (force as f64 * ground.luck()) as u64) + 1 }
}

/// All that is worth trying next, the most urgent first.
pub(super) fn tasks(plan: &Plan, guard: u64, ground: &Ground<'_>) -> Vec<Task> {
    let mut tasks = Vec::new();
    let board = plan.board();
    if plan.actions_left(ground) == 0 {
        return tasks;
    }
    tasks.push(Task::Assault);
    if board.affordable(ground) > 0 {
        tasks.push(Task::Reinforce);
    }
    for index in 0..ground.goals.len() {
        captures(plan, Goal::Listed(index), guard, ground, &mut tasks);
    }
    tasks.push(Task::Gather { goal: Goal::OwnHq, guard: 0 });
    advances(plan, guard, ground, &mut tasks);
    tasks
}

/// Ways to take a goal, or to mass troops there.
fn captures(plan: &Plan, goal: Goal, guard: u64, ground: &Ground<'_>, tasks: &mut Vec<Task>) {
    let board = plan.board();
    let zone = goal.zone(board, ground);
    let place = board.place(zone.goal);
    let enemies = place.forces[board.active.other()];
    if place.owner == board.active && enemies == 0 {
        return;
    }
    let needed = if enemies == 0 { 1 } else { sure_force(enemies, ground) };
    let mut sources: Vec<Node> = armies(plan, ground).filter(|&node| zone.reaches(node) && node != zone.goal).collect();
    sources.sort_by_key(|&node| (plan.sure(node) < needed, zone.distance(node), node));
    for &from in sources.iter().take(MOST_SOURCES) {
        let free = plan.sure(from).saturating_sub(if from == ground.scenario.hq(board.active) { guard } else { 0 });
        let amounts = distinct([needed.min(plan.sure(from)), free, plan.sure(from)]);
        tasks.extend(amounts.map(|amount| Task::March { from, goal, amount }));
    }
    if enemies > 0 {
        tasks.push(Task::Gather { goal, guard: 0 });
        if guard > 0 {
            tasks.push(Task::Gather { goal, guard });
        }
    }
}

/// Ways to come nearer to the enemy, or to go aside.
fn advances(plan: &Plan, guard: u64, ground: &Ground<'_>, tasks: &mut Vec<Task>) {
    let board = plan.board();
    let own_hq = ground.scenario.hq(board.active);
    let mut strongest: Vec<Node> = armies(plan, ground).collect();
    strongest.sort_by_key(|&node| (std::cmp::Reverse(plan.sure(node)), node));
    for &from in strongest.iter().take(MOST_ARMIES) {
        let all = plan.sure(from);
        let free = if from == own_hq { all.saturating_sub(guard) } else { all };
        if ground.hq[board.active.other()].reaches(from) {
            let amounts = distinct([all, free, all.div_ceil(2)]);
            tasks.extend(amounts.map(|amount| Task::March { from, goal: Goal::EnemyHq, amount }));
        }
        for &to in ground.scenario.neighbours(from) {
            tasks.extend(distinct([all, free]).map(|amount| Task::Step { from, to, amount }));
        }
    }
}

/// The amounts that are not 0, each once.
fn distinct<const N: usize>(amounts: [u64; N]) -> impl Iterator<Item = u64> {
    (0..N).filter(move |&i| amounts[i] > 0 && !amounts[..i].contains(&amounts[i])).map(move |i| amounts[i])
}

/// The nodes from which troops can be sent.
fn armies<'a>(plan: &'a Plan, ground: &Ground<'_>) -> impl Iterator<Item = Node> + 'a {
    ground.scenario.nodes().filter(|&node| plan.sure(node) > 0)
}

/// The least force that beats so many enemies for certain.
fn sure_force(enemies: u64, ground: &Ground<'_>) -> u64 {
    add(enemies, ((enemies as f64 * ground.luck()) as u64).max(1)) + 1
}

/// Adds a task to a plan; tells whether that changed anything.
pub(super) fn perform(task: Task, plan: &mut Plan, ground: &Ground<'_>) -> bool {
    let before = plan.orders.len();
    match task {
        Task::Reinforce => {
            let amount = plan.board().affordable(ground);
            plan.reinforce(amount, ground);
        }
        Task::Assault => assault(plan, ground),
        Task::Gather { goal, guard } => {
            let board = plan.board();
            let own_hq = ground.scenario.hq(board.active);
            let may_go = |node| plan.sure(node).saturating_sub(if node == own_hq { guard } else { 0 });
            let zone = goal.zone(board, ground);
            let steps = gather(ground, board, board.active, zone, plan.actions_left(ground), may_go).steps(zone);
            follow(plan, &steps, own_hq, guard, ground);
        }
        Task::March { from, goal, amount } => march(plan, from, goal, amount, ground),
        Task::Step { from, to, amount } => plan.step(from, to, amount, ground),
    }
    plan.orders.len() > before
}

fn assault(plan: &mut Plan, ground: &Ground<'_>) {
    let board = plan.board();
    let buyable = board.affordable(ground);
    let Some(attack) = attack(ground, board, board.active, buyable) else { return };
    let own_hq = ground.scenario.hq(board.active);
    let steps = attack.gathering.steps(&ground.hq[board.active.other()]);
    if attack.buys {
        plan.reinforce(buyable, ground);
    }
    follow(plan, &steps, own_hq, 0, ground);
}

/// Walks the steps of a gathering with all that is surely there.
fn follow(plan: &mut Plan, steps: &[(Node, Node)], own_hq: Node, guard: u64, ground: &Ground<'_>) {
    for &(from, to) in steps {
        if plan.is_won() || plan.actions_left(ground) == 0 {
            return;
        }
        let amount = plan.sure(from).saturating_sub(if from == own_hq { guard } else { 0 });
        if amount > 0 {
            plan.step(from, to, amount, ground);
        }
    }
}

/// Walks towards a goal, where it is free of enemies and where there is something to take.
fn march(plan: &mut Plan, from: Node, goal: Goal, amount: u64, ground: &Ground<'_>) {
    let zone = goal.zone(plan.board(), ground);
    let (mut at, mut left) = (from, amount);
    while at != zone.goal && left > 0 && !plan.is_won() && plan.actions_left(ground) > 0 {
        let board = plan.board();
        let merit = |next: &Node| {
            let place = board.place(*next);
            let gain = if place.owner == board.active { 0 } else { ground.scenario.supply_yield(*next) };
            (std::cmp::Reverse(place.forces[board.active.other()]), gain, std::cmp::Reverse(*next))
        };
        let Some(next) = zone.nearer_nodes(at, ground.scenario).max_by_key(merit) else { return };
        plan.step(at, next, left, ground);
        left = left.min(plan.sure(next));
        at = next;
    }
}
