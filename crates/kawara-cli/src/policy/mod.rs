//! `kawara policy`

mod check;
mod draw;
mod explain;
mod init;
mod quote;
mod schema;

use std::io::{self, Write};

pub(crate) use draw::{Pen, refused};
use kawara::policy::Place;
use serde_json::{Value, json};

use crate::End;
use crate::args::{PolicyArguments, PolicyCommand};
use crate::console::Console;

pub(crate) fn policy(arguments: PolicyArguments, console: &Console) -> Result<(), End> {
    match arguments.command {
        PolicyCommand::Check(arguments) => check::check(&arguments, console),
        PolicyCommand::Explain(arguments) => explain::explain(&arguments),
        PolicyCommand::Schema => schema::schema(),
        PolicyCommand::Init(arguments) => init::init(&arguments, console),
    }
}

/// Writes what a command was asked for; whoever has read enough may close the pipe.
fn print(text: &str) -> Result<(), End> {
    let mut to = io::stdout().lock();
    match to.write_all(text.as_bytes()).and_then(|()| to.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(End::Usage(format!("cannot write: {error}")))
        }
        _ => Ok(()),
    }
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
