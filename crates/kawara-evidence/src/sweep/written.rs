//! A recommendation as a policy.

use std::path::Path;

use kawara::policy::{Loader, Policy, printable, toml_string};
use kawara::{Found, Policy as _, Profile};

use super::advice::Advice;
use super::choice::{chosen, overall};
use super::group::Group;
use super::point::Point;
use crate::{Error, ErrorKind, Result};

/// A policy that says what was recommended, with its evidence in comments.
#[derive(Clone, Debug)]
pub struct Written<'w> {
    /// What it builds on: `kawara:NAME`, or a path as seen from where it will lie; `None` for the engine's defaults.
    pub extends: Option<&'w str>,
    /// What held at every point besides: keys and values as a policy writes them, as [`Policy::changes`] tells.
    pub changes: &'w [(String, String)],
    /// What the recommendation stands on, for the first comment.
    pub about: &'w str,
    /// What was recommended, of one policy.
    pub advice: &'w [Advice],
}

impl Written<'_> {
    /// The policy: for each kind of documents a `[[match]]` entry with the size and carry that store least of those that are recommended.
    /// Where there is none, it says why, and leaves what it builds on as it is.
    ///
    /// # Errors
    /// When there is nothing to write: no carry is recommended for any kind of documents.
    pub fn to_toml(&self) -> Result<String> {
        let chosen = chosen(self.advice);
        if chosen.values().all(Option::is_none) {
            let message = "there is nothing to write: no carry is recommended for any documents";
            return Err(Error::new(ErrorKind::Settings, message));
        }
        let mut toml = format!("# Written by `kawara sweep`.\n{}\npolicy = 1\n", comment(self.about));
        toml.extend(self.extends.map(|extends| format!("extends = [{}]\n", toml_string(extends))));
        let (read, others): (Vec<_>, Vec<_>) = self.changes.iter().partition(|(key, _)| is_of_reading(key));
        toml.extend(read.iter().map(|(key, value)| format!("{key} = {value}\n")));
        for line in overall(self.advice) {
            toml += &comment(&line);
        }
        for (group, choice) in chosen {
            toml += "\n";
            let Some(choice) = choice else {
                let those = self.advice.iter().filter(|advice| advice.group == *group);
                those.for_each(|advice| toml += &comment(&advice.to_string()));
                continue;
            };
            let (advice, carry) = (choice.advice, choice.carry());
            toml += &comment(&advice.to_string());
            toml += "[[match]]\n";
            toml += &format!("content-type = {}\n", toml_string(&group.content_type));
            if !group.language.is_empty() {
                toml += &format!("language = {}\n", toml_string(&group.language));
            }
            let known = Point {
                strategy: advice.strategy.clone(),
                size: advice.size,
                carry: Some(carry),
                ..Point::default()
            };
            let known: Vec<(String, String)> = known
                .changes()
                .iter()
                .filter_map(|change| change.split_once('='))
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .collect();
            let others = others.iter().filter(|(key, _)| known.iter().all(|(known, _)| known != key));
            toml.extend(others.map(|(key, value)| format!("{key} = {value}\n")));
            toml.extend(known.iter().map(|(key, value)| format!("{key} = {value}\n")));
        }
        Ok(toml)
    }

    /// Loads a policy that [`to_toml`](Self::to_toml) has written as if it lay in `directory` under `name`, and asks it what documents of each kind
    /// get.
    ///
    /// # Errors
    /// When it is no valid policy, or documents would get something else than what is recommended, because of a lock for example.
    pub fn check(&self, toml: &str, loader: &Loader<'_>, name: &str, directory: &Path) -> Result<()> {
        let refused = |what: String| {
            Error::new(
                ErrorKind::Settings,
                format!("what was recommended cannot be written as a policy: {what}"),
            )
        };
        let policy = loader.text(toml, name, directory).map_err(|mistakes| refused(mistakes.to_string()))?;
        for (group, choice) in chosen(self.advice) {
            let Some(choice) = choice else { continue };
            let (advice, carry) = (choice.advice, choice.carry());
            let got = settings(&policy, group).map_err(|error| refused(error.to_string()))?;
            let is_size = advice.size.is_none_or(|size| got.budget.max_tokens == size);
            let is_carry = got.units.overlap.default == kawara::Carry::from(carry)
                && got.units.overlap.by_language.is_empty();
            if !is_size || !is_carry {
                return Err(refused(format!("documents of {group} would get something else")));
            }
        }
        Ok(())
    }
}

/// What a rule for a language cannot change, for it is known only after reading.
fn is_of_reading(key: &str) -> bool {
    key.starts_with("read.") || key == "read" || key == "language"
}

fn settings(policy: &Policy, group: &Group) -> kawara::Result<std::sync::Arc<kawara::Settings>> {
    let mut found = Found::default();
    found.language.clone_from(&group.language);
    let mut about = Profile::default();
    (about.content_type, about.found) = (Some(group.content_type.as_str()), Some(&found));
    policy.settings(&about)
}

/// Each line behind a `#`.
fn comment(text: &str) -> String {
    text.lines().map(|line| format!("# {}\n", printable(line))).collect()
}
