//! The ringside command.

fn main() {}
