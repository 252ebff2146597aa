//! A small WebDriver client that starts ChromeDriver and its browser sessions.
//!
//! The usual WebDriver crate is not used: it would enable `serde_json`'s `preserve_order` for the whole workspace.

use std::fmt;
use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Value, json};

use crate::browser_slots::BrowserSlot;
use crate::dirs::TempDir;
use crate::programs::Programs;
use crate::viewport::Viewport;

/// Shell script that runs a program until stdin is closed. The end of the test process, even a crash, closes stdin.
const RUN_UNTIL_STDIN_CLOSES: &str = r#""$@" </dev/null & trap '' TERM; cat >/dev/null; kill -TERM 0; wait"#;

/// Browser options: headless, no GPU, no background network traffic, no scaling.
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

/// Largest accepted response, in bytes; traces are the largest.
const MAX_RESPONSE_BYTES: u64 = 256 * 1024 * 1024;

/// Key of element references in the protocol.
const ELEMENT_KEY: &str = "element-6066-11e4-a52e-4f735466cecf";

/// The ChromeDriver process, shared by all browsers of this process.
struct Driver {
    base: String,
    /// Holds stdin open; the driver ends when stdin is closed.
    _child: Child,
    /// Holds stdout open, so that the driver can write to it.
    _output: BufReader<ChildStdout>,
}

impl Driver {
    fn start(programs: &Programs) -> Driver {
        let mut command = Command::new("sh");
        command.args(["-c", RUN_UNTIL_STDIN_CLOSES, "sh"]).arg(&programs.driver).arg("--port=0");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).process_group(0);
        let mut child = command.spawn().expect("shell starts");
        let mut output = BufReader::new(child.stdout.take().expect("stdout is piped"));
        let port = port(&mut output).expect("ChromeDriver prints its port");
        Driver { base: format!("http://127.0.0.1:{port}"), _child: child, _output: output }
    }

    /// Returns the shared driver; starts it on first use.
    fn shared(programs: &Programs) -> &'static Driver {
        static DRIVER: OnceLock<Driver> = OnceLock::new();
        DRIVER.get_or_init(|| Driver::start(programs))
    }
}

/// Parses the port from `ChromeDriver was started successfully on port 12345.`
fn port(output: &mut impl BufRead) -> Option<u16> {
    let line = output.lines().map_while(Result::ok).find(|line| line.contains("successfully on port"))?;
    line.trim_end_matches('.').rsplit(' ').next()?.parse().ok()
}

/// A WebDriver error response, or a failure to reach the driver.
#[derive(Debug)]
pub(crate) struct DriverError {
    /// Error code of the protocol, or `transport`.
    pub(crate) code: String,
    message: String,
}

impl DriverError {
    pub(crate) fn new(code: &str, message: &str) -> DriverError {
        DriverError { code: code.to_owned(), message: message.to_owned() }
    }

    /// Reports whether a retry can succeed, because the page may change.
    pub(crate) fn is_transient(&self) -> bool {
        !matches!(self.code.as_str(), "invalid selector" | "invalid session id" | "javascript error" | "transport")
    }
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code, self.message.lines().next().unwrap_or_default())
    }
}

/// Reference to an element; stale after the page redraws it.
#[derive(Clone, Debug)]
pub(crate) struct Element(String);

impl Element {
    /// Reads the element reference in a script's result.
    pub(crate) fn read(value: &Value) -> Option<Element> {
        Some(Element(value.get(ELEMENT_KEY)?.as_str()?.to_owned()))
    }

    /// Returns the reference as a script argument.
    pub(crate) fn argument(&self) -> Value {
        json!({ ELEMENT_KEY: self.0 })
    }
}

/// A browser that runs until it is dropped.
pub(crate) struct Session {
    agent: ureq::Agent,
    url: String,
    /// Deleted after the browser has stopped.
    _profile: TempDir,
    _slot: BrowserSlot,
}

impl Session {
    pub(crate) fn start(programs: &Programs, viewport: Viewport, slot: BrowserSlot) -> Session {
        let base = format!("{}/session", Driver::shared(programs).base);
        let profile = TempDir::new();
        let agent = agent();
        let capabilities = capabilities(programs, &profile, viewport);
        let created = request(&agent, &base, Some(&json!({ "capabilities": { "alwaysMatch": capabilities } })));
        let created = created.unwrap_or_else(|error| panic!("browser does not start: {error}"));
        let id = created["sessionId"].as_str().expect("new session has an id");
        Session { agent, url: format!("{base}/{id}"), _profile: profile, _slot: slot }
    }

    /// Sends a command.
    pub(crate) fn post(&self, path: &str, body: &Value) -> Result<Value, DriverError> {
        request(&self.agent, &format!("{}/{path}", self.url), Some(body))
    }

    /// Sends a query.
    pub(crate) fn get(&self, path: &str) -> Result<Value, DriverError> {
        request(&self.agent, &format!("{}/{path}", self.url), None)
    }

    /// Sends a query about an element.
    pub(crate) fn get_from(&self, element: &Element, what: &str) -> Result<Value, DriverError> {
        self.get(&format!("element/{}/{what}", element.0))
    }

    /// Sends a command for an element.
    pub(crate) fn post_to(&self, element: &Element, what: &str, body: &Value) -> Result<Value, DriverError> {
        self.post(&format!("element/{}/{what}", element.0), body)
    }

    /// Runs a function body in the page and awaits its result.
    pub(crate) fn script(&self, body: &str, arguments: &Value) -> Result<Value, DriverError> {
        self.post("execute/sync", &json!({ "script": body, "args": arguments }))
    }

    /// Sends a Chrome DevTools Protocol command.
    pub(crate) fn devtools(&self, command: &str, parameters: &Value) -> Result<Value, DriverError> {
        self.post("goog/cdp/execute", &json!({ "cmd": command, "params": parameters }))
    }

    /// Returns the log entries since the last call.
    pub(crate) fn log(&self, kind: &str) -> Result<Vec<Value>, DriverError> {
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

fn capabilities(programs: &Programs, profile: &TempDir, viewport: Viewport) -> Value {
    let own = [
        format!("--user-data-dir={}", profile.path().display()),
        format!("--window-size={},{}", viewport.width, viewport.height),
    ];
    let flags: Vec<&str> = FLAGS.into_iter().chain(own.iter().map(String::as_str)).collect();
    let mut options = json!({ "binary": programs.browser, "args": flags });
    let mut logs = json!({ "browser": "ALL" });
    if viewport.traced {
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

/// Sends a POST with a command, or a GET without one; returns the `value` of the response.
fn request(agent: &ureq::Agent, url: &str, command: Option<&Value>) -> Result<Value, DriverError> {
    let transport_error = |error: ureq::Error| DriverError::new("transport", &error.to_string());
    let response = match command {
        Some(command) => agent.post(url).content_type("application/json").send(command.to_string()),
        None => agent.get(url).call(),
    };
    let mut response = response.map_err(transport_error)?;
    let is_success = response.status().is_success();
    let bytes = response.body_mut().with_config().limit(MAX_RESPONSE_BYTES).read_to_vec().map_err(transport_error)?;
    let mut response: Value =
        serde_json::from_slice(&bytes).map_err(|error| DriverError::new("transport", &error.to_string()))?;
    let value = response["value"].take();
    if is_success {
        return Ok(value);
    }
    let text = |name: &str| value[name].as_str().unwrap_or_default();
    Err(DriverError::new(text("error"), text("message")))
}
