use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use kawara_core::{Engine, Error, ErrorKind, Policy as _, Profile, Result, Settings};
use kawara_policy::paths::{absolute, normal};
use kawara_policy::{Known, Loader, Mistake, Mistakes, Policy, Tokenizers};

/// What a policy is refused for when a model's tokenizer is not at hand.
const NO_TOKENIZER: &str = "policy::no_tokenizer";

/// The policies of a file tree: each document gets the nearest `kawara.toml` up from where it lies, or one policy for all.
///
/// A document's path is where its file lies; the policy sees it relative to its own directory.
///
/// A clone shares what was found.
#[derive(Clone)]
pub struct PolicyTree {
    fixed: Option<Arc<Policy>>,
    /// Where it is taken to lie, if not where it does.
    place: Option<PathBuf>,
    /// Where there is no policy. It may lack a tokenizer that the policies that are there have beside them: that only matters when it
    /// is used.
    otherwise: Result<Arc<Policy>, Mistakes>,
    loaded_with: LoadedWith,
    changes: Vec<String>,
    found: Arc<Mutex<Found>>,
    /// Whether a document without a path was asked about.
    is_otherwise_used: Arc<AtomicBool>,
}

/// What was found so far.
#[derive(Debug, Default)]
struct Found {
    /// By the directory that was asked about.
    nearest: BTreeMap<PathBuf, Arc<Policy>>,
    /// By the file that a policy stands in.
    files: BTreeMap<PathBuf, Arc<Policy>>,
    /// Whether a directory has no policy above it.
    lacks: bool,
}

impl PolicyTree {
    /// Nearest policies; `otherwise` where there is none. `changes` are `key=value` and win over all. Policies are loaded as `otherwise`
    /// was: over the same base, held against the same packs, and with tokenizers in the same folders besides those beside each policy.
    ///
    /// # Errors
    /// When a change is wrong.
    pub fn nearest(otherwise: Policy, changes: Vec<String>) -> Result<Self, Mistakes> {
        let loaded_with = LoadedWith::of(&otherwise);
        let otherwise = match otherwise.set(&changes) {
            Err(mistakes) if mistakes.iter().any(|mistake| mistake.code != NO_TOKENIZER) => {
                return Err(mistakes);
            }
            other => other.map(Arc::new),
        };
        Ok(Self::new(None, otherwise, loaded_with, changes))
    }

    /// One policy for every document.
    ///
    /// # Errors
    /// When a change is wrong.
    pub fn fixed(policy: Policy, changes: Vec<String>) -> Result<Self, Mistakes> {
        let loaded_with = LoadedWith::of(&policy);
        let policy = Arc::new(policy.set(&changes)?);
        Ok(Self::new(Some(Arc::clone(&policy)), Ok(policy), loaded_with, changes))
    }

    fn new(
        fixed: Option<Arc<Policy>>,
        otherwise: Result<Arc<Policy>, Mistakes>,
        loaded_with: LoadedWith,
        changes: Vec<String>,
    ) -> Self {
        let (found, is_otherwise_used) = (Arc::default(), Arc::default());
        Self { fixed, place: None, otherwise, loaded_with, changes, found, is_otherwise_used }
    }

    /// The policy for every document is taken to lie in this directory: globs and ids go by paths as they are seen from there. So it can be
    /// one that was unpacked elsewhere.
    ///
    /// ```
    /// use kawara::{Document, PolicyTree, Profile, policy::Policy};
    ///
    /// let policy = Policy::from_str("policy = 1\n[[match]]\nglob = \"faq/*\"\nunits.overlap = 0\n", "kawara.toml", "/tmp/unpacked")?;
    /// let tree = PolicyTree::fixed(policy, Vec::new())?.lying_in("/srv/corpus");
    /// assert_eq!(tree.id_of("/srv/corpus/faq/a.md".as_ref())?, "faq/a.md");
    /// let document = Document::new("a", "").with_path("/srv/corpus/faq/a.md");
    /// assert_eq!(tree.ask(&Profile::of(&document), |policy, about| policy.matches(about).len())?, 1);
    /// # Ok::<(), kawara::Mistakes>(())
    /// ```
    #[must_use]
    pub fn lying_in(mut self, directory: impl Into<PathBuf>) -> Self {
        self.place = Some(directory.into());
        self
    }

