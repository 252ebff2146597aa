//! Input files that may be compressed with gzip.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

/// First bytes of every gzip file.
pub(crate) const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Opens a file for reading, plain or compressed.
///
/// # Errors
/// Fails if the file cannot be read or is a folder.
pub fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let file = File::open(path)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder; give the files in it"));
    }
    decompressed(Box::new(BufReader::new(file)))
}

/// Decompresses an input if it begins as gzip does, and returns any other one unchanged.
///
/// # Errors
/// Fails if the input cannot be read.
pub fn decompressed(mut plain: Box<dyn BufRead>) -> io::Result<Box<dyn BufRead>> {
    let is_compressed = plain.fill_buf()?.starts_with(&MAGIC);
    Ok(if is_compressed { Box::new(BufReader::new(MultiGzDecoder::new(plain))) } else { plain })
}
