//! The packs of a program.

use std::fmt;
use std::sync::Arc;

use crate::counter::{self, CounterSource, HostCounter, Maker};
use crate::pack::{Pack, ReaderEntry, SegmenterEntry, Submitted};
use crate::{Document, Embedder, Error, ErrorKind, Result};

/// The packs that an engine may use: those named by the host, and those submitted by linked crates. Besides them, the counters
/// that the host makes at run time.
///
/// Looking something up opens nothing.
#[derive(Clone)]
pub struct Registry {
    packs: Vec<&'static Pack>,
    hosts: Vec<HostCounter>,
    embedders: Vec<(String, Arc<dyn Embedder>)>,
}

impl Registry {
    /// Takes the packs that the host names and adds all that were submitted. A pack that is both counts once.
    ///
    /// # Errors
    /// [`ErrorKind::Registry`] when two packs have one name, or offer one segmenter, language, counter or reader twice.
    pub fn collect(named: &[&'static Pack]) -> Result<Self> {
        let mut packs: Vec<&'static Pack> = vec![&counter::BUILTIN, &crate::blocks::PLAIN];
        for pack in
            named.iter().copied().chain(inventory::iter::<Submitted>.into_iter().map(|submitted| submitted.0))
        {
            if !packs.iter().any(|known| std::ptr::eq(*known, pack)) {
                packs.push(pack);
            }
        }
        packs.sort_by_key(|pack| pack.name());
        let registry = Self { packs, hosts: Vec::new(), embedders: Vec::new() };
        registry.refuse_duplicates()?;
        Ok(registry)
    }

    /// The same registry with a counter that the program makes itself.
    ///
    /// # Errors
    /// [`ErrorKind::Registry`] when the scheme is no name, or a pack or another such counter has it.
    pub fn with_counter(mut self, counter: HostCounter) -> Result<Self> {
        let scheme = counter.scheme();
        if scheme.is_empty() || scheme.contains(|c: char| c == ':' || c.is_whitespace()) {
            let message =
                format!("`{scheme}` cannot be the scheme of a counter: it is a word without a colon");
            return Err(Error::new(ErrorKind::Registry, message));
        }
        self.hosts.push(counter);
        self.refuse_duplicates()?;
        Ok(self)
    }

    /// The same registry with an embedding model, under the name by which [settings](crate::SemanticSettings) ask for it.
    ///
    /// # Errors
    /// [`ErrorKind::Registry`] when the name is blank, or another embedder has it.
    pub fn with_embedder(mut self, name: impl Into<String>, embedder: Arc<dyn Embedder>) -> Result<Self> {
        let name = name.into();
        let refuse = |what: String| Err(Error::new(ErrorKind::Registry, what));
        if name.trim().is_empty() {
            return refuse("an embedder without a name cannot be asked for".into());
        }
        if self.embedders.iter().any(|(known, _)| *known == name) {
            return refuse(format!("there are two embedders called `{name}`; leave one of them out"));
        }
        self.embedders.push((name, embedder));
        Ok(self)
    }

    /// The embedder called `name`.
    ///
    /// # Errors
    /// [`ErrorKind::Registry`] when there is none; the message names those that are known.
    pub fn embedder(&self, name: &str) -> Result<&Arc<dyn Embedder>> {
        let found = self.embedders.iter().find(|(known, _)| known == name).map(|(_, embedder)| embedder);
        found.ok_or_else(|| {
            let known: Vec<&str> = self.embedder_names().collect();
            let known = if known.is_empty() {
                "there is none".into()
            } else {
                format!("known: {}", known.join(", "))
            };
            Error::new(ErrorKind::Registry, format!("no embedder is called `{name}`; {known}"))
        })
    }

    /// The names of all embedders, in the order in which they came.
    pub fn embedder_names(&self) -> impl Iterator<Item = &str> {
        self.embedders.iter().map(|(name, _)| name.as_str())
    }

    /// The packs, by name.
    pub fn packs(&self) -> &[&'static Pack] {
        &self.packs
    }

    /// The segmenter for a language: a BCP 47 tag, of which the primary subtag decides.
    pub fn segmenter(&self, language: &str) -> Option<(&'static Pack, &'static SegmenterEntry)> {
        let primary = primary_subtag(language);
        self.entries(Pack::segmenter_entries)
            .find(|(_, entry)| entry.languages.iter().any(|l| l.eq_ignore_ascii_case(primary)))
    }

    /// Whether a pack cuts text in this language into sentences: its own, or, for a language in Latin letters, the English one. All
    /// other text is cut by the Unicode rules.
    pub fn segments(&self, language: &str) -> bool {
        let in_latin_letters = crate::units::is_latin(primary_subtag(language));
        self.segmenter(language).is_some() || in_latin_letters && self.segmenter("en").is_some()
    }

    /// The counter called `name`, as a policy writes it: `tiktoken:cl100k_base`, `chars`. Opens nothing.
    ///
    /// # Errors
    /// [`ErrorKind::Registry`] when there is none; the message names those that are known.
    pub fn counter<'r>(&'r self, name: &'r str) -> Result<CounterSource<'r>> {
        let (scheme, rest) = name.split_once(':').unwrap_or((name, ""));
        let packs = self.entries(Pack::counter_entries);
        let mut origins = packs
            .filter(|(_, entry)| entry.scheme() == scheme)
            .map(|(pack, entry)| Maker::Static(pack, entry))
            .chain(self.hosts.iter().filter(|host| host.scheme() == scheme).map(Maker::Host));
        match origins.next() {
            Some(origin) => Ok(CounterSource { origin, name: rest }),
            None => {
                let known = self.counter_names().join(", ");
                let message = format!("no counter is called `{name}`; known: {known}");
                Err(Error::new(ErrorKind::Registry, message))
            }
        }
    }

    /// The reader called `name`, which is a reader's id or a media type.
    pub fn reader(&self, name: &str) -> Option<(&'static Pack, &'static ReaderEntry)> {
        let name = name.split(';').next().unwrap_or(name).trim();
        self.entries(Pack::reader_entries).find(|(_, entry)| {
            entry.id == name || entry.media_types.iter().any(|t| t.eq_ignore_ascii_case(name))
        })
    }

    /// The reader for the extension of a path.
    pub fn reader_for_path(&self, path: &str) -> Option<(&'static Pack, &'static ReaderEntry)> {
        let file = path.rsplit(['/', '\\']).next()?;
        let extension = file.rsplit_once('.')?.1.to_ascii_lowercase();
        self.entries(Pack::reader_entries).find(|(_, entry)| entry.extensions.contains(&extension.as_str()))
    }

    /// The reader for a document: by its declared content type, else by the extension of its path. `None` stands for plain text.
    pub fn reader_of(&self, document: &Document) -> Option<(&'static Pack, &'static ReaderEntry)> {
        let declared = document.content_type().and_then(|name| self.reader(name));
        declared.or_else(|| self.reader_for_path(document.path()?))
    }

    /// All readers.
    pub fn readers(&self) -> impl Iterator<Item = (&'static Pack, &'static ReaderEntry)> {
        self.entries(Pack::reader_entries)
    }

    /// All names of counters that are known beforehand, as a policy writes them.
    pub fn counter_names(&self) -> Vec<String> {
        let packs = self.entries(Pack::counter_entries).flat_map(|(_, entry)| entry.full_names());
        packs.chain(self.hosts.iter().flat_map(HostCounter::full_names)).collect()
    }

    /// The counters that the program makes itself.
    pub fn host_counters(&self) -> &[HostCounter] {
        &self.hosts
    }

    /// All languages that a pack is loaded for.
    pub fn languages(&self) -> Vec<&'static str> {
        let mut languages: Vec<_> =
            self.entries(Pack::segmenter_entries).flat_map(|(_, e)| e.languages).copied().collect();
        languages.sort_unstable();
        languages
    }

