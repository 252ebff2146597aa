//! Finds the programs that the tests need and installs the missing ones.
//!
//! Installs Debian packages with `apt-get` (only as root), toolchain components with rustup, and npm and Python packages below `target`. Reports each program that cannot be installed, and how to install it.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::python::PythonPackages;
use crate::step::{NamedStep, Run, Step, cargo, program, root, target};

/// Executable names of Chromium, in order of preference.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// The programs found or installed for the tests.
pub(crate) struct Tools {
    browser: Option<Browser>,
    /// Folder with the npm packages: TypeScript and axe-core.
    npm_packages: Option<PathBuf>,
    python_packages: Option<PythonPackages>,
    valgrind: bool,
}

struct Browser {
    chrome: PathBuf,
    driver: PathBuf,
}

impl Tools {
    /// Finds every program, installs the missing ones, and records in `run` which could neither be found nor installed.
    pub(crate) fn set_up(run: &mut Run) -> Tools {
        println!("=== setup");
        for (component, command) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
            require(run, component, || has_cargo_command(command), &Installer::Rustup(component));
        }
        require(run, "python3", || is_runnable("python3"), &Installer::Apt(&["python3"]));
        Tools {
            browser: set_up_browser(run),
            npm_packages: set_up_npm_packages(run),
            python_packages: PythonPackages::set_up(run),
            valgrind: set_up_valgrind(run),
        }
    }

    /// Reports whether valgrind can be run.
    pub(crate) fn has_valgrind(&self) -> bool {
        self.valgrind
    }

    /// Builds and installs the Python package, and returns the steps that test it.
    pub(crate) fn python_tests(&self, run: &mut Run) -> Vec<NamedStep> {
        self.python_packages.as_ref().map(|packages| packages.install_wheel(run)).unwrap_or_default()
    }

    /// Type-checks the JavaScript of the page by its JSDoc comments.
    pub(crate) fn check_page_types(&self, run: &mut Run) {
        if let Some(packages) = &self.npm_packages {
            let compiler = packages.join("node_modules/typescript/bin/tsc");
            let project = root().join("crates/page-tests/tsconfig.json");
            run.step("page types", program("node").args([&compiler]).args(["--noEmit", "-p"]).args([&project]));
        }
    }

    /// Runs the page's unit tests that need no browser.
    pub(crate) fn run_page_unit_tests(&self, run: &mut Run) {
        if self.npm_packages.is_some() {
            run.step("page unit tests", program("node").args(["--test", "crates/page-tests/tests/choose.mjs"]));
        }
    }

    /// Passes the paths of browser and driver to a command. If the npm packages are installed too, a page test that cannot run
    /// fails instead of being skipped.
    pub(crate) fn with_browser(&self, mut step: Step) -> Step {
        if let Some(Browser { chrome, driver }) = &self.browser {
            step = step.env("CHROME", chrome).env("CHROMEDRIVER", driver);
            if self.npm_packages.is_some() {
                step = step.env("RINGSIDE_BROWSER", "required");
            }
        }
        step
    }
}

/// How a missing program can be installed.
enum Installer<'a> {
    /// Debian packages.
    Apt(&'a [&'a str]),
    /// A component of the Rust toolchain.
    Rustup(&'a str),
}

impl Installer<'_> {
    /// The command line that a person would type.
    fn command_line(&self) -> String {
        match self {
            Installer::Apt(packages) => format!("apt-get install {}", packages.join(" ")),
            Installer::Rustup(component) => format!("rustup component add {component}"),
        }
    }

    /// Runs the installation. Returns false if it failed or is not possible on this machine.
    fn install(&self) -> bool {
        println!("installing: {}", self.command_line());
        match self {
            Installer::Apt(packages) => install_debian_packages(packages),
            Installer::Rustup(component) => succeeds(Command::new("rustup").args(["component", "add", component])),
        }
    }
}

/// Installs a program if it is missing. Records a failure in `run` if it cannot be installed.
fn require(run: &mut Run, name: &str, is_installed: impl Fn() -> bool, installer: &Installer<'_>) -> bool {
    if is_installed() {
        println!("found: {name}");
        return true;
    }
    let is_now_installed = installer.install() && is_installed();
    if !is_now_installed {
        println!("{name} is missing; install it with: {}", installer.command_line());
        run.fail(&format!("setup: {name} is missing"));
    }
    is_now_installed
}

/// Installs Debian packages if `is_installed` is false. Returns false and records a failure in `run` if that is not possible.
pub(crate) fn install_or_explain(
    run: &mut Run,
    name: &str,
    is_installed: impl Fn() -> bool,
    packages: &[&str],
) -> bool {
    require(run, name, is_installed, &Installer::Apt(packages))
}

