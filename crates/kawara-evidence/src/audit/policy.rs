//! The policy that would fix what was found.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kawara::policy::printable;

/// What a policy is written from.
#[derive(Clone, Debug, Default)]
pub(super) struct Wanted {
    /// The built-in policy to stand on, without `kawara:`, and why.
    pub(super) base: (&'static str, String),
    /// Whether that policy knows what a unit is and what is carried, since the documents are records.
    pub(super) has_own_units: bool,
    /// `model = "…"` or `counter = "…"`, and why.
    pub(super) counter: (String, String),
    pub(super) max_tokens: (u32, String),
    /// Left to the base where it is not said.
    pub(super) min_tokens: Option<(u32, String)>,
    /// Units carried, by language; the default first.
    pub(super) overlap: (u32, BTreeMap<String, u32>),
    pub(super) overlap_why: String,
    /// Whether the chunks had headers.
    pub(super) has_headers: bool,
}

/// Columns of a comment.
const COLUMNS: usize = 110;

impl Wanted {
    /// The policy, with a reason at each value.
    pub(super) fn toml(&self) -> String {
        let mut out =
            String::from("# What `kawara audit` found would be mended by this policy.\n\npolicy = 1\n\n");
        let mut line = |why: &str, line: String| {
            comment(&mut out, why);
            // Writing to a string does not fail.
            let _ = writeln!(out, "{line}");
        };
        line(&self.base.1, format!("extends = [\"kawara:{}\"]\n\n[budget]", self.base.0));
        line(&self.counter.1, self.counter.0.clone());
        line(&self.max_tokens.1, format!("max-tokens = {}", self.max_tokens.0));
        if let Some((tokens, why)) = &self.min_tokens {
            line(why, format!("min-tokens = {tokens}"));
        }
        if !self.has_own_units {
            line("", "\n[units]".into());
            line(
                "A chunk's border never lies inside one, unless one alone is over the budget.",
                "kind = \"sentence\"".into(),
            );
            line(&self.overlap_why, format!("overlap = {}", self.overlap()));
        }
        line("", "\n[context]".into());
        let (why, parts) = if self.has_headers {
            (
                "Something stands before the chunks' text: title and headings do, and are counted.",
                "[\"title\", \"heading-path\", \"lead\"]",
            )
        } else {
            (
                "Nothing stands before the chunks' text, so the figures compare like with like. Add \"title\" and \"heading-path\": \
                 a chunk out of the middle of a page names neither.",
                "[\"lead\"]",
            )
        };
        line(why, format!("prepend = {parts}"));
        out
    }

    fn overlap(&self) -> String {
        let (most, others) = &self.overlap;
        if others.is_empty() {
            return most.to_string();
        }
        let others: Vec<String> =
            others.iter().map(|(language, units)| format!("{language} = {units}")).collect();
        format!("{{ default = {most}, {} }}", others.join(", "))
    }
}

/// Writes a comment, wrapped.
fn comment(out: &mut String, text: &str) {
    let mut line = String::new();
    for word in printable(text).split_whitespace() {
        if !line.is_empty() && line.len() + 1 + word.len() > COLUMNS {
            let _ = writeln!(out, "#{line}");
            line.clear();
        }
        line.push(' ');
        line.push_str(word);
    }
    if !line.is_empty() {
        let _ = writeln!(out, "#{line}");
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use kawara::policy::Policy;

    use super::*;

    #[test]
    fn every_shape_loads() {
        for has_own_units in [false, true] {
            for has_headers in [false, true] {
                let wanted = Wanted {
                    base: ("docs", "Prose.".into()),
                    has_own_units,
                    counter: ("counter = \"tiktoken:cl100k_base\"".into(), String::new()),
                    max_tokens: (256, "As \u{1b}[2J was asked for. ".repeat(9)),
                    min_tokens: has_headers.then(|| (16, "Few are smaller.".into())),
                    overlap: (1, BTreeMap::from([("ja".to_owned(), 2)])),
                    overlap_why: "As much.".into(),
                    has_headers,
                };
                let toml = wanted.toml();
                assert!(toml.lines().all(|line| line.len() <= COLUMNS + 2), "{toml}");
                assert_eq!(toml.contains("ja = 2"), !has_own_units);
                Policy::from_str(&toml, "kawara.toml", ".")
                    .map_err(|mistakes| format!("{mistakes}\n{toml}"))
                    .unwrap();
            }
        }
    }
}
