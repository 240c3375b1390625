//! From what a chunk calls its document to the document.

use std::collections::BTreeMap;

use crate::Corpus;

/// The documents of a corpus by what others may call them: their ids, or paths that end alike.
#[derive(Debug)]
pub(super) struct Names<'c> {
    corpus: &'c Corpus,
    /// By file name, with all components of each id and path from the last to the first.
    by_file: BTreeMap<String, Vec<(usize, Vec<String>)>>,
}

impl<'c> Names<'c> {
    pub(super) fn of(corpus: &'c Corpus) -> Self {
        let mut by_file: BTreeMap<String, Vec<(usize, Vec<String>)>> = BTreeMap::new();
        for (nth, source) in corpus.sources().iter().enumerate() {
            let path = source.document().path().filter(|path| *path != source.id());
            for name in std::iter::once(source.id()).chain(path) {
                let components = components(name);
                if let Some(file) = components.first() {
                    by_file.entry(file.clone()).or_default().push((nth, components));
                }
            }
        }
        Self { corpus, by_file }
    }

    /// The document with this id; else the one whose path has most components from the end in common, if it is one alone.
    pub(super) fn find(&self, name: &str) -> Option<usize> {
        if let Some(nth) = self.corpus.find(name) {
            return Some(nth);
        }
        let wanted = components(name);
        let alike = |(nth, components): &(usize, Vec<String>)| {
            (components.iter().zip(&wanted).take_while(|(a, b)| a == b).count(), *nth)
        };
        let known: Vec<(usize, usize)> = self.by_file.get(wanted.first()?)?.iter().map(alike).collect();
        let most = known.iter().map(|(common, _)| *common).max()?;
        let mut best = known.iter().filter(|(common, _)| *common == most).map(|(_, nth)| *nth);
        let first = best.next()?;
        best.all(|other| other == first).then_some(first)
    }
}

/// The components of a path or an address, the last first.
fn components(name: &str) -> Vec<String> {
    let path = name.split_once("://").map_or(name, |(_, rest)| rest).replace('\\', "/");
    path.split('/').rev().filter(|part| !part.is_empty() && *part != ".").map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use kawara::Document;
    use kawara::input::{Encoding, Input};

    use super::*;

    #[test]
    fn ids_and_paths_that_end_alike() {
        let ids = ["docs/a.md", "docs/old/a.md", "b.md", "d/README.md", "e/README.md"];
        let inputs = ids.map(|id| Input::Document(Box::new(Document::new(id, "text"))));
        let corpus = Corpus::read(inputs, Encoding::UTF_8, |_| ());
        let names = Names::of(&corpus);
        for (name, document) in [
            ("docs/a.md", Some(0)),
            ("/srv/corpus/docs/a.md", Some(0)),
            ("file:///srv/docs/old/a.md", Some(1)),
            ("C:\\corpus\\docs\\old\\a.md", Some(1)),
            ("./b.md", Some(2)),
            ("e/README.md", Some(4)),
            ("README.md", None),
            ("f/README.md", None),
            ("c.md", None),
            ("", None),
        ] {
            assert_eq!(names.find(name), document, "{name}");
        }
    }
}
