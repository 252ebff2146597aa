//! Text forms: cells, actions, positions, fingerprints. `docs/notation.md` and `docs/formats.md` describe them.

pub(crate) mod cell;
pub(crate) mod code;
pub(crate) mod marks;
pub(crate) mod parse;
pub(crate) mod position;
pub(crate) mod reference;
pub(crate) mod resolve;
pub(crate) mod write;
pub(crate) mod written;
