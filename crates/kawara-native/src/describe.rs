//! From what a library says of itself to a [`Pack`] like those that are linked.

use kawara_abi::{Row, Table};
use kawara_core::{CounterEntry, ErrorKind, Grain, OptionKind, OptionSpec, Pack, Result, SegmenterEntry};

use crate::answer::{Asked, Call};
use crate::counter::HostedCounter;
use crate::file::LibraryFile;
use crate::segmenter::HostedSegmenter;
use crate::texts::{list, name, prose, word};

/// The most segmenters, counters or options of one pack.
const MOST_ROWS: usize = 1 << 10;

/// The grains and their bits.
pub(crate) const GRAINS: [(Grain, u32); 3] = [
    (Grain::Sentence, kawara_abi::SENTENCE),
    (Grain::Clause, kawara_abi::CLAUSE),
    (Grain::Word, kawara_abi::WORD),
];

/// Checks a description and keeps it for ever.
pub(crate) fn pack(raw: &kawara_abi::Pack, file: &LibraryFile<'_>) -> Result<&'static Pack> {
    let name = name(raw.name, "the name of the pack").map_err(|what| file.refused(what))?;
    let made = describe(raw, name).map_err(|what| file.refused(what).in_pack(name))?;
    Ok(Box::leak(Box::new(made.loaded_from(file.digest.clone().leak()))))
}

fn describe(raw: &kawara_abi::Pack, name: &'static str) -> Result<Pack, String> {
    let mut pack = Pack::new(name, word(raw.version, "the version of the pack")?);
    if let Some(notice) = prose(raw.notice, "the notice of the pack")? {
        pack = pack.notice(notice);
    }
    let segmenters = rows(raw.segmenters, "the table of segmenters")?
        .into_iter()
        .enumerate()
        .map(|(nth, raw)| segmenter(raw, name, nth + 1))
        .collect::<Result<Vec<_>, _>>()?;
    let counters = rows(raw.counters, "the table of counters")?
        .into_iter()
        .enumerate()
        .map(|(nth, raw)| counter(raw, name, nth + 1))
        .collect::<Result<Vec<_>, _>>()?;
    if segmenters.is_empty() && counters.is_empty() {
        return Err("the pack offers neither a segmenter nor a counter".to_owned());
    }
    once("segmenter", segmenters.iter().map(SegmenterEntry::id))?;
    once("language", segmenters.iter().flat_map(|entry| entry.languages().iter().copied()))?;
    once("counter", counters.iter().map(CounterEntry::scheme))?;
    Ok(pack.segmenters(segmenters.leak()).counters(counters.leak()))
}

fn rows<T: Row>(table: Table, what: &str) -> Result<Vec<T>, String> {
    if table.len > MOST_ROWS && !table.ptr.is_null() {
        return Err(format!("{what} has {} entries, and may have {MOST_ROWS}", table.len));
    }
    // SAFETY: what a pack says is there has to be; null pointers and sizes that cannot be are refused.
    unsafe { table.read() }.map_err(|fault| format!("{what} {fault}"))
}

fn once<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Result<(), String> {
    let mut names: Vec<_> = names.collect();
    names.sort_unstable();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some([twice, ..]) => Err(format!("the {what} `{twice}` is offered twice")),
        _ => Ok(()),
    }
}

fn segmenter(raw: kawara_abi::Segmenter, pack: &'static str, nth: usize) -> Result<SegmenterEntry, String> {
    let id = name(raw.id, &format!("the id of segmenter {nth}"))?;
    let asked = Asked { pack, what: "segmenter", name: id };
    let of = format!("of the segmenter `{id}`");
    let languages = list(raw.languages, &format!("the languages {of}"), language)?;
    if languages.is_empty() {
        return Err(format!("the languages {of} are none, so nothing is ever routed to it"));
    }
    let known = GRAINS.iter().fold(0, |sum, (_, bit)| sum | bit);
    if raw.grains == 0 || raw.grains & !known != 0 {
        return Err(format!(
            "the grains {of} are {:#x}: a sum of KAWARA_WORD, KAWARA_CLAUSE and KAWARA_SENTENCE",
            raw.grains
        ));
    }
    let grains = GRAINS.iter().filter(|(_, bit)| raw.grains & bit != 0).map(|(grain, _)| *grain).collect();
    let specs = specs(raw.options, &of)?;
    let note = prose(raw.note, &format!("the note {of}"))?;
    required(raw.open, "open", asked)?;
    required(raw.worker, "worker", asked)?;
    required(raw.cuts, "cuts", asked)?;
    let host: &HostedSegmenter = Box::leak(Box::new(HostedSegmenter { asked, raw, specs }));
    let mut entry = SegmenterEntry::hosted(id, languages, host).grains(Vec::leak(grains)).options(specs);
    if let Some(note) = note {
        entry = entry.note(note);
    }
    Ok(entry)
}

