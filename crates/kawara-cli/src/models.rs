//! `kawara models`

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use kawara::policy::models::{self, CountedBy, Model};
use kawara::policy::{Policy, Tokenizers};
use serde_json::{Value, json};

use crate::End;
use crate::args::{ModelArguments, TokenizerArguments};
use crate::inputs::tokenizers;
use crate::stdout;
use crate::width::width;

/// Characters of a prefix that the table shows.
const SHOWN: usize = 12;

pub(crate) fn models(arguments: &ModelArguments) -> Result<(), End> {
    let named = arguments.names.iter().map(|name| named(name)).collect::<Result<Vec<_>, _>>()?;
    let chosen = if named.is_empty() { models::models().iter().collect() } else { named };
    let all = folders(&arguments.tokenizers);
    let mut to = BufWriter::new(io::stdout());
    let written = match (arguments.json, arguments.names.is_empty()) {
        (true, _) => chosen.iter().try_for_each(|model| writeln!(to, "{}", as_json(model, &all))),
        (false, true) => table(&chosen, &all, &mut to),
        (false, false) => chosen.iter().try_for_each(|model| record(model, &all, &mut to)),
    };
    stdout::written(written.and_then(|()| to.flush()))
}

/// The model with a name.
///
/// # Errors
/// What it could be called, when no model is called so.
pub(crate) fn named(name: &str) -> Result<&'static Model, End> {
    models::model(name).ok_or_else(|| {
        let near = models::suggest(name).map(|known| format!("; did you mean `{known}`?"));
        let hint = near.or_else(|| containing(name)).unwrap_or_default();
        let name = name.escape_debug();
        End::Usage(format!(
            "no model is called `{name}`{hint}\nwithout a name, `kawara models` lists all that are known"
        ))
    })
}

/// Names that have a word in them.
fn containing(word: &str) -> Option<String> {
    let word = word.to_lowercase();
    let names: Vec<_> =
        models::models().iter().map(Model::name).filter(|name| name.to_lowercase().contains(&word)).collect();
    (word.len() > 1 && !names.is_empty()).then(|| format!("; there are {}", names.join(", ")))
}

/// Where a policy of this directory would look.
pub(crate) fn folders(arguments: &TokenizerArguments) -> Tokenizers {
    let here = Policy::discover(".").and_then(|file| Some(file.parent()?.to_owned())).unwrap_or_default();
    let all = Tokenizers::none().with_folder(here.join("tokenizers"));
    tokenizers(arguments).folders().fold(all, |all, folder| all.with_folder(folder))
}

fn table(chosen: &[&Model], all: &Tokenizers, to: &mut impl Write) -> io::Result<()> {
    let head = ["MODEL", "LIMIT", "OVER IT", "PASSAGE, QUERY", "CHECKED", "COUNTED BY"].map(str::to_owned);
    let rows: Vec<_> = std::iter::once(head).chain(chosen.iter().map(|model| row(model, all))).collect();
    let widths: Vec<_> =
        (0..5).map(|column| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0)).collect();
    for row in &rows {
        let mut line = String::new();
        for (column, (cell, most)) in row.iter().zip(&widths).enumerate() {
            let gap = " ".repeat(most.saturating_sub(width(cell)));
            // Numbers stand at the right.
            line += &if column == 1 { format!("{gap}{cell}  ") } else { format!("{cell}{gap}  ") };
        }
        writeln!(to, "{line}{}", row[5])?;
    }
    writeln!(
        to,
        "\nLIMIT: tokens of one input, special tokens and prefix included. OVER IT: an error, or a cut without a word.\n\
         PASSAGE, QUERY: what stands before a text; in brackets where the service puts it there.\n\
         CHECKED: on the model's tokenizer, on one with the same vocabulary, or not: then the figures are only what the sources say.\n\
         `kawara models NAME` tells the rest, with sources. Looked for tokenizer files in: {}",
        shown_folders(all)
    )
}

