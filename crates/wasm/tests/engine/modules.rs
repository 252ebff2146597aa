//! The committed modules are those that `crates/wasm/built.json` names.

use std::fs::File;
use std::io::Read as _;
use std::path::PathBuf;

use flate2::read::GzDecoder;
use serde_json::Value;

/// The test command builds the modules again and compares their hashes before the compression, which takes longer than the build.
#[test]
fn committed_modules_have_the_recorded_hashes() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let built = File::open(folder.join("built.json")).expect("the list exists");
    let built: Value = serde_json::from_reader(built).expect("the list is JSON");
    let modules = built["modules"].as_object().expect("the list has modules");
    assert_eq!(modules.keys().collect::<Vec<_>>(), ["board", "players"]);
    for (name, hash) in modules {
        let file = File::open(folder.join(format!("../../web/engine/{name}.wasm.gz"))).expect("the module exists");
        let mut module = Vec::new();
        GzDecoder::new(file).read_to_end(&mut module).expect("the module can be decompressed");
        assert_eq!(*hash, blake3::hash(&module).to_hex().as_str(), "{name}; run: cargo xtask wasm");
    }
}
