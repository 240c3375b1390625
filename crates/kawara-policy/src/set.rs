//! `--set key=value`.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::file;
use crate::keys::Scope;
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::source::{Place, Source};
use crate::walk::Walk;

/// The settings in one `key=value`. Mistakes have `name` for that of a file.
pub(crate) fn read(name: &str, argument: &str, report: &mut Report) -> Vec<Assignment> {
    let source = Source::new(name, argument);
    let Some(equals) = equals(argument) else {
        let message = format!("`{name}` takes `key=value`, and there is no `=`");
        let mistake = Mistake::error("policy::set", Place::new(&source, 0..argument.len()), message);
        report.add(mistake.help("write a dotted key and a value as TOML writes it: `units.overlap=2`"));
        return Vec::new();
    };
    let (table, errors) = DeTable::parse_recoverable(argument);
    let word = bare_word(argument, equals + 1);
    let stand_in = format!("{}=0", argument.get(..equals).unwrap_or_default());
    let table = match word {
        Some(at) if !errors.is_empty() => {
            let (mut table, errors) = DeTable::parse_recoverable(&stand_in);
            if file::syntax(&source, &errors, report) {
                return Vec::new();
            }
            put(table.get_mut(), argument.get(at.clone()).unwrap_or_default(), &at);
            return settings(&source, table.get_ref(), report);
        }
        _ => table,
    };
    if file::syntax(&source, &errors, report) {
        Vec::new()
    } else {
        settings(&source, table.get_ref(), report)
    }
}

fn settings(source: &std::sync::Arc<Source>, table: &DeTable<'_>, report: &mut Report) -> Vec<Assignment> {
    let mut walk = Walk::new(source, report);
    walk.settings(Scope::Set, table);
    walk.found
}

/// Where the key ends: the first `=` that is not in quotes.
fn equals(argument: &str) -> Option<usize> {
    let mut quote = None;
    argument.char_indices().find_map(|(at, c)| {
        match (quote, c) {
            (None, '=') => return Some(at),
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if open == c => quote = None,
            _ => {}
        }
        None
    })
}

/// The value, if it can stand for itself as a string: it is there, and does not begin like a string, list or table of TOML.
fn bare_word(argument: &str, from: usize) -> Option<Range<usize>> {
    let value = argument.get(from..)?;
    let start = from + value.len() - value.trim_start().len();
    let value = value.trim();
    (!value.is_empty() && !value.starts_with(['"', '\'', '[', '{'])).then(|| start..start + value.len())
}

/// Puts a string in the place of the only value that is no table.
fn put<'i>(table: &mut DeTable<'i>, word: &'i str, at: &Range<usize>) {
    for (_, node) in table.iter_mut() {
        match node.get_mut() {
            DeValue::Table(inner) => put(inner, word, at),
            _ => *node = Spanned::new(at.clone(), DeValue::String(word.into())),
        }
    }
}