    /// Documents without a path are taken to lie in this directory.
    ///
    /// # Errors
    /// All mistakes of the policy file found.
    pub fn with_home(mut self, directory: &Path) -> Result<Self, Mistakes> {
        self.otherwise = Ok(self.policy_for(&directory.join("documents"))?);
        Ok(self)
    }

    /// The policy for a file.
    ///
    /// # Errors
    /// All mistakes of the policy file found.
    pub fn policy_for(&self, path: &Path) -> Result<Arc<Policy>, Mistakes> {
        if let Some(policy) = &self.fixed {
            return Ok(Arc::clone(policy));
        }
        let directory =
            path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let mut found = self.found();
        if let Some(policy) = found.nearest.get(directory) {
            return Ok(Arc::clone(policy));
        }
        let policy = match Policy::discover(directory) {
            None => {
                let otherwise = self.otherwise.clone()?;
                found.lacks = true;
                otherwise
            }
            Some(file) => match found.files.get(&file) {
                Some(known) => Arc::clone(known),
                None => {
                    let policy = Arc::new(self.loaded_with.loader().path(&file)?.set(&self.changes)?);
                    found.files.insert(file, Arc::clone(&policy));
                    policy
                }
            },
        };
        found.nearest.insert(directory.to_path_buf(), Arc::clone(&policy));
        Ok(policy)
    }

    /// Asks the policy that holds for a document, with its path as that policy sees it.
    ///
    /// # Errors
    /// All mistakes of the policy file found.
    pub fn ask<R>(
        &self,
        about: &Profile<'_>,
        question: impl FnOnce(&Policy, &Profile<'_>) -> R,
    ) -> Result<R, Mistakes> {
        let Some(path) = about.path else {
            self.is_otherwise_used.store(true, Ordering::Relaxed);
            let policy = self.fixed.as_ref().map_or(self.otherwise.as_ref(), Ok).map_err(Clone::clone)?;
            return Ok(question(policy, about));
        };
        let policy = self.policy_for(Path::new(path))?;
        let path = relative(Path::new(path), self.place_of(&policy));
        let mut about = *about;
        about.path = Some(&path);
        Ok(question(&policy, &about))
    }

    /// The policy file that holds for a file: the nearest `kawara.toml`; `None` where one policy was given for all, or there is none.
    pub fn file_of(&self, path: &Path) -> Option<PathBuf> {
        let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        if self.fixed.is_some() { None } else { Policy::discover(directory.unwrap_or(Path::new("."))) }
    }

    /// The settings of every policy found so far for a document of which nothing is known.
    ///
    /// # Errors
    /// When a policy has no settings for it.
    pub fn base_settings(&self) -> Result<Vec<Arc<Settings>>> {
        self.to_check()?.iter().map(|policy| (**policy).settings(&Profile::default())).collect()
    }

    /// The policies that documents got so far, each once.
    ///
    /// ```
    /// use kawara::{PolicyTree, policy::Policy};
    ///
    /// let tree = PolicyTree::fixed(Policy::open("kawara:docs")?, vec!["budget.max-tokens=256".into()])?;
    /// assert_eq!(tree.used()[0].sources().next().unwrap().0, "kawara:docs");
    /// # Ok::<(), kawara::Mistakes>(())
    /// ```
    pub fn used(&self) -> Vec<Arc<Policy>> {
        let is_otherwise_used = self.found().lacks || self.is_otherwise_used.load(Ordering::Relaxed);
        let otherwise = self.otherwise.as_ref().ok().filter(|_| is_otherwise_used);
        self.read_and(self.fixed.as_ref().or(otherwise))
    }

    /// [Checks](crate::check) all settings that the policies found so far can come to, lest documents fail one by one.
    ///
    /// # Errors
    /// The first that an engine cannot do.
    pub fn check(&self, engine: &Engine) -> Result<()> {
        self.to_check()?.iter().try_for_each(|policy| crate::check(engine, policy))
    }

    /// What the policies found so far warn of, each once.
    pub fn warnings(&self) -> Vec<Mistake> {
        self.said(Policy::warnings)
    }

    /// What there is to know about the policies found so far, each once.
    pub fn notes(&self) -> Vec<Mistake> {
        self.said(Policy::notes)
    }

    fn said(&self, by: impl Fn(&Policy) -> &[Mistake]) -> Vec<Mistake> {
        let mut known = BTreeSet::new();
        let policies = self.read_and(self.otherwise.as_ref().ok());
        let said = policies.iter().flat_map(|policy| by(policy));
        said.filter(|mistake| known.insert(mistake.to_string())).cloned().collect()
    }

    fn place_of<'p>(&'p self, policy: &'p Policy) -> &'p Path {
        self.place.as_deref().unwrap_or(policy.dir())
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The policies of the files found so far, by their paths, and behind them the one without a file; each once.
    fn read_and(&self, other: Option<&Arc<Policy>>) -> Vec<Arc<Policy>> {
        let mut policies: Vec<Arc<Policy>> = self.found().files.values().cloned().collect();
        if let Some(other) = other.filter(|other| !policies.iter().any(|known| Arc::ptr_eq(known, other))) {
            policies.push(Arc::clone(other));
        }
        policies
    }

    /// The policies found so far; where none was, the one for documents without.
    fn to_check(&self) -> Result<Vec<Arc<Policy>>> {
        let is_otherwise_needed = {
            let found = self.found();
            found.lacks || found.files.is_empty()
        };
        let otherwise = is_otherwise_needed.then(|| self.otherwise.as_ref().map_err(refused)).transpose()?;
        Ok(self.read_and(otherwise))
    }

    /// The id of a file's document: its path relative to the topmost `kawara.toml` above it, with forward slashes, so that it
    /// does not depend on where a program was started, and files under two policies do not share an id.
    ///
    /// # Errors
    /// As [`PolicyTree::policy_for`].
    pub fn id_of(&self, path: &Path) -> Result<String, Mistakes> {
        let policy = self.policy_for(path)?;
        let mut top = self.place_of(&policy).to_path_buf();
        while let Some(above) = top.parent().and_then(Policy::discover).filter(|_| self.fixed.is_none()) {
            top = above.parent().map(Path::to_path_buf).unwrap_or_default();
        }
        Ok(relative(path, &top))
    }
}

/// How policies are loaded.
#[derive(Clone)]
struct LoadedWith {
    tokenizers: Tokenizers,
    base: Option<String>,
    known: Option<Arc<Known>>,
}

impl LoadedWith {
    fn of(policy: &Policy) -> Self {
        let (base, known) = (policy.base().map(str::to_owned), policy.known().cloned());
        Self { tokenizers: policy.tokenizers().clone(), base, known }
    }

    fn loader(&self) -> Loader<'static> {
        let loader = Loader::new().with_tokenizers(self.tokenizers.clone());
        let loader = self.base.iter().fold(loader, |loader, base| loader.with_base(base));
        self.known.iter().fold(loader, |loader, known| loader.with_known(Arc::clone(known)))
    }
}

impl kawara_core::Policy for PolicyTree {
    fn settings(&self, about: &Profile<'_>) -> Result<Arc<Settings>> {
        self.ask(about, |policy, about| policy.settings(about)).map_err(|mistakes| refused(&mistakes))?
    }
}

impl fmt::Debug for PolicyTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PolicyTree")
            .field("fixed", &self.fixed.is_some())
            .field("changes", &self.changes)
            .finish_non_exhaustive()
    }
}

