//! Text forms of cells, actions, positions and fingerprints, as described in `docs/notation.md` and `docs/formats.md`.

pub(crate) mod cell;
pub(crate) mod code;
pub(crate) mod fingerprint;
pub(crate) mod marks;
pub(crate) mod parse;
pub(crate) mod parse_position;
pub(crate) mod reader;
pub(crate) mod reference;
pub(crate) mod resolve;
pub(crate) mod write;
pub(crate) mod write_position;
pub(crate) mod written;
