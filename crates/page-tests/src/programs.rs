//! The programs that page tests need: a browser, and what drives it.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Once;

/// Names under which Chromium is known.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser and its driver.
pub(crate) struct Programs {
    /// Chromium.
    pub(crate) browser: PathBuf,
    /// ChromeDriver.
    pub(crate) driver: PathBuf,
}

impl Programs {
    /// The programs, where both are there. Otherwise it is said that tests are skipped.
    ///
    /// # Panics
    /// If they are not there but must be: `RINGSIDE_BROWSER` is `required`.
    pub(crate) fn find() -> Option<Programs> {
        let browser = program("CHROME", &BROWSERS);
        let driver = program("CHROMEDRIVER", &["chromedriver"]);
        let programs = browser.zip(driver).map(|(browser, driver)| Programs { browser, driver });
        if programs.is_none() {
            skip("page tests: Chromium and ChromeDriver are not there, in PATH or by CHROME and CHROMEDRIVER");
        }
        programs
    }
}

/// Says that something is skipped, once, past the capture of what tests print.
///
/// # Panics
/// If nothing may be skipped.
pub(crate) fn skip(what: &str) {
    static SAID: Once = Once::new();
    assert!(!is_required(), "required, but skipped: {what}");
    SAID.call_once(|| drop(writeln!(std::io::stderr(), "skipped: {what}")));
}

fn is_required() -> bool {
    std::env::var("RINGSIDE_BROWSER").is_ok_and(|value| value == "required")
}

/// The program that a variable names, or the first of some names in PATH.
fn program(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let in_path = |name: &&str| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file());
    names.iter().find_map(in_path)
}
