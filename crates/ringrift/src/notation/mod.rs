//! Text forms: cells, actions, positions, fingerprints. `docs/formats.md` describes them.

pub(crate) mod action;
pub(crate) mod cell;
pub(crate) mod position;
