//! The engine in WebAssembly: builds `web/engine`, and compares the committed files with the sources.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};

use crate::setup::host_library;
use crate::step::{Run, Step, cargo, program, root, target};

const TARGET: &str = "wasm32-unknown-unknown";

/// The modules: name, and features of the crate `ringside-wasm`.
const MODULES: [(&str, &str); 2] = [("board", ""), ("players", "players")];

/// What the files in `web/engine` were made of.
#[derive(Serialize, Deserialize)]
struct Built {
    /// Version of the compiler, as `rustc -vV` prints it, without the machine that it runs on.
    compiler: String,
    /// BLAKE3 hashes of the modules before their compression, by name. A test of `ringside-wasm` compares them with the committed files.
    modules: BTreeMap<String, String>,
    /// BLAKE3 hashes of the source files, by path.
    sources: BTreeMap<String, String>,
}

/// Builds the modules and writes them to `web/engine`.
pub(crate) fn build(run: &mut Run) {
    if standard_library().is_none() {
        return run.fail(&format!(
            "the compiler has no target {TARGET}; install it with: rustup target add {TARGET}; or install the sources of the standard \
             library and set RUSTC_BOOTSTRAP=1 (see CONTRIBUTING.md)"
        ));
    }
    if !build_modules(run) || !MODULES.iter().all(|(name, _)| run.step(&format!("compression: {name}"), compress(name)))
    {
        return;
    }
    let copies = MODULES.iter().flat_map(|(name, _)| ["js", "d.ts"].map(|kind| format!("{name}.{kind}")));
    for name in copies {
        if let Err(error) = fs::copy(built_folder().join(&name), committed_folder().join(&name)) {
            return run.fail(&format!("{name}: {error}"));
        }
    }
    let modules = MODULES.iter().filter_map(|(name, _)| Some(((*name).to_owned(), module_hash(name)?)));
    let built = Built { compiler: compiler(), modules: modules.collect(), sources: source_hashes() };
    let text = serde_json::to_string_pretty(&built).expect("the list serializes to JSON");
    if let Err(error) = fs::write(built_path(), text + "\n") {
        run.fail(&format!("{}: {error}", built_path().display()));
    }
}

/// Builds the modules again and compares them with those in `web/engine`. On a machine without the compiler that made them, the
/// comparison is left out: the tests in Node.js and in the browser still run with the committed files.
///
/// The compression takes longer than all the rest and is left out: `built.json` has the hashes of the modules before it.
pub(crate) fn check(run: &mut Run) {
    let built = fs::read_to_string(built_path()).ok().and_then(|text| serde_json::from_str::<Built>(&text).ok());
    let Some(built) = built else { return run.fail("crates/wasm/built.json is missing; run: cargo xtask wasm") };
    if built.compiler != compiler() || standard_library().is_none() {
        return run.leave_out(&format!(
            "comparison of web/engine with a new build: it needs the target {TARGET} and this compiler: {}",
            built.compiler.lines().next().unwrap_or_default()
        ));
    }
    if !build_modules(run) {
        return;
    }
    let mut different = Vec::new();
    for (module, _) in MODULES {
        if module_hash(module).as_ref() != built.modules.get(module) {
            different.push(format!("{module}.wasm"));
        }
        let read = |folder: &Path, name: &String| fs::read(folder.join(name)).ok();
        let texts = ["js", "d.ts"].map(|kind| format!("{module}.{kind}"));
        different.extend(texts.into_iter().filter(|name| {
            let made = read(&built_folder(), name);
            made.is_none() || made != read(&committed_folder(), name)
        }));
    }
    if different.is_empty() {
        run.pass("web/engine is that of the sources");
    } else {
        run.fail(&format!("web/engine is not that of the sources ({}); run: cargo xtask wasm", different.join(", ")));
    }
}

/// Builds the modules and their bindings without compression into [`built_folder`].
fn build_modules(run: &mut Run) -> bool {
    // A folder of its own, because the flags differ from those of other builds.
    let modules = target().join("wasm");
    MODULES.iter().all(|(name, features)| {
        let build = cargo(&["build", "--quiet", "--profile", "wasm", "--target", TARGET, "--package", "ringside-wasm"]);
        let build = build.args(["--no-default-features"]).args(standard_library().unwrap_or_default());
        let build = build.args(["--features", features]).env("CARGO_TARGET_DIR", &modules).env("RUSTFLAGS", flags());
        let module = modules.join(TARGET).join("wasm/ringside_wasm.wasm");
        run.step(&format!("engine in WebAssembly: {name}"), build)
            && run.step(&format!("bindings of the engine: {name}"), bindings(&module, name))
    })
}