fn refused(mistakes: &Mistakes) -> Error {
    Error::caused_by(ErrorKind::Settings, mistakes.to_string(), mistakes.clone())
}

/// A path as seen from a directory, with forward slashes and without `..`; as it was given where it does not lie below.
fn relative(path: &Path, directory: &Path) -> String {
    let below = absolute(path).strip_prefix(absolute(directory)).ok().map(Path::to_path_buf);
    let path = below.unwrap_or_else(|| normal(path));
    let joined =
        path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/");
    if path.has_root() { joined.replacen("//", "/", 1) } else { joined }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_seen_from_the_policy() {
        assert_eq!(relative(Path::new("./docs/a.md"), Path::new("docs")), "a.md");
        assert_eq!(relative(Path::new("docs/../b.md"), Path::new("elsewhere")), "b.md");
        assert_eq!(relative(Path::new("/srv/a.md"), Path::new("/home")), "/srv/a.md");
        assert_eq!(relative(Path::new("/srv/x/a.md"), Path::new("/srv")), "x/a.md");
        assert_eq!(relative(Path::new("/srv/y/../../srv/x/a.md"), Path::new("/srv")), "x/a.md");
        assert_eq!(relative(Path::new("docs/sub/../../docs/a.md"), Path::new("./docs")), "a.md");
    }
}
