//! Fair play: positions that people are playing are not evaluated, and delayed spectators learn nothing early.

mod guard;
mod spectators;