fn bindings(module: &Path, name: &str) -> Step {
    tool().args(["bindings"]).args([module]).args([name]).args([built_folder()])
}

fn compress(name: &str) -> Step {
    let compressed = committed_folder().join(format!("{name}.wasm.gz"));
    tool().args(["compress"]).args([built_folder().join(format!("{name}.wasm"))]).args([compressed])
}

fn tool() -> Step {
    let manifest = root().join("wasm-tool/Cargo.toml");
    let run = cargo(&["run", "--quiet", "--manifest-path"]).args([&manifest]).args(["--"]);
    run.env("CARGO_TARGET_DIR", target().join("wasm-tool"))
}

/// Returns the folder of the modules before their compression.
fn built_folder() -> PathBuf {
    target().join("engine")
}

fn committed_folder() -> PathBuf {
    root().join("web/engine")
}

/// Returns the hash of a module that was built.
fn module_hash(name: &str) -> Option<String> {
    let bytes = fs::read(built_folder().join(format!("{name}.wasm"))).ok()?;
    Some(blake3::hash(&bytes).to_hex().to_string())
}

/// Flags of the compiler: vector instructions, which all browsers have that the page supports, and paths that do not depend on the
/// machine.
fn flags() -> String {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo"))).unwrap_or_default();
    let remap = |from: &Path, to: &str| format!("--remap-path-prefix={}={to}", from.display());
    ["-Ctarget-feature=+simd128".to_owned(), remap(&home, "/cargo"), remap(&root(), "/ringside")].join(" ")
}

fn built_path() -> PathBuf {
    root().join("crates/wasm/built.json")
}

/// Returns the version of the compiler, without the line that names the machine.
fn compiler() -> String {
    let output = Command::new("rustc").arg("-vV").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    text.lines().filter(|line| !line.starts_with("host: ")).collect::<Vec<_>>().join("\n")
}

/// Returns the arguments of cargo with which there is a standard library for WebAssembly: none if the compiler has one, or those that build
/// it from its sources, which only unstable compilers and `RUSTC_BOOTSTRAP=1` permit.
fn standard_library() -> Option<Vec<&'static str>> {
    let library = host_library()?;
    let is_unstable = std::env::var("RUSTC_BOOTSTRAP").is_ok_and(|value| value == "1");
    if library.join(TARGET).join("lib").is_dir() {
        Some(Vec::new())
    } else if is_unstable && library.join("src/rust/library/std").is_dir() {
        Some(vec!["-Zbuild-std=std,panic_abort"])
    } else {
        None
    }
}

/// Returns the hashes of the source files of all crates that the modules consist of.
fn source_hashes() -> BTreeMap<String, String> {
    let tree = ["tree", "--package", "ringside-wasm", "--target", TARGET, "--edges", "normal", "--prefix", "none"];
    let output = program("cargo").args(tree).args(["--features", "players", "--format", "{p}"]).output();
    let text = String::from_utf8_lossy(&output).into_owned();
    let marker = format!("({}/", root().display());
    let mut files = BTreeMap::new();
    for line in text.lines() {
        // A crate of this workspace has its folder in brackets: `table v0.1.0 (/home/me/ringside/crates/table)`.
        let Some((_, rest)) = line.split_once(&marker) else { continue };
        let folder = rest.split(')').next().unwrap_or_default();
        // A folder that cannot be read is one that the comparison of the modules finds.
        let _ = add_hashes(&root().join(folder), &mut files);
    }
    files
}

fn add_hashes(folder: &Path, files: &mut BTreeMap<String, String>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let is_source = path.extension().is_some_and(|kind| kind == "rs" || kind == "toml" || kind == "json");
        if path.is_dir() && !path.ends_with("tests") {
            add_hashes(&path, files)?;
        } else if is_source && !path.ends_with("built.json") {
            let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            files.insert(name, blake3::hash(&fs::read(&path)?).to_hex()[..16].to_owned());
        }
    }
    Ok(())
}
