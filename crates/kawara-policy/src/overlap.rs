//! `units.overlap`: a number, a word, a table of one form, or a table of these by language.

use kawara_core::Carry;
use toml::de::{DeTable, DeValue};

use crate::change::Change;
use crate::language::{self, Verdict};
use crate::mistake::Mistake;
use crate::render::name;
use crate::suggest::nearest;
use crate::walk::{Node, Walk};

/// What `"auto"` carries at most.
pub(crate) const AUTO: u32 = 2;

/// Keys that say how an overlap is counted. None of them is a language.
const FORMS: [&str; 3] = ["auto", "percent", "tokens"];
/// All other languages.
const DEFAULT: &str = "default";
const PATH: &str = "units.overlap";
/// The most per cent that may be repeated: at 90, every token is stored ten times.
pub(crate) const MOST_PERCENT: f64 = 90.0;
/// Over this, a warning says what it costs.
const USUAL_PERCENT: f64 = 50.0;

/// What a key was probably meant to be that is no language.
fn misspelt(word: &str) -> Option<&'static str> {
    let is_bad = matches!(language::judge(word), Verdict::Bad(_));
    is_bad.then(|| nearest(word, FORMS.into_iter().chain([DEFAULT]))).flatten()
}

impl Walk<'_> {
    pub(crate) fn overlap(&mut self, doc: &str, node: &Node<'_>) {
        match node.get_ref() {
            DeValue::Table(table) if !table.keys().any(|key| FORMS.contains(&key.get_ref().as_ref())) => {
                self.overlap_by_language(doc, table, node);
            }
            _ => {
                if let Some(carry) = self.carry(PATH, doc, node) {
                    self.assign(Change::Overlap(carry), node.span());
                }
            }
        }
    }

    fn overlap_by_language(&mut self, doc: &str, table: &DeTable<'_>, node: &Node<'_>) {
        if table.is_empty() {
            return self.error("policy::empty", node.span(), "`units.overlap` is empty", |it| it.help(doc));
        }
        let mut languages = Vec::new();
        for (key, node) in table {
            let word = key.get_ref().as_ref();
            if word == DEFAULT {
                // First, because it stands for every language that is not named beside it.
                if let Some(carry) = self.carry("units.overlap.default", doc, node) {
                    self.assign(Change::Overlap(carry), node.span());
                }
            } else if let Some(form) = misspelt(word) {
                let message = format!("unknown key {} in `{PATH}`", name(word));
                self.error("policy::unknown_key", key.span(), message, |it| {
                    it.suggesting(Some(form)).help(
                        "`units.overlap` takes `auto`, `percent` or `tokens`; or `default` and languages, such as `ja`",
                    )
                });
            } else if !self.is_language(word, key.span()) {
                continue;
            } else if let Some((primary, _)) = word.split_once('-') {
                let message = format!("the overlap cannot tell {} from `{primary}`", name(word));
                let help = format!("it goes by the primary language: write `{}`", primary.to_lowercase());
                self.error("policy::unknown_language", key.span(), message, |it| it.help(help));
            } else if let Some(carry) = self.carry(&format!("{PATH}.{word}"), doc, node) {
                languages.push((
                    Change::OverlapOf(word.to_lowercase(), carry),
                    vec![key.span()],
                    node.span(),
                ));
            }
        }
        for (change, names, at) in languages {
            self.assign_named(change, names, at);
        }
    }

    fn carry(&mut self, path: &str, doc: &str, node: &Node<'_>) -> Option<Carry> {
        match node.get_ref() {
            DeValue::Integer(_) => self.count(path, doc, 0, node).map(Carry::Units),
            DeValue::String(word) if word == "auto" => Some(Carry::Auto { max: AUTO }),
            DeValue::String(word) => {
                let takes = "a number of whole units, `\"auto\"`, or for example `{ percent = 15 }`";
                self.unknown_word(path, word, &["auto"], takes, node.span());
                None
            }
            DeValue::Table(table) => self.form(path, doc, table, node),
            _ => {
                self.wrong_type(path, "a number of whole units, a word or a table", doc, node);
                None
            }
        }
    }

    /// `{ auto = 3 }`, `{ percent = 15 }` or `{ tokens = 40 }`.
    fn form(&mut self, path: &str, doc: &str, table: &DeTable<'_>, node: &Node<'_>) -> Option<Carry> {
        let unknown = |word: &str| !FORMS.contains(&word);
        let mut good = true;
        for key in table.keys().filter(|key| unknown(key.get_ref())) {
            self.unknown(&format!("`{path}`"), key.get_ref(), key.span(), FORMS.to_vec());
            good = false;
        }
        let mut forms = table.iter().filter(|(key, _)| !unknown(key.get_ref()));
        let (Some((key, node)), None, true) = (forms.next(), forms.next(), good) else {
            if good {
                let message = format!("`{path}` must be counted in one way");
                self.error("policy::overlap_form", node.span(), message, |it| it.help(doc));
            }
            return None;
        };
        let path = format!("{path}.{}", key.get_ref());
        match key.get_ref().as_ref() {
            "auto" => self.count(&path, doc, 1, node).map(|max| Carry::Auto { max }),
            "tokens" => self.count(&path, doc, 0, node).map(|tokens| match tokens {
                0 => Carry::Units(0),
                tokens => Carry::Tokens(tokens),
            }),
            _ => self.percent(&path, doc, node).map(|share| match share {
                0.0 => Carry::Units(0),
                share => Carry::Share(share),
            }),
        }
    }

    /// A share of what it is of, 0 if nothing is repeated.
    pub(crate) fn percent(&mut self, path: &str, doc: &str, node: &Node<'_>) -> Option<f64> {
        let percent: Option<f64> = match node.get_ref() {
            DeValue::Integer(number) => {
                i64::from_str_radix(number.as_str(), number.radix()).ok().map(|number| number as f64)
            }
            DeValue::Float(number) => number.as_str().parse().ok(),
            _ => {
                self.wrong_type(path, "a number", doc, node);
                return None;
            }
        };
        match percent {
            Some(0.0) => Some(0.0),
            Some(percent) if (0.0..=MOST_PERCENT).contains(&percent) => {
                self.unusual(path, percent, node);
                Some(percent / 100.0)
            }
            _ => {
                let message = format!("`{path}` must be between 0 and {MOST_PERCENT}");
                let help = format!(
                    "at {MOST_PERCENT} % every token is stored ten times; 10 to 25 % is what is usual"
                );
                self.error("policy::out_of_range", node.span(), message, |it| it.help(help));
                None
            }
        }
    }
    /// Warns of per cent that are probably meant otherwise.
    fn unusual(&mut self, path: &str, percent: f64, node: &Node<'_>) {
        let warning = if percent < 1.0 {
            let message = format!("`{path} = {percent}` repeats less than one token in a hundred");
            let help =
                format!("per cent, not a share: write `percent = {}`", (percent * 1e4).round() / 100.0);
            Mistake::warning("policy::share_for_percent", self.place(node.span()), message).help(help)
        } else if percent > USUAL_PERCENT {
            let message = format!("`{path} = {percent}` repeats more than half of each chunk");
            let times = (1000.0 / (100.0 - percent)).round() / 10.0;
            let help = format!(
                "every token is stored about {times} times, and chunks that say the same crowd out others; one whole sentence, \
                 `overlap = 1`, kept 92 to 100 % of the measured answers together with the sentence before them"
            );
            Mistake::warning("policy::large_overlap", self.place(node.span()), message).help(help)
        } else {
            return;
        };
        self.report.add(warning);
    }
}
