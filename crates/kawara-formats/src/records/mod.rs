//! Records: texts that are lists of independent entries. The first block of each entry has [`Joint::Record`].
//!
//! `faq` finds pairs by the marks in `markers`, `chat` turns by the forms in `turns`, `log` entries by the time stamps in `stamp`, `csv`
//! rows; `body` reads the running text inside of questions, answers and turns.
//!
//! [`Joint::Record`]: kawara_core::Joint::Record

mod body;
mod chat;
mod csv;
mod cursor;
mod faq;
mod log;
mod markers;
mod stamp;
mod turns;

pub use chat::Chat;
pub use csv::Csv;
pub use faq::Faq;
pub use log::Log;

pub(crate) use body::{is_markdown, running};
pub(crate) use csv::OPTIONS as CSV_OPTIONS;
pub(crate) use log::OPTIONS as LOG_OPTIONS;
