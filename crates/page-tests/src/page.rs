//! A page in a browser, and the actions of its user.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use serde_json::{Value, json};

use crate::browser_slots::{BrowserSlot, acquire};
use crate::dirs::target_path;
use crate::locator::Locator;
use crate::programs::Programs;
use crate::test_server::TestServer;
use crate::viewport::{MediaFeature, Viewport};
use crate::webdriver::{DriverError, Element, Session};

/// Time after which a step fails.
pub const TIMEOUT: Duration = Duration::from_secs(30);

/// Pause between attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(25);

/// A key of the keyboard.
#[derive(Copy, Clone, Debug)]
pub enum Key {
    Enter,
    Escape,
    Tab,
    Space,
    Left,
    Up,
    Right,
    Down,
    Home,
    End,
    /// A key that types a character.
    Char(char),
}

impl Key {
    /// Returns the WebDriver code of the key.
    const fn code(self) -> char {
        match self {
            Key::Tab => '\u{e004}',
            Key::Enter => '\u{e007}',
            Key::Escape => '\u{e00c}',
            Key::Space => ' ',
            Key::End => '\u{e010}',
            Key::Home => '\u{e011}',
            Key::Left => '\u{e012}',
            Key::Up => '\u{e013}',
            Key::Right => '\u{e014}',
            Key::Down => '\u{e015}',
            Key::Char(char) => char,
        }
    }
}

/// A rectangle in CSS pixels, relative to the upper left corner of the window.
#[derive(Copy, Clone, Debug)]
pub struct Rectangle {
    pub x: f64,
    pub y: f64,
    pub width: f64,
    pub height: f64,
}

/// A page in its own browser.
pub struct Page {
    pub(crate) session: Session,
    base: String,
    pub(crate) viewport: Cell<Viewport>,
    /// Console messages so far.
    console: RefCell<Vec<String>>,
}

impl Page {
    /// Opens a path of the server in the desktop viewport.
    #[track_caller]
    pub fn open(server: &TestServer, path: &str) -> Page {
        Page::open_in(Viewport::DESKTOP, server, path)
    }

    /// Opens a path of the server in a given viewport.
    #[track_caller]
    pub fn open_in(viewport: Viewport, server: &TestServer, path: &str) -> Page {
        let slot = acquire(1).pop().expect("one slot was acquired");
        Page::start(viewport, server, path, slot)
    }

    /// Opens the same path in two browsers.
    #[track_caller]
    pub fn open_two(server: &TestServer, path: &str) -> [Page; 2] {
        let mut slots = acquire(2).into_iter();
        [(); 2].map(|()| Page::start(Viewport::DESKTOP, server, path, slots.next().expect("two slots were acquired")))
    }

    #[track_caller]
    fn start(viewport: Viewport, server: &TestServer, path: &str, slot: BrowserSlot) -> Page {
        let programs = Programs::find().expect("with_server has checked that the programs exist");
        let session = Session::start(&programs, viewport, slot);
        let page = Page { session, base: server.url(""), viewport: Cell::new(viewport), console: RefCell::default() };
        page.resize(viewport);
        page.navigate(path);
        page
    }

