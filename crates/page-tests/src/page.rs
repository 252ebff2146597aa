//! A page in a browser, and what a user does with it.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use serde_json::{Value, json};

use crate::driver::{Element, Refusal, Session};
use crate::find::Find;
use crate::folder::below_target;
use crate::look::{Feature, Look};
use crate::programs::Programs;
use crate::room::{Place, places};
use crate::site::Site;

/// How long something may take to come true.
pub const PATIENCE: Duration = Duration::from_secs(30);

/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_millis(25);

/// Keys that stand for no character.
#[derive(Copy, Clone, Debug)]
pub enum Key {
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// The key that goes to the next element.
    Tab,
    /// The space bar.
    Space,
    /// The arrow to the left.
    Left,
    /// The arrow upwards.
    Up,
    /// The arrow to the right.
    Right,
    /// The arrow downwards.
    Down,
    /// Home.
    Home,
    /// End.
    End,
    /// A key that stands for a character.
    Char(char),
}

impl Key {
    /// As the protocol writes it.
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

/// A part of the window, in pixels from its upper left corner.
#[derive(Copy, Clone, Debug)]
pub struct Rectangle {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
    /// To the right.
    pub width: f64,
    /// Downwards.
    pub height: f64,
}

/// A page in a browser of its own.
pub struct Page {
    pub(crate) session: Session,
    base: String,
    pub(crate) look: Cell<Look>,
    /// What the browser's console has said so far.
    console: RefCell<Vec<String>>,
}

impl Page {
    /// Opens a path of a site in a window.
    #[track_caller]
    pub fn open(site: &Site, path: &str) -> Page {
        Page::open_in(Look::DESKTOP, site, path)
    }

    /// Opens a path of a site in some kind of window.
    #[track_caller]
    pub fn open_in(look: Look, site: &Site, path: &str) -> Page {
        let place = places(1).pop().expect("one place");
        Page::start(look, site, path, place)
    }

    /// Two people who look at the same path, each with a browser of his own.
    #[track_caller]
    pub fn open_two(site: &Site, path: &str) -> [Page; 2] {
        let mut places = places(2).into_iter();
        [(); 2].map(|()| Page::start(Look::DESKTOP, site, path, places.next().expect("two places")))
    }

    #[track_caller]
    fn start(look: Look, site: &Site, path: &str, place: Place) -> Page {
        let programs = Programs::find().expect("with_site has found them");
        let session = Session::start(&programs, look, place);
        let page = Page { session, base: site.address(""), look: Cell::new(look), console: RefCell::default() };
        page.resize(look);
        page.go(path);
        page
    }

    /// Goes to another path of the site.
    #[track_caller]
    pub fn go(&self, path: &str) {
        let url = if path.starts_with("http") { path.to_owned() } else { format!("{}{path}", self.base) };
        self.must(&format!("open {path}"), self.session.post("url", &json!({ "url": url })));
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) {
        self.must("reload", self.session.post("refresh", &json!({})));
    }

    /// Goes back by one page.
    #[track_caller]
    pub fn back(&self) {
        self.must("go back", self.session.post("back", &json!({})));
    }

    /// The path that is shown, with what follows it.
    #[track_caller]
    pub fn path(&self) -> String {
        self.string("location.pathname + location.search + location.hash")
    }

    /// Waits for an element that can be seen.
    #[track_caller]
    pub fn see(&self, find: impl Into<Find>) {
        let find = find.into();
        self.retry(&format!("see {find}"), || {
            let element = self.first(&find)?;
            let is_seen = self.session.script("return arguments[0].checkVisibility()", &json!([element.argument()]))?;
            if is_seen == true { Ok(()) } else { Err(Refusal::new("hidden", "it is there, but cannot be seen")) }
        });
    }

    /// Waits until an element is gone, or cannot be seen any more.
    #[track_caller]
    pub fn see_no_more(&self, find: impl Into<Find>) {
        let find = find.into();
        self.retry(&format!("see no more of {find}"), || {
            let (listing, arguments) = find.script();
            let script = format!("return (() => {{ {listing} }})().some((element) => element.checkVisibility())");
            match self.session.script(&script, &arguments)? {
                Value::Bool(false) => Ok(()),
                _ => Err(Refusal::new("still there", "it can be seen")),
            }
        });
    }

    /// Clicks on an element.
    #[track_caller]
    pub fn click(&self, find: impl Into<Find>) {
        self.with_element("click", find, |element| self.session.post_to(element, "click", &json!({})));
    }

    /// Types a text into a field, in place of what is there.
    #[track_caller]
    pub fn fill(&self, find: impl Into<Find>, text: &str) {
        self.with_element("fill", find, |element| {
            self.session.post_to(element, "clear", &json!({}))?;
            self.session.post_to(element, "value", &json!({ "text": text }))
        });
    }

    /// Chooses an entry of a `select` by its value.
    #[track_caller]
    pub fn choose(&self, find: impl Into<Find>, value: &str) {
        self.with_element("choose in", find, |element| {
            let script = "const [select, value] = arguments; select.value = value; if (select.value !== value) throw Error('no such entry');
                for (const kind of ['input', 'change']) select.dispatchEvent(new Event(kind, { bubbles: true }));";
            self.session.script(script, &json!([element.argument(), value]))
        });
    }

