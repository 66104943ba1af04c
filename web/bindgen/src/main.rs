//! Writes the JavaScript that goes with a wasm file. In: the file and a folder. Out: `NAME.js` and `NAME_bg.wasm`.
#![forbid(unsafe_code)]

use std::path::PathBuf;
use std::process::ExitCode;
use wasm_bindgen_cli_support::Bindgen;

fn main() -> ExitCode {
    let mut words = std::env::args_os().skip(1).map(PathBuf::from);
    let (Some(wasm), Some(folder), None) = (words.next(), words.next(), words.next()) else {
        eprintln!("usage: carom_bindgen FILE.wasm FOLDER");
        return ExitCode::from(2);
    };
    let mut bindgen = Bindgen::new();
    let done = bindgen.web(true).and_then(|bindgen| {
        bindgen.remove_name_section(true).remove_producers_section(true).typescript(false);
        bindgen.input_path(&wasm).generate(&folder)
    });
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error:#}", wasm.display());
            ExitCode::FAILURE
        }
    }
}
