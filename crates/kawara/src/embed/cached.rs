use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

use kawara_core::{Embedder, Error, ErrorKind, Pooling, Result, pooled_of, vectors_of};

use super::ask::Ask;
use super::cache::{Cache, Key};
use crate::command::batches;

/// An embedder that is asked for each text once, and, with a cache, only for those that nobody asked for before.
pub(crate) struct Cached {
    name: String,
    asked: Arc<dyn Ask>,
    cache: Option<Cache>,
}

impl Cached {
    pub(crate) fn new(name: impl Into<String>, asked: Arc<dyn Ask>, cache: Option<Cache>) -> Self {
        Self { name: name.into(), asked, cache }
    }

    /// Vectors by their texts, from the cache or from whoever makes them. What one request brought is kept, whatever becomes of the next.
    fn vectors<'t>(&self, texts: &[&'t str]) -> Result<BTreeMap<&'t str, Vec<f32>>> {
        let id = self.known_id()?;
        let keys: Vec<(&str, Key)> = texts.iter().map(|text| (*text, Key::of(id, text))).collect();
        let mut vectors = BTreeMap::new();
        if let Some(cache) = &self.cache {
            let known = cache.get(&keys.iter().map(|(_, key)| *key).collect::<Vec<_>>())?;
            vectors.extend(texts.iter().zip(known).filter_map(|(text, vector)| Some((*text, vector?))));
        }
        let missing: Vec<&str> = texts.iter().copied().filter(|text| !vectors.contains_key(text)).collect();
        let (most, bytes) = self.asked.batch();
        let mut width = None;
        for batch in batches(&missing, most, bytes) {
            let made = vectors_of(&*self.asked, batch).map_err(|error| self.named(&error))?;
            let own = made.first().map_or(0, Vec::len);
            let first = *width.get_or_insert(own);
            if own != first {
                let message = format!("made vectors of {first} numbers, and then of {own}");
                return Err(self.named(&Error::new(ErrorKind::Embed, message)));
            }
            if let Some(cache) = &self.cache {
                cache.put(
                    batch.iter().zip(&made).map(|(text, vector)| (Key::of(id, text), vector.as_slice())),
                )?;
            }
            vectors.extend(batch.iter().copied().zip(made));
        }
        Ok(vectors)
    }

    /// What vectors are kept under. A program says it when it is started, whoever forgot to open it before.
    fn known_id(&self) -> Result<&str> {
        self.asked.open().map_err(|error| self.named(&error))?;
        Ok(self.asked.id())
    }

    /// Names the embedder as policies do, where the message does not.
    fn named(&self, error: &Error) -> Error {
        let own = format!("the embedder `{}`", self.name);
        if error.message().starts_with(&own) {
            return error.clone();
        }
        Error::caused_by(error.kind(), format!("{own}: {}", error.message()), error.clone())
    }
}

impl Embedder for Cached {
    fn id(&self) -> &str {
        self.asked.id()
    }

    fn open(&self) -> Result<()> {
        self.asked.open().map_err(|error| self.named(&error))?;
        self.cache.as_ref().map_or(Ok(()), Cache::open)
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        let mut seen = BTreeSet::new();
        let once: Vec<&str> = texts.iter().copied().filter(|text| seen.insert(*text)).collect();
        let vectors = self.vectors(&once)?;
        self.are_of_one_width(vectors.values())?;
        Ok(texts.iter().filter_map(|text| vectors.get(text).cloned()).collect())
    }

    fn can_pool(&self) -> bool {
        self.asked.can_pool()
    }

    /// What is pooled from a text hangs on all of it: either all is kept, or all is asked for.
    fn pool(&self, pooling: &Pooling<'_>) -> Result<Vec<Vec<f32>>> {
        let id = self.known_id()?;
        let keys: Vec<Key> = pooling.pools.iter().map(|pool| Key::of_pool(id, pooling.text, pool)).collect();
        if let Some(cache) = &self.cache
            && let Some(known) = cache.get(&keys)?.into_iter().collect::<Option<Vec<_>>>()
        {
            self.are_of_one_width(known.iter())?;
            return Ok(known);
        }
        let made = pooled_of(&*self.asked, pooling).map_err(|error| self.named(&error))?;
        if let Some(cache) = &self.cache {
            cache.put(keys.into_iter().zip(made.iter().map(Vec::as_slice)))?;
        }
        Ok(made)
    }
}

impl Cached {
    /// # Errors
    /// When what is kept and what was asked for, or what was kept at different times, is by different models.
    fn are_of_one_width<'v>(&self, vectors: impl Iterator<Item = &'v Vec<f32>>) -> Result<()> {
        let widths: BTreeSet<usize> = vectors.map(Vec::len).collect();
        if let (Some(cache), true) = (&self.cache, widths.len() > 1) {
            let widths: Vec<String> = widths.iter().map(usize::to_string).collect();
            let (name, widths, file) = (&self.name, widths.join(" and "), cache.file().display().to_string());
            let message = format!(
                "the embedder `{name}` has vectors of {widths} numbers, some of them from {file}: it is another model by now, under the same \
                 name; delete that file, or give a folder of its own"
            );
            return Err(Error::new(ErrorKind::Embed, message));
        }
        Ok(())
    }
}

impl fmt::Debug for Cached {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cached").field("name", &self.name).field("cache", &self.cache).finish_non_exhaustive()
    }
}

/// An embedder that a host makes itself, which has its texts in one request.
pub(crate) struct Hosted(pub(crate) Arc<dyn Embedder>);

impl Embedder for Hosted {
    fn id(&self) -> &str {
        self.0.id()
    }

    fn open(&self) -> Result<()> {
        self.0.open()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
        self.0.embed(texts)
    }

    fn can_pool(&self) -> bool {
        self.0.can_pool()
    }

    fn pool(&self, pooling: &Pooling<'_>) -> Result<Vec<Vec<f32>>> {
        self.0.pool(pooling)
    }
}

impl Ask for Hosted {
    fn batch(&self) -> (usize, usize) {
        (usize::MAX, usize::MAX)
    }
}
