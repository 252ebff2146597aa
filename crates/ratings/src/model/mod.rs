//! The likelihood of rankings, its maximum, and intervals around it.

mod bootstrap;
mod chances;
mod choices;
mod identifiability;
mod likelihood;
mod newton;
mod profile;

pub(crate) use bootstrap::{Resampling, bootstrap_ends};
pub(crate) use choices::split_into_choices;
pub(crate) use identifiability::fix_unidentified_seats;
pub(crate) use likelihood::Likelihood;
pub(crate) use newton::{Maximum, maximise};
pub(crate) use profile::Profile;
