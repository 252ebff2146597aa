//! Finds the programs that the page tests need: Chromium and ChromeDriver.

use std::io::Write;
use std::path::PathBuf;
use std::sync::Once;

/// Executable names of Chromium, in order of preference.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

pub(crate) struct Programs {
    /// Chromium.
    pub(crate) browser: PathBuf,
    /// ChromeDriver.
    pub(crate) driver: PathBuf,
}

impl Programs {
    /// Finds both programs in the environment variables or in `PATH`. If one is missing, reports that the tests are skipped.
    ///
    /// # Panics
    /// If one is missing and `RINGSIDE_BROWSER` is `required`.
    pub(crate) fn find() -> Option<Programs> {
        let browser = program("CHROME", &BROWSERS);
        let driver = program("CHROMEDRIVER", &["chromedriver"]);
        let programs = browser.zip(driver).map(|(browser, driver)| Programs { browser, driver });
        if programs.is_none() {
            skip("page tests: Chromium and ChromeDriver are neither in PATH nor named by CHROME and CHROMEDRIVER");
        }
        programs
    }
}

/// Prints once per process that a check is skipped. Bypasses the output capture of tests.
///
/// # Panics
/// If `RINGSIDE_BROWSER` is `required`.
pub(crate) fn skip(what: &str) {
    static REPORTED: Once = Once::new();
    assert!(!is_required(), "required, but skipped: {what}");
    REPORTED.call_once(|| drop(writeln!(std::io::stderr(), "skipped: {what}")));
}

fn is_required() -> bool {
    std::env::var("RINGSIDE_BROWSER").is_ok_and(|value| value == "required")
}

/// Returns the program named by an environment variable, or the first of `names` in `PATH`.
fn program(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let path = std::env::var_os("PATH")?;
    let directories: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let in_path = |name: &&str| directories.iter().map(|dir| dir.join(name)).find(|file| file.is_file());
    names.iter().find_map(in_path)
}
