//! `kawara policy`

mod check;
mod draw;
mod explain;
mod init;
mod opened;
mod quote;
mod schema;

use std::path::Path;

pub(crate) use draw::{Pen, refused};
use kawara::policy::{Place, printable};
use serde_json::{Value, json};

use crate::End;
use crate::args::{PolicyArguments, PolicyCommand};
use crate::console::Console;
use crate::stdout::print;

/// What holds for documents above which there is no policy.
const DEFAULT: &str = "kawara:docs";

pub(crate) fn policy(arguments: PolicyArguments, console: &Console) -> Result<(), End> {
    match arguments.command {
        PolicyCommand::Check(arguments) => check::check(&arguments, console),
        PolicyCommand::Explain(arguments) => explain::explain(&arguments),
        PolicyCommand::Schema => schema::schema(),
        PolicyCommand::Init(arguments) => init::init(&arguments, console),
    }
}

/// A file as a person here would name it, printable: what lies below the current directory is relative to it.
pub(crate) fn from_here(file: &str) -> String {
    let here = std::env::current_dir().ok();
    let below =
        here.as_deref().and_then(|here| Path::new(file).strip_prefix(here).ok()).and_then(Path::to_str);
    let file = below.filter(|below| !below.is_empty()).unwrap_or(file);
    printable(file.strip_prefix("./").unwrap_or(file))
}

/// A place as programs read it.
fn place(place: &Place) -> Value {
    let known = |number: usize| Some(number).filter(|_| place.is_read());
    json!({
        "file": place.file(),
        "line": known(place.line()),
        "column": known(place.column()),
        "start": known(place.span().start),
        "end": known(place.span().end),
    })
}
