//! The server as clients see it, over real connections.

mod games;
mod hostile;
mod records;
mod study;
mod world;
