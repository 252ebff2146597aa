//! Makes the JavaScript bindings of a WebAssembly module, and compresses it: `wasm-tool bindings MODULE.wasm NAME FOLDER` writes `NAME.js`,
//! `NAME.d.ts` and `NAME.wasm`, `wasm-tool compress FILE.wasm FILE.wasm.gz` compresses a file, which takes longer.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;
use zopfli::Format;

const USAGE: &str =
    "usage: wasm-tool bindings MODULE.wasm NAME FOLDER\n       wasm-tool compress FILE.wasm FILE.wasm.gz";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let made = match arguments[..] {
        ["bindings", module, name, folder] => bindings(Path::new(module), name, Path::new(folder)),
        ["compress", file, compressed] => compress(Path::new(file), Path::new(compressed)),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match made {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wasm-tool: {error}");
            ExitCode::FAILURE
        }
    }
}

fn bindings(module: &Path, name: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true).remove_name_section(true).remove_producers_section(true);
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate_output());
    let mut output = made.map_err(|error| format!("{error:#}"))?;
    fs::create_dir_all(folder)?;
    fs::write(folder.join(format!("{name}.js")), output.js())?;
    fs::write(folder.join(format!("{name}.d.ts")), output.ts().unwrap_or_default())?;
    fs::write(folder.join(format!("{name}.wasm")), output.wasm_mut().emit_wasm())?;
    Ok(())
}

fn compress(file: &Path, compressed: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let mut output = Vec::new();
    // More blocks than by default, because code and texts have different statistics.
    let options = zopfli::Options { maximum_block_splits: 100, ..zopfli::Options::default() };
    zopfli::compress(options, Format::Gzip, &bytes[..], &mut output)?;
    fs::write(compressed, output).map_err(|error| format!("{}: {error}", compressed.display()))?;
    Ok(())
}
