use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use kawara::command::{Commands, Definition};
use kawara::{Additions, Counter, Options, Registry, Result, Settings};

use crate::program;

/// This test as a program under the name `t`; arguments are pairs, see [`program`].
pub(crate) fn definition(arguments: &[&str]) -> Definition {
    let own = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let words = [own.as_str(), program::MODE].into_iter().chain(arguments.iter().copied());
    Definition::new("t", words.map(str::to_owned)).unwrap().with_timeout(Duration::from_secs(30))
}

pub(crate) fn registry(definition: Definition) -> Registry {
    let mut commands = Commands::new();
    commands.define(definition).unwrap();
    Additions::new().with_commands(commands).registry().unwrap()
}

pub(crate) fn open(definition: Definition) -> Result<Arc<dyn Counter>> {
    registry(definition).counter("cmd:t")?.open(&Options::new())
}

pub(crate) fn settings(max_tokens: u32) -> Settings {
    let mut settings = Settings::default();
    settings.budget.counter = "cmd:t".into();
    settings.budget.max_tokens = max_tokens;
    settings
}

/// A file that is not there yet.
pub(crate) fn fresh(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_file(&path);
    path
}
