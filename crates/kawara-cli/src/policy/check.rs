//! `kawara policy check`

use std::path::{Path, PathBuf};

use kawara::policy::{Loader, Mistake, Policy, Severity, printable};
use kawara::run::RunOptions;
use kawara::survey::{Fit, Fitted, Watch, fit};
use kawara::{Engine, Flag, PolicyTree};
use serde_json::{Value, json};

use super::opened::opened;
use super::{DEFAULT, Pen, from_here, place, print};
use crate::End;
use crate::args::CheckArguments;
use crate::commands::registry;
use crate::console::Console;
use crate::inputs::loader;
use crate::paths::{Place, encoding, find};
use crate::table::Table;

pub(super) fn check(arguments: &CheckArguments, console: &Console) -> Result<(), End> {
    let registry = registry(&arguments.reading.commands)?;
    let loader = loader(&arguments.reading.tokenizers, arguments.reading.base_policy.as_deref(), &registry);
    let words = policies(&arguments.paths, arguments.corpus.as_deref())?;
    let mut findings = Findings::default();
    let engine = Engine::new(registry, Policy::default());
    for word in &words {
        match loader.open(word) {
            Ok(policy) => {
                let remarks = policy.warnings().iter().chain(policy.notes());
                remarks.for_each(|remark| findings.add(remark.clone()));
                opened(&engine, &policy, word).into_iter().for_each(|mistake| findings.add(mistake));
            }
            Err(mistakes) => {
                findings.more += mistakes.more();
                mistakes.iter().for_each(|mistake| findings.add(mistake.clone()));
            }
        }
    }
    let corpus = match &arguments.corpus {
        // What is refused cannot be measured.
        Some(corpus) if findings.count(Severity::Error) == 0 => {
            let measured = measure(corpus, &words, arguments, &loader, console)?;
            measured.fit.findings().into_iter().for_each(|finding| findings.add(finding));
            Some(measured)
        }
        _ => None,
    };
    let has_failures = corpus.as_ref().is_some_and(|measured| measured.has_failures);
    let fit = corpus.map(|measured| measured.fit);
    if arguments.json {
        print(&lines(&findings, fit.as_ref(), words.len()))?;
    } else {
        let pen = Pen::of_output();
        let shown =
            findings.all.iter().filter(|mistake| mistake.severity != Severity::Note || console.notes());
        let mut text = pen.mistakes(shown);
        if findings.more > 0 {
            text += &format!("\nand {} more\n", findings.more);
        }
        if let Some(fit) = &fit {
            if !text.is_empty() {
                text.push('\n');
            }
            text += &table(fit).to_string();
        }
        print(&text)?;
        console.summary(findings.summary(words.len()));
    }
    if let Some(base) = &arguments.reading.base_policy
        && std::env::var("KAWARA_BASE_POLICY").is_ok_and(|value| value == *base)
        && findings.all.iter().any(|mistake| speaks_of(mistake, base))
    {
        console.note("the environment variable KAWARA_BASE_POLICY says so");
    }
    if findings.count(Severity::Error) > 0 || has_failures { Err(End::SomeFailed) } else { Ok(()) }
}

/// What is to be checked: names of files, or of built-in policies.
fn policies(paths: &[PathBuf], corpus: Option<&Path>) -> Result<Vec<String>, End> {
    if let Some(corpus) = corpus {
        corpus.metadata().map_err(|error| End::Usage(format!("{}: {error}", corpus.display())))?;
    }
    if paths.is_empty() {
        if let Some(corpus) = corpus {
            return Ok(policies_of(corpus));
        }
        return match Policy::discover(".") {
            Some(file) => Ok(vec![from_here(&file.to_string_lossy())]),
            None => Err(End::Usage(
                "there is no kawara.toml here or in a directory above; name a policy, or write one with `kawara policy init`".into(),
            )),
        };
    }
    let mut words = Vec::new();
    for path in paths {
        if !path.is_dir() {
            words.push(path.to_string_lossy().into_owned());
            continue;
        }
        let mut below = kawara::input::policies_below(path);
        if below.is_empty() {
            below.extend(Policy::discover(path));
        }
        if below.is_empty() {
            let message =
                format!("{}: there is no kawara.toml in, below or above this directory", path.display());
            return Err(End::Usage(message));
        }
        words.extend(below.iter().map(|file| from_here(&file.to_string_lossy())));
    }
    words.dedup();
    Ok(words)
}