    fn entries<E: 'static>(
        &self,
        of: fn(&'static Pack) -> &'static [E],
    ) -> impl Iterator<Item = (&'static Pack, &'static E)> {
        self.packs.iter().flat_map(move |pack| of(pack).iter().map(move |entry| (*pack, entry)))
    }

    fn refuse_duplicates(&self) -> Result<()> {
        let mut claims: Vec<(&str, &str, String)> = Vec::new();
        for pack in &self.packs {
            claims.push(("name", pack.name(), claimant(pack)));
        }
        for (pack, entry) in self.entries(Pack::segmenter_entries) {
            claims.push(("segmenter", entry.id, claimant(pack)));
            claims.extend(entry.languages.iter().map(|language| ("language", *language, claimant(pack))));
        }
        for (pack, entry) in self.entries(Pack::counter_entries) {
            claims.push(("counter", entry.scheme, claimant(pack)));
        }
        for host in &self.hosts {
            claims.push(("counter", host.scheme(), "the program itself".into()));
        }
        for (pack, entry) in self.entries(Pack::reader_entries) {
            claims.push(("reader", entry.id, claimant(pack)));
            claims.extend(
                entry.media_types.iter().map(|media_type| ("media type", *media_type, claimant(pack))),
            );
            claims.extend(
                entry.extensions.iter().map(|extension| ("file extension", *extension, claimant(pack))),
            );
        }
        claims.sort_unstable();
        match claims.windows(2).find(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1)) {
            Some([(what, id, one), (_, _, two), ..]) => {
                let message = format!(
                    "the {what} `{id}` is claimed twice, by {one} and by {two}; leave one of them out"
                );
                Err(Error::new(ErrorKind::Registry, message))
            }
            _ => Ok(()),
        }
    }
}

fn claimant(pack: &Pack) -> String {
    match pack.digest() {
        Some(digest) => {
            format!("the pack `{}` of the library {}…", pack.name(), digest.get(..12).unwrap_or(digest))
        }
        None => format!("the pack `{}`", pack.name()),
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.packs.iter().map(|pack| (pack.name(), pack.version()))).finish()
    }
}

pub(crate) fn primary_subtag(language: &str) -> &str {
    language.split(['-', '_']).next().unwrap_or(language)
}
