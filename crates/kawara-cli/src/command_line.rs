//! From the words of the command line and the environment to arguments.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::sync::{Mutex, PoisonError};

use clap::builder::Resettable;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches, ValueEnum};

use crate::args::{Arguments, GlobalArguments, When};
use crate::console::Console;
use crate::{style, version};

/// The command with all its subcommands and options.
pub(crate) fn command() -> clap::Command {
    finished(Arguments::command().styles(style::HELP))
}

/// What was asked for.
pub(crate) struct Asked {
    pub(crate) arguments: Arguments,
    /// What of it the environment says.
    pub(crate) environment: Vec<Variable>,
}

/// A variable that stands for an option.
pub(crate) struct Variable {
    pub(crate) name: String,
    pub(crate) value: String,
}

impl Variable {
    /// Whether a message is about it: its value stands there, as a word of its own. Numbers stand in messages about other things.
    pub(crate) fn is_in(&self, message: &str) -> bool {
        let is_word = |value: &str| {
            message.match_indices(value).any(|(at, _)| {
                let (before, behind) = (&message[..at], &message[at + value.len()..]);
                !before.ends_with(char::is_alphanumeric) && !behind.starts_with(char::is_alphanumeric)
            })
        };
        let mut values =
            self.value.split(',').filter(|value| !value.is_empty() && value.parse::<f64>().is_err());
        values.any(is_word)
    }
}

/// The words of the command line: those of the process are another program's, where one does the work of the command.
static WORDS: Mutex<Vec<OsString>> = Mutex::new(Vec::new());

/// Reads the command line and the environment.
///
/// # Errors
/// How the program ends, when help was asked for and printed, or the command line is wrong and that was said.
pub(crate) fn parse(words: Vec<OsString>) -> Result<Asked, u8> {
    WORDS.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&words);
    colour(&words).unwrap_or(When::Auto).apply();
    let mut command = command();
    if words.iter().any(|word| word == "--version") {
        command = command.long_version(version::long().leak() as &str);
    }
    let parsed = command.try_get_matches_from_mut(&words).and_then(|matches| {
        let mut arguments = Arguments::from_arg_matches(&matches)?;
        let from_environment = |id: &str| is_from_environment(&matches, id);
        arguments.command.prefer_words(&from_environment);
        Ok((arguments, matches))
    });
    let (arguments, matches) = parsed.map_err(|error| {
        // Whoever closed the pipe has seen enough.
        let _ = error.print();
        if let Some(variable) = culprit(&error, &words) {
            let global = GlobalArguments { quiet: 0, verbose: 0, color: When::Auto };
            Console::new(&global)
                .note(format_args!("the value is that of the environment variable {variable}"));
        }
        u8::try_from(error.exit_code()).unwrap_or(2)
    })?;
    arguments.global.color.apply();
    let environment = variables(&command, &matches);
    Ok(Asked { arguments, environment })
}

/// The variables that took effect, but for those that only say how much is said.
fn variables(command: &clap::Command, matches: &ArgMatches) -> Vec<Variable> {
    let (mut command, mut sub) = (Some(command), matches);
    while let Some((name, below)) = sub.subcommand() {
        command = command.and_then(|command| command.find_subcommand(name));
        sub = below;
    }
    let arguments = command.into_iter().flat_map(clap::Command::get_arguments);
    arguments
        .filter(|argument| {
            !argument.is_global_set() && is_from_environment(matches, argument.get_id().as_str())
        })
        .filter_map(|argument| {
            let name = argument.get_env()?;
            let value = env::var_os(name)?.to_string_lossy().into_owned();
            Some(Variable { name: name.to_string_lossy().into_owned(), value })
        })
        .collect()
}

/// Colour has to be known before the command line is read, for what is said about that.
fn colour(words: &[OsString]) -> Option<When> {
    let mut words = words.iter().take_while(|word| *word != "--").filter_map(|word| word.to_str());
    let mut named = env::var("KAWARA_COLOR").ok();
    while let Some(word) = words.next() {
        match word.strip_prefix("--color") {
            Some("") => named = words.next().map(str::to_owned),
            Some(value) => named = value.strip_prefix('=').map(str::to_owned).or(named),
            None => {}
        }
    }
    When::from_str(&named?, false).ok()
}

/// An empty variable is one that is not set, and help does not show what is.
fn finished(command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| {
            let is_empty = argument.get_env().and_then(env::var_os).is_some_and(|value| value.is_empty());
            let argument = argument.hide_env_values(true);
            if is_empty { argument.env(Resettable::Reset) } else { argument }
        })
        .mut_subcommands(finished)
}

/// The variable whose value is wrong: without it the command line is right, or wrong in another way.
fn culprit(error: &clap::Error, words: &[OsString]) -> Option<String> {
    if !matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation | ErrorKind::InvalidUtf8)
    {
        return None;
    }
    let says = error.to_string();
    let is_it = |variable: &OsString| {
        let parsed = without(variable, command()).try_get_matches_from(words);
        parsed.map_or_else(|other| other.to_string() != says, |_| true)
    };
    let mut variables = BTreeSet::new();
    add_variables(&command(), &mut variables);
    variables.into_iter().find(is_it).map(|variable| variable.to_string_lossy().into_owned())
}

/// The variables that stand for options and are set.
fn add_variables(command: &clap::Command, to: &mut BTreeSet<OsString>) {
    let named = command.get_arguments().filter_map(clap::Arg::get_env);
    to.extend(named.filter(|name| env::var_os(name).is_some()).map(ToOwned::to_owned));
    command.get_subcommands().for_each(|sub| add_variables(sub, to));
}

/// The command without what a variable says.
fn without(variable: &OsString, command: clap::Command) -> clap::Command {
    command
        .mut_args(|argument| {
            if argument.get_env() == Some(variable) { argument.env(Resettable::Reset) } else { argument }
        })
        .mut_subcommands(|sub| without(variable, sub))
}

fn is_from_environment(matches: &ArgMatches, id: &str) -> bool {
    let mut matches = matches;
    while let Some((_, sub)) = matches.subcommand() {
        matches = sub;
    }
    matches.ids().any(|known| known == id) && matches.value_source(id) == Some(ValueSource::EnvVariable)
}

/// The command as it was typed, for whoever wants to see again what it made.
pub(crate) fn typed() -> String {
    let word = |word: &OsString| {
        let word = word.to_string_lossy().into_owned();
        let is_plain =
            !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || "-_./=:,%@+".contains(c));
        if is_plain { word } else { format!("'{}'", word.replace('\'', "'\\''")) }
    };
    let words = WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    std::iter::once("kawara".to_owned()).chain(words.iter().skip(1).map(word)).collect::<Vec<_>>().join(" ")
}
