//! Checks that every page must pass.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::dirs::target_path;
use crate::page::Page;
use crate::programs::skip;
use crate::webdriver::DriverError;

/// Runs axe-core; returns one text per violation, with its first three elements.
const FIND_VIOLATIONS: &str = r"
const describe = ({ target, failureSummary }) => `\n    at ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`;
return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
  .map(({ id, impact, help, nodes }) => `${impact} ${id}, ${nodes.length} times: ${help}${nodes.slice(0, 3).map(describe).join('')}`));";

impl Page {
    /// Asserts that the page fits the window, is accessible, and has logged no errors.
    #[track_caller]
    pub fn assert_healthy(&self) {
        self.assert_no_horizontal_scroll();
        self.assert_accessible();
        self.assert_no_console_errors();
    }

    /// Asserts that axe-core finds no violation.
    #[track_caller]
    pub fn assert_accessible(&self) {
        let Ok(source) = std::fs::read_to_string(axe_file()) else {
            return skip("accessibility: axe-core is not installed; cargo xtask test installs it");
        };
        // The source is large: inject it once per document.
        let is_injected = self.eval("typeof axe === 'object'") == true;
        let script = if is_injected { FIND_VIOLATIONS.to_owned() } else { format!("{source}\n{FIND_VIOLATIONS}") };
        let violations = self.retry("run axe-core", || self.session.script(&script, &json!([])));
        let violations: Vec<&str> = violations.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !violations.is_empty() {
            self.fail("pass the accessibility check", &format!("\n  {}", violations.join("\n  ")));
        }
    }

    /// Asserts that the console has no errors, such as uncaught exceptions or missing files.
    #[track_caller]
    pub fn assert_no_console_errors(&self) {
        // A preview is rejected if it arrives after the action that it shows was played, which happens on a busy machine.
        let is_late_preview = |line: &str| line.contains("/preview - ") && line.contains("status of 422");
        let is_error = |line: &String| line.starts_with("SEVERE") && !is_late_preview(line);
        let errors: Vec<String> = self.console().into_iter().filter(is_error).collect();
        if !errors.is_empty() {
            self.fail("run without console errors", &errors.join("\n"));
        }
    }

    /// Asserts that the page is not wider than the window.
    #[track_caller]
    pub fn assert_no_horizontal_scroll(&self) {
        let width =
            self.eval("Math.max(document.documentElement.scrollWidth, innerWidth)").as_f64().unwrap_or_default();
        // A phone zooms out when a page is too wide, which changes `innerWidth`: compare with the emulated width.
        let window = f64::from(self.viewport.get().width);
        if width > window {
            let wide = self.eval_string(&format!(
                "[...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > {window} + 0.5)
                   .slice(0, 5).map((element) => `${{element.tagName}}.${{element.className}}`).join(', ')"
            ));
            self.fail("fit the window", &format!("{width} instead of {window}; too wide: {wide}"));
        }
    }

    /// Returns the first contentful paint, in milliseconds after the request.
    #[track_caller]
    pub fn first_paint(&self) -> f64 {
        self.retry("measure the first paint", || {
            let script = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null";
            let time = self.session.script(script, &json!([]))?;
            time.as_f64().ok_or_else(|| DriverError::new("not yet", "nothing has been painted yet"))
        })
    }
}

/// Returns the path of the axe-core script that `cargo xtask test` installs.
fn axe_file() -> PathBuf {
    target_path("page-tools").join("node_modules/axe-core/axe.min.js")
}
