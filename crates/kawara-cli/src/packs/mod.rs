//! `kawara packs`

mod json;
mod list;
mod speed;
mod test;

use crate::End;
use crate::args::{PackArguments, PackCommand};

pub(crate) fn packs(arguments: &PackArguments) -> Result<(), End> {
    match &arguments.command {
        Some(PackCommand::Test(arguments)) => test::test(arguments),
        None => list::list(arguments),
    }
}
