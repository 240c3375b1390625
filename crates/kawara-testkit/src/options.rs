//! What an entry says about its options.

use std::collections::BTreeSet;
use std::fmt::Debug;

use kawara_core::{Error, OptionKind, OptionSpec, Options, Value};

use crate::Fault;

/// What to say when an entry cannot be opened with the options given to the contract.
pub(crate) fn cannot_open(what: &str, name: &str, error: &Error) -> Fault {
    let what = format!("the {what} `{name}` cannot be opened: {error}");
    Fault::new(what, "check the options given to the contract, and the files that they name")
}

/// Options are named, described and refused by name when unknown, and every word that a choice lists can be opened with,
/// beside the options `given` to the contract.
pub(crate) fn check_options<T>(
    specs: &[OptionSpec],
    given: &Options,
    open: impl Fn(&Options) -> kawara_core::Result<T>,
) -> Result<(), Fault> {
    let mut seen = BTreeSet::new();
    for spec in specs {
        let name = spec.name();
        if !is_kebab(name) {
            let what = format!("the option `{name}` is not named like a policy key");
            return Err(Fault::new(what, "write lower-case words joined by `-`: policies hold these names"));
        }
        if !seen.insert(name) {
            return Err(Fault::new(format!("two options are called `{name}`"), "keep one of them"));
        }
        if spec.doc().trim().is_empty() {
            let what = format!("the option `{name}` says nothing about itself");
            return Err(Fault::new(what, "give it a sentence: `kawara packs` prints it"));
        }
        check_choice(spec, given, &open)?;
    }
    check_unknown(specs)
}

fn check_choice<T>(
    spec: &OptionSpec,
    given: &Options,
    open: &impl Fn(&Options) -> kawara_core::Result<T>,
) -> Result<(), Fault> {
    let OptionKind::Choice(words) = spec.kind() else { return Ok(()) };
    let name = spec.name();
    if words.is_empty() {
        return Err(Fault::new(format!("the option `{name}` is a choice of nothing"), "list its words"));
    }
    for word in words {
        if let Err(error) = open(&given.clone().with(name, Value::Str((*word).to_owned()))) {
            let what = format!("`{name} = \"{word}\"` is listed but cannot be opened: {error}");
            return Err(Fault::new(what, "understand every word that the option lists, or list fewer"));
        }
    }
    Ok(())
}

/// What the engine does before it opens: it refuses what no spec describes, by name.
fn check_unknown(specs: &[OptionSpec]) -> Result<(), Fault> {
    let unknown = "no-such-option";
    match Options::new().with(unknown, Value::Bool(true)).check(specs) {
        Err(error) if error.to_string().contains(unknown) => Ok(()),
        other => {
            let what = format!("the unknown option `{unknown}` is not refused by name: {other:?}");
            Err(Fault::new(what, "describe the options that exist, and no other"))
        }
    }
}

/// Whether each of `names` is there, alone, and in lower case.
pub(crate) fn check_names(what: &str, names: &[&str]) -> Result<(), Fault> {
    let unique: BTreeSet<_> = names.iter().collect();
    let bad = |fault: &dyn Debug| {
        Fault::new(format!("{what}: {fault:?}"), "give each once, in lower case, without spaces")
    };
    if unique.len() < names.len() {
        return Err(bad(&names));
    }
    match names
        .iter()
        .find(|name| name.is_empty() || name.contains(|c: char| c.is_whitespace() || c.is_ascii_uppercase()))
    {
        Some(name) => Err(bad(name)),
        None => Ok(()),
    }
}

fn is_kebab(name: &str) -> bool {
    !name.is_empty()
        && name.split('-').all(|word| {
            !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        })
}
