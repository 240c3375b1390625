//! The `kawara` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(kawara_cli::run(std::env::args_os().collect()))
}
