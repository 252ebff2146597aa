//! A log of the server's disk operations, and the disk after a simulated power cut.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Builds the shim, a library that logs the disk operations of the server, and returns its path.
pub(crate) fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/durable/shim.c");
        let library = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("shim-{}.so", std::process::id()));
        // The compiler that also builds SQLite.
        let mut build = Command::new("cc");
        build.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).args(["-ldl", "-lpthread"]);
        let status = build.status().expect("a C compiler is installed");
        assert!(status.success(), "the shim can be compiled");
        library
    })
}

/// Operation on a file.
#[derive(Clone, Debug)]
pub(crate) enum Change {
    Write { file: String, offset: u64, data: Vec<u8> },
    Truncate { file: String, size: u64 },
    Sync { file: String },
    Remove { file: String },
}

impl Change {
    fn file(&self) -> &str {
        match self {
            Change::Write { file, .. }
            | Change::Truncate { file, .. }
            | Change::Sync { file }
            | Change::Remove { file } => file,
        }
    }
}

/// Reads the log of the shim. Returns each operation with the offset of its end in the log.
pub(crate) fn changes(log: &[u8]) -> Vec<(u64, Change)> {
    let mut changes = Vec::new();
    let mut at = 0;
    while at + 21 <= log.len() {
        let number = |from: usize, size: usize| -> u64 {
            let mut bytes = [0; 8];
            bytes[..size].copy_from_slice(&log[from..from + size]);
            u64::from_le_bytes(bytes)
        };
        let (kind, name, offset, length) = (log[at], number(at + 1, 4), number(at + 5, 8), number(at + 13, 8));
        let data_at = at + 21 + name as usize;
        let end = data_at + length as usize;
        if end > log.len() {
            break;
        }
        let file = String::from_utf8_lossy(&log[at + 21..data_at]).into_owned();
        let change = match kind {
            b'W' => Change::Write { file, offset, data: log[data_at..end].to_vec() },
            b'T' => Change::Truncate { file, size: offset },
            b'S' => Change::Sync { file },
            b'U' => Change::Remove { file },
            other => panic!("unknown operation {other}"),
        };
        changes.push((end as u64, change));
        at = end;
    }
    changes
}

/// Behaviour of sync operations.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Syncs {
    /// Synced data is on the disk.
    Effective,
    /// Sync has no effect, as if the server had not called it.
    Ignored,
}

/// Returns the files after a power cut: all synced data, and later writes complete, partial or missing.
pub(crate) fn after_power_cut(changes: &[(u64, Change)], rng: &mut Rng, syncs: Syncs) -> BTreeMap<String, Vec<u8>> {
    let mut safe: BTreeMap<String, usize> = BTreeMap::new();
    if syncs == Syncs::Effective {
        for (index, (_, change)) in changes.iter().enumerate() {
            if let Change::Sync { file } = change {
                safe.insert(file.clone(), index);
            }
        }
    }
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (index, (_, change)) in changes.iter().enumerate() {
        // A removal is safe after a sync of the folder, which the log records with an empty name.
        let synced_file = if matches!(change, Change::Remove { .. }) { "" } else { change.file() };
        let is_safe = safe.get(synced_file).is_some_and(|&synced| index < synced);
        apply(change, is_safe, rng, &mut files);
    }
    files
}

fn apply(change: &Change, is_safe: bool, rng: &mut Rng, files: &mut BTreeMap<String, Vec<u8>>) {
    const SECTOR: usize = 512;
    match change {
        Change::Write { file, offset, data } => {
            let content = files.entry(file.clone()).or_default();
            if is_safe {
                return put(content, *offset as usize, data);
            }
            match rng.below(3) {
                0 => {}
                1 => put(content, *offset as usize, data),
                // Torn write: only some sectors reach the disk.
                _ => {
                    for (number, sector) in data.chunks(SECTOR).enumerate() {
                        if rng.below(2) == 0 {
                            put(content, *offset as usize + number * SECTOR, sector);
                        }
                    }
                }
            }
        }
        Change::Truncate { file, size } => {
            if is_safe || rng.below(2) == 0 {
                files.entry(file.clone()).or_default().resize(*size as usize, 0);
            }
        }
        Change::Sync { .. } => {}
        Change::Remove { file } => {
            if is_safe || rng.below(2) == 0 {
                files.remove(file);
            }
        }
    }
}

fn put(content: &mut Vec<u8>, offset: usize, data: &[u8]) {
    if content.len() < offset + data.len() {
        content.resize(offset + data.len(), 0);
    }
    content[offset..offset + data.len()].copy_from_slice(data);
}

/// Generator of deterministic random numbers.
pub(crate) struct Rng(pub(crate) u64);

impl Rng {
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}
