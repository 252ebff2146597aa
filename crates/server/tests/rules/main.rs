//! Tests of the rules service through its router.

mod app;
mod boards;
mod contract;
mod fallback;
mod fields;
mod folder;
mod hostile;
mod manual;
mod moves;
mod names;
mod parity;
mod remote;
mod shadow;
mod traces;
