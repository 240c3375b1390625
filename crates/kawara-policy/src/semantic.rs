//! `[semantic]`: which distances are breaks; and whether there is an embedder to ask.

use kawara_core::Threshold;
use toml::de::DeValue;

use crate::change::Change;
use crate::merge::Assignment;
use crate::mistake::{Mistake, Report};
use crate::render::{listed, name};
use crate::rule::Rule;
use crate::source::Place;
use crate::suggest::nearest;
use crate::walk::{Node, Walk};

const TABLE: &str = "semantic";
const EMBEDDER: &str = "semantic.embedder";

/// How a threshold may be said.
pub(crate) const FORMS: [&str; 4] = ["percentile", "deviations", "interquartile", "gradient"];
/// The most of each: percentiles end there, and nothing lies so many deviations out.
pub(crate) const MOST: f64 = 100.0;

/// Who says what an embedder is.
const WHO_DEFINES: &str = "whoever runs kawara defines embedders: with `--embedder NAME=…`, or in the configuration file with \
                           `[embedders.NAME]`";

impl Walk<'_> {
    /// `{ percentile = 95 }`, or another of the forms.
    pub(crate) fn threshold(&mut self, path: &str, doc: &str, node: &Node<'_>) {
        let Some(table) = self.table(path, doc, node) else { return };
        let mut good = true;
        for key in table.keys().filter(|key| !FORMS.contains(&key.get_ref().as_ref())) {
            self.unknown(&format!("`{path}`"), key.get_ref(), key.span(), FORMS.to_vec());
            good = false;
        }
        let mut forms = table.iter().filter(|(key, _)| FORMS.contains(&key.get_ref().as_ref()));
        let (Some((key, number)), None, true) = (forms.next(), forms.next(), good) else {
            if good {
                let message = format!("`{path}` must be said in one way");
                self.error("policy::threshold_form", node.span(), message, |it| it.help(doc));
            }
            return;
        };
        let form = key.get_ref().as_ref();
        let make = match form {
            "percentile" => Threshold::Percentile,
            "deviations" => Threshold::Deviations,
            "interquartile" => Threshold::Interquartile,
            _ => Threshold::Gradient,
        };
        if let Some(number) = self.up_to_most(&format!("{path}.{form}"), doc, number) {
            self.assign(Change::Threshold(make(number)), node.span());
        }
    }

    fn up_to_most(&mut self, path: &str, doc: &str, node: &Node<'_>) -> Option<f64> {
        let number: Option<f64> = match node.get_ref() {
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64)
            }
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => {
                self.wrong_type(path, "a number", doc, node);
                return None;
            }
        };
        let number = number.filter(|number| (0.0..=MOST).contains(number));
        if number.is_none() {
            let message = format!("`{path}` must be between 0 and {MOST}");
            self.error("policy::out_of_range", node.span(), message, |it| it.help(doc));
        }
        number
    }
}

/// A threshold as a policy writes it.
pub(crate) fn value(threshold: Threshold) -> String {
    let (form, number) = match threshold {
        Threshold::Percentile(share) => ("percentile", share),
        Threshold::Deviations(count) => ("deviations", count),
        Threshold::Interquartile(count) => ("interquartile", count),
        Threshold::Gradient(share) => ("gradient", share),
        other => return format!("{other:?}"),
    };
    format!("{{ {form} = {number} }}")
}

/// What to say of a key that would define an embedder.
pub(crate) fn hint(home: &str, key: &str) -> Option<&'static str> {
    const DEFINE: [&str; 9] = [
        "url",
        "base-url",
        "api-base",
        "api-key",
        "api-key-env",
        "command",
        "model",
        "embedding-model",
        "dimensions",
    ];
    let key = key.to_lowercase().replace('_', "-");
    (home == "[semantic]" && DEFINE.contains(&key.as_str()))
        .then_some("a policy only names an embedder: what that is stands in the user's configuration")
}

/// Refuses what is said of semantic boundaries where nothing, whatever is laid over what, names an embedder.
pub(crate) fn check<'a>(all: impl Iterator<Item = &'a Assignment>, rules: &[Rule], report: &mut Report) {
    let mut said: Vec<&Assignment> = all.filter(|it| it.change.is_semantic()).collect();
    let unread = |unread: &std::collections::BTreeSet<String>| {
        [TABLE, EMBEDDER].iter().any(|key| unread.contains(*key))
    };
    // One that is named as none is a word too: for some documents it was thought of.
    if said.iter().any(|it| matches!(it.change, Change::Embedder(_)))
        || unread(&report.unread)
        || rules.iter().any(|rule| unread(&rule.unread))
    {
        return;
    }
    said.retain(|it| !it.place.is_builtin());
    let Some(first) = said.first() else { return };
    let message = format!("`{}`, and no `{EMBEDDER}`", first.change.key());
    report.add(
        Mistake::error("policy::no_embedder", first.place.clone(), message)
            .label("no embedder is asked where breaks are")
            .help(format!("name one: `{EMBEDDER} = \"NAME\"`; {WHO_DEFINES}")),
    );
}

/// Reports an embedder that nobody defined.
pub(crate) fn unknown(known: &[String], wanted: &str, place: &Place, report: &mut Report) {
    let names = || known.iter().map(String::as_str);
    let there = if known.is_empty() {
        "there is none".into()
    } else {
        format!("there are {}", listed(names(), "and"))
    };
    report.add(
        Mistake::error(
            "policy::unknown_embedder",
            place.clone(),
            format!("no embedder is called {}", name(wanted)),
        )
        .suggesting(nearest(wanted, names()))
        .help(format!("{there}; {WHO_DEFINES}")),
    );
}
