//! Tests of the rules service through its router.

mod app;
mod boards;
mod contract;
mod fallback;
mod folder;
mod hostile;
mod manual;
mod moves;
mod parity;
mod remote;
mod shadow;
mod traces;
