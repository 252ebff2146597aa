//! The program `ringside`; the library of this package implements it.

use std::process::ExitCode;

fn main() -> ExitCode {
    ringside::main()
}
