//! Tests of the server over real connections.

mod access;
mod bots;
mod connections;
mod fair_play;
mod games;
mod guests;
mod health;
mod hostile;
mod playing;
mod records;
mod rejections;
mod seats;
mod setup;
mod sockets;
mod study;
mod test_server;
mod time;