    /// Navigates to a path of the server, or to a URL.
    #[track_caller]
    pub fn navigate(&self, path: &str) {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) };
        self.expect_ok(&format!("open {path}"), self.session.post("url", &json!({ "url": url })));
    }

    /// Reloads the page.
    #[track_caller]
    pub fn reload(&self) {
        self.expect_ok("reload", self.session.post("refresh", &json!({})));
    }

    /// Returns the current path with query and fragment.
    #[track_caller]
    pub fn path(&self) -> String {
        self.eval_string("location.pathname + location.search + location.hash")
    }

    /// Waits until an element is visible.
    #[track_caller]
    pub fn wait_for(&self, locator: impl Into<Locator>) {
        let locator = locator.into();
        self.retry(&format!("find {locator}"), || self.first_visible(&locator));
    }

    /// Waits until an element is visible, as long as the page's progress bar shows progress within each [`TIMEOUT`].
    #[track_caller]
    pub fn wait_for_progress(&self, locator: impl Into<Locator>) {
        let locator = locator.into();
        let progress = || self.evaluate("document.querySelector('progress')?.value ?? null").unwrap_or_default();
        let mut reached = progress();
        let mut end = Instant::now() + TIMEOUT;
        while let Err(error) = self.first_visible(&locator) {
            let now = progress();
            if now != reached {
                (reached, end) = (now, Instant::now() + TIMEOUT);
            }
            if !error.is_transient() || Instant::now() >= end {
                self.fail(&format!("find {locator} (progress: {reached})"), &error);
            }
            std::thread::sleep(RETRY_INTERVAL);
        }
    }

    fn first_visible(&self, locator: &Locator) -> Result<(), DriverError> {
        let element = self.first(locator)?;
        let is_visible = self.session.script("return arguments[0].checkVisibility()", &json!([element.argument()]))?;
        if is_visible == true {
            Ok(())
        } else {
            Err(DriverError::new("hidden", "the element exists but is not visible"))
        }
    }

    /// Waits until no matching element is visible.
    #[track_caller]
    pub fn wait_until_gone(&self, locator: impl Into<Locator>) {
        let locator = locator.into();
        self.retry(&format!("wait until {locator} is gone"), || {
            let (listing, arguments) = locator.script();
            let script = format!("return (() => {{ {listing} }})().some((element) => element.checkVisibility())");
            match self.session.script(&script, &arguments)? {
                Value::Bool(false) => Ok(()),
                _ => Err(DriverError::new("still there", "the element is visible")),
            }
        });
    }

    /// Clicks on an element.
    #[track_caller]
    pub fn click(&self, locator: impl Into<Locator>) {
        self.with_element("click", locator, |element| self.session.post_to(element, "click", &json!({})));
    }

    /// Replaces the text of a field.
    #[track_caller]
    pub fn fill(&self, locator: impl Into<Locator>, text: &str) {
        self.with_element("fill", locator, |element| {
            self.session.post_to(element, "clear", &json!({}))?;
            self.session.post_to(element, "value", &json!({ "text": text }))
        });
    }

    /// Selects an option of a `select` by its value.
    #[track_caller]
    pub fn choose(&self, locator: impl Into<Locator>, value: &str) {
        self.with_element("choose in", locator, |element| {
            let script = "const [select, value] = arguments; select.value = value; if (select.value !== value) throw Error('no such entry');
                for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, { bubbles: true }));";
            self.session.script(script, &json!([element.argument(), value]))
        });
    }

    /// Moves the keyboard focus to an element.
    #[track_caller]
    pub fn focus(&self, locator: impl Into<Locator>) {
        self.with_element("focus", locator, |element| {
            self.session.script("arguments[0].focus()", &json!([element.argument()]))
        });
    }

    /// Moves the mouse to the centre of an element.
    #[track_caller]
    pub fn hover(&self, locator: impl Into<Locator>) {
        self.with_element("hover over", locator, |element| {
            let step = json!({ "type": "pointerMove", "duration": 0, "origin": element.argument(), "x": 0, "y": 0 });
            self.actions(&json!({ "type": "pointer", "id": "mouse", "actions": [step] }))
        });
    }

    /// Clicks at a point, in pixels from the upper left corner of the window.
    #[track_caller]
    pub fn click_at(&self, x: f64, y: f64) {
        self.press_at(x, y, Duration::ZERO);
    }

    /// Presses at a point and releases after `held`.
    #[track_caller]
    pub fn press_at(&self, x: f64, y: f64, held: Duration) {
        let to = json!({ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x.round(), "y": y.round() });
        let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({ "type": kind, "button": 0 }));
        let pause = json!({ "type": "pause", "duration": held.as_millis() });
        let kind = self.pointer();
        let actions = [to, down, pause, up];
        let source =
            json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.expect_ok("press at a point", self.actions(&source));
    }

    /// Returns the pointer type of the viewport.
    fn pointer(&self) -> &'static str {
        if self.viewport.get().touch { "touch" } else { "mouse" }
    }

    /// Accepts a dialog of the browser.
    #[track_caller]
    pub fn accept_dialog(&self) {
        self.retry("accept the dialog", || self.session.post("alert/accept", &json!({})));
    }

    /// Cancels a dialog of the browser.
    #[track_caller]
    pub fn dismiss_dialog(&self) {
        self.retry("cancel the dialog", || self.session.post("alert/dismiss", &json!({})));
    }

    /// Presses and releases keys one after the other.
    #[track_caller]
    pub fn press_keys(&self, keys: impl IntoIterator<Item = Key>) {
        let strokes: Vec<Value> = keys
            .into_iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.code().to_string() })))
            .collect();
        self.expect_ok("press keys", self.actions(&json!({ "type": "key", "id": "keyboard", "actions": strokes })));
    }

    fn actions(&self, source: &Value) -> Result<Value, DriverError> {
        self.session.post("actions", &json!({ "actions": [source] }))
    }

    /// Returns the visible text of an element.
    #[track_caller]
    pub fn text(&self, locator: impl Into<Locator>) -> String {
        let text = self.with_element("read", locator, |element| self.session.get_from(element, "text"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Returns the bounding box of an element.
    #[track_caller]
    pub fn bounds(&self, locator: impl Into<Locator>) -> Rectangle {
        let script =
            "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x, y, width, height];";
        let found =
            self.with_element("find", locator, |element| self.session.script(script, &json!([element.argument()])));
        let [x, y, width, height] = [0, 1, 2, 3].map(|index| found[index].as_f64().unwrap_or_default());
        Rectangle { x, y, width, height }
    }

    /// Counts the elements that match a selector now, without waiting.
    #[track_caller]
    pub fn count(&self, selector: &str) -> usize {
        let count = self.expect_ok(
            &format!("count {selector}"),
            self.session.script("return document.querySelectorAll(arguments[0]).length", &json!([selector])),
        );
        count.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default()
    }

    /// Evaluates a JavaScript expression; promises are awaited.
    #[track_caller]
    pub fn eval(&self, expression: &str) -> Value {
        self.expect_ok(&format!("evaluate {expression}"), self.evaluate(expression))
    }

    /// Evaluates an expression whose value is a string.
    #[track_caller]
    pub fn eval_string(&self, expression: &str) -> String {
        self.eval(expression).as_str().unwrap_or_default().to_owned()
    }

    fn evaluate(&self, expression: &str) -> Result<Value, DriverError> {
        self.session.script(&format!("return ({expression});"), &json!([]))
    }

    /// Waits until a JavaScript expression is truthy.
    #[track_caller]
    pub fn wait_until(&self, condition: &str) {
        self.retry(&format!("wait until {condition}"), || {
            // The expression may throw until the page is complete.
            let script =
                format!("try {{ return Boolean(await ({condition})) }} catch (error) {{ return String(error) }}");
            let script = format!("return (async () => {{ {script} }})()");
            match self.session.script(&script, &json!([]))? {
                Value::Bool(true) => Ok(()),
                value => Err(DriverError::new("not yet", &value.to_string())),
            }
        });
    }

    /// Changes the viewport.
    #[track_caller]
    pub fn resize(&self, viewport: Viewport) {
        self.viewport.set(viewport);
        self.devtools("Emulation.setDeviceMetricsOverride", &viewport.metrics());
        self.devtools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": viewport.touch }));
    }

    /// Emulates exactly these media features.
    #[track_caller]
    pub fn emulate_media(&self, features: &[MediaFeature]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Blocks or unblocks the browser's requests. Open sockets stay connected; to cut those, stop the [`TestServer`].
    #[track_caller]
    pub fn set_offline(&self, offline: bool) {
        self.devtools("Network.enable", &json!({}));
        let conditions = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", &conditions);
    }

    /// Writes a screenshot to `target/page-screenshots`.
    #[track_caller]
    pub fn screenshot(&self, name: &str) -> PathBuf {
        self.screenshot_in(&target_path("page-screenshots"), name)
    }

    /// Writes a screenshot to a directory.
    #[track_caller]
    pub fn screenshot_in(&self, directory: &Path, name: &str) -> PathBuf {
        let screenshot = self.expect_ok("take a screenshot", self.session.get("screenshot"));
        let bytes =
            BASE64.decode(screenshot.as_str().unwrap_or_default().as_bytes()).expect("screenshot is valid base64");
        std::fs::create_dir_all(directory).expect("screenshot directory can be created");
        let path = directory.join(format!("{name}.png"));
        std::fs::write(&path, bytes).expect("screenshot can be written");
        path
    }

    /// Returns all console messages so far.
    pub(crate) fn console(&self) -> Vec<String> {
        for entry in self.session.log("browser").unwrap_or_default() {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            self.console.borrow_mut().push(format!("{} {}: {}", text("level"), text("source"), text("message")));
        }
        self.console.borrow().clone()
    }

    /// Clears the console messages after expected errors, such as those while the server was stopped.
    pub fn clear_console(&self) {
        self.console();
        self.console.borrow_mut().clear();
    }

    /// Sends a command of the Chrome DevTools Protocol.
    #[track_caller]
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.expect_ok(command, self.session.devtools(command, parameters))
    }

    /// Acts on the located element. Retries with a fresh lookup, because a redraw makes references stale.
    #[track_caller]
    fn with_element(
        &self,
        verb: &str,
        locator: impl Into<Locator>,
        act: impl Fn(&Element) -> Result<Value, DriverError>,
    ) -> Value {
        let locator = locator.into();
        self.retry(&format!("{verb} {locator}"), || act(&self.first(&locator)?))
    }

    fn first(&self, locator: &Locator) -> Result<Element, DriverError> {
        let (script, arguments) = locator.script();
        let listed = self.session.script(script, &arguments)?;
        for element in listed.as_array().into_iter().flatten().filter_map(Element::read) {
            if self.matches_role(&element, locator)? {
                return Ok(element);
            }
        }
        Err(DriverError::new("no such element", "no matching element"))
    }

    /// Reports whether the element has the role and the accessible name of the locator, as the browser computes them. Always
    /// true for locators without a role.
    fn matches_role(&self, element: &Element, locator: &Locator) -> Result<bool, DriverError> {
        let Locator::Role(role, name) = locator else { return Ok(true) };
        let is_named = self.session.get_from(element, "computedlabel")? == name.as_str();
        Ok(is_named && self.session.get_from(element, "computedrole")? == role.as_str())
    }

    /// Retries until success or [`TIMEOUT`].
    #[track_caller]
    pub(crate) fn retry<T>(&self, what: &str, attempt: impl Fn() -> Result<T, DriverError>) -> T {
        let end = Instant::now() + TIMEOUT;
        loop {
            match attempt() {
                Ok(value) => return value,
                Err(error) if error.is_transient() && Instant::now() < end => std::thread::sleep(RETRY_INTERVAL),
                Err(error) => self.fail(what, &error),
            }
        }
    }

    #[track_caller]
    fn expect_ok<T>(&self, what: &str, result: Result<T, DriverError>) -> T {
        result.unwrap_or_else(|error| self.fail(what, &error))
    }

    /// Panics with the step, the page's text, its console and a screenshot.
    ///
    /// # Panics
    /// Always.
    #[track_caller]
    pub fn fail(&self, what: &str, why: &dyn Display) -> ! {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let excerpt = |value: Result<Value, DriverError>| match value {
            Ok(value) => value.as_str().unwrap_or_default().chars().take(1_500).collect(),
            Err(error) => format!("({error})"),
        };
        let (address, shown) =
            (excerpt(self.evaluate("location.href")), excerpt(self.evaluate("document.body.innerText")));
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let screenshot = match self.session.get("screenshot") {
            Ok(_) => self.screenshot(&format!("failure-{}-{number}", std::process::id())).display().to_string(),
            Err(error) => format!("none ({error})"),
        };
        let console = self.console().join("\n  ");
        panic!(
            "cannot {what}: {why}\nat {address}\nscreenshot: {screenshot}\nconsole:\n  {console}\ntext of the page:\n{shown}\n"
        );
    }
}
