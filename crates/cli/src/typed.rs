//! Lines of input from a person or a script.

use std::io::BufRead;

use cli_support::Failure;

/// Maximum length of a line, in bytes.
const LONGEST_LINE: u64 = 10_000;

/// Reads the next line, cut at the maximum length. Returns `None` at the end of the input.
pub(crate) fn read_line(input: &mut impl BufRead) -> Result<Option<String>, Failure> {
    let mut line = Vec::new();
    let mut part = Vec::new();
    loop {
        part.clear();
        let read = std::io::Read::take(&mut *input, LONGEST_LINE).read_until(b'\n', &mut part);
        read.map_err(|error| Failure::BadInput(format!("cannot read the input: {error}")))?;
        if line.is_empty() {
            line.clone_from(&part);
        }
        if part.is_empty() || part.ends_with(b"\n") {
            return Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()));
        }
    }
}
