//! Which files a policy needs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ignore::{DirEntry, WalkBuilder};
use kawara_core::{OptionKind, OptionSpec, Options, Policy as _, Profile, Registry, Settings};
use kawara_policy::paths::absolute;
use kawara_policy::{Policy, Tokenizers, models};

use super::error::{Error, ErrorKind, Result, shown};

/// What else is read beside a tokenizer: the model's limit.
const BESIDE: [&str; 2] = ["sentence_bert_config.json", "tokenizer_config.json"];
/// More files than a dictionary has: somebody named a folder above it.
const MOST: usize = 1000;

/// The files that a policy needs besides those that it is written in, by their paths from the root.
#[derive(Debug, Default)]
pub(super) struct Needed {
    /// Those that are named in a policy, or lie where a policy looks for them.
    pub(super) around: BTreeSet<PathBuf>,
    /// Those that were found in a folder of tokenizers, by `MODEL/NAME`.
    pub(super) on_shelf: BTreeMap<String, PathBuf>,
}

/// Every file that a policy is made of or reads from, by its path from the root; those of packs that are libraries are none of them, nor
/// is a policy that was given as text.
///
/// ```
/// use kawara::policy::Policy;
///
/// let policy = Policy::open("kawara:docs")?;
/// assert!(kawara::bundle::files(&policy, &kawara::registry()?)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a setting cannot be had, or a folder that an option names holds more than a dictionary does.
pub fn files(policy: &Policy, registry: &Registry) -> Result<BTreeSet<PathBuf>> {
    let Needed { around, on_shelf } = needed(policy, registry)?;
    let written = policy.files().map(|(path, _)| absolute(&path)).filter(|path| path.is_file());
    Ok(around.into_iter().chain(on_shelf.into_values()).chain(written).collect())
}

/// What a policy asks for that runs, and so is in no bundle: it has to be there where the bundle is opened.
#[non_exhaustive]
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// A pack that was loaded from a library, by its name. Whichever is there may be asked.
    Pack(String),
    /// A counter that the program has made or a command is, such as `cmd:tokens`.
    Counter(String),
}

/// All that runs and is in no bundle.
///
/// ```
/// use kawara::policy::Policy;
///
/// let policy = Policy::open("kawara:docs")?;
/// assert!(kawara::bundle::left_out(&policy, &kawara::registry()?)?.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a setting cannot be had.
pub fn left_out(policy: &Policy, registry: &Registry) -> Result<BTreeSet<LeftOut>> {
    let loaded = registry.packs().iter().filter(|pack| pack.digest().is_some());
    let mut left_out: BTreeSet<_> = loaded.map(|pack| LeftOut::Pack(pack.name().to_owned())).collect();
    for settings in all_settings(policy) {
        let settings = settings?;
        let counters = std::iter::once(&settings.budget.counter).chain(&settings.budget.also);
        let is_host = |counter: &&String| {
            let scheme = counter.split(':').next().unwrap_or_default();
            registry.host_counters().iter().any(|host| host.scheme() == scheme)
        };
        left_out.extend(counters.filter(is_host).cloned().map(LeftOut::Counter));
    }
    Ok(left_out)
}

/// The settings of a document of which nothing is known, and those of each `[[match]]`.
fn all_settings(policy: &Policy) -> impl Iterator<Item = kawara_core::Result<Arc<Settings>>> {
    let base = std::iter::once(policy.settings(&Profile::default()));
    base.chain(policy.rule_settings().map(|(_, settings)| settings))
}

/// The files that settings name, whichever documents meet them.
pub(super) fn needed(policy: &Policy, registry: &Registry) -> Result<Needed> {
    let mut needed = Needed::default();
    for settings in all_settings(policy) {
        let settings = settings?;
        needed.add_tokenizers(&settings, policy.tokenizers());
        for (name, options) in &settings.packs {
            for pack in registry.packs().iter().filter(|pack| pack.name() == name) {
                let segmenters = pack.segmenter_entries().iter().flat_map(|it| it.option_specs());
                let counters = pack.counter_entries().iter().flat_map(|it| it.option_specs());
                let readers = pack.reader_entries().iter().flat_map(|it| it.option_specs());
                needed.add_paths(options, segmenters.chain(counters).chain(readers))?;
            }
        }
        let readers = registry.readers().flat_map(|(_, entry)| entry.option_specs());
        needed.add_paths(&settings.read.options, readers)?;
    }
    Ok(needed)
}

impl Needed {
    fn add_tokenizers(&mut self, settings: &Settings, folders: &Tokenizers) {
        let budget = &settings.budget;
        for counter in std::iter::once(&budget.counter).chain(&budget.also) {
            let Some(path) = counter.strip_prefix("hf:").map(Path::new) else { continue };
            let file = absolute(&if path.is_dir() { path.join("tokenizer.json") } else { path.to_owned() });
            let together = BESIDE.iter().map(|name| file.with_file_name(name)).filter(|path| path.is_file());
            let together: Vec<PathBuf> = together.chain([file.clone()]).collect();
            let models = budget.models.iter().filter_map(|name| models::model(name));
            let mut found = models.filter(|model| folders.counter(model).as_ref() == Ok(counter));
            match found.next() {
                None => self.around.extend(together),
                Some(model) => self.on_shelf.extend(together.into_iter().filter_map(|path| {
                    let name = path.file_name()?.to_str()?;
                    Some((format!("{}/{name}", model.name()), path))
                })),
            }
        }
    }

    /// What options name that take a path: a file, or all files in a folder.
    fn add_paths<'s>(
        &mut self,
        options: &Options,
        specs: impl Iterator<Item = &'s OptionSpec>,
    ) -> Result<()> {
        for spec in specs.filter(|spec| spec.kind() == OptionKind::Path) {
            if let Some(path) = options.path(spec.name()) {
                self.add_path(&absolute(&path))?;
            }
        }
        Ok(())
    }

    fn add_path(&mut self, path: &Path) -> Result<()> {
        let walk = WalkBuilder::new(path).standard_filters(false).follow_links(true).build();
        // What is not there was refused before, or is not needed.
        let entries = walk.flatten().filter(|entry| entry.path().is_file());
        let files: Vec<PathBuf> = entries.take(MOST + 1).map(DirEntry::into_path).collect();
        if files.len() > MOST {
            let message = format!(
                "{} has more than {MOST} files in it: name the file or the folder that is needed",
                shown(path)
            );
            return Err(Error::new(ErrorKind::Policy, message));
        }
        self.around.extend(files);
        Ok(())
    }
}
