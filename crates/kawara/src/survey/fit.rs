use std::collections::BTreeMap;
use std::path::PathBuf;

use kawara_core::{Chunks, Engine, Flag, Registry};
use kawara_policy::{Mistake, Place};

use super::{Group, Spread, Watch};
use crate::input::{Failure, Input};
use crate::run::{RunOptions, run};

/// The share of boundaries, in per cent, above which a reduced carry is warned of.
pub const REDUCED: u64 = 20;
/// Fewer boundaries than this say nothing about a share.
const FEWEST: u64 = 5;

/// How policies fit the documents of a corpus.
#[non_exhaustive]
#[derive(Clone, Debug, Default)]
pub struct Fit {
    /// What came of the documents of each group, in the order in which they came up.
    pub groups: Vec<Fitted>,
    /// Documents that failed.
    pub failures: Vec<Failure>,
    /// Languages that no pack segments, with how many chunks are in them, and the first document with one.
    pub without_pack: BTreeMap<String, (u64, String)>,
    /// `[[match]]` entries that no document meets.
    pub unmet: Vec<Place>,
}

/// What came of the documents of a group.
#[non_exhaustive]
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The group.
    pub group: Group,
    /// How many documents were chunked.
    pub documents: u64,
    /// Tokens of the chunks.
    pub tokens: Spread,
    /// Units carried over each boundary at which something was asked for.
    pub carried: Spread,
    /// At how many of these less was carried than asked for.
    pub reduced: u64,
    /// How many chunks have each flag, in the order of [`Flag::ALL`].
    pub flags: [u64; Flag::ALL.len()],
}

/// Chunks files by the policies that are watched, and keeps the figures.
///
/// # Errors
/// When a counter or an option of the policies is wrong.
pub fn fit(
    registry: Registry,
    watch: &Watch,
    files: Vec<(PathBuf, u64)>,
    options: RunOptions,
) -> kawara_core::Result<Fit> {
    let engine = Engine::new(registry, watch.clone());
    let mut fit = Fit::default();
    let inputs: Vec<_> = files
        .into_iter()
        .map(|(path, bytes)| Input::File { id: path.to_string_lossy().into_owned(), path, bytes })
        .collect();
    run(&engine, inputs.into_iter(), options, |result, _| {
        match result {
            Err(failure) => fit.failures.push(failure),
            Ok(chunks) => fit.add(&chunks, watch, engine.registry()),
        }
        true
    });
    fit.unmet = watch.unmet();
    Ok(fit)
}

impl Fit {
    fn add(&mut self, chunks: &Chunks, watch: &Watch, registry: &Registry) {
        let Some(read) = watch.read_as(chunks.doc_id()) else { return };
        if read.group >= self.groups.len() {
            let all = watch.groups().into_iter().skip(self.groups.len());
            self.groups.extend(all.map(Fitted::new));
        }
        let Some(fitted) = self.groups.get_mut(read.group) else { return };
        fitted.documents += u64::from(chunks.is_last());
        for chunk in chunks.iter() {
            fitted.tokens.add(chunk.tokens());
            let is_reduced = chunk.flags().contains(Flag::CarryReduced);
            if is_reduced || chunk.carried() > 0 {
                fitted.carried.add(chunk.carried() as u32);
                fitted.reduced += u64::from(is_reduced);
            }
            for (count, flag) in fitted.flags.iter_mut().zip(Flag::ALL) {
                *count += u64::from(chunk.flags().contains(flag));
            }
            if !registry.segments(chunk.language()) {
                let first = || (0, chunks.doc_id().to_owned());
                self.without_pack.entry(chunk.language().to_owned()).or_insert_with(first).0 += 1;
            }
        }
    }

    /// What is probably not as meant, as mistakes of the policies.
    pub fn findings(&self) -> Vec<Mistake> {
        let reduced = self.groups.iter().filter_map(Fitted::finding);
        let file = self.groups.first().map(|fitted| fitted.group.name.clone()).unwrap_or_default();
        let chunks: u64 = self.groups.iter().map(|fitted| fitted.tokens.count()).sum();
        let languages = self.without_pack.iter().map(|(language, (count, first))| {
            let message = format!("{count} of {chunks} chunks are in `{language}`, which no pack segments");
            Mistake::warning("corpus::no_pack", Place::of_file(&file), message).help(format!(
                "their sentences are those of the Unicode rules: look at some of {first} with `kawara units`; a pack can be added"
            ))
        });
        let unmet = self.unmet.iter().map(|place| {
            Mistake::note("corpus::unmet", place.clone(), "no document of the corpus meets this `[[match]]`")
                .help("globs are relative to the policy's directory; `kawara policy explain FILE` says what holds for a file")
        });
        reduced.chain(languages).chain(unmet).collect()
    }
}

impl Fitted {
    fn new(group: Group) -> Self {
        Self {
            group,
            documents: 0,
            tokens: Spread::default(),
            carried: Spread::default(),
            reduced: 0,
            flags: [0; Flag::ALL.len()],
        }
    }

    /// A carry larger than the units allow.
    fn finding(&self) -> Option<Mistake> {
        let boundaries = self.carried.count();
        if boundaries < FEWEST || self.reduced * 100 <= boundaries * REDUCED {
            return None;
        }
        let overlap = self.group.explained.iter().find(|setting| setting.key == "units.overlap")?;
        let place = overlap.place.clone().unwrap_or_else(|| Place::of_file(self.group.name.clone()));
        let message = format!(
            "less is carried than asked for at {} of {boundaries} boundaries ({:.0} %)",
            self.reduced,
            self.reduced as f64 * 100.0 / boundaries as f64
        );
        let max = self.group.settings.budget.max_tokens;
        let mut mistake = Mistake::warning("corpus::carry_reduced", place, message)
            .label(format!("in {} documents, half of whose chunks have {} tokens or more", self.documents, self.tokens.median()))
            .help(format!(
                "the units are too long to be carried within {max} tokens, or what stands before the cut is code or a table, which is never \
                 repeated: carry fewer, raise `max-tokens`, or set the overlap of such documents to 0 in a `[[match]]`"
            ));
        for place in &self.group.matches {
            mistake = mistake.also(place.clone(), "of the documents that meet this");
        }
        Some(mistake)
    }
}
