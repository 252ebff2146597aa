//! The two games, as the arena sees them.

mod asg;
mod ringrift;

pub(crate) use self::asg::side_of;
pub use self::ringrift::RingRift;
