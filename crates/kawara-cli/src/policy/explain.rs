//! `kawara policy explain`

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use anstream::{AutoStream, ColorChoice};
use kawara::input::{Encoding, Input};
use kawara::policy::{Explained, printable};
use kawara::survey::{Group, ReadAs, Watch};
use kawara::{Carry, Chunks, Document, Engine, Flag, PolicyTree, Profile};
use serde_json::{Value, json};

use super::{DEFAULT, from_here, print};
use crate::End;
use crate::args::ExplainArguments;
use crate::commands::registry;
use crate::inputs::{fixed, loader};
use crate::paths::encoding;
use crate::width::width;

/// Columns of a value that are shown in the table; a longer one moves what follows.
const VALUE: usize = 40;

pub(super) fn explain(arguments: &ExplainArguments) -> Result<(), End> {
    let registry = registry(&arguments.reading.commands)?;
    let encoding = encoding(&arguments.reading.encoding)?;
    let loader = loader(&arguments.reading.tokenizers, arguments.reading.base_policy.as_deref(), &registry);
    let changes = arguments.changes.clone();
    let name = arguments.policy.as_deref().unwrap_or(DEFAULT);
    let policies = match &arguments.policy {
        Some(word) => fixed(word, loader, changes)?,
        None => {
            let policies = loader.open(DEFAULT).and_then(|policy| PolicyTree::nearest(policy, changes));
            policies.map_err(|mistakes| super::refused(&mistakes))?
        }
    };
    let watch = Watch::new(policies).called(name);
    let engine = Engine::new(registry, watch.clone());
    let is_coloured = AutoStream::choice(&std::io::stdout()) != ColorChoice::Never;
    for (nth, path) in arguments.paths.iter().enumerate() {
        let told = Told::of(path, encoding, &engine, &watch)?;
        if arguments.json {
            print(&format!("{}\n", told.as_json()))?;
        } else {
            print(&format!("{}{}", if nth == 0 { "" } else { "\n" }, told.shown(is_coloured)))?;
        }
    }
    Ok(())
}

/// What is told of a document.
struct Told {
    path: String,
    exists: bool,
    group: Group,
    read: Option<ReadAs>,
    overlaps: Vec<Became>,
}

/// What an overlap became on a document.
struct Became {
    key: String,
    value: String,
    /// How many tokens it is at most, where it is said in tokens or per cent.
    tokens: Option<u32>,
    /// Cuts by how many units are carried over them, where any are asked for.
    units: BTreeMap<usize, usize>,
    /// Cuts at which a section or a record ends, or a frame of a long document: nothing is asked for there.
    edges: usize,
}

impl Told {
    fn of(path: &Path, encoding: Encoding, engine: &Engine, watch: &Watch) -> Result<Self, End> {
        let name = path.to_string_lossy().into_owned();
        if !path.exists() {
            return Self::by_name(name, engine, watch);
        }
        let input = Input::File { path: path.to_owned(), id: name.clone(), bytes: 0 };
        let failed = End::Usage;
        let document = input.document(encoding).map_err(|failure| failed(failure.to_string()))?;
        // The policy's own mistakes are drawn; the engine would tell them in one line.
        watch.tree().policy_for(path).map_err(|mistakes| super::refused(&mistakes))?;
        let chunks = engine.chunk(&document).map_err(|error| failed(error.to_string()))?;
        let read = watch.read_as(&name);
        let group = read.as_ref().and_then(|read| watch.groups().into_iter().nth(read.group));
        let Some(group) = group else {
            return Err(failed(format!("{name}: it was not read")));
        };
        let languages = languages(engine, &document).map_err(|error| failed(error.to_string()))?;
        let overlaps = overlaps(&group, &chunks, &languages);
        Ok(Self { path: name, exists: true, group, read, overlaps })
    }

    /// What holds for a document of which only the path is known.
    fn by_name(name: String, engine: &Engine, watch: &Watch) -> Result<Self, End> {
        let document = Document::new(name.clone(), "").with_path(name.clone());
        let mut profile = Profile::of(&document);
        if let Some((_, entry)) = engine.registry().reader_of(&document) {
            profile.reader = Some(entry.id());
            profile.content_type = entry.media_types().first().copied();
        }
        let group = watch.by_name(&profile).map_err(|mistakes| super::refused(&mistakes))?;
        let group = group.map_err(|error: kawara::Error| End::Usage(error.to_string()))?;
        Ok(Self { path: name, exists: false, group, read: None, overlaps: Vec::new() })
    }

