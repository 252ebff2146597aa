//! Makes the JavaScript bindings of a WebAssembly module and compresses it: `wasm-tool MODULE.wasm NAME FOLDER` writes `NAME.js`,
//! `NAME.d.ts` and `NAME.wasm.gz`.

use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;
use zopfli::Format;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [module, name, folder] = &arguments[..] else {
        eprintln!("usage: wasm-tool MODULE.wasm NAME FOLDER");
        return ExitCode::from(2);
    };
    match make(Path::new(module), name, Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("wasm-tool: {error}");
            ExitCode::FAILURE
        }
    }
}

fn make(module: &Path, name: &str, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(module).out_name(name).typescript(true).remove_name_section(true).remove_producers_section(true);
    let made = bindgen.web(true).and_then(|bindgen| bindgen.generate_output());
    let mut output = made.map_err(|error| format!("{error:#}"))?;
    fs::create_dir_all(folder)?;
    fs::write(folder.join(format!("{name}.js")), output.js())?;
    fs::write(folder.join(format!("{name}.d.ts")), output.ts().unwrap_or_default())?;
    let wasm = output.wasm_mut().emit_wasm();
    let mut compressed = Vec::new();
    zopfli::compress(zopfli::Options::default(), Format::Gzip, &wasm[..], &mut compressed)?;
    fs::write(folder.join(format!("{name}.wasm.gz")), compressed)?;
    Ok(())
}
