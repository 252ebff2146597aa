//! Reports: figures against those found by hand, and forms that no name can break out of.

mod figures;
mod forms;
mod hostile;
mod logs;
