//! Input files that may be compressed, and output files that appear only when they are complete.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use flate2::bufread::MultiGzDecoder;

use crate::failure::Failure;

/// Opens a file for reading, plain or compressed with gzip; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    let plain: Box<dyn BufRead> = if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        let file = File::open(path).map_err(|error| format!("cannot open: {error}"))?;
        if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
            return Err("is a folder; give the files in it".to_owned());
        }
        Box::new(BufReader::new(file))
    };
    decompressed(plain)
}

/// Decompresses an input if it begins as gzip does, and returns any other one unchanged.
pub fn decompressed(mut plain: Box<dyn BufRead>) -> Result<Box<dyn BufRead>, String> {
    let gzip = plain.fill_buf().map_err(|error| format!("cannot read: {error}"))?.starts_with(&[0x1f, 0x8b]);
    Ok(if gzip { Box::new(BufReader::new(MultiGzDecoder::new(plain))) } else { plain })
}

/// Reads a whole file, plain or compressed with gzip. Fails if its text is longer than `max_bytes`.
pub fn read_text(path: &Path, max_bytes: usize) -> Result<String, Failure> {
    let problem = |problem: String| Failure::BadInput(format!("{}: {problem}", path.display()));
    let mut text = String::new();
    let input = open(path).map_err(problem)?;
    let read = input.take(max_bytes as u64 + 1).read_to_string(&mut text);
    read.map_err(|error| problem(format!("cannot read: {error}")))?;
    if text.len() > max_bytes {
        return Err(problem(format!("longer than {max_bytes} bytes")));
    }
    Ok(text)
}

/// Output of a command: standard output, or a file that replaces the old one when [`Sink::finish`] is called.
pub struct Sink<'a, W: Write>(Target<'a, W>);

enum Target<'a, W: Write> {
    Standard(&'a mut W),
    /// Device or pipe, written in place.
    Direct(BufWriter<File>),
    /// Regular file, written as `part` and renamed to `path`.
    File {
        part: PathBuf,
        path: PathBuf,
        file: BufWriter<File>,
    },
}

impl<'a, W: Write> Sink<'a, W> {
    /// Opens `path` for writing, or standard output if it is `None` or `-`.
    pub fn new(path: Option<&Path>, standard: &'a mut W) -> Result<Sink<'a, W>, Failure> {
        match path.filter(|&path| path != Path::new("-")) {
            None => Ok(Sink(Target::Standard(standard))),
            Some(path) => Target::open(path).map(Sink).map_err(|error| cannot_write(path, &error)),
        }
    }

    /// Moves the complete file into place. Without this call the old file stays.
    pub fn finish(mut self) -> Result<(), Failure> {
        let Target::File { part, path, file } = &mut self.0 else { return Ok(self.flush()?) };
        let finished = file.flush().and_then(|()| std::fs::rename(&*part, &*path));
        finished.map_err(|error| cannot_write(path, &error))
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Failure {
    Failure::BadInput(format!("cannot write {}: {error}", path.display()))
}

impl<W: Write> Target<'_, W> {
    fn open(path: &Path) -> io::Result<Self> {
        let existing = std::fs::metadata(path).ok();
        if existing.as_ref().is_some_and(|metadata| !metadata.is_file()) {
            return Ok(Target::Direct(BufWriter::new(File::options().write(true).open(path)?)));
        }
        // Resolves a symbolic link, so that the link stays and its target is replaced.
        let path = if existing.is_some() { path.canonicalize()? } else { path.to_owned() };
        let mut name = path.file_name().map(ToOwned::to_owned).unwrap_or_default();
        name.push(format!(".{}.part", std::process::id()));
        let part = path.with_file_name(name);
        let file = BufWriter::new(File::create(&part)?);
        if let Some(metadata) = existing {
            std::fs::set_permissions(&part, metadata.permissions())?;
        }
        Ok(Target::File { part, path, file })
    }
}

impl<W: Write> Write for Sink<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.0 {
            Target::Standard(out) => out.write(bytes),
            Target::Direct(file) | Target::File { file, .. } => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.0 {
            Target::Standard(out) => out.flush(),
            Target::Direct(file) | Target::File { file, .. } => file.flush(),
        }
    }
}

/// Deletes the temporary file; after `finish` it no longer exists.
impl<W: Write> Drop for Sink<'_, W> {
    fn drop(&mut self) {
        if let Target::File { part, .. } = &self.0 {
            let _ = std::fs::remove_file(part);
        }
    }
}
