//! `kawara context`

#[cfg(feature = "ask")]
mod ask;
mod requests;

use crate::End;
use crate::args::{ContextArguments, ContextCommand};
use crate::console::Console;

pub(crate) fn context(arguments: ContextArguments, console: &Console) -> Result<(), End> {
    match arguments.command {
        ContextCommand::Requests(arguments) => requests::requests(&arguments, console),
        #[cfg(feature = "ask")]
        ContextCommand::Ask(arguments) => ask::ask(&arguments, console),
    }
}
