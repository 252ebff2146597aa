//! Games: the lobby, playing, clocks, bots, agents, rejected commands and records.

mod agents;
mod bots;
mod clock;
mod lobby;
mod playing;
mod records;
mod rejections;
