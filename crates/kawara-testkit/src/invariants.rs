//! What holds of the chunks of every document, whatever the packs and the policy.

use std::ops::Range;

use kawara_core::{
    Carry, Chunk, Chunks, Counter, Document, Flag, OnFault, Settings, Span, Strategy, UnitKind,
    WindowOverlap, is_blank,
};
use unicode_segmentation::UnicodeSegmentation;

use crate::passages::passage_fault;

/// Checks the invariants of chunking: slices, order, coverage, cluster borders, exact budgets, whole carried units, progress; and that
/// chunks tile the passages that they stand in.
///
/// Of a [`Strategy`] with windows, units are the document's own, cut where windows begin and end: so that those that two chunks share are
/// whole in both, and what is carried is checked as ever. What is asked is checked by the windows' own settings.
///
/// ```
/// use std::sync::Arc;
/// use kawara_core::{Document, Engine, Options, Registry, Settings};
///
/// let mut settings = Settings::default();
/// settings.budget.counter = "words".into();
/// settings.budget.max_tokens = 6;
/// let registry = Registry::collect(&[])?;
/// let counter = registry.counter("words")?.open(&Options::new())?;
/// let engine = Engine::new(registry, Arc::new(settings.clone()));
///
/// let document = Document::new("a", "The pump stopped. Nobody noticed. It was night.");
/// let chunks = engine.chunk(&document)?;
/// kawara_testkit::check_invariants(&document, &settings, &*counter, &chunks)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first invariant that does not hold, with the chunk it fails at.
pub fn check_invariants(
    document: &Document,
    settings: &Settings,
    counter: &dyn Counter,
    chunks: &Chunks,
) -> Result<(), String> {
    let borders = cluster_borders(chunks.text());
    let fail = |chunk: &Chunk<'_>, what: &str| Err(format!("chunk {}: {what}: {chunk:?}", chunk.ordinal()));
    let mut before: Option<Chunk<'_>> = None;
    for chunk in chunks.iter() {
        let range = chunk.text_range();
        if chunk.text().chars().all(is_blank) {
            return fail(&chunk, "it is blank");
        }
        if !borders.contains(&range.start) || !borders.contains(&range.end) {
            return fail(&chunk, "a border is inside a grapheme cluster");
        }
        if chunk.map().next().is_none() && document.text().get(chunk.source_range()) != Some(chunk.text()) {
            return fail(&chunk, "the text is not the slice of the source that its range names");
        }
        let chars = |byte: usize| document.text()[..byte].chars().count();
        let source = chunk.source_range();
        if chunk.char_range() != (chars(source.start)..chars(source.end)) {
            return fail(&chunk, "the character offsets are not those of the bytes");
        }
        if let Some(fault) = budget_fault(&chunk, settings, counter)? {
            return fail(&chunk, &fault);
        }
        if let Some(fault) = unit_fault(&chunk) {
            return fail(&chunk, fault);
        }
        if let Some(fault) = window_fault(&chunk, settings, counter)? {
            return fail(&chunk, &fault);
        }
        if let Some(before) = before
            && let Some(fault) = carry_fault(&before, &chunk, settings)
        {
            return fail(&chunk, fault);
        }
        if chunk.meta() != document.meta().map(|meta| &**meta) {
            return fail(&chunk, "the metadata did not come out as it went in");
        }
        before = Some(chunk);
    }
    if let Some(fault) = passage_fault(settings, counter, chunks)? {
        return Err(fault);
    }
    let is_flagged = chunks.iter().any(|chunk| chunk.flags().contains(Flag::PackFault));
    let is_told = !chunks.pack_faults().is_empty();
    if (is_flagged && !is_told) || (is_told && settings.units.on_fault == OnFault::Fail) {
        return Err(format!("a pack was at fault, and nothing says so: {:?}", chunks.pack_faults()));
    }
    if let Some(byte) = unaccounted(document, chunks) {
        return Err(format!("byte {byte} of the source is in no chunk and was not skipped"));
    }
    match uncovered(document, chunks) {
        None => Ok(()),
        Some(byte) => Err(format!(
            "byte {byte} of the text is in no chunk: {:?}",
            &chunks.text()[byte..].chars().next()
        )),
    }
}

