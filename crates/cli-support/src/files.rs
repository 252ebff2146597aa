//! Input files that may be compressed, and output files that appear only when they are complete.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use arena::gzip;

use crate::failure::Failure;

/// Opens a file for reading, plain or compressed with gzip; `-` is standard input.
pub fn open(path: &Path) -> Result<Box<dyn BufRead>, String> {
    let opened = if path == Path::new("-") {
        gzip::decompressed(Box::new(BufReader::new(io::stdin())))
    } else {
        gzip::open(path)
    };
    opened.map_err(|error| cannot_be_read(&error))
}

/// Returns the message for an input that cannot be read.
pub fn cannot_be_read(error: &io::Error) -> String {
    format!("cannot be read: {error}")
}

/// Reads a whole file, plain or compressed with gzip. Fails if its text is longer than `max_bytes`.
pub fn read_text(path: &Path, max_bytes: usize) -> Result<String, Failure> {
    let problem = |problem: String| Failure::BadInput(format!("{}: {problem}", path.display()));
    let mut text = String::new();
    let input = open(path).map_err(problem)?;
    let read = input.take(max_bytes as u64 + 1).read_to_string(&mut text);
    read.map_err(|error| problem(cannot_be_read(&error)))?;
    if text.len() > max_bytes {
        return Err(problem(format!("longer than {max_bytes} bytes")));
    }
    Ok(text)
}

/// Output of a command: standard output, or a file that appears when [`Sink::finish`] is called.
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
    /// Opens a new file for writing, or standard output if `path` is `None` or `-`. Fails if the file exists.
    pub fn new(path: Option<&Path>, standard: &'a mut W) -> Result<Sink<'a, W>, Failure> {
        named(path).map_or(Ok(()), check_new)?;
        Sink::replacing(path, standard)
    }

    /// Works like [`Sink::new`], but `path` may also be one of the inputs, which the output then replaces.
    pub fn converting(path: Option<&Path>, inputs: &[PathBuf], standard: &'a mut W) -> Result<Sink<'a, W>, Failure> {
        let is_input = path.is_some_and(|path| inputs.iter().any(|input| is_same_file(input, path)));
        if is_input { Sink::replacing(path, standard) } else { Sink::new(path, standard) }
    }

    /// Opens `path` for writing, or standard output if it is `None` or `-`. An existing file is replaced when the output is
    /// complete.
    pub fn replacing(path: Option<&Path>, standard: &'a mut W) -> Result<Sink<'a, W>, Failure> {
        match named(path) {
            None => Ok(Sink(Target::Standard(standard))),
            Some(path) => Target::open(path).map(Sink).map_err(|error| cannot_be_written(path, &error)),
        }
    }

    /// Moves the complete file into place. Without this call the old file stays.
    pub fn finish(mut self) -> Result<(), Failure> {
        let Target::File { part, path, file } = &mut self.0 else { return Ok(self.flush()?) };
        let finished = file.flush().and_then(|()| std::fs::rename(&*part, &*path));
        finished.map_err(|error| cannot_be_written(path, &error))
    }
}

/// Reports whether two paths name the same existing file.
pub fn is_same_file(a: &Path, b: &Path) -> bool {
    a.canonicalize().is_ok_and(|a| b.canonicalize().is_ok_and(|b| a == b))
}

/// Returns the path of a file, unless it stands for standard output.
fn named(path: Option<&Path>) -> Option<&Path> {
    path.filter(|&path| path != Path::new("-"))
}

/// Returns the failure for a file that cannot be written.
pub fn cannot_be_written(path: &Path, error: &io::Error) -> Failure {
    Failure::BadInput(format!("{}: cannot be written: {error}", path.display()))
}

/// Fails if there is a file with this name: outputs that hold games, maps or databases never replace a file.
pub fn check_new(path: &Path) -> Result<(), Failure> {
    // A device or pipe holds no data.
    match std::fs::metadata(path) {
        Ok(found) if found.is_file() => {
            Err(Failure::BadInput(format!("{} exists already; choose another name", path.display())))
        }
        _ => Ok(()),
    }
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

/// Output of a command that also writes files. After the reader has closed the pipe, as `head` does, the rest is discarded, so
/// that the command goes on and completes its files.
pub struct UntilClosed<W>(Option<W>);

impl<W: Write> UntilClosed<W> {
    pub fn new(out: W) -> UntilClosed<W> {
        UntilClosed(Some(out))
    }

    fn write_with<T>(&mut self, discarded: T, write: impl FnOnce(&mut W) -> io::Result<T>) -> io::Result<T> {
        let Some(out) = &mut self.0 else { return Ok(discarded) };
        match write(out) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.0 = None;
                Ok(discarded)
            }
            written => written,
        }
    }
}

impl<W: Write> Write for UntilClosed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_with(bytes.len(), |out| out.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_with((), W::flush)
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
