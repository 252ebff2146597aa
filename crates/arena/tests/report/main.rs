//! Reports: figures computed by hand, and escaping of untrusted text in all output formats.

mod figures;
mod forms;
mod hostile;
mod logs;