    /// Moves the keyboard's focus to an element.
    #[track_caller]
    pub fn focus(&self, find: impl Into<Find>) {
        self.with_element("focus", find, |element| {
            self.session.script("arguments[0].focus()", &json!([element.argument()]))
        });
    }

    /// Moves the pointer to the middle of an element.
    #[track_caller]
    pub fn point_at(&self, find: impl Into<Find>) {
        self.with_element("point at", find, |element| {
            let step = json!({ "type": "pointerMove", "duration": 0, "origin": element.argument(), "x": 0, "y": 0 });
            self.actions(&json!({ "type": "pointer", "id": "mouse", "actions": [step] }))
        });
    }

    /// Clicks somewhere, in pixels from the upper left corner of the window.
    #[track_caller]
    pub fn click_at(&self, x: f64, y: f64) {
        self.press_at(x, y, Duration::ZERO);
    }

    /// Presses somewhere, and releases after a while.
    #[track_caller]
    pub fn press_at(&self, x: f64, y: f64, held: Duration) {
        let to = json!({ "type": "pointerMove", "duration": 0, "origin": "viewport", "x": x.round(), "y": y.round() });
        let [down, up] = ["pointerDown", "pointerUp"].map(|kind| json!({ "type": kind, "button": 0 }));
        let pause = json!({ "type": "pause", "duration": held.as_millis() });
        let kind = self.pointer();
        let actions = [to, down, pause, up];
        let source =
            json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.must("press somewhere", self.actions(&source));
    }

    /// What this window is pointed at with.
    fn pointer(&self) -> &'static str {
        if self.look.get().touch { "touch" } else { "mouse" }
    }

    /// Agrees to what the browser asks in a dialogue of its own.
    #[track_caller]
    pub fn agree(&self) {
        self.retry("agree", || self.session.post("alert/accept", &json!({})));
    }

