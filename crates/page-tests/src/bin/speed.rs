//! Measures how fast the page is: `cargo xtask page-speed`.

use page_tests::{FrameWork, Look, Page, Site, with_site};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ringrift::{Action, BoardKind, Edition, Overrides, Phase, Position, Ruleset};

fn main() {
    with_site(|site| {
        println!("first contentful paint, median of {LOADS} loads (bar 1000 ms)");
        for path in ["/", "/rules", "/learn", "/sandbox", "/asg/replay"] {
            println!("  {path:12} {:6.0} ms", median_paint(site, path));
        }
        println!("work of the main thread in a frame while the pointer moves over {BOARD} (bar 8 ms for p95)");
        let (placement, movement) = middle_of_a_game();
        for (name, position) in [("placing", placement), ("moving", movement)] {
            let work = pointing(site, &position);
            let [p50, p95, p99] = [50, 95, 99].map(|percent| work.percentile(percent));
            println!("  {name:12} p50 {p50:.1} ms, p95 {p95:.1} ms, p99 {p99:.1} ms, {} frames", work.frames());
        }
    });
}

/// How often a page is loaded.
const LOADS: usize = 5;

/// The largest board.
const BOARD: BoardKind = BoardKind::Hexagonal12;

fn median_paint(site: &Site, path: &str) -> f64 {
    let page = Page::open(site, path);
    let mut times: Vec<f64> = (0..LOADS)
        .map(|_| {
            page.reload();
            page.first_paint()
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    times[LOADS / 2]
}

fn pointing(site: &Site, position: &Position) -> FrameWork {
    let page = Page::open_in(Look::DESKTOP.traced(), site, "/sandbox");
    page.eval(&format!("void location.assign('#' + new URLSearchParams({{ position: '{position}' }}))"));
    page.wait_until(&format!("document.querySelector('#root > .table')?.dataset.position === '{position}'"));
    page.frame_work(|page| page.sweep("[role=grid]", 300))
}

/// A position with many stacks, markers and much territory in which rings can be placed, and one after it in which a stack has to move.
fn middle_of_a_game() -> (Position, Position) {
    let rules = Ruleset::new(Edition::Live, BOARD, 3, &Overrides::default()).expect("rules");
    let mut position = Position::new(&rules).expect("a start");
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
    let place = places.iter().find(|action| matches!(action, Action::Place { .. })).expect("a placement");
    movement.play_unchecked(*place);
    (placement, movement)
}
