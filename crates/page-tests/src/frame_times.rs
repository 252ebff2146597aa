//! Measures the main thread's work per frame from the browser's trace.

use std::time::Duration;

use serde_json::{Value, json};

use crate::locator::Locator;
use crate::page::Page;

/// Work of the main thread in each frame.
#[derive(Clone, Debug)]
pub struct FrameTimes {
    /// Milliseconds per frame, in ascending order.
    sorted: Vec<f64>,
}

impl FrameTimes {
    /// Returns the number of frames.
    pub fn frames(&self) -> usize {
        self.sorted.len()
    }

    /// Returns a percentile, in milliseconds.
    pub fn percentile(&self, percent: usize) -> f64 {
        let rank = (self.sorted.len() * percent).div_ceil(100);
        self.sorted.get(rank.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// A task of the main thread; times in milliseconds.
#[derive(Copy, Clone)]
struct Task {
    start: f64,
    length: f64,
    /// Fraction of `length` during which the thread was running on a CPU.
    share: f64,
}

// Marks that delimit the measurement and identify the main thread.
const START: &str = "page-tests-start";
const END: &str = "page-tests-end";

impl Page {
    /// Measures the main thread's work while `during` runs. The page must have been opened with
    /// [`Viewport::traced`](crate::Viewport::traced), and can be measured only once, because reading the trace ends it.
    #[track_caller]
    pub fn measure_frames(&self, during: impl FnOnce(&Page)) -> FrameTimes {
        self.eval(&format!("performance.mark('{START}')"));
        during(self);
        self.eval(&format!("performance.mark('{END}')"));
        let events = self.trace();
        let marked = |name: &str| events.iter().find(|event| event["name"] == name && event["ph"] == "I");
        let (Some(start), Some(end)) = (marked(START), marked(END)) else {
            self.fail("measure frames", &"the trace has no marks; open the page with Viewport::traced");
        };
        let between: Vec<&Value> = events
            .iter()
            .filter(|event| thread(event) == thread(start))
            .filter(|event| (millis(&start["ts"])..millis(&end["ts"])).contains(&millis(&event["ts"])))
            .collect();
        work(&frames(&between), &tasks(&between))
    }

    /// Moves the mouse back and forth over an element, about once per frame.
    #[track_caller]
    pub fn sweep_mouse(&self, locator: impl Into<Locator>, moves: u32) {
        let bounds = self.bounds(locator);
        for step in 0..moves {
            let (across, down) = (zigzag(step, 23), zigzag(step, 17));
            let (x, y) = (bounds.x + bounds.width * across, bounds.y + bounds.height * down);
            self.devtools("Input.dispatchMouseEvent", &json!({ "type": "mouseMoved", "x": x, "y": y }));
            std::thread::sleep(Duration::from_millis(12));
        }
    }

    /// Returns the events of the trace.
    #[track_caller]
    fn trace(&self) -> Vec<Value> {
        let entries = self.retry("read the trace", || self.session.log("performance"));
        entries.iter().filter_map(event).collect()
    }
}

/// Extracts the trace event from an entry of the performance log.
fn event(entry: &Value) -> Option<Value> {
    let mut message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
    let message = message.get_mut("message")?;
    (message["method"] == "Tracing.dataCollected").then(|| message["params"].take())
}

/// Returns the process and thread id of an event.
fn thread(event: &Value) -> (u64, u64) {
    (event["pid"].as_u64().unwrap_or_default(), event["tid"].as_u64().unwrap_or_default())
}

/// Returns the start times of the frames, in milliseconds.
fn frames(events: &[&Value]) -> Vec<f64> {
    let begun = events.iter().filter(|event| event["name"] == "BeginMainThreadFrame");
    let mut starts: Vec<f64> = begun.map(|event| millis(&event["ts"])).collect();
    starts.sort_unstable_by(f64::total_cmp);
    starts
}

/// Returns the outermost tasks; nested tasks are part of them.
fn tasks(events: &[&Value]) -> Vec<Task> {
    let run = events.iter().filter(|event| event["name"] == "RunTask" && event["ph"] == "X");
    let mut tasks: Vec<Task> = run.map(|event| task(event)).collect();
    tasks.sort_unstable_by(|a, b| a.start.total_cmp(&b.start).then(b.length.total_cmp(&a.length)));
    let mut end = f64::NEG_INFINITY;
    tasks.retain(|task| {
        let is_outermost = task.start >= end;
        end = end.max(task.start + task.length);
        is_outermost
    });
    tasks
}

fn task(event: &Value) -> Task {
    let (start, length) = (millis(&event["ts"]), millis(&event["dur"]));
    let share = event["tdur"].as_f64().map_or(1.0, |ran| ran / 1_000.0 / length.max(0.001));
    Task { start, length, share: share.min(1.0) }
}

/// Rises from 0 to 1 in `period` steps, then falls back.
fn zigzag(step: u32, period: u32) -> f64 {
    let way = f64::from(step % (2 * period)) / f64::from(period);
    if way > 1.0 { 2.0 - way } else { way }
}

/// Converts the trace's microseconds to milliseconds.
fn millis(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default() / 1_000.0
}

/// Sums up the tasks between the starts of consecutive frames.
fn work(frames: &[f64], tasks: &[Task]) -> FrameTimes {
    let of = |start: f64, end: f64| tasks.iter().map(|task| overlap(task, start, end)).sum();
    let mut sorted: Vec<f64> = frames.windows(2).map(|pair| of(pair[0], pair[1])).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    FrameTimes { sorted }
}

fn overlap(task: &Task, start: f64, end: f64) -> f64 {
    task.share * ((task.start + task.length).min(end) - task.start.max(start)).max(0.0)
}
