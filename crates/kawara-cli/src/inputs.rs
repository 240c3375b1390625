//! From the command line to documents and a policy.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use kawara::bundle::is_bundle;
use kawara::input::{Documents, Encoding, Input};
use kawara::policy::{Loader, Policy, Tokenizers};
use kawara::{Engine, PolicyTree, Registry, Settings};

use crate::End;
use crate::args::{InputArguments, SettingArguments, TokenizerArguments};
use crate::bundle::unbundled;
use crate::console::Console;
use crate::guarded::{places, refuse_input, refuse_policies};
use crate::models::named;
use crate::paths::{Paths, Place, encoding, find, stdin, tell_waiting};
use crate::policy::{Pen, refused};
use crate::source::Source;

/// What a command works on.
pub(crate) struct Work {
    pub(crate) inputs: Box<dyn Iterator<Item = Input> + Send>,
    pub(crate) encoding: Encoding,
    /// Bytes in all, where that is known beforehand.
    pub(crate) bytes: Option<u64>,
    /// What to tell about files that were passed over.
    pub(crate) notes: Vec<String>,
}

/// The policies that the arguments name.
///
/// # Errors
/// All mistakes, as text for the terminal.
pub(crate) fn policies(
    arguments: &InputArguments,
    registry: &Registry,
    more: &[String],
) -> Result<PolicyTree, End> {
    policies_by(arguments, arguments.settings.policy(), registry, more)
}

/// The same with this policy for all documents, or the nearest of each.
///
/// # Errors
/// All mistakes, as text for the terminal.
pub(crate) fn policies_by(
    arguments: &InputArguments,
    word: Option<&str>,
    registry: &Registry,
    more: &[String],
) -> Result<PolicyTree, End> {
    let settings = &arguments.settings;
    let (changes, loader) = (changes(settings, more)?, loader_of(settings, registry));
    match word {
        Some(word) => fixed(word, loader, changes),
        None => {
            let policies = loader.open("kawara:docs").and_then(|policy| PolicyTree::nearest(policy, changes));
            policies.map_err(|mistakes| refused(&mistakes))
        }
    }
}

/// The policy that a word names, for all documents: one that comes with kawara, a file, or a bundle.
///
/// # Errors
/// All mistakes, as text for the terminal.
pub(crate) fn fixed(word: &str, loader: Loader<'_>, changes: Vec<String>) -> Result<PolicyTree, End> {
    if is_bundle(word) {
        return unbundled(word, loader, changes);
    }
    let policies = loader.open(word).and_then(|policy| PolicyTree::fixed(policy, changes));
    policies.map_err(|mistakes| refused(&mistakes))
}

/// What is laid over policies, and `more`.
///
/// # Errors
/// When a model is unknown, or two arguments say what counts.
pub(crate) fn changes(settings: &SettingArguments, more: &[String]) -> Result<Vec<String>, End> {
    settings.models.iter().try_for_each(|name| named(name).map(|_| ()))?;
    let model = (!settings.models.is_empty()).then(|| format!("budget.model={:?}", settings.models));
    let names_counter =
        |change: &&String| change.split('=').next().is_some_and(|key| key.trim() == "budget.counter");
    if let Some(change) = settings.changes.iter().find(names_counter).filter(|_| model.is_some()) {
        let message = format!("`--model` and `--set {change}` both say what counts; leave one of them out");
        return Err(End::Usage(message));
    }
    Ok(settings.changes.iter().chain(&model).chain(more).cloned().collect())
}

/// How the policies are loaded that the arguments name.
pub(crate) fn loader_of(settings: &SettingArguments, registry: &Registry) -> Loader<'static> {
    loader(&settings.tokenizers, settings.base_policy.as_deref(), registry)
}

/// How policies are loaded: with what is known here, over the base policy if there is one.
pub(crate) fn loader(
    folders: &TokenizerArguments,
    base: Option<&str>,
    registry: &Registry,
) -> Loader<'static> {
    let loader = Loader::new().with_tokenizers(tokenizers(folders)).with_known(kawara::known(registry));
    match base.filter(|base| !base.is_empty()) {
        Some(base) => loader.with_base(base),
        None => loader,
    }
}

/// Where tokenizers lie: in the folders that the arguments name, then where the environment says.
pub(crate) fn tokenizers(arguments: &TokenizerArguments) -> Tokenizers {
    let named = arguments.folders.iter().cloned().fold(Tokenizers::none(), Tokenizers::with_folder);
    let environment = kawara::tokenizers::from_environment();
    environment.folders().fold(named, |all, folder| all.with_folder(folder))
}

/// The documents that the arguments name. Policies of files are read now, so that a mistake stops the run before it starts.
///
/// # Errors
/// When nothing is named, an encoding is unknown, or a policy has mistakes.
pub(crate) fn work(
    arguments: &InputArguments,
    mut policies: PolicyTree,
    registry: &Registry,
    outputs: &[&Path],
    console: &Console,
) -> Result<(Work, PolicyTree), End> {
    let encoding = encoding(&arguments.encoding)?;
    tell_waiting(arguments.documents.iter().chain(&arguments.paths), console);
    if let Some(path) = &arguments.documents {
        if !arguments.paths.is_empty() {
            return Err(End::Usage("give either paths or --documents, not both".into()));
        }
        if encoding != Encoding::UTF_8 {
            return Err(End::Usage("documents as JSON lines are UTF-8; --encoding is for files".into()));
        }
        policies = at_home(arguments, policies)?;
        let outputs = places(outputs);
        refuse_policies(&outputs, &policies)?;
        if path != Path::new("-") {
            refuse_input(path, &outputs)?;
        }
        return Ok((documents(path, encoding)?, policies));
    }
    if arguments.paths.is_empty() {
        return Err(End::Usage(
            "no documents are named: name files or directories, or - for standard input".into(),
        ));
    }
    policies = at_home(arguments, policies)?;
    let found = find(&arguments.paths, outputs, registry)?;
    if console.informs() {
        tell_policies(arguments.settings.policy(), &found, console);
    }
    let work = files(found, encoding, &policies)?;
    refuse_policies(&places(outputs), &policies)?;
    Ok((work, policies))
}