fn budget_fault(
    chunk: &Chunk<'_>,
    settings: &Settings,
    counter: &dyn Counter,
) -> Result<Option<String>, String> {
    let embedded = [chunk.context(), chunk.text()].concat();
    let counted = counter.specials() + counter.count(&embedded).map_err(|error| error.to_string())?;
    if counted != chunk.tokens() {
        return Ok(Some(format!("it says {} tokens, an independent count says {counted}", chunk.tokens())));
    }
    if !chunk.context().starts_with(&settings.context.prefix) {
        return Ok(Some(format!("it does not begin with the prefix {:?}", settings.context.prefix)));
    }
    let budget = settings.budget.max_tokens.saturating_sub(settings.budget.reserve_tokens);
    let own = [chunk.own_context(), chunk.text()].concat();
    let planned = counter.specials() + counter.count(&own).map_err(|error| error.to_string())?;
    let over = planned > budget;
    if counted > settings.budget.max_tokens && !over {
        return Ok(Some(format!("{counted} tokens with its context from outside are over the budget")));
    }
    if over != chunk.flags().contains(Flag::OverBudget) {
        return Ok(Some(format!("{planned} tokens, a budget of {budget}, and the flags say otherwise")));
    }
    let alone = chunk.own_context() == settings.context.prefix && chunk.text().graphemes(true).count() == 1;
    Ok((over && !alone).then(|| format!("{planned} tokens are over the budget of {budget}")))
}

fn unit_fault(chunk: &Chunk<'_>) -> Option<&'static str> {
    let units: Vec<Range<usize>> = chunk.units().collect();
    if units.len() <= chunk.carried() {
        return Some("it has no unit of its own");
    }
    if (chunk.asked() > chunk.carried()) != chunk.flags().contains(Flag::CarryReduced)
        || chunk.asked() < chunk.carried()
    {
        return Some("how many units it was to carry, how many it does, and its flag disagree");
    }
    // Where the text has an order of its own, what a chunk covers of the source may begin and end in any of its units.
    let mut ends = 0;
    let ascends =
        chunk.map().all(|span| std::mem::replace(&mut ends, span.source + span.source_len) <= span.source);
    if !ascends {
        let source = chunk.source_range();
        let inside = units.iter().all(|unit| unit.start >= source.start && unit.end <= source.end);
        return (!inside).then_some("a unit lies outside of what the chunk covers of the source");
    }
    // A unit that was put in, such as a record's title, is nowhere in the source, and the chunk begins with the next that is.
    let source = chunk.source_range();
    let is_there = |unit: &&Range<usize>| unit.start < unit.end || source.is_empty();
    if units.iter().find(is_there).map(|unit| unit.start) != Some(source.start) {
        return Some("the first unit does not begin where the chunk does");
    }
    if units.iter().rfind(is_there).map(|unit| unit.end) != Some(source.end) {
        return Some("the last unit does not end where the chunk does");
    }
    if units[chunk.carried()].start != chunk.own_start() {
        return Some("the first unit of its own is not where it says");
    }
    None
}

/// A window of tokens is no longer than it is to be, but for one cluster that is.
fn window_fault(
    chunk: &Chunk<'_>,
    settings: &Settings,
    counter: &dyn Counter,
) -> Result<Option<String>, String> {
    let tiling = &settings.tiling;
    let (Strategy::TokenWindow | Strategy::Recursive, Some(window)) = (tiling.strategy, tiling.window) else {
        return Ok(None);
    };
    let tokens = counter.count(chunk.text()).map_err(|error| error.to_string())?;
    let is_long = tokens > window && chunk.text().graphemes(true).count() > 1;
    Ok(is_long.then(|| format!("{tokens} tokens of text are more than a window of {window}")))
}

fn carry_fault(before: &Chunk<'_>, chunk: &Chunk<'_>, settings: &Settings) -> Option<&'static str> {
    let (one, two) = (before.text_range(), chunk.text_range());
    if two.start <= one.start || two.end <= one.end {
        return Some("it does not lie after the chunk before it");
    }
    let starts = |chunk: &Chunk<'_>| -> Vec<usize> { chunk.units().map(|unit| unit.start).collect() };
    let (former, latter) = (starts(before), starts(chunk));
    let carried = chunk.carried();
    if carried >= former.len() {
        return Some("the whole chunk before is carried");
    }
    if former[former.len() - carried..] != latter[..carried] {
        return Some("what it carries is not the last units of the chunk before");
    }
    if carried == 0 && two.start < one.end {
        return Some("it shares text with the chunk before and says that nothing is carried");
    }
    if settings.tiling.strategy != Strategy::Units {
        let is_none = settings.tiling.window_overlap.is_none();
        if is_none && chunk.asked() > 0 {
            return Some("it repeats something, or is said to have to, and windows have no overlap");
        }
        // Over a record's edge nothing is asked for; a share may come to nothing.
        let is_asked = matches!(settings.tiling.window_overlap, WindowOverlap::Count(1..));
        let silent = is_asked && chunk.asked() == 0 && settings.units.kind != UnitKind::Record;
        return silent.then_some("it repeats nothing and does not say so");
    }
    let fixed = |carry: Carry| if let Carry::Units(count) = carry { Some(count as usize) } else { None };
    let overlap = &settings.units.overlap;
    let wanted = fixed(overlap.default).filter(|_| overlap.by_language.is_empty())?;
    if carried > wanted || chunk.asked() > wanted {
        return Some("it carries more than the policy asks for");
    }
    if carried == wanted && chunk.flags().contains(Flag::CarryReduced) {
        return Some("it carries what the policy asks for and says that it does not");
    }
    // Over a section, a record or a piece of a unit nothing is asked for.
    let same_place = before.parent().id() == chunk.parent().id() && settings.units.kind != UnitKind::Record;
    let whole = !before.flags().contains(Flag::ForcedSplit);
    let silent = carried < wanted && !chunk.flags().contains(Flag::CarryReduced);
    (silent && same_place && whole && chunk.content_type() == "text/plain")
        .then_some("it carries too little and does not say so")
}

