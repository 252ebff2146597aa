//! What holds for every record that can be made: that it is written and read back without loss in every form and layout,
//! and that verification accepts it and nothing else. Also the notation specification's samples, and damaged inputs.

mod annotation;
mod damaged;
mod escapes;
mod files;
mod game;
mod identity;
mod layout;
mod specification;
mod spelling;
mod verification;