/// A primary language subtag.
fn language(raw: kawara_abi::Str, what: &str) -> Result<&'static str, String> {
    let tag = word(raw, what)?;
    let is_primary =
        |tag: &str| (2..=8).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_lowercase());
    if is_primary(tag) {
        return Ok(tag);
    }
    let primary = tag.split(['-', '_']).next().unwrap_or_default().to_lowercase();
    let hint = if is_primary(&primary) { format!(": write `{primary}`") } else { String::new() };
    Err(format!("{what} `{tag}`, is no primary language subtag (BCP 47), such as `ko`{hint}"))
}

fn counter(raw: kawara_abi::Counter, pack: &'static str, nth: usize) -> Result<CounterEntry, String> {
    let scheme = name(raw.scheme, &format!("the scheme of counter {nth}"))?;
    let asked = Asked { pack, what: "counter", name: scheme };
    let of = format!("of the counter `{scheme}`");
    let names = list(raw.names, &format!("the names {of}"), word)?;
    let specs = specs(raw.options, &of)?;
    required(raw.open, "open", asked)?;
    required(raw.id, "id", asked)?;
    required(raw.count, "count", asked)?;
    let index = [
        ("index", raw.index.is_some()),
        ("close_index", raw.close_index.is_some()),
        ("before", raw.before.is_some()),
        ("exact", raw.exact.is_some()),
    ];
    if index.iter().any(|(_, is_there)| *is_there)
        && let Some((missing, _)) = index.iter().find(|(_, is_there)| !is_there)
    {
        return Err(format!(
            "the function `{missing}` {of} is null: give `index`, `close_index`, `before` and `exact`, or none of them"
        ));
    }
    let host: &HostedCounter = Box::leak(Box::new(HostedCounter { asked, raw, specs }));
    Ok(CounterEntry::hosted(scheme, host).names(names).options(specs))
}

fn specs(raw: Table, of: &str) -> Result<&'static [OptionSpec], String> {
    let mut specs = Vec::new();
    for (nth, raw) in
        rows::<kawara_abi::OptionSpec>(raw, &format!("the table of options {of}"))?.iter().enumerate()
    {
        let key = name(raw.name, &format!("the name of option {} {of}", nth + 1))?;
        let is_word = |word: &str| {
            !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        };
        if !key.split('-').all(is_word) {
            return Err(format!(
                "the option `{key}` {of} is not named like a policy key: lower-case words joined by `-`"
            ));
        }
        let of = format!("of the option `{key}` {of}");
        let Some(doc) = prose(raw.doc, &format!("the doc {of}"))? else {
            return Err(format!("the doc {of} is empty: `kawara packs` prints it"));
        };
        specs.push(OptionSpec::new(key, kind(raw, &of)?, doc));
    }
    once(&format!("option {of},"), specs.iter().map(OptionSpec::name))?;
    Ok(specs.leak())
}

fn kind(raw: &kawara_abi::OptionSpec, of: &str) -> Result<OptionKind, String> {
    Ok(match raw.kind {
        kawara_abi::OPTION_BOOL => OptionKind::Bool,
        kawara_abi::OPTION_INT => OptionKind::Int,
        kawara_abi::OPTION_STR => OptionKind::Str,
        kawara_abi::OPTION_LIST => OptionKind::List,
        kawara_abi::OPTION_PATH => OptionKind::Path,
        kawara_abi::OPTION_CHOICE => {
            let words = list(raw.choices, &format!("the choices {of}"), word)?;
            if words.is_empty() {
                return Err(format!("the choices {of} are none"));
            }
            OptionKind::Choice(words)
        }
        other => return Err(format!("the kind {of} is {other}: use one of KAWARA_OPTION_…")),
    })
}

fn required<F>(function: Option<F>, name: &'static str, asked: Asked) -> Result<(), String> {
    let call = Call::new(ErrorKind::Open, name);
    asked.function(function, call).map(drop).map_err(|error| error.message().to_owned())
}
