//! How much work the page makes for the browser, from its trace.

use std::time::Duration;

use serde_json::{Value, json};

use crate::find::Find;
use crate::page::Page;

/// The work of the main thread, frame by frame.
#[derive(Clone, Debug)]
pub struct FrameWork {
    /// Milliseconds of work in every frame, from the least to the most.
    sorted: Vec<f64>,
}

impl FrameWork {
    /// How many frames there were.
    pub fn frames(&self) -> usize {
        self.sorted.len()
    }

    /// The milliseconds that so many of a hundred frames do not exceed.
    pub fn percentile(&self, percent: usize) -> f64 {
        let place = (self.sorted.len() * percent).div_ceil(100);
        self.sorted.get(place.saturating_sub(1)).copied().unwrap_or_default()
    }
}

/// A task of a thread.
#[derive(Copy, Clone)]
struct Task {
    start: f64,
    length: f64,
    /// The part of its time that the thread ran; else the machine did other things.
    share: f64,
}

/// Marks in the trace, which also tell the thread.
const START: &str = "page-tests-start";
const END: &str = "page-tests-end";

impl Page {
    /// The work that the page's main thread has while something is done. The page must have been opened with
    /// [`Look::traced`](crate::Look::traced), and can be measured once: a trace ends when it is read.
    #[track_caller]
    pub fn frame_work(&self, during: impl FnOnce(&Page)) -> FrameWork {
        self.eval(&format!("performance.mark('{START}')"));
        during(self);
        self.eval(&format!("performance.mark('{END}')"));
        let events = self.trace();
        let marked = |name: &str| events.iter().find(|event| event["name"] == name && event["ph"] == "I");
        let (Some(start), Some(end)) = (marked(START), marked(END)) else {
            self.fail("measure frames", &"the trace has no marks; was the page opened with Look::traced?");
        };
        let between: Vec<&Value> = events
            .iter()
            .filter(|event| thread(event) == thread(start))
            .filter(|event| (millis(&start["ts"])..millis(&end["ts"])).contains(&millis(&event["ts"])))
            .collect();
        work(&frames(&between), &tasks(&between))
    }

    /// Moves the mouse to and fro over an element, about once a frame.
    #[track_caller]
    pub fn sweep(&self, find: impl Into<Find>, moves: u32) {
        let place = self.place(find);
        for step in 0..moves {
            let (across, down) = (zigzag(step, 23), zigzag(step, 17));
            let (x, y) = (place.x + place.width * across, place.y + place.height * down);
            self.devtools("Input.dispatchMouseEvent", &json!({ "type": "mouseMoved", "x": x, "y": y }));
            std::thread::sleep(Duration::from_millis(12));
        }
    }

    /// The events of the trace.
    #[track_caller]
    fn trace(&self) -> Vec<Value> {
        let entries = self.retry("read the trace", || self.session.log("performance"));
        entries.iter().filter_map(event).collect()
    }
}

/// The event of the trace in an entry of the log.
fn event(entry: &Value) -> Option<Value> {
    let mut message: Value = serde_json::from_str(entry["message"].as_str()?).ok()?;
    let message = message.get_mut("message")?;
    (message["method"] == "Tracing.dataCollected").then(|| message["params"].take())
}

/// The thread of a process that an event was seen in.
fn thread(event: &Value) -> (u64, u64) {
    (event["pid"].as_u64().unwrap_or_default(), event["tid"].as_u64().unwrap_or_default())
}

/// When frames began, in milliseconds.
fn frames(events: &[&Value]) -> Vec<f64> {
    let begun = events.iter().filter(|event| event["name"] == "BeginMainThreadFrame");
    let mut starts: Vec<f64> = begun.map(|event| millis(&event["ts"])).collect();
    starts.sort_unstable_by(f64::total_cmp);
    starts
}

/// The tasks of a thread; those within others are not counted again.
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

/// Goes from 0 to 1 in so many steps, and back.
fn zigzag(step: u32, period: u32) -> f64 {
    let way = f64::from(step % (2 * period)) / f64::from(period);
    if way > 1.0 { 2.0 - way } else { way }
}

/// The trace counts microseconds.
fn millis(value: &Value) -> f64 {
    value.as_f64().unwrap_or_default() / 1_000.0
}

/// Adds up the tasks from the start of each frame to the start of the next.
fn work(frames: &[f64], tasks: &[Task]) -> FrameWork {
    let of = |start: f64, end: f64| tasks.iter().map(|task| overlap(task, start, end)).sum();
    let mut sorted: Vec<f64> = frames.windows(2).map(|pair| of(pair[0], pair[1])).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    FrameWork { sorted }
}

fn overlap(task: &Task, start: f64, end: f64) -> f64 {
    task.share * ((task.start + task.length).min(end) - task.start.max(start)).max(0.0)
}
