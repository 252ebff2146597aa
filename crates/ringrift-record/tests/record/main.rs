//! Properties of all records: lossless round trips in every format and layout, and verification that accepts only
//! correct records. Also the samples of the notation specification, and damaged inputs.

mod annotation;
mod boards;
mod damaged;
mod escapes;
mod files;
mod game;
mod identity;
mod layout;
mod specification;
mod spelling;
mod verification;
