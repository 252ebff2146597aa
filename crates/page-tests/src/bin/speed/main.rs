//! Measures the speed of the page and of its engine: `cargo xtask page-speed`. With `paint`, `frames`, `pointer` or `engine` as arguments, only
//! these parts.

mod engine;
mod pointer;

use page_tests::{FrameTimes, Page, TestServer, Viewport, with_server};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{Action, BoardKind, Edition, Overrides, Phase, Position, Ruleset};

fn main() {
    let parts: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |part: &str| parts.is_empty() || parts.iter().any(|wanted| wanted == part);
    with_server(|server| {
        if is_wanted("paint") {
            println!("first contentful paint, median of {LOADS} loads (limit {MOST_PAINT} ms)");
            let page = Page::open(server, "/rules");
            for path in PAGES {
                print_paint(&page, path, path);
            }
            print_paint(&page, "/games/…", &format!("/games/{}", pointer::new_game(&page)));
        }
        if is_wanted("frames") {
            println!("main thread work per frame while the pointer moves over {BOARD} (limit 8 ms for p95)");
            let (placement, movement) = midgame_positions();
            for (name, position) in [("placing", placement), ("moving", movement)] {
                let times = frame_times(server, &position);
                let [p50, p95, p99] = [50, 95, 99].map(|percent| times.percentile(percent));
                println!("  {name:12} p50 {p50:.1} ms, p95 {p95:.1} ms, p99 {p99:.1} ms, {} frames", times.frames());
            }
        }
        if is_wanted("pointer") {
            pointer::measure(server);
        }
        if is_wanted("engine") {
            engine::measure(server);
        }
    });
}

/// Loads per page.
const LOADS: usize = 5;

/// Largest permitted time to the first contentful paint, in milliseconds.
const MOST_PAINT: f64 = 500.0;

/// Pages whose first paint is measured, besides that of a game on the server.
const PAGES: [&str; 9] = [
    "/",
    "/rules",
    "/asg/rules",
    "/learn",
    "/puzzles",
    "/sandbox",
    "/local?example=tower",
    "/asg/replay",
    "/asg/replay?example=race",
];

/// The largest board.
const BOARD: BoardKind = BoardKind::Hexagonal12;

/// Prints the median time to the first paint of a page.
fn print_paint(page: &Page, name: &str, path: &str) {
    page.navigate(path);
    let mut times: Vec<f64> = (0..LOADS)
        .map(|_| {
            page.reload();
            page.first_paint()
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    let median = times[LOADS / 2];
    println!("  {name:24} {median:6.0} ms ({})", if median < MOST_PAINT { "met" } else { "missed" });
}

fn frame_times(server: &TestServer, position: &Position) -> FrameTimes {
    let page = Page::open_in(Viewport::DESKTOP.traced(), server, "/sandbox");
    page.eval(&format!("void location.assign('#' + new URLSearchParams({{ position: '{position}' }}))"));
    page.wait_until(&format!("document.querySelector('#root > .table')?.dataset.position === '{position}'"));
    page.measure_frames(|page| page.sweep_mouse("[role=grid]", 300))
}

/// Returns two crowded positions: one in the placement phase, and one after a placement, when a stack must move.
fn midgame_positions() -> (Position, Position) {
    let rules = Ruleset::new(Edition::Live, BOARD, 3, &Overrides::default()).expect("ruleset is valid");
    let mut position = Position::new(&rules).expect("ruleset has a start position");
    let mut random = ChaCha8Rng::seed_from_u64(4);
    let mut placement = position.clone();
    for _ in 0..400 {
        let actions = position.legal_actions();
        if position.phase() == Phase::Placement {
            placement = position.clone();
        }
        position.play_unchecked(actions[random.random_range(0..actions.len())]);
    }
    let mut movement = placement.clone();
    let places = placement.legal_actions();
    let place = places.iter().find(|action| matches!(action, Action::Place { .. })).expect("a placement is legal");
    movement.play_unchecked(*place);
    (placement, movement)
}