/// The policies, with a place for documents that have none of their own.
///
/// # Errors
/// All mistakes of the policy that holds there.
pub(crate) fn at_home(arguments: &InputArguments, policies: PolicyTree) -> Result<PolicyTree, End> {
    let home = match &arguments.documents {
        Some(path) => path.parent().filter(|home| !home.as_os_str().is_empty()).unwrap_or(Path::new(".")),
        // Only what is piped in lies here; a policy of this directory is no business of files elsewhere.
        None if arguments.paths.iter().any(|path| path == Path::new("-")) => Path::new("."),
        None => return Ok(policies),
    };
    policies.with_home(home).map_err(|mistakes| refused(&mistakes))
}

/// An engine whose settings were checked: a wrong counter or option stops the run before it starts.
///
/// # Errors
/// What is wrong with the settings.
pub(crate) fn engine(registry: Registry, policies: PolicyTree, console: &Console) -> Result<Engine, End> {
    engine_of_several(registry, policies, &mut BTreeSet::new(), console)
}

/// The same for one of several policies: what was `said` of another is not said again.
///
/// # Errors
/// What is wrong with the settings.
pub(crate) fn engine_of_several(
    registry: Registry,
    policies: PolicyTree,
    said: &mut BTreeSet<String>,
    console: &Console,
) -> Result<Engine, End> {
    let usage = |error: kawara::Error| End::Usage(format!("{error}"));
    let settings = policies.base_settings().map_err(usage)?;
    let pen = Pen::of_errors();
    if console.warns() {
        let warnings = policies.warnings().into_iter().filter(|warning| said.insert(warning.to_string()));
        warnings.for_each(|warning| console.drawn(&pen.mistake(&warning)));
    }
    if console.informs() {
        policies.notes().iter().for_each(|note| console.drawn(&pen.mistake(note)));
        let counted: BTreeSet<_> = settings.iter().map(|settings| counted(settings)).collect();
        counted.iter().for_each(|counted| console.info(counted));
    }
    if console.informs() {
        for pack in registry.packs() {
            if let Some(digest) = pack.digest() {
                let digest = digest.get(..12).unwrap_or(digest);
                let loaded =
                    format!("pack {} {}, loaded from the library {digest}…", pack.name(), pack.version());
                if said.insert(loaded.clone()) {
                    console.info(loaded);
                }
            }
        }
    }
    let engine = Engine::new(registry, policies.clone());
    policies.check(&engine).map_err(usage)?;
    Ok(engine)
}

fn documents(path: &Path, encoding: Encoding) -> Result<Work, End> {
    let source = Source::open(path, "a file of JSON lines")?;
    let (name, bytes) = (source.name.clone(), source.bytes);
    let inputs = Documents::new(source.lines(), name);
    Ok(Work { inputs: Box::new(inputs), encoding, bytes, notes: Vec::new() })
}

/// Files become documents, each with an id that its policy gives.
fn files(found: Paths, encoding: Encoding, policies: &PolicyTree) -> Result<Work, End> {
    let mut ids = BTreeMap::new();
    let mut inputs = Vec::new();
    let mut bytes = Some(0);
    for place in found.places {
        match place {
            Place::Stdin => {
                inputs.push(stdin());
                bytes = None;
            }
            Place::Broken(failure) => inputs.push(Input::Broken(failure)),
            Place::File(path, length) => {
                let id = policies.id_of(&path).map_err(|mistakes| refused(&mistakes))?;
                if let Some(other) = ids.insert(id.clone(), path.clone()) {
                    let (one, two) = (other.display(), path.display());
                    let remedy = "put a kawara.toml above both, so that ids tell them apart";
                    return Err(End::Usage(format!(
                        "{one} and {two} would both be the document `{id}`; {remedy}"
                    )));
                }
                bytes = bytes.map(|bytes| bytes + length);
                inputs.push(Input::File { path, id, bytes: length });
            }
        }
    }
    Ok(Work { inputs: Box::new(inputs.into_iter()), encoding, bytes, notes: found.notes })
}

/// What a policy counts with, and how much a chunk may have.
fn counted(settings: &Settings) -> String {
    let budget = &settings.budget;
    let counters: Vec<&str> =
        std::iter::once(&budget.counter).chain(&budget.also).map(String::as_str).collect();
    format!("chunks of at most {} tokens by {}", budget.max_tokens, counters.join(" and "))
}

/// Says which policy holds for how many files; of each, where that is asked for.
fn tell_policies(named: Option<&str>, found: &Paths, console: &Console) {
    let mut used: BTreeMap<String, usize> = BTreeMap::new();
    for place in &found.places {
        let path = match place {
            Place::File(path, _) => path.as_path(),
            Place::Stdin => Path::new("-"),
            Place::Broken(_) => continue,
        };
        let directory =
            path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let policy = match (named, Policy::discover(directory)) {
            (Some(named), _) => format!("{named}, as named"),
            (None, Some(file)) => format!("{}, the nearest", file.display()),
            (None, None) => "kawara:docs, since there is no kawara.toml above".to_owned(),
        };
        console.detail(format_args!("{}: policy {policy}", path.display()));
        *used.entry(policy).or_default() += 1;
    }
    for (policy, files) in used {
        console.info(format_args!("policy {policy}: {files} {}", if files == 1 { "file" } else { "files" }));
    }
}
