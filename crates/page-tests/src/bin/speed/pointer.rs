//! Time from the pointer to the changed picture, without and with a slow network.

use std::time::Duration;

use page_tests::{DelayingProxy, Page, REDUCED_MOTION, TestServer};
use serde_json::{Value, json};

/// Added to every round trip.
const DELAY: Duration = Duration::from_millis(300);

/// Largest permitted time at p95, in milliseconds.
const MOST: f64 = 50.0;

/// Samples of each kind.
const SAMPLES: usize = 60;

/// Actions of one game, before lines and regions make choices longer than clicks.
const ACTIONS_PER_GAME: usize = 16;

/// Prints the times of previews and of actions in a game on the server.
pub(crate) fn measure(server: &TestServer) {
    println!("pointer to picture in a game on the server, {SAMPLES} samples (limit {MOST} ms for p95)");
    let slow = DelayingProxy::start(server.port(), DELAY).url("");
    for (name, base) in [("localhost", server.url("")), ("300 ms added", slow)] {
        let page = Page::open(server, "/rules");
        page.emulate_media(&[REDUCED_MOTION]);
        page.navigate(&format!("{base}/rules"));
        let (mut previews, mut actions) = (Vec::new(), Vec::new());
        while actions.len() < SAMPLES {
            start_game(&page, &base);
            if previews.is_empty() {
                previews = preview_times(&page);
            }
            for _ in 0..ACTIONS_PER_GAME {
                let Some(time) = action_time(&page) else { break };
                actions.push(time);
            }
        }
        for (kind, mut times) in [("preview", previews), ("action", actions)] {
            times.sort_unstable_by(f64::total_cmp);
            let at = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)];
            let verdict = if at(95) < MOST { "met" } else { "missed" };
            println!("  {name:12} {kind:8} p50 {:5.1} ms, p95 {:5.1} ms ({verdict})", at(50), at(95));
        }
    }
}

/// Creates a game in which the visitor plays both sides, and returns its id.
pub(crate) fn new_game(page: &Page) -> String {
    page.eval_string(
        "(async () => {
           const post = async (path, body) => (await fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' },
             body: JSON.stringify(body) })).json();
           await post('/api/me', {});
           return (await post('/api/games', { board: 'square8', purpose: 'hot_seat', seats: [{ who: 'me' }, { who: 'me' }] })).id;
         })()",
    )
}

/// Opens a new game in which the visitor plays both sides.
fn start_game(page: &Page, base: &str) {
    let id = new_game(page);
    page.navigate(&format!("{base}/games/{id}"));
    page.wait_for("[role=grid]");
    page.wait_until("import('/web/lib/engine.js').then(({ layout, isFast }) => (layout('square8'), isFast()))");
    page.eval(INSTALL);
}

/// Adds functions to the page that measure one sample, and find points of cells.
const INSTALL: &str = "(async () => {
    window.measure = (kind) => new Promise((resolve) => {
      let begin = 0;
      const type = kind === 'preview' ? 'pointermove' : 'pointerup';
      const onEvent = (event) => (begin ||= event.timeStamp);
      addEventListener(type, onEvent, true);
      const isShown = ({ addedNodes }) => kind === 'action' || [...addedNodes].some((node) => node.classList?.contains('bd-new'));
      const end = (time) => (observer.disconnect(), removeEventListener(type, onEvent, true), resolve(time));
      const observer = new MutationObserver((records) => {
        if (!begin || !records.some(isShown)) return;
        // The message arrives after the frame with the change has been drawn.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => end(performance.now() - begin);
        requestAnimationFrame(() => port2.postMessage(null));
      });
      observer.observe(document.querySelector(kind === 'preview' ? '.board-root' : '.bd-base'), { subtree: true, childList: true, attributes: true });
      setTimeout(() => end(null), 4000);
    });
    const layout = await (await fetch('/api/boards/square8')).json();
    const over = document.querySelector('.bd-over');
    over.scrollIntoView({ block: 'center', behavior: 'instant' });
    window.pointOf = (cell) => {
      const { x, y } = layout.cells.find(({ name }) => name === cell);
      const point = new DOMPoint(x, y).matrixTransform(over.getScreenCTM());
      return [point.x, point.y];
    };
    window.cells = layout.cells.map(({ name }) => name);
  })()";

/// Points at one cell after another and returns the times until their previews.
fn preview_times(page: &Page) -> Vec<f64> {
    let mut times = Vec::new();
    for number in 0..SAMPLES {
        let point = page.eval(&format!(
            "(window.result = window.measure('preview'), window.pointOf(window.cells[{}]))",
            number * 19 % 64
        ));
        mouse(page, "mouseMoved", &point, 0);
        times.extend(page.eval("window.result").as_f64());
    }
    assert!(times.len() > SAMPLES / 2, "only {} previews appeared", times.len());
    times
}

/// Plays an action and returns the time until the board shows it; `None` if the next action is not chosen by cells.
fn action_time(page: &Page) -> Option<f64> {
    page.wait_until("!document.querySelector('[data-unconfirmed]')");
    let points = page.eval(
        "(async () => {
           const game = await (await fetch(`/api${location.pathname}`)).json();
           const choices = game.you.legal?.groups.flatMap(({ choices }) => choices) ?? [];
           const choice = choices[Math.floor(choices.length * 0.618)];
           return choice ? choice.picks.map((cell) => window.pointOf(cell)) : [];
         })()",
    );
    let (last, before) = points.as_array()?.split_last()?;
    for point in before {
        click(page, point);
    }
    page.eval("void (window.result = window.measure('action'))");
    click(page, last);
    page.eval("window.result").as_f64()
}

fn click(page: &Page, point: &Value) {
    for (kind, buttons) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
        mouse(page, kind, point, buttons);
    }
}

fn mouse(page: &Page, kind: &str, point: &Value, buttons: u8) {
    let button = if kind == "mouseMoved" { "none" } else { "left" };
    let event =
        json!({ "type": kind, "x": point[0], "y": point[1], "button": button, "buttons": buttons, "clickCount": 1 });
    page.devtools("Input.dispatchMouseEvent", &event);
}