/// Installs Debian packages if `is_installed` is false. Returns whether the program is installed afterwards.
pub(crate) fn install_if_missing(is_installed: impl Fn() -> bool, packages: &[&str]) -> bool {
    is_installed() || (Installer::Apt(packages).install() && is_installed())
}

fn set_up_browser(run: &mut Run) -> Option<Browser> {
    // Without a font, headless Chromium renders no text.
    let installer = Installer::Apt(&["chromium", "chromium-driver", "fonts-dejavu-core"]);
    let found = find_browser().or_else(|| installer.install().then(find_browser).flatten());
    match &found {
        Some(browser) => println!("found: {} and {}", browser.chrome.display(), browser.driver.display()),
        None => run.skip(&format!(
            "page tests: Chromium or ChromeDriver is missing; on Debian, as root: {}; elsewhere install both, and set CHROME and \
             CHROMEDRIVER to their paths if they are not in PATH",
            installer.command_line()
        )),
    }
    found
}

fn find_browser() -> Option<Browser> {
    let chrome = find_program("CHROME", &BROWSERS)?;
    let driver = find_program("CHROMEDRIVER", &["chromedriver"])?;
    Some(Browser { chrome, driver })
}

/// Returns the path in an environment variable, or else the first of `names` in PATH.
fn find_program(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
        return Some(path.into());
    }
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|file| file.is_file()))
}

fn set_up_npm_packages(run: &mut Run) -> Option<PathBuf> {
    if !is_runnable("npm") {
        Installer::Apt(&["nodejs", "npm"]).install();
    }
    match install_npm_packages() {
        Ok(folder) => {
            println!("found: TypeScript and axe-core in {}", folder.display());
            Some(folder)
        }
        Err(problem) => {
            run.skip(&format!("page types and accessibility checks: {problem}"));
            None
        }
    }
}

/// Installs the packages of `crates/page-tests/tools/package-lock.json` below `target`, unless they are up to date.
fn install_npm_packages() -> Result<PathBuf, String> {
    let folder = target().join("page-tools");
    let wanted = root().join("crates/page-tests/tools");
    if is_up_to_date(&folder, &wanted) {
        return Ok(folder);
    }
    for name in ["package.json", "package-lock.json"] {
        std::fs::create_dir_all(&folder)
            .and_then(|()| std::fs::copy(wanted.join(name), folder.join(name)))
            .map_err(|error| format!("{}: {error}", folder.join(name).display()))?;
    }
    let install = ["ci", "--no-audit", "--no-fund", "--ignore-scripts"];
    println!("installing: npm {} in {}", install.join(" "), folder.display());
    match Command::new("npm").args(install).current_dir(&folder).status() {
        Ok(status) if status.success() => Ok(folder),
        Ok(_) => Err(format!("npm {} failed in {}", install.join(" "), folder.display())),
        Err(error) => Err(format!("cannot run npm ({error}); install Node.js 20 or newer, with npm")),
    }
}

/// Reports whether the installed npm packages are those of the wanted lock file.
fn is_up_to_date(folder: &Path, wanted: &Path) -> bool {
    let lock = |folder: &Path| std::fs::read(folder.join("package-lock.json")).ok();
    // npm writes this file last.
    folder.join("node_modules/.package-lock.json").is_file() && lock(folder) == lock(wanted)
}

fn set_up_valgrind(run: &mut Run) -> bool {
    let installer = Installer::Apt(&["valgrind"]);
    let is_installed = is_runnable("valgrind") || (installer.install() && is_runnable("valgrind"));
    if is_installed {
        println!("found: valgrind");
    } else {
        run.skip(&format!("instruction counts: valgrind is missing; on Debian, as root: {}", installer.command_line()));
    }
    is_installed
}

fn install_debian_packages(packages: &[&str]) -> bool {
    let is_root = Command::new("id").arg("-u").output().is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    let is_debian = Path::new("/etc/debian_version").exists();
    let apt = |args: &[&str]| succeeds(Command::new("apt-get").args(args).env("DEBIAN_FRONTEND", "noninteractive"));
    let install = [&["install", "--yes", "--no-install-recommends"], packages].concat();
    is_root && is_debian && apt(&["update"]) && apt(&install)
}

pub(crate) fn is_runnable(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Returns the folder in which the compiler has the standard libraries of its targets.
pub(crate) fn host_library() -> Option<PathBuf> {
    let output = Command::new("rustc").args(["--print", "sysroot"]).output().ok()?;
    let sysroot = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    (!sysroot.is_empty()).then(|| Path::new(&sysroot).join("lib/rustlib"))
}

fn has_cargo_command(command: &str) -> bool {
    cargo(&[command, "--version"]).succeeds_silently()
}

fn succeeds(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}