    fn shown(&self, is_coloured: bool) -> String {
        let (dim, plain) = if is_coloured { ("\u{1b}[2m", "\u{1b}[0m") } else { ("", "") };
        let mut out = format!("{}\n", printable(&self.path));
        let mut line = |key: &str, value: &str| {
            let _ = writeln!(out, "  {key:<10}{value}");
        };
        line("policy", &from_here(&self.group.name));
        match &self.read {
            Some(read) => {
                let how = read.reader.as_deref().unwrap_or("text");
                let kind = read.content_type.as_deref().unwrap_or("plain text");
                line("read as", &printable(&format!("{how} ({kind}), in `{}`", read.language)));
                if !read.fields.is_empty() {
                    let fields: Vec<_> = read.fields.keys().map(String::as_str).collect();
                    line("fields", &printable(&fields.join(", ")));
                }
            }
            None => line(
                "read as",
                "there is no such file: what its language and front matter would change is not known",
            ),
        }
        for place in &self.group.matches {
            line("matches", &format!("[[match]] at {}:{}", from_here(place.file()), place.line()));
        }
        out.push('\n');
        let rows: Vec<_> = self.group.explained.iter().map(row).collect();
        let keys = rows.iter().map(|row| width(&row.0)).max().unwrap_or(0);
        let values = rows.iter().map(|row| width(&row.1)).filter(|wide| *wide <= VALUE).max().unwrap_or(0);
        for (key, value, from, is_default) in rows {
            let (gap, space) = (keys - width(&key), values.saturating_sub(width(&value)));
            let text = format!("  {key}{:gap$}  {value}{:space$}  {from}", "", "");
            let _ = if is_default { writeln!(out, "{dim}{text}{plain}") } else { writeln!(out, "{text}") };
        }
        let used = self.overlaps.iter().filter(|became| became.all() > 0);
        let lines: Vec<_> = used
            .map(|became| format!("  {}\n", became.shown(self.group.settings.budget.max_tokens)))
            .collect();
        if !lines.is_empty() {
            out += &format!("\non this document\n{}", lines.concat());
        }
        out
    }

    fn as_json(&self) -> Value {
        let read = self.read.as_ref();
        let settings: Vec<_> = self.group.explained.iter().map(setting).collect();
        let overlaps: Vec<_> = self.overlaps.iter().map(Became::as_json).collect();
        json!({
            "path": self.path,
            "exists": self.exists,
            "policy": self.group.name,
            "reader": read.and_then(|read| read.reader.as_ref()),
            "content_type": read.and_then(|read| read.content_type.as_ref()),
            "language": read.map(|read| &read.language),
            "fields": read.map(|read| &read.fields),
            "matches": self.group.matches.iter().map(|at| json!({ "file": at.file(), "line": at.line() })).collect::<Vec<_>>(),
            "settings": settings,
            "overlap": overlaps,
        })
    }
}

/// Key, value, where it is from, and whether that is nowhere.
fn row(setting: &Explained) -> (String, String, String, bool) {
    let value = setting.value.clone().unwrap_or_else(|| "-".into());
    let shown = |place: &kawara::policy::Place| format!("{}:{}", from_here(place.file()), place.line());
    let mut from = match (&setting.place, setting.from) {
        (Some(place), Some(key)) => format!("{key} at {}", shown(place)),
        (Some(place), None) => shown(place),
        (None, _) => "default".into(),
    };
    for over in &setting.over {
        let finer = if over.key == setting.key { String::new() } else { format!("{} = ", over.key) };
        from += &format!(", over {finer}{} from {}", over.value, shown(&over.place));
    }
    if let Some(place) = &setting.locked {
        from += &format!(", locked by {}", shown(place));
    }
    let is_default = setting.place.is_none() && setting.locked.is_none();
    (printable(&setting.key), printable(&value), from, is_default)
}

