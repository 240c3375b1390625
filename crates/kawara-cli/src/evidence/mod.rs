//! `kawara evidence`

mod check;
mod lines;
mod propose;
mod report;

use crate::End;
use crate::args::{EvidenceArguments, EvidenceCommand};
use crate::console::Console;

pub(crate) fn evidence(arguments: EvidenceArguments, console: &Console) -> Result<(), End> {
    match arguments.command {
        EvidenceCommand::Check(arguments) => check::check(&arguments, console),
        EvidenceCommand::Propose(arguments) => propose::propose(&arguments, console),
    }
}
