//! Files that may be compressed, and output that appears only when it is complete.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use crate::failure::Failure;

/// Opens a file for reading, plain or compressed with gzip; `-` is standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    let mut plain: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = File::open(path).map_err(|error| format!("cannot open: {error}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err("is a folder; name its files".to_owned());
        }
        Box::new(BufReader::new(file))
    };
    let gzip = plain.fill_buf().map_err(|error| format!("cannot read: {error}"))?.starts_with(&[0x1f, 0x8b]);
    Ok(if gzip { Box::new(BufReader::new(MultiGzDecoder::new(plain))) } else { plain })
}

/// Reads a whole file of at most so many bytes, plain or compressed.
pub(crate) fn read_text(path: &Path, most: usize) -> Result<String, Failure> {
    let problem = |problem: String| Failure::BadInput(format!("{}: {problem}", path.display()));
    let mut text = String::new();
    let input = open(path).map_err(problem)?;
    input.take(most as u64 + 1).read_to_string(&mut text).map_err(|error| problem(format!("cannot read: {error}")))?;
    if text.len() > most {
        return Err(problem(format!("longer than {most} bytes")));
    }
    Ok(text)
}

/// Where a command writes: to standard output, or to a file that appears when all of it is written.
pub(crate) enum Sink<'a, W: Write> {
    /// Standard output.
    Standard(&'a mut W),
    /// A device or a pipe.
    Direct(BufWriter<File>),
    /// A file beside the one that is wanted.
    File { part: PathBuf, path: PathBuf, file: BufWriter<File> },
}

impl<'a, W: Write> Sink<'a, W> {
    /// Writes to a file if there is one, else to standard output.
    pub(crate) fn new(path: Option<&Path>, standard: &'a mut W) -> Result<Sink<'a, W>, Failure> {
        let Some(path) = path.filter(|&path| path != Path::new("-")) else { return Ok(Sink::Standard(standard)) };
        let problem = |error: io::Error| Failure::BadInput(format!("cannot write {}: {error}", path.display()));
        let existing = std::fs::metadata(path).ok();
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            // A device or a pipe is written to as it is.
            return Ok(Sink::Direct(BufWriter::new(File::options().write(true).open(path).map_err(problem)?)));
        }
        // Where a link points is where the file belongs.
        let path = if existing.is_some() { path.canonicalize().map_err(problem)? } else { path.to_owned() };
        let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let file = BufWriter::new(File::create(&part).map_err(problem)?);
        if let Some(metadata) = existing {
            std::fs::set_permissions(&part, metadata.permissions()).map_err(problem)?;
        }
        Ok(Sink::File { part, path, file })
    }

    /// Puts the complete file into its place. Without this what was there before stays.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        let Sink::File { part, path, file } = &mut self else { return Ok(self.flush()?) };
        let problem = |error: io::Error| Failure::BadInput(format!("cannot write {}: {error}", path.display()));
        file.flush().map_err(problem)?;
        std::fs::rename(&*part, &*path).map_err(problem)
    }
}

impl<W: Write> Write for Sink<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Sink::Standard(out) => out.write(bytes),
            Sink::Direct(file) => file.write(bytes),
            Sink::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Sink::Standard(out) => out.flush(),
            Sink::Direct(file) => file.flush(),
            Sink::File { file, .. } => file.flush(),
        }
    }
}

/// An unfinished file is taken away; after `finish` there is none.
impl<W: Write> Drop for Sink<'_, W> {
    fn drop(&mut self) {
        if let Sink::File { part, .. } = self {
            let _ = std::fs::remove_file(part);
        }
    }
}
