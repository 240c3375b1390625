use kawara_core::{Counted, Counter, CounterId, Error, ErrorKind, Result};

use super::batches;
use super::definition::Definition;
use super::pool::Pool;
use super::protocol::{self, About};

/// Bytes of text in one request: few round trips, and yet an answer within the timeout, and bounded memory, whatever the document.
const REQUEST: usize = 1 << 20;

/// A program that counts.
#[derive(Debug)]
pub(super) struct CommandCounter {
    pool: Pool,
    id: CounterId,
    about: About,
}

impl CommandCounter {
    /// Starts the program.
    ///
    /// # Errors
    /// When it cannot be started, or does not answer as it should.
    pub(super) fn start(definition: &Definition) -> Result<Self> {
        let pool = Pool::new(definition);
        let about = pool.with(|_, about| Ok(about.clone()))?;
        let name = about.name.clone().unwrap_or_else(|| format!("{}:{}", super::SCHEME, definition.name()));
        let mut id = CounterId::new(name, about.version.as_deref().unwrap_or("unversioned"));
        if let Some(vocabulary) = &about.vocabulary {
            id = id.with_vocabulary(vocabulary);
        }
        Ok(Self { pool, id, about })
    }

    fn ask(&self, texts: &[&str]) -> Result<Vec<Counted>> {
        self.pool.with(|process, _| {
            let line = process.ask(protocol::request(texts)?)?;
            protocol::counted(&line, texts)
        })
    }

    fn answer(&self, text: &str) -> Result<Counted> {
        let counted = self.ask(&[text])?.first().copied();
        counted.ok_or_else(|| Error::new(ErrorKind::Count, "no answer for a text"))
    }
}

impl Counter for CommandCounter {
    fn id(&self) -> &CounterId {
        &self.id
    }

    fn limit(&self) -> Result<Option<u32>> {
        self.about.limit.clone().map_err(|what| self.pool.definition().error(ErrorKind::Open, &what))
    }

    fn specials(&self) -> u32 {
        self.about.specials
    }

    fn count(&self, text: &str) -> Result<u32> {
        self.answer(text).map(|counted| counted.tokens)
    }

    fn unknown(&self, text: &str) -> Result<Option<u32>> {
        self.answer(text).map(|counted| counted.unknown)
    }

    fn count_all(&self, texts: &[&str]) -> Result<Vec<Counted>> {
        let mut counted = Vec::with_capacity(texts.len());
        for request in batches(texts, usize::MAX, REQUEST) {
            counted.extend(self.ask(request)?);
        }
        Ok(counted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_hold_what_fits_and_at_least_one_text() {
        let long = "a".repeat(REQUEST);
        let texts = [&*long, "a", "b", &*long, &*long, "c"];
        let sizes: Vec<usize> = batches(&texts, usize::MAX, REQUEST).map(<[&str]>::len).collect();
        assert_eq!(sizes, [1, 2, 1, 1, 1]);
        assert_eq!(batches::<&str>(&[], usize::MAX, REQUEST).count(), 0);
        let many = vec!["瓦"; 300_000];
        let sizes: Vec<usize> = batches(&many, usize::MAX, REQUEST).map(<[&str]>::len).collect();
        assert_eq!((sizes.iter().sum::<usize>(), sizes.len()), (300_000, 4));
    }
}
