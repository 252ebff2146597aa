//! Files with weights in the safetensors format: the length of the header, a header in JSON, then the bytes of all arrays.

use std::collections::BTreeMap;

use learning::ENCODING_VERSION;
use ringrift::BoardKind;
use serde::Deserialize;

/// The largest header that is read, in bytes.
const MAX_HEADER: usize = 1 << 20;
/// The largest numbers of residual blocks and of channels of a network.
const MAX_BLOCKS: usize = 256;
const MAX_CHANNELS: usize = 1024;
/// The largest weight: larger ones are signs of a failed training, and their products could overflow.
const MAX_WEIGHT: f32 = 1e4;

/// A file that is not a network that this version can compute.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NetworkError {
    /// The file ends within its header, or the header is too large.
    #[error(
        "the header of the network has {header} bytes, but the file has {file} and at most {MAX_HEADER} are allowed"
    )]
    Header {
        /// The length of the header that the file states, with the eight bytes of the length itself.
        header: u64,
        /// The length of the file.
        file: usize,
    },
    /// The header is not valid.
    #[error("the header of the network is not valid: {0}")]
    Json(String),
    /// An entry of the metadata is missing or has a value that is not supported.
    #[error("the metadata of the network has {}, but {wanted} is needed", entry(name, found.as_deref()))]
    Metadata {
        /// The name of the entry.
        name: &'static str,
        /// Its value.
        found: Option<String>,
        /// What is needed.
        wanted: String,
    },
    /// An array is missing, or has a wrong type, size or content.
    #[error("the array `{name}` of the network {problem}")]
    Array {
        /// The name of the array.
        name: String,
        /// What is wrong.
        problem: String,
    },
}

fn entry(name: &str, found: Option<&str>) -> String {
    found.map_or_else(|| format!("no `{name}`"), |found| format!("`{name}` = `{found}`"))
}

/// An array of the file.
#[derive(Deserialize)]
struct Entry {
    dtype: String,
    shape: Vec<u64>,
    data_offsets: [u64; 2],
}

/// The arrays of a file that were not taken yet.
pub(super) struct Arrays<'a> {
    entries: BTreeMap<String, Entry>,
    data: &'a [u8],
}

/// What the metadata say about a network.
pub(super) struct Size {
    pub(super) board: BoardKind,
    pub(super) blocks: usize,
    pub(super) channels: usize,
}

/// Reads the header of a file.
pub(super) fn open(file: &[u8]) -> Result<(Size, Arrays<'_>), NetworkError> {
    let (length, rest) = file.split_first_chunk::<8>().ok_or(NetworkError::Header { header: 8, file: file.len() })?;
    let length = u64::from_le_bytes(*length);
    let short = || NetworkError::Header { header: length.saturating_add(8), file: file.len() };
    let header = usize::try_from(length).ok().filter(|&length| length <= MAX_HEADER).ok_or_else(short)?;
    let (header, data) = rest.split_at_checked(header).ok_or_else(short)?;
    let mut values: BTreeMap<String, serde_json::Value> =
        serde_json::from_slice(header).map_err(|error| NetworkError::Json(error.to_string()))?;
    let metadata: BTreeMap<String, String> = values
        .remove("__metadata__")
        .map_or_else(|| Ok(BTreeMap::new()), serde_json::from_value)
        .map_err(|error| NetworkError::Json(format!("`__metadata__`: {error}")))?;
    let size = read_metadata(&metadata)?;
    let entries = values
        .into_iter()
        .map(|(name, value)| match serde_json::from_value(value) {
            Ok(entry) => Ok((name, entry)),
            Err(error) => Err(NetworkError::Json(format!("`{name}`: {error}"))),
        })
        .collect::<Result<_, _>>()?;
    Ok((size, Arrays { entries, data }))
}