/// The policies of the documents in a corpus: each of them has the nearest, or else what holds where there is none.
fn policies_of(corpus: &Path) -> Vec<String> {
    let mut files = kawara::input::policies_below(corpus);
    let directory = if corpus.is_dir() { Some(corpus) } else { corpus.parent() };
    let directory = directory.filter(|directory| !directory.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !directory.join("kawara.toml").is_file() {
        files.splice(0..0, Policy::discover(directory));
    }
    match files.is_empty() {
        true => vec![DEFAULT.to_owned()],
        false => files.iter().map(|file| from_here(&file.to_string_lossy())).collect(),
    }
}

/// How policies fit a corpus.
struct Measured {
    fit: Fit,
    /// Whether anything of the corpus is not in the figures.
    has_failures: bool,
}

fn measure(
    corpus: &Path,
    words: &[String],
    arguments: &CheckArguments,
    loader: &Loader<'_>,
    console: &Console,
) -> Result<Measured, End> {
    let usage = |error: kawara::Error| End::Usage(error.to_string());
    let registry = registry(&arguments.reading.commands)?;
    let (name, policies) = match (words, arguments.paths.as_slice()) {
        ([word], [path]) if !path.is_dir() => {
            (word.as_str(), loader.open(word).and_then(|policy| PolicyTree::fixed(policy, Vec::new())))
        }
        _ => (DEFAULT, loader.open(DEFAULT).and_then(|policy| PolicyTree::nearest(policy, Vec::new()))),
    };
    let watch = Watch::new(policies.map_err(|mistakes| super::refused(&mistakes))?).called(name);
    let found = find(&[corpus.to_path_buf()], &[], &registry)?;
    found.notes.iter().for_each(|note| console.note(note));
    let (mut files, mut has_failures) = (Vec::new(), false);
    for place in found.places {
        match place {
            Place::File(path, bytes) => files.push((path, bytes)),
            Place::Broken(failure) => {
                console.error(failure);
                has_failures = true;
            }
            Place::Stdin => {}
        }
    }
    if files.is_empty() {
        console.error(format_args!(
            "{}: no document was measured, since none is there",
            printable(&corpus.to_string_lossy())
        ));
        has_failures = true;
    }
    let mut options =
        RunOptions { encoding: encoding(&arguments.reading.encoding)?, ..RunOptions::default() };
    options.threads = arguments.jobs.threads();
    let fit = fit(registry, &watch, files, options).map_err(usage)?;
    fit.failures.iter().for_each(|failure| console.error(failure));
    has_failures |= !fit.failures.is_empty();
    Ok(Measured { fit, has_failures })
}

/// What was found, each once.
#[derive(Default)]
struct Findings {
    all: Vec<Mistake>,
    more: usize,
}

impl Findings {
    /// Policies that extend one another have the same mistakes.
    fn add(&mut self, mistake: Mistake) {
        let text = mistake.to_string();
        if !self.all.iter().any(|known| known.to_string() == text) {
            self.all.push(mistake);
        }
    }

    fn count(&self, severity: Severity) -> usize {
        self.all.iter().filter(|mistake| mistake.severity == severity).count()
    }

    fn summary(&self, policies: usize) -> String {
        let plural =
            |count: usize, one: &str, many: &str| format!("{count} {}", if count == 1 { one } else { many });
        let checked = plural(policies, "policy", "policies");
        let counts = [
            (self.count(Severity::Error) + self.more, "mistake", "mistakes"),
            (self.count(Severity::Warning), "warning", "warnings"),
            (self.count(Severity::Note), "note", "notes"),
        ];
        let told: Vec<_> = counts
            .iter()
            .filter(|(count, ..)| *count > 0)
            .map(|(count, one, many)| plural(*count, one, many))
            .collect();
        if told.is_empty() {
            format!("{checked}, no mistakes")
        } else {
            format!("{checked}, {}", told.join(", "))
        }
    }
}

/// Whether a policy is refused for what a file says, or for the file.
fn speaks_of(mistake: &Mistake, file: &str) -> bool {
    mistake.severity == Severity::Error && (mistake.place.file() == file || mistake.message.contains(file))
}

/// One line for each group of documents.
fn table(fit: &Fit) -> Table {
    let mut table = Table::new("policy, [[match]]");
    table.group("", vec!["documents", "chunks"]);
    table.group("tokens", vec!["median", "p90", "most", "of"]);
    table.group("cuts with carry", vec!["all", "reduced"]);
    let raised: Vec<_> =
        (0..Flag::ALL.len()).filter(|nth| fit.groups.iter().any(|fitted| fitted.flags[*nth] > 0)).collect();
    if !raised.is_empty() {
        table.group("flags", raised.iter().map(|nth| Flag::ALL[*nth].as_str()).collect());
    }
    for fitted in &fit.groups {
        let Fitted { group, tokens, carried, .. } = fitted;
        let share = if carried.count() == 0 { 0 } else { fitted.reduced * 100 / carried.count() };
        let figures = [fitted.documents.to_string(), tokens.count().to_string()].into_iter();
        let figures =
            figures.chain([tokens.median(), tokens.percentile(90), tokens.most()].map(|n| n.to_string()));
        let figures =
            figures.chain([group.settings.budget.max_tokens.to_string(), carried.count().to_string()]);
        let figures = figures
            .chain([format!("{share} %")])
            .chain(raised.iter().map(|nth| fitted.flags[*nth].to_string()));
        let name = format!("{} {}", from_here(&group.name), group.matches_shown());
        table.row(name.trim_end(), figures);
    }
    table
}

/// Everything as JSON lines.
fn lines(findings: &Findings, fit: Option<&Fit>, policies: usize) -> String {
    let mut out: String = findings.all.iter().map(|mistake| format!("{}\n", as_json(mistake))).collect();
    for fitted in fit.iter().flat_map(|fit| &fit.groups) {
        out += &format!("{}\n", json!({ "group": group(fitted) }));
    }
    let total = json!({ "total": {
        "policies": policies,
        "errors": findings.count(Severity::Error) + findings.more,
        "warnings": findings.count(Severity::Warning),
        "notes": findings.count(Severity::Note),
    } });
    out + &format!("{total}\n")
}

fn as_json(mistake: &Mistake) -> Value {
    let also: Vec<_> = mistake
        .also
        .iter()
        .map(|label| {
            let mut at = place(&label.place);
            at["label"] = json!(label.text);
            at
        })
        .collect();
    let mut all = place(&mistake.place);
    all["severity"] = json!(mistake.severity.as_str());
    all["code"] = json!(mistake.code);
    all["message"] = json!(mistake.message);
    all["label"] = json!(mistake.label);
    all["also"] = json!(also);
    all["help"] = json!(mistake.help);
    all
}

fn group(fitted: &Fitted) -> Value {
    let Fitted { group, tokens, carried, .. } = fitted;
    let flags: serde_json::Map<_, _> = Flag::ALL
        .iter()
        .zip(fitted.flags)
        .map(|(flag, count)| (flag.as_str().to_owned(), json!(count)))
        .collect();
    json!({
        "policy": group.name,
        "matches": group.matches.iter().map(|at| json!({ "file": at.file(), "line": at.line() })).collect::<Vec<_>>(),
        "documents": fitted.documents,
        "chunks": tokens.count(),
        "tokens": { "median": tokens.median(), "p90": tokens.percentile(90), "most": tokens.most(), "max": group.settings.budget.max_tokens },
        "boundaries": carried.count(),
        "reduced": fitted.reduced,
        "carried": carried.iter().map(|(units, count)| (units.to_string(), json!(count))).collect::<serde_json::Map<_, _>>(),
        "flags": flags,
    })
}
