//! Whether settings make sense together.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kawara_core::{Carry, Settings, Strategy};

use crate::change::Change;
use crate::merge::{Assignment, Merged};
use crate::mistake::{Label, Mistake, Report};
use crate::models::{OverLimit, Tokenizers, settle};
use crate::overlap::AUTO;
use crate::rule::Rule;
use crate::{parents, sizes, windows};

const MAX: &str = "budget.max-tokens";
const HARD_LIMIT: &str = "budget.hard-limit";

/// Counters that count no tokens.
pub(crate) const CHARACTERS: [&str; 4] = ["bytes", "chars", "graphemes", "words"];

/// Where models find their tokenizers: in these folders, and beside the policy, which lies in this directory.
pub(crate) type Shelf<'a> = (&'a Tokenizers, &'a Path);

/// Lays the assignments over each other, turns models into settings, and reports what contradicts what.
pub(crate) fn settled<'a>(
    assignments: impl IntoIterator<Item = &'a Assignment>,
    (tokenizers, dir): Shelf<'_>,
    report: &mut Report,
) -> Merged {
    let mut merged = Merged::of(assignments);
    merged.unread = report.unread.clone();
    settle(&mut merged, tokenizers, dir, report);
    check(&merged, report);
    sizes::check(&merged, report);
    merged.draft.settings.semantic.take_if(|semantic| semantic.embedder.is_empty());
    merged
}

/// Reports what contradicts what. Where the text has other mistakes already, a default may stand for a value that could not be
/// read, so only values that were written are compared.
fn check(merged: &Merged, report: &mut Report) {
    let sure = !report.has_errors();
    let Settings { budget, context, .. } = &merged.draft.settings;
    let max = budget.max_tokens;
    let shown = if merged.place(MAX).is_some() { max.to_string() } else { format!("{max}, the default") };
    if let Some(limit) = budget.hard_limit.filter(|limit| max > *limit) {
        let strictest = strictest(merged, limit);
        let clash = Clash {
            code: "policy::over_hard_limit",
            message: match strictest {
                Some((name, _)) => format!("`max-tokens` ({shown}) is over the limit of `{name}` ({limit})"),
                None => format!("`max-tokens` ({shown}) is over the model's `hard-limit` ({limit})"),
            },
            here: (MAX, "a chunk may grow to this"),
            there: match strictest {
                Some((_, Some(OverLimit::Error))) => (HARD_LIMIT, "longer input is refused"),
                _ => (HARD_LIMIT, "the model cuts here, without a word"),
            },
            help: format!("lower `max-tokens` to {limit} or less, or take a model that accepts more"),
        };
        clash.report(merged, sure, report);
    }
    // A built-in minimum gives way to a small budget: whoever asks for small chunks has not asked for that minimum.
    let own_minimum = merged.place("budget.min-tokens").is_some_and(|place| !place.is_builtin());
    if budget.min_tokens > max && own_minimum {
        let clash = Clash {
            code: "policy::min_over_max",
            message: format!("`min-tokens` ({}) is over `max-tokens` ({shown})", budget.min_tokens),
            here: ("budget.min-tokens", "no chunk is smaller unless its record ends"),
            there: (MAX, "none is larger than this"),
            help: format!("lower `min-tokens` to {max} or less"),
        };
        clash.report(merged, sure, report);
    }
    if budget.reserve_tokens >= max {
        let clash = Clash {
            code: "policy::no_room",
            message: format!(
                "`reserve-tokens` ({}) leaves no room in a budget of {max}",
                budget.reserve_tokens
            ),
            here: ("budget.reserve-tokens", "kept free"),
            there: (MAX, "a whole chunk"),
            help: "reserve what will be added to each chunk, such as an instruction: some dozens of tokens"
                .into(),
        };
        clash.report(merged, sure, report);
    }
    // The default is left alone: the engine never gives more than half the budget to the context.
    if context.max_tokens >= max && merged.place("context.max-tokens").is_some() {
        let clash = Clash {
            code: "policy::no_room",
            message: format!(
                "a context of {} tokens leaves no room in a budget of {max}",
                context.max_tokens
            ),
            here: ("context.max-tokens", "the context may grow to this"),
            there: (MAX, "context and text together"),
            help: format!("half the budget is the most that is used: {}", max / 2),
        };
        clash.report(merged, sure, report);
    }
    windows::check(merged, sure, report);
    parents::check(merged, sure, report);
    let has_windows = merged.draft.settings.tiling.strategy != Strategy::Units;
    for (key, carry) in overlaps(&merged.draft.settings).filter(|_| !has_windows) {
        if let Carry::Tokens(tokens) = carry
            && tokens >= max
        {
            let clash = Clash {
                code: "policy::overlap_over_budget",
                message: format!(
                    "the overlap is larger than a chunk: {tokens} tokens, and `max-tokens` is {shown}"
                ),
                here: (&key, "repeated from chunk to chunk"),
                there: (MAX, "a whole chunk"),
                help: "whole units are carried: `overlap = 1` carries a sentence".into(),
            };
            clash.report(merged, sure, report);
        }
        characters(&key, carry, merged, report);
    }
}

/// The model that the limit is from, and what happens over it, where it is from a model.
fn strictest(merged: &Merged, limit: u32) -> Option<(&'static str, Option<OverLimit>)> {
    let models = merged.draft.models.iter().map(|named| named.model);
    let model = models.into_iter().find(|model| model.limit() == Some(limit));
    model.filter(|_| merged.is_followed(HARD_LIMIT)).map(|model| (model.name(), model.over()))
}

