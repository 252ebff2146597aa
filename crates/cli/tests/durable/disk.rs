//! The disk as the server changes it, and what a power cut would leave of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The library that stands between the server and the disk.
pub(crate) fn shim() -> &'static Path {
    static SHIM: OnceLock<PathBuf> = OnceLock::new();
    SHIM.get_or_init(|| {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/durable/shim.c");
        let library = std::env::temp_dir().join(format!("ringside-shim-{}.so", std::process::id()));
        // The same compiler that builds the database.
        let mut build = Command::new("cc");
        build.args(["-shared", "-fPIC", "-O1", "-o"]).arg(&library).arg(source).args(["-ldl", "-lpthread"]);
        let status = build.status().expect("a C compiler, as for building the database");
        assert!(status.success(), "the shim is built");
        library
    })
}

/// Something that was done to a file.
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

/// Reads what the shim has noted, with the place in the log where each note ends.
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
            other => panic!("an unknown note {other}"),
        };
        changes.push((end as u64, change));
        at = end;
    }
    changes
}

/// Whether syncing keeps its promise.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Syncs {
    /// What was synced is on the disk.
    Count,
    /// Nothing is ever safe: as if the server had forgotten to sync.
    AreForgotten,
}

/// A disk after a power cut: what was synced is there; of what came later anything may be, whole, in part, or not at all.
pub(crate) fn after_power_cut(changes: &[(u64, Change)], luck: &mut Luck, syncs: Syncs) -> BTreeMap<String, Vec<u8>> {
    let mut safe: BTreeMap<String, usize> = BTreeMap::new();
    if syncs == Syncs::Count {
        for (index, (_, change)) in changes.iter().enumerate() {
            if let Change::Sync { file } = change {
                safe.insert(file.clone(), index);
            }
        }
    }
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (index, (_, change)) in changes.iter().enumerate() {
        // Removing is a matter of the folder, which has no name here.
        let of = if matches!(change, Change::Remove { .. }) { "" } else { change.file() };
        let is_safe = safe.get(of).is_some_and(|&synced| index < synced);
        apply(change, is_safe, luck, &mut files);
    }
    files
}

fn apply(change: &Change, is_safe: bool, luck: &mut Luck, files: &mut BTreeMap<String, Vec<u8>>) {
    const SECTOR: usize = 512;
    match change {
        Change::Write { file, offset, data } => {
            let content = files.entry(file.clone()).or_default();
            if is_safe {
                return put(content, *offset as usize, data);
            }
            match luck.below(3) {
                0 => {}
                1 => put(content, *offset as usize, data),
                // Torn: some of its sectors are there.
                _ => {
                    for (number, sector) in data.chunks(SECTOR).enumerate() {
                        if luck.below(2) == 0 {
                            put(content, *offset as usize + number * SECTOR, sector);
                        }
                    }
                }
            }
        }
        Change::Truncate { file, size } => {
            if is_safe || luck.below(2) == 0 {
                files.entry(file.clone()).or_default().resize(*size as usize, 0);
            }
        }
        Change::Sync { .. } => {}
        Change::Remove { file } => {
            if is_safe || luck.below(2) == 0 {
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

/// Numbers by chance, the same for the same seed.
pub(crate) struct Luck(pub(crate) u64);

impl Luck {
    pub(crate) fn below(&mut self, most: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}