    /// Presses and releases keys, wherever the focus is.
    #[track_caller]
    pub fn keys(&self, keys: impl IntoIterator<Item = Key>) {
        let strokes: Vec<Value> = keys
            .into_iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.code().to_string() })))
            .collect();
        self.must("press keys", self.actions(&json!({ "type": "key", "id": "keyboard", "actions": strokes })));
    }

    /// Types a text wherever the focus is.
    #[track_caller]
    pub fn type_text(&self, text: &str) {
        self.keys(text.chars().map(Key::Char));
    }

    fn actions(&self, source: &Value) -> Result<Value, Refusal> {
        self.session.post("actions", &json!({ "actions": [source] }))
    }

    /// The text of an element, as it is seen.
    #[track_caller]
    pub fn text(&self, find: impl Into<Find>) -> String {
        let text = self.with_element("read", find, |element| self.session.ask_of(element, "text"));
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Where an element is in the window.
    #[track_caller]
    pub fn place(&self, find: impl Into<Find>) -> Rectangle {
        let script =
            "const { x, y, width, height } = arguments[0].getBoundingClientRect(); return [x, y, width, height];";
        let found =
            self.with_element("find", find, |element| self.session.script(script, &json!([element.argument()])));
        let [x, y, width, height] = [0, 1, 2, 3].map(|index| found[index].as_f64().unwrap_or_default());
        Rectangle { x, y, width, height }
    }

    /// How many elements there are of a selector, now.
    #[track_caller]
    pub fn count(&self, selector: &str) -> usize {
        let count = self.must(
            &format!("count {selector}"),
            self.session.script("return document.querySelectorAll(arguments[0]).length", &json!([selector])),
        );
        count.as_u64().and_then(|count| usize::try_from(count).ok()).unwrap_or_default()
    }

    /// The value of an expression of JavaScript; what it promises is waited for.
    #[track_caller]
    pub fn eval(&self, expression: &str) -> Value {
        self.must(&format!("evaluate {expression}"), self.evaluate(expression))
    }

    /// The same, of an expression whose value is a text.
    #[track_caller]
    pub fn string(&self, expression: &str) -> String {
        self.eval(expression).as_str().unwrap_or_default().to_owned()
    }

    fn evaluate(&self, expression: &str) -> Result<Value, Refusal> {
        self.session.script(&format!("return ({expression});"), &json!([]))
    }

    /// Waits until an expression of JavaScript holds.
    #[track_caller]
    pub fn wait_until(&self, condition: &str) {
        self.retry(&format!("wait until {condition}"), || {
            // Where the page has not come so far, an expression may fail that holds soon.
            let script =
                format!("try {{ return Boolean(await ({condition})) }} catch (error) {{ return String(error) }}");
            let script = format!("return (async () => {{ {script} }})()");
            match self.session.script(&script, &json!([]))? {
                Value::Bool(true) => Ok(()),
                value => Err(Refusal::new("not yet", &value.to_string())),
            }
        });
    }

    /// Changes the size of the window.
    #[track_caller]
    pub fn resize(&self, look: Look) {
        self.look.set(look);
        self.devtools("Emulation.setDeviceMetricsOverride", &look.metrics());
        self.devtools("Emulation.setTouchEmulationEnabled", &json!({ "enabled": look.touch }));
    }

    /// Lets the page see these settings of the user, and no others.
    #[track_caller]
    pub fn media(&self, features: &[Feature]) {
        let features: Vec<Value> =
            features.iter().map(|(name, value)| json!({ "name": name, "value": value })).collect();
        self.devtools("Emulation.setEmulatedMedia", &json!({ "features": features }));
    }

    /// Lets no request of the browser through, or lets them through again. Sockets that are open stay so: to cut those, stop the
    /// [`Site`].
    #[track_caller]
    pub fn offline(&self, offline: bool) {
        self.devtools("Network.enable", &json!({}));
        let conditions = json!({ "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.devtools("Network.emulateNetworkConditions", &conditions);
    }

    /// Writes a picture of the page to `target/page-screenshots`, to be looked at.
    #[track_caller]
    pub fn screenshot(&self, name: &str) -> PathBuf {
        self.screenshot_in(&below_target("page-screenshots"), name)
    }

    /// Writes a picture of the page to a folder.
    #[track_caller]
    pub fn screenshot_in(&self, folder: &Path, name: &str) -> PathBuf {
        let picture = self.must("take a picture", self.session.ask("screenshot"));
        let bytes = BASE64.decode(picture.as_str().unwrap_or_default().as_bytes()).expect("a picture in base 64");
        std::fs::create_dir_all(folder).expect("a folder for pictures");
        let path = folder.join(format!("{name}.png"));
        std::fs::write(&path, bytes).expect("a picture is written");
        path
    }

    /// What the console has said so far.
    pub(crate) fn console(&self) -> Vec<String> {
        for entry in self.session.log("browser").unwrap_or_default() {
            let text = |name: &str| entry[name].as_str().unwrap_or_default().to_owned();
            self.console.borrow_mut().push(format!("{} {}: {}", text("level"), text("source"), text("message")));
        }
        self.console.borrow().clone()
    }

    /// Forgets what the console has said, where errors were to be expected: while the server was away, for instance.
    pub fn forget_console(&self) {
        self.console();
        self.console.borrow_mut().clear();
    }

    #[track_caller]
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.must(command, self.session.devtools(command, parameters))
    }

    /// Does something with the first element that is meant. It is found again whenever the page has drawn itself again.
    #[track_caller]
    fn with_element(
        &self,
        verb: &str,
        find: impl Into<Find>,
        act: impl Fn(&Element) -> Result<Value, Refusal>,
    ) -> Value {
        let find = find.into();
        self.retry(&format!("{verb} {find}"), || act(&self.first(&find)?))
    }

    fn first(&self, find: &Find) -> Result<Element, Refusal> {
        let (script, arguments) = find.script();
        let listed = self.session.script(script, &arguments)?;
        for element in listed.as_array().into_iter().flatten().filter_map(Element::read) {
            if self.is_meant(&element, find)? {
                return Ok(element);
            }
        }
        Err(Refusal::new("no such element", "nothing on the page fits"))
    }

    /// Roles and names are what the browser says they are.
    fn is_meant(&self, element: &Element, find: &Find) -> Result<bool, Refusal> {
        let Find::Role(role, name) = find else { return Ok(true) };
        let is_named = self.session.ask_of(element, "computedlabel")? == name.as_str();
        Ok(is_named && self.session.ask_of(element, "computedrole")? == role.as_str())
    }

    /// Tries until it works.
    #[track_caller]
    pub(crate) fn retry<T>(&self, what: &str, attempt: impl Fn() -> Result<T, Refusal>) -> T {
        let end = Instant::now() + PATIENCE;
        loop {
            match attempt() {
                Ok(value) => return value,
                Err(refusal) if refusal.may_pass() && Instant::now() < end => std::thread::sleep(PAUSE),
                Err(refusal) => self.fail(what, &refusal),
            }
        }
    }

    #[track_caller]
    fn must<T>(&self, what: &str, result: Result<T, Refusal>) -> T {
        result.unwrap_or_else(|refusal| self.fail(what, &refusal))
    }

    /// Fails with everything that helps to see why.
    ///
    /// # Panics
    /// Always.
    #[track_caller]
    pub fn fail(&self, what: &str, why: &dyn Display) -> ! {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let excerpt = |value: Result<Value, Refusal>| match value {
            Ok(value) => value.as_str().unwrap_or_default().chars().take(1_500).collect(),
            Err(refusal) => format!("({refusal})"),
        };
        let (address, shown) =
            (excerpt(self.evaluate("location.href")), excerpt(self.evaluate("document.body.innerText")));
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let picture = match self.session.ask("screenshot") {
            Ok(_) => self.screenshot(&format!("failure-{}-{number}", std::process::id())).display().to_string(),
            Err(refusal) => format!("none ({refusal})"),
        };
        let console = self.console().join("\n  ");
        panic!(
            "cannot {what}: {why}\nat {address}\npicture: {picture}\nconsole:\n  {console}\nthe page says:\n{shown}\n"
        );
    }
}
