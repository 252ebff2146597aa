//! ChromeDriver, and sessions with browsers that it starts, by the WebDriver protocol.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Value, json};

use crate::folder::Folder;
use crate::look::Look;
use crate::programs::Programs;
use crate::room::Place;

/// Runs a program until whoever has started this is gone, however that ends: its end of the pipe is closed then.
const UNTIL_GONE: &str = r#""$@" </dev/null & trap '' TERM; cat >/dev/null; kill -TERM 0; wait"#;

/// What every browser is started with: no window, no accelerated graphics, nobody called, pixels that are pixels.
const FLAGS: [&str; 11] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
];

/// The longest answer, which is a trace.
const LONGEST: u64 = 256 * 1024 * 1024;

/// The name under which the protocol hands over elements.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The driver of all browsers of this process.
struct Driver {
    base: String,
    /// Kept, for the driver ends with it.
    _child: Child,
    /// Kept, for the driver may have something to say.
    _output: BufReader<ChildStdout>,
}

impl Driver {
    fn start(programs: &Programs) -> Driver {
        let mut command = Command::new("sh");
        command.args(["-c", UNTIL_GONE, "sh"]).arg(&programs.driver).arg("--port=0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().expect("a shell");
        let mut output = BufReader::new(child.stdout.take().expect("its output"));
        let port = port(&mut output).expect("the driver says at which port it is");
        Driver { base: format!("http://127.0.0.1:{port}"), _child: child, _output: output }
    }

    /// The one driver, which is started if nobody has needed it yet.
    fn of(programs: &Programs) -> &'static Driver {
        static DRIVER: OnceLock<Driver> = OnceLock::new();
        DRIVER.get_or_init(|| Driver::start(programs))
    }
}

/// The port, from `ChromeDriver was started successfully on port 12345.`
fn port(output: &mut impl BufRead) -> Option<u16> {
    let said = output.lines().map_while(Result::ok).find(|line| line.contains("successfully on port"))?;
    said.trim_end_matches('.').rsplit(' ').next()?.parse().ok()
}

/// Why the driver did not do something.
#[derive(Debug)]
pub(crate) struct Refusal {
    /// A word of the protocol.
    pub(crate) code: String,
    message: String,
}

impl Refusal {
    pub(crate) fn new(code: &str, message: &str) -> Refusal {
        Refusal { code: code.to_owned(), message: message.to_owned() }
    }

    /// Whether it makes sense to try again: the page may look otherwise then.
    pub(crate) fn may_pass(&self) -> bool {
        !matches!(self.code.as_str(), "invalid selector" | "invalid session id" | "javascript error" | "transport")
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message.lines().next().unwrap_or_default())
    }
}

/// An element of the page that is shown, until that draws itself again.
#[derive(Clone, Debug)]
pub(crate) struct Element(String);

impl Element {
    /// The element in a script's answer.
    pub(crate) fn read(value: &Value) -> Option<Element> {
        Some(Element(value.get(ELEMENT)?.as_str()?.to_owned()))
    }

    /// As arguments of scripts have it.
    pub(crate) fn argument(&self) -> Value {
        json!({ ELEMENT: self.0 })
    }
}

/// A browser that runs as long as this lives.
pub(crate) struct Session {
    agent: ureq::Agent,
    url: String,
    /// Deleted when the browser is gone.
    _profile: Folder,
    _place: Place,
}

impl Session {
    pub(crate) fn start(programs: &Programs, look: Look, place: Place) -> Session {
        let base = format!("{}/session", Driver::of(programs).base);
        let profile = Folder::new();
        let agent = agent();
        let capabilities = capabilities(programs, &profile, look);
        let made = request(&agent, &base, Some(&json!({ "capabilities": { "alwaysMatch": capabilities } })));
        let made = made.unwrap_or_else(|refusal| panic!("no browser: {refusal}"));
        let id = made["sessionId"].as_str().expect("a session has an id");
        Session { agent, url: format!("{base}/{id}"), _profile: profile, _place: place }
    }

    /// Does something.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Result<Value, Refusal> {
        request(&self.agent, &format!("{}/{path}", self.url), Some(body))
    }

    /// Asks for something.
    pub(crate) fn ask(&self, path: &str) -> Result<Value, Refusal> {
        request(&self.agent, &format!("{}/{path}", self.url), None)
    }

    /// The same about an element.
    pub(crate) fn ask_of(&self, element: &Element, what: &str) -> Result<Value, Refusal> {
        self.ask(&format!("element/{}/{what}", element.0))
    }

    /// Does something with an element.
    pub(crate) fn post_to(&self, element: &Element, what: &str, body: &Value) -> Result<Value, Refusal> {
        self.post(&format!("element/{}/{what}", element.0), body)
    }

    /// Runs the body of a function in the page, and waits for what it promises.
    pub(crate) fn script(&self, body: &str, arguments: &Value) -> Result<Value, Refusal> {
        self.post("execute/sync", &json!({ "script": body, "args": arguments }))
    }

    /// A command of Chromium's own protocol.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, Refusal> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// What a log has got since it was last asked for.
    pub(crate) fn log(&self, kind: &str) -> Result<Vec<Value>, Refusal> {
        match self.post("se/log", &json!({ "type": kind }))? {
            Value::Array(entries) => Ok(entries),
            _ => Ok(Vec::new()),
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.agent.delete(&self.url).call();
    }
}

fn capabilities(programs: &Programs, profile: &Folder, look: Look) -> Value {
    let own = [
        format!("--user-data-dir={}", profile.path().display()),
        format!("--window-size={},{}", look.width, look.height),
    ];
    let flags: Vec<&str> = FLAGS.into_iter().chain(own.iter().map(String::as_str)).collect();
    let mut options = json!({ "binary": programs.browser, "args": flags });
    let mut logs = json!({ "browser": "ALL" });
    if look.traced {
        let categories =
            "disabled-by-default-devtools.timeline,disabled-by-default-devtools.timeline.frame,blink.user_timing";
        options["perfLoggingPrefs"] =
            json!({ "enableNetwork": false, "enablePage": false, "traceCategories": categories });
        logs["performance"] = "ALL".into();
    }
    json!({
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": logs,
        "timeouts": { "pageLoad": 30_000, "script": 30_000 },
        "unhandledPromptBehavior": "ignore",
    })
}

fn agent() -> ureq::Agent {
    let config = ureq::Agent::config_builder();
    config.proxy(None).http_status_as_error(false).timeout_global(Some(Duration::from_secs(60))).build().into()
}

/// Sends a command if there is one, otherwise a question; the value of the answer.
fn request(agent: &ureq::Agent, url: &str, command: Option<&Value>) -> Result<Value, Refusal> {
    let lost = |error: ureq::Error| Refusal::new("transport", &error.to_string());
    let answer = match command {
        Some(command) => agent.post(url).content_type("application/json").send(command.to_string()),
        None => agent.get(url).call(),
    };
    let mut answer = answer.map_err(lost)?;
    let is_done = answer.status().is_success();
    let bytes = answer.body_mut().with_config().limit(LONGEST).read_to_vec().map_err(lost)?;
    let mut answer: Value =
        serde_json::from_slice(&bytes).map_err(|error| Refusal::new("transport", &error.to_string()))?;
    let value = answer["value"].take();
    if is_done {
        return Ok(value);
    }
    let text = |name: &str| value[name].as_str().unwrap_or_default();
    Err(Refusal::new(text("error"), text("message")))
}