fn row(model: &Model, all: &Tokenizers) -> [String; 6] {
    let unknown = || "?".to_owned();
    let limit = model.limit().map_or_else(unknown, |limit| limit.to_string());
    let over = model.over().map_or_else(unknown, |over| over.as_str().to_owned());
    let checked = model.verified().and_then(|what| what.split(':').next()).unwrap_or("no");
    [model.name().to_owned(), limit, over, prefixes(model), checked.to_owned(), counted_by(model, all)]
}

fn prefixes(model: &Model) -> String {
    let shown = |prefix: Option<&str>| match prefix {
        None => "-".to_owned(),
        Some(prefix) if prefix.chars().count() > SHOWN => {
            format!("{:?}", prefix.chars().take(SHOWN - 1).collect::<String>() + "…")
        }
        Some(prefix) => format!("{prefix:?}"),
    };
    let both = match (model.passage_prefix(), model.query_prefix()) {
        (None, None) => "-".to_owned(),
        (passage, query) => format!("{}, {}", shown(passage), shown(query)),
    };
    if model.prefix_by() == models::PrefixBy::Service { format!("({both})") } else { both }
}

fn counted_by(model: &Model, all: &Tokenizers) -> String {
    match (model.counted_by(), found(model, all)) {
        (CountedBy::Counter(counter), _) => counter.clone(),
        (CountedBy::File, Some(file)) => format!("hf:{}", file.display()),
        (CountedBy::File, None) => {
            format!("not found: tokenizer.json of {}", model.repo().unwrap_or_default())
        }
        _ => "nothing".to_owned(),
    }
}

fn found(model: &Model, all: &Tokenizers) -> Option<PathBuf> {
    if *model.counted_by() == CountedBy::File { all.find(model) } else { None }
}

fn shown_folders(all: &Tokenizers) -> String {
    all.folders().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ")
}

fn record(model: &Model, all: &Tokenizers, to: &mut impl Write) -> io::Result<()> {
    writeln!(to, "{}", model.name())?;
    let mut line = |key: &str, value: &str| writeln!(to, "  {key:<12}{value}");
    for alias in model.aliases() {
        line("also", alias)?;
    }
    match model.counted_by() {
        CountedBy::Counter(counter) => line("counted by", counter)?,
        CountedBy::File => {
            let repo = model.repo().unwrap_or_default();
            line("counted by", &format!("tokenizer.json of https://huggingface.co/{repo}"))?;
            let missing = || format!("no: looked in {}", shown_folders(all));
            line("found", &found(model, all).map_or_else(missing, |file| file.display().to_string()))?;
        }
        _ => line("counted by", "nothing that can be had as a file")?,
    }
    if let Some(limit) = model.limit() {
        line("limit", &format!("{limit} tokens, special tokens and prefix included"))?;
    }
    if let Some(over) = model.over() {
        line("over it", over.as_str())?;
    }
    for (key, prefix) in [("passages", model.passage_prefix()), ("queries", model.query_prefix())] {
        if let Some(prefix) = prefix {
            line(key, &format!("{prefix:?}, put before each by the {}", model.prefix_by().as_str()))?;
        }
    }
    if let Some(dimensions) = model.dimensions() {
        line("dimensions", &dimensions.to_string())?;
    }
    line("checked", model.verified().unwrap_or("no: the figures are what the sources say"))?;
    if let Some(note) = model.note() {
        line("note", note)?;
    }
    model.sources().try_for_each(|source| line("source", source))
}

fn as_json(model: &Model, all: &Tokenizers) -> Value {
    let counter = match model.counted_by() {
        CountedBy::Counter(counter) => Some(counter.clone()),
        _ => found(model, all).map(|file| format!("hf:{}", file.display())),
    };
    json!({
        "name": model.name(),
        "aliases": model.aliases().collect::<Vec<_>>(),
        "counter": counter,
        "needs_file": *model.counted_by() == CountedBy::File,
        "repo": model.repo(),
        "limit": model.limit(),
        "over": model.over().map(models::OverLimit::as_str),
        "passage_prefix": model.passage_prefix(),
        "query_prefix": model.query_prefix(),
        "prefix_by": model.prefix_by().as_str(),
        "dimensions": model.dimensions(),
        "verified": model.verified(),
        "note": model.note(),
        "sources": model.sources().collect::<Vec<_>>(),
    })
}
