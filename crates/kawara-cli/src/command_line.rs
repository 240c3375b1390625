//! From the words of the command line and the environment to arguments.

use std::env;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::builder::Resettable;
use clap::error::{ContextKind, ContextValue, ErrorKind};
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

/// Reads the command line and the environment.
///
/// # Errors
/// How the program ends, when help was asked for and printed, or the command line is wrong and that was said.
pub(crate) fn parse() -> Result<Asked, ExitCode> {
    let words: Vec<OsString> = env::args_os().collect();
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
        ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
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

/// The variable whose value is wrong, if it is not a word of the command line that is.
fn culprit(error: &clap::Error, words: &[OsString]) -> Option<String> {
    if error.kind() == ErrorKind::InvalidUtf8 {
        let is_text = |name: &&str| env::var_os(name).is_none_or(|value| value.to_str().is_some());
        return ["KAWARA_POLICY", "KAWARA_BASE_POLICY", "KAWARA_MODEL", "KAWARA_ENCODING"]
            .iter()
            .find(|name| !is_text(name))
            .map(|name| (*name).to_owned());
    }
    if !matches!(error.kind(), ErrorKind::InvalidValue | ErrorKind::ValueValidation) {
        return None;
    }
    let (Some(ContextValue::String(argument)), Some(ContextValue::String(value))) =
        (error.get(ContextKind::InvalidArg), error.get(ContextKind::InvalidValue))
    else {
        return None;
    };
    let mut command = command();
    command.build();
    let mut all = vec![&command];
    let mut variables = Vec::new();
    while let Some(command) = all.pop() {
        variables.extend(command.get_arguments().filter(|known| known.to_string() == *argument).filter_map(
            |known| Some((known.get_long()?.to_owned(), known.get_short(), known.get_env()?.to_owned())),
        ));
        all.extend(command.get_subcommands());
    }
    let is_word = |long: &str, short: Option<char>| {
        words.iter().filter_map(|word| word.to_str()).any(|word| {
            let is_long = word.strip_prefix("--").and_then(|word| word.split('=').next()) == Some(long);
            is_long || short.is_some_and(|short| word.starts_with(&format!("-{short}")))
        })
    };
    variables
        .into_iter()
        .find(|(long, short, variable)| {
            !is_word(long, *short)
                && env::var_os(variable).is_some_and(|given| given.to_string_lossy().contains(value.as_str()))
        })
        .map(|(.., variable)| variable.to_string_lossy().into_owned())
}

fn is_from_environment(matches: &ArgMatches, id: &str) -> bool {
    let mut matches = matches;
    while let Some((_, sub)) = matches.subcommand() {
        matches = sub;
    }
    matches.ids().any(|known| known == id) && matches.value_source(id) == Some(ValueSource::EnvVariable)
}
