//! What holds for every page.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::driver::Refusal;
use crate::folder::below_target;
use crate::page::Page;
use crate::programs::skip;

/// Looks for what shuts people out, and tells it in lines, with the first places of each kind.
const BARRIERS: &str = r"
const told = ({ target, failureSummary }) => `\n    at ${target.join(' ')}: ${failureSummary.replace(/\s+/g, ' ')}`;
return axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations
  .filter(({ impact }) => ['serious', 'critical'].includes(impact))
  .map(({ id, impact, help, nodes }) => `${impact} ${id}, ${nodes.length} times: ${help}${nodes.slice(0, 3).map(told).join('')}`));";

impl Page {
    /// Everything that a page at rest must be: reached by everybody, as wide as its window, without errors.
    #[track_caller]
    pub fn is_sound(&self) {
        self.no_sideways_scroll();
        self.axe();
        self.no_console_errors();
    }

    /// Nothing on the page shuts people out, as far as axe-core finds that.
    #[track_caller]
    pub fn axe(&self) {
        let Ok(source) = std::fs::read_to_string(axe_file()) else {
            return skip("accessibility: axe-core is not there; cargo xtask test installs it");
        };
        // The source is large, and stays with the document.
        let is_there = self.eval("typeof axe === 'object'") == true;
        let script = if is_there { BARRIERS.to_owned() } else { format!("{source}\n{BARRIERS}") };
        let barriers = self.retry("ask axe-core", || self.session.script(&script, &json!([])));
        let barriers: Vec<&str> = barriers.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        if !barriers.is_empty() {
            self.fail("let everybody use the page", &format!("\n  {}", barriers.join("\n  ")));
        }
    }

    /// The console has told of no errors, neither uncaught ones nor files that are missing.
    #[track_caller]
    pub fn no_console_errors(&self) {
        let errors: Vec<String> = self.console().into_iter().filter(|line| line.starts_with("SEVERE")).collect();
        if !errors.is_empty() {
            self.fail("do without errors", &errors.join("\n"));
        }
    }

    /// The page is not wider than its window.
    #[track_caller]
    pub fn no_sideways_scroll(&self) {
        let width =
            self.eval("Math.max(document.documentElement.scrollWidth, innerWidth)").as_f64().unwrap_or_default();
        // A phone shows a page that is too wide by making everything smaller, so the page's own idea of the window does not count.
        let window = f64::from(self.look.get().width);
        if width > window {
            let wide = self.string(&format!(
                "[...document.querySelectorAll('body *')].filter((one) => one.getBoundingClientRect().right > {window} + 0.5)
                   .slice(0, 5).map((one) => `${{one.tagName}}.${{one.className}}`).join(', ')"
            ));
            self.fail("be as wide as the window", &format!("{width} instead of {window}; too wide: {wide}"));
        }
    }

    /// How many milliseconds after the request the page first showed something.
    #[track_caller]
    pub fn first_paint(&self) -> f64 {
        self.retry("measure the first paint", || {
            let script = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null";
            let time = self.session.script(script, &json!([]))?;
            time.as_f64().ok_or_else(|| Refusal::new("not yet", "nothing has been painted"))
        })
    }

    /// The shortest time to the first paint in a few loads: machines that run tests do other things as well.
    #[track_caller]
    pub fn best_first_paint(&self, loads: u32) -> f64 {
        let times = (0..loads).map(|_| {
            self.reload();
            self.first_paint()
        });
        times.fold(f64::INFINITY, f64::min)
    }
}

/// Where `cargo xtask test` installs axe-core.
fn axe_file() -> PathBuf {
    below_target("page-tools").join("node_modules/axe-core/axe.min.js")
}
