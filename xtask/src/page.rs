//! What the checks of the page need: a browser, and tools from npm. Whatever is missing and cannot be installed is skipped.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::step::{Run, Step, program, root, target};

/// Names under which Chromium is known.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// How Debian's browser is installed, with a font, without which nothing can be read.
const INSTALL: [&str; 6] =
    ["install", "--yes", "--no-install-recommends", "chromium", "chromium-driver", "fonts-dejavu-core"];

/// What was found to check the page with.
pub(crate) struct PageTools {
    /// Chromium and its driver.
    browser: Option<(PathBuf, PathBuf)>,
    /// The folder of the tools from npm.
    tools: Option<PathBuf>,
}

impl PageTools {
    /// Finds everything, and installs it where that is possible.
    pub(crate) fn prepare(run: &mut Run) -> PageTools {
        let browser = browser().or_else(|| install_browser().then(browser).flatten());
        if browser.is_none() {
            let install = INSTALL.join(" ");
            run.skip(&format!(
                "page tests: Chromium or ChromeDriver is missing; on Debian, as root: apt-get {install}; elsewhere install both, \
                 and set CHROME and CHROMEDRIVER to their paths if they are not in PATH"
            ));
        }
        let tools = install_tools();
        if let Err(problem) = &tools {
            run.skip(&format!("types and accessibility of the page: {problem}"));
        }
        PageTools { browser, tools: tools.ok() }
    }

    /// Checks the types that the comments of the page give.
    pub(crate) fn check_types(&self, run: &mut Run) {
        if let Some(tools) = &self.tools {
            let compiler = tools.join("node_modules/typescript/bin/tsc");
            let project = root().join("crates/page-tests/tsconfig.json");
            run.step("types of the page", program("node").args([&compiler]).args(["--noEmit", "-p"]).args([&project]));
        }
    }

    /// Checks how pointing becomes choices, which needs no browser.
    pub(crate) fn check_choices(&self, run: &mut Run) {
        if self.tools.is_some() {
            run.step("choices of the page", program("node").args(["--test", "crates/page-tests/tests/choose.mjs"]));
        }
    }

    /// Lets a step that runs tests use what was found; if that is everything, tests of the page have to run.
    pub(crate) fn lend_to(&self, mut step: Step) -> Step {
        if let Some((browser, driver)) = &self.browser {
            step = step.env("CHROME", browser).env("CHROMEDRIVER", driver);
            if self.tools.is_some() {
                step = step.env("RINGSIDE_BROWSER", "required");
            }
        }
        step
    }
}

/// Chromium and its driver, where both are there.
fn browser() -> Option<(PathBuf, PathBuf)> {
    find("CHROME", &BROWSERS).zip(find("CHROMEDRIVER", &["chromedriver"]))
}

/// The program that a variable names, or the first of some names in PATH.
fn find(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
}

/// Installs Debian's browser, where this is Debian and we may; false if not.
fn install_browser() -> bool {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let is_debian = Path::new("/etc/debian_version").exists();
    let apt = |args: &[&str]| {
        let status = Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive").status();
        status.is_ok_and(|status| status.success())
    };
    is_root && is_debian && apt(&["update"]) && apt(&INSTALL)
}

/// Installs the tools from npm below `target`, unless they are there already; says why not.
fn install_tools() -> Result<PathBuf, String> {
    let folder = target().join("page-tools");
    let wanted = root().join("crates/page-tests/tools");
    if is_installed(&folder, &wanted) {
        return Ok(folder);
    }
    for name in ["package.json", "package-lock.json"] {
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::copy(wanted.join(name), folder.join(name)))
            .map_err(|error| format!("{}: {error}", folder.join(name).display()))?;
    }
    let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    match Command::new("npm").args(install).current_dir(&folder).status() {
        Ok(status) if status.success() => Ok(folder),
        Ok(_) => Err(format!("npm {} failed in {}", install.join(" "), folder.display())),
        Err(error) => Err(format!("npm cannot be run ({error}); install Node.js 20 or newer, with npm")),
    }
}

/// Whether the same versions were installed before.
fn is_installed(folder: &Path, wanted: &Path) -> bool {
    let lock = |folder: &Path| std::fs::read(folder.join("package-lock.json")).ok();
    // npm writes this file last.
    folder.join("node_modules/.package-lock.json").is_file() && lock(folder) == lock(wanted)
}