/// Every overlap with its key: that of all languages, then that of each.
fn overlaps(settings: &Settings) -> impl Iterator<Item = (String, Carry)> {
    let overlap = &settings.units.overlap;
    let languages =
        overlap.by_language.iter().map(|(language, carry)| (format!("units.overlap.{language}"), *carry));
    std::iter::once(("units.overlap".to_owned(), overlap.default)).chain(languages)
}

/// Checks rules one by one. All of them stand on the same settings, so what cannot matter is left out once: of the languages that
/// have an overlap, only the one that is most likely to contradict a rule is laid below it.
pub(crate) struct Ground<'a> {
    settings: Vec<&'a Assignment>,
    /// Tuned overlaps of languages, the most tokens first.
    languages: Vec<(&'a str, &'a Assignment)>,
    shelf: Shelf<'a>,
}

impl<'a> Ground<'a> {
    pub(crate) fn of(settings: &'a [Assignment], shelf: Shelf<'a>) -> Self {
        let mut languages = BTreeMap::new();
        let mut kept = Vec::new();
        for assignment in settings.iter().filter(|assignment| assignment.change.is_checked()) {
            match &assignment.change {
                Change::OverlapOf(language, carry) => {
                    languages.insert(language.as_str(), (*carry, assignment));
                    continue;
                }
                Change::Overlap(_) => languages.clear(),
                _ => {}
            }
            kept.push(assignment);
        }
        let mut languages: Vec<_> =
            languages.into_iter().filter(|(_, (carry, _))| is_tuned(*carry)).collect();
        languages.sort_by_key(|(_, (carry, _))| match carry {
            Carry::Tokens(tokens) => std::cmp::Reverse(*tokens),
            _ => std::cmp::Reverse(0),
        });
        let languages =
            languages.into_iter().map(|(language, (_, assignment))| (language, assignment)).collect();
        Self { settings: kept, languages, shelf }
    }

    /// Checks the settings of one rule with what is set over it.
    pub(crate) fn check(&self, rule: &Rule, set: &[Assignment], report: &mut Report) {
        let above: Vec<_> =
            rule.settings.iter().chain(set).filter(|assignment| assignment.change.is_checked()).collect();
        let named: BTreeSet<_> =
            above.iter().filter_map(|assignment| assignment.change.overlap_of()).collect();
        let weightiest = self.languages.iter().find(|(language, _)| !named.contains(language));
        let below = self.settings.iter().copied().chain(weightiest.map(|(_, assignment)| *assignment));
        let concerns_models = above.iter().any(|assignment| assignment.change.concerns_models());
        let mut merged = Merged::of(below.chain(above));
        let mut unread = report.unread.clone();
        for assignment in &rule.settings {
            unread.remove(&assignment.change.key());
        }
        merged.unread = unread.union(&rule.unread).cloned().collect();
        let (tokenizers, dir) = self.shelf;
        // What is wrong with the models of the settings was said of the settings.
        let mut said = Report::default();
        settle(&mut merged, tokenizers, dir, if concerns_models { report } else { &mut said });
        check(&merged, report);
        sizes::check(&merged, report);
    }
}

/// Whether somebody thought about how much is repeated.
fn is_tuned(carry: Carry) -> bool {
    !matches!(carry, Carry::Units(0 | 1) | Carry::Auto { max: AUTO })
}

/// Warns of an overlap that was tuned while the size is counted in what no model counts.
fn characters(key: &str, carry: Carry, merged: &Merged, report: &mut Report) {
    let counter = merged.draft.settings.budget.counter.as_str();
    let (true, true, Some(place)) = (CHARACTERS.contains(&counter), is_tuned(carry), merged.place(key))
    else {
        return;
    };
    if merged.is_unread("budget.counter") || merged.is_unread(key) {
        return;
    }
    let message = format!("choose the size's unit before tuning the overlap: `{counter}` are not tokens");
    let mut warning = Mistake::warning("policy::characters", place.clone(), message).label("tuned").help(
        "count with the embedding model's own tokenizer, such as `tiktoken:cl100k_base`, and measure again",
    );
    if let Some(place) = merged.place("budget.counter") {
        warning = warning.also(place.clone(), "counts characters, not tokens");
    }
    report.add(warning);
}

/// Two keys that contradict each other, and what is to be seen at each.
pub(crate) struct Clash<'a> {
    pub(crate) code: &'static str,
    pub(crate) message: String,
    pub(crate) here: (&'a str, &'a str),
    pub(crate) there: (&'a str, &'a str),
    pub(crate) help: String,
}

impl Clash<'_> {
    /// The mistake stands where the later of the two was written: without it there was no contradiction.
    pub(crate) fn report(self, merged: &Merged, sure: bool, report: &mut Report) {
        if [self.here, self.there].iter().any(|(key, _)| merged.is_unread(key)) {
            return;
        }
        let written = |(key, text): (&str, &str)| {
            let kept = merged.keys.get(key)?;
            Some((kept.order, Label { place: kept.place.clone(), text: text.to_owned() }))
        };
        let mut labels: Vec<_> = [self.here, self.there].into_iter().filter_map(written).collect();
        labels.sort_by_key(|(order, _)| std::cmp::Reverse(*order));
        let mut labels = labels.into_iter().map(|(_, label)| label);
        let (Some(first), second) = (labels.next(), labels.next()) else { return };
        if !sure && second.is_none() {
            return;
        }
        let mut mistake =
            Mistake::error(self.code, first.place, self.message).label(first.text).help(self.help);
        mistake.also.extend(second);
        report.add(mistake);
    }
}