/// The first byte of the source that is not blank, that no chunk of a projection stands for, and that was not skipped.
fn unaccounted(document: &Document, chunks: &Chunks) -> Option<usize> {
    if chunks.map().is_identity() {
        return None;
    }
    let mut known: Vec<Range<usize>> = chunks.skipped().iter().map(|skip| skip.range.clone()).collect();
    let to_source = |span: &Span| span.source..span.source + span.source_len;
    known
        .extend(chunks.iter().flat_map(|chunk| chunk.map().map(|span| to_source(&span)).collect::<Vec<_>>()));
    // An escape may stand for white space, which need not be in a chunk.
    let stands_for_blank =
        |span: &&Span| chunks.text()[span.text..span.text + span.text_len].chars().all(is_blank);
    known.extend(chunks.map().spans().iter().filter(stands_for_blank).map(to_source));
    known.sort_by_key(|range| (range.start, range.end));
    let mut to = 0;
    let end = document.text().len();
    for range in known.into_iter().chain(std::iter::once(end..end)) {
        let gap = document.text().get(to..range.start).unwrap_or_default();
        if let Some((at, _)) = gap.char_indices().find(|(_, c)| !is_blank(*c)) {
            return Some(to + at);
        }
        to = to.max(range.end);
    }
    None
}

/// The first byte that is not blank, in no chunk, and not skipped.
fn uncovered(document: &Document, chunks: &Chunks) -> Option<usize> {
    // What a projection skips is not in its text.
    let is_source = chunks.text() == document.text();
    let is_skipped = |at: usize| is_source && chunks.skipped().iter().any(|skip| skip.range.contains(&at));
    let mut covered = 0;
    let end = chunks.text().len();
    for range in chunks.iter().map(|chunk| chunk.text_range()).chain(std::iter::once(end..end)) {
        let gap = chunks.text().get(covered..range.start).unwrap_or_default();
        let lost = gap.char_indices().find(|(at, c)| !is_blank(*c) && !is_skipped(covered + at));
        if let Some((at, _)) = lost {
            return Some(covered + at);
        }
        covered = covered.max(range.end);
    }
    None
}

fn cluster_borders(text: &str) -> std::collections::BTreeSet<usize> {
    text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect()
}
