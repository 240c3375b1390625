//! What naming a model comes to: counters, the hard limit, a prefix, a smaller budget.

use std::path::Path;

use super::tokenizers::counter_of;
use super::{Model, Tokenizers};
use crate::change::{Change, Named, names};
use crate::merge::Merged;
use crate::mistake::{Mistake, Report};
use crate::source::Place;

const MODEL: &str = "budget.model";
const TOKENIZERS: &str = "budget.tokenizers";
const HARD_LIMIT: &str = "budget.hard-limit";
const MAX: &str = "budget.max-tokens";
const PREFIX: &str = "context.prefix";
const RESERVE: &str = "budget.reserve-tokens";

/// Turns the models that were named into settings. What was written itself is left alone, but for a `max-tokens` that only a
/// built-in policy wrote. `dir` is where the policy lies: a model on the command line looks for its tokenizer beside it.
pub(crate) fn settle(merged: &mut Merged, tokenizers: &Tokenizers, dir: &Path, report: &mut Report) {
    let Some(place) = merged.place(MODEL).cloned().filter(|_| !merged.is_unread(MODEL)) else { return };
    let models = std::mem::take(&mut merged.draft.models);
    counters(&models, &place, merged, tokenizers, dir, report);
    // Only limits that are known can be compared; of equal ones the first.
    let limits = models.iter().filter_map(|named| Some((named.model.caller_limit()?, named)));
    if let Some((limit, strictest)) = limits.min_by_key(|(limit, _)| *limit) {
        let at = place.part(strictest.at.clone());
        if merged.place(HARD_LIMIT).is_none() {
            merged.follow(MODEL, at.clone(), &Change::HardLimit(limit), None);
        }
        let own = merged.place(MAX).is_some_and(|place| !place.is_builtin());
        if merged.draft.settings.budget.max_tokens > limit && !own && merged.is_followed(HARD_LIMIT) {
            merged.follow(MODEL, at, &Change::MaxTokens(limit), None);
        }
    }
    prefix(&models, &place, merged, report);
    merged.draft.settings.budget.models = models.iter().map(|named| named.model.name().to_owned()).collect();
    merged.draft.models = models;
}

/// The counters of the models, each once. Every tokenizer that is not at hand is reported at its model's name.
fn counters(
    models: &[Named],
    place: &Place,
    merged: &mut Merged,
    tokenizers: &Tokenizers,
    dir: &Path,
    report: &mut Report,
) {
    let mut found: Vec<String> = Vec::new();
    let beside = place.dir().unwrap_or(dir);
    for Named { model, at } in models {
        let counter = match merged.draft.tokenizers.get(model.name()) {
            Some(path) => counter_of(path).ok_or_else(|| not_there(model, path, merged)),
            None => tokenizers.counter_beside(model, Some(beside)).map_err(|missing| {
                Mistake::error("policy::no_tokenizer", place.part(at.clone()), missing.what())
                    .help(missing.remedy())
            }),
        };
        match counter {
            Ok(counter) if !found.contains(&counter) => found.push(counter),
            Ok(_) => {}
            // It may be where the policy meant to say that it is.
            Err(_) if merged.is_unread(TOKENIZERS) => {}
            Err(mistake) => report.add(mistake),
        }
    }
    let Some((first, rest)) = found.split_first() else { return };
    let shown = names(found.iter().map(String::as_str));
    merged.follow(MODEL, place.clone(), &Change::Counter(first.clone()), Some(shown));
    merged.draft.settings.budget.also = rest.to_vec();
}

/// A tokenizer file that was named and is not there.
fn not_there(model: &Model, path: &Path, merged: &Merged) -> Mistake {
    let key = Change::tokenizer_key(model);
    let shown = crate::render::name(&crate::paths::shown(path));
    let message = format!("{shown} is no tokenizer file of `{}`", model.name());
    let place = merged.place(&key).or_else(|| merged.place(MODEL));
    let place = place.cloned().unwrap_or_else(|| Place::start(&crate::source::Source::unread("")));
    Mistake::error("policy::no_tokenizer", place, message)
        .help("name a `tokenizer.json`, or a directory with one; paths are relative to the policy that they stand in")
}

/// What every passage begins with, where the caller has to put it there and the policy says nothing else.
fn prefix(models: &[Named], place: &Place, merged: &mut Merged, report: &mut Report) {
    let Some((first, rest)) = models.split_first() else { return };
    if merged.place(PREFIX).is_some() {
        return;
    }
    let wanted = first.model.caller_prefix();
    let Some(other) = rest.iter().find(|named| named.model.caller_prefix() != wanted) else {
        if !wanted.is_empty() {
            let at = place.part(first.at.clone());
            merged.follow(MODEL, at, &Change::Prefix(wanted.to_owned()), None);
        }
        return;
    };
    // Whoever reserves tokens for the prefixes will put them there.
    if merged.place(RESERVE).is_some() && merged.draft.settings.budget.reserve_tokens > 0 {
        return;
    }
    let wants = |named: &Named| match named.model.caller_prefix() {
        "" => "wants no prefix".to_owned(),
        prefix => format!("wants `{prefix}`"),
    };
    let mistake = Mistake::error(
        "policy::prefixes_differ",
        place.part(other.at.clone()),
        format!("`{}` and `{}` want different prefixes", first.model.name(), other.model.name()),
    );
    report.add(
        mistake.label(wants(other)).also(place.part(first.at.clone()), wants(first)).help(
            "set `context.prefix` to what all of them get; or leave room with `reserve-tokens` and put each one's prefix before its \
             texts yourself",
        ),
    );
}