fn setting(setting: &Explained) -> Value {
    let over: Vec<_> = setting
        .over
        .iter()
        .map(|over| json!({ "key": over.key, "value": over.value, "file": over.place.file(), "line": over.place.line() }))
        .collect();
    let at = setting.place.as_ref();
    json!({
        "key": setting.key,
        "value": setting.value,
        "file": at.map(|place| place.file()),
        "line": at.map(|place| place.line()),
        "column": at.map(|place| place.column()),
        "from": setting.from,
        "over": over,
        "locked": setting.locked.as_ref().map(|at| json!({ "file": at.file(), "line": at.line() })),
    })
}

/// Where units end in the source, and their languages.
fn languages(engine: &Engine, document: &Document) -> kawara::Result<Vec<(usize, String)>> {
    let units = engine.worker().units(document, None)?;
    Ok(units.into_iter().map(|unit| (unit.source.end, unit.language)).collect())
}

/// What each overlap that is asked for somewhere became, by the language of the unit before each cut.
fn overlaps(group: &Group, chunks: &Chunks, languages: &[(usize, String)]) -> Vec<Became> {
    let overlap = &group.settings.units.overlap;
    let mut all = vec![Became::of("units.overlap".into(), overlap.default, group)];
    for (language, carry) in &overlap.by_language {
        all.push(Became::of(format!("units.overlap.{language}"), *carry, group));
    }
    for chunk in chunks.iter().skip(1) {
        let before = languages.partition_point(|(end, _)| *end <= chunk.own_start()).checked_sub(1);
        let language =
            before.and_then(|nth| languages.get(nth)).map_or("", |(_, language)| language.as_str());
        let primary = language.split('-').next().unwrap_or_default();
        let nth = [language, primary]
            .iter()
            .find_map(|wanted| overlap.by_language.keys().position(|known| known == wanted))
            .map_or(0, |nth| nth + 1);
        if let Some(became) = all.get_mut(nth) {
            if chunk.carried() == 0 && !chunk.flags().contains(Flag::CarryReduced) {
                became.edges += 1;
            } else {
                *became.units.entry(chunk.carried()).or_default() += 1;
            }
        }
    }
    all
}

impl Became {
    fn of(key: String, carry: Carry, group: &Group) -> Self {
        let max = group.settings.budget.max_tokens;
        let tokens = match carry {
            Carry::Share(share) => Some((f64::from(max) * share).round() as u32),
            Carry::Tokens(tokens) => Some(tokens),
            _ => None,
        };
        let named = group.explained.iter().find(|setting| setting.key == key);
        let value = named.and_then(|setting| setting.value.clone()).unwrap_or_default();
        Self { key, value, tokens, units: BTreeMap::new(), edges: 0 }
    }

    fn all(&self) -> usize {
        self.units.values().sum::<usize>() + self.edges
    }

    /// `units.overlap = { percent = 15 } of 400 = 60 tokens, at 14 boundaries: 1 unit at 12, 0 at 2 where a section or a record ends`
    fn shown(&self, max: u32) -> String {
        let tokens = match self.tokens {
            Some(tokens) if self.value.contains("percent") => format!(" of {max} = {tokens} tokens"),
            _ => String::new(),
        };
        let mut told: Vec<_> = self
            .units
            .iter()
            .rev()
            .map(|(units, cuts)| match units {
                0 => format!("0 at {cuts} where a unit is too long to be repeated, or is code or a table"),
                1 => format!("1 unit at {cuts}"),
                units => format!("{units} units at {cuts}"),
            })
            .collect();
        if self.edges > 0 {
            told.push(format!("0 at {} where a section or a record ends", self.edges));
        }
        format!(
            "{} = {}{tokens}, at {} {}: {}",
            self.key,
            self.value,
            self.all(),
            if self.all() == 1 { "boundary" } else { "boundaries" },
            told.join(", ")
        )
    }

    fn as_json(&self) -> Value {
        let units: serde_json::Map<_, _> =
            self.units.iter().map(|(units, cuts)| (units.to_string(), json!(cuts))).collect();
        json!({
            "key": self.key,
            "value": self.value,
            "tokens": self.tokens,
            "boundaries": self.all(),
            "units": units,
            "edges": self.edges,
        })
    }
}