fn read_metadata(metadata: &BTreeMap<String, String>) -> Result<Size, NetworkError> {
    let wrong = |name: &'static str, wanted: &str| NetworkError::Metadata {
        name,
        found: metadata.get(name).cloned(),
        wanted: wanted.to_owned(),
    };
    for (name, wanted) in
        [("format", "ringside-network"), ("version", "1"), ("encoding", &ENCODING_VERSION.to_string())]
    {
        if metadata.get(name).map(String::as_str) != Some(wanted) {
            return Err(wrong(name, &format!("`{wanted}`")));
        }
    }
    let board = metadata.get("board").and_then(|text| text.parse().ok()).ok_or_else(|| wrong("board", "a board"))?;
    let number = |name: &'static str, most: usize| {
        let number = metadata.get(name).and_then(|text| text.parse().ok());
        number
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| wrong(name, &format!("a number from 1 to {most}")))
    };
    Ok(Size { board, blocks: number("blocks", MAX_BLOCKS)?, channels: number("channels", MAX_CHANNELS)? })
}

impl Arrays<'_> {
    /// Takes out an array, which must have this shape and finite numbers of moderate size.
    pub(super) fn take(&mut self, name: &str, shape: &[usize]) -> Result<Vec<f32>, NetworkError> {
        let wrong = |problem: String| NetworkError::Array { name: name.to_owned(), problem };
        let entry = self.entries.remove(name).ok_or_else(|| wrong("is missing".to_owned()))?;
        if !entry.shape.iter().copied().eq(shape.iter().map(|&size| size as u64)) {
            return Err(wrong(format!("has the shape {:?}, but {shape:?} is needed", entry.shape)));
        }
        let width = match entry.dtype.as_str() {
            "F16" => 2,
            "F32" => 4,
            other => return Err(wrong(format!("has the number type {other:?}, but F16 or F32 is needed"))),
        };
        let [start, end] = entry.data_offsets;
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let bytes = range.and_then(|(start, end)| self.data.get(start..end)).ok_or_else(|| {
            wrong(format!("lies at bytes {start} to {end}, but the file has {} bytes of data", self.data.len()))
        })?;
        let wanted = shape.iter().product::<usize>() * width;
        if bytes.len() != wanted {
            return Err(wrong(format!("has {} bytes, but {wanted} are needed", bytes.len())));
        }
        let numbers: Vec<f32> = if width == 2 {
            bytes.as_chunks().0.iter().map(|&bytes| from_half(u16::from_le_bytes(bytes))).collect()
        } else {
            bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect()
        };
        match numbers.iter().find(|number| !(-MAX_WEIGHT..=MAX_WEIGHT).contains(*number)) {
            Some(number) => {
                Err(wrong(format!("contains {number}, which is not a number from -{MAX_WEIGHT} to {MAX_WEIGHT}")))
            }
            None => Ok(numbers),
        }
    }

    /// Checks that all arrays were taken, so that no part of a network is left out.
    pub(super) fn finish(self) -> Result<(), NetworkError> {
        match self.entries.into_keys().next() {
            Some(name) => Err(NetworkError::Array { name, problem: "is not known".to_owned() }),
            None => Ok(()),
        }
    }
}

/// Converts a number of 16 bits (IEEE 754 binary16).
fn from_half(bits: u16) -> f32 {
    let sign = u32::from(bits >> 15) << 31;
    let exponent = u32::from(bits >> 10) & 31;
    let mantissa = u32::from(bits) & 1023;
    let magnitude = match exponent {
        // Subnormal numbers are multiples of 2^-24; the product is exact.
        0 => (mantissa as f32 * (1.0 / 16_777_216.0)).to_bits(),
        31 => 0x7F80_0000 | mantissa << 13,
        _ => (exponent + 112) << 23 | mantissa << 13,
    };
    f32::from_bits(sign | magnitude)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_numbers_convert_exactly() {
        for (bits, number) in [
            (0x3C00, 1.0),
            (0xC000, -2.0),
            (0x7BFF, 65504.0),
            (0x0001, 5.960_464_5e-8),
            (0x0400, 6.103_515_6e-5),
            (0x3555, 0.333_251_95),
            (0x0000, 0.0),
            (0x7C00, f32::INFINITY),
        ] {
            assert_eq!(from_half(bits), number, "{bits:#x}");
        }
        assert!(from_half(0x7E00).is_nan());
        assert_eq!(from_half(0x8000).to_bits(), (-0.0_f32).to_bits());
    }
}
