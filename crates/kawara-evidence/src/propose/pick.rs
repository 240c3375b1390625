//! Which of the probes are kept: at most so many of a class, evenly over documents, whatever the order in which they come.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Probe, ProbeClass};

/// A probe as it is found: without an id.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub(super) class: ProbeClass,
    pub(super) language: String,
    pub(super) evidence: Vec<(Range<usize>, String)>,
}

/// The probes of one document, those of each class ranked by their content.
pub(super) struct Picked(Vec<(Rank, Probe)>);

/// Which is kept before which: the first of a document before the second of any; between equals their content decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    nth: usize,
    hash: u64,
}

impl Picked {
    /// Gives ids and ranks, and keeps at most `most` of each class.
    pub(super) fn of(doc_id: &str, found: Vec<Found>, most: usize) -> Self {
        let mut same: BTreeMap<u64, usize> = BTreeMap::new();
        let mut by_class: BTreeMap<ProbeClass, Vec<(u64, Probe)>> = BTreeMap::new();
        for Found { class, language, evidence } in found {
            let texts = evidence.iter().map(|(_, text)| text.as_str());
            let hash = fnv([class.as_str(), doc_id].into_iter().chain(texts));
            let times = same.entry(hash).or_default();
            *times += 1;
            let again = if *times > 1 { format!("-{times}") } else { String::new() };
            let id = format!("{}-{hash:016x}{again}", class.as_str());
            let probe = Probe { id, doc_id: doc_id.to_owned(), class, language, evidence };
            by_class.entry(class).or_default().push((hash, probe));
        }
        let ranked = by_class.into_values().flat_map(|mut probes| {
            // Equals stay in the order of the document.
            probes.sort_by_key(|(hash, _)| *hash);
            probes.into_iter().take(most).enumerate().map(|(nth, (hash, probe))| (Rank { nth, hash }, probe))
        });
        Self(ranked.collect())
    }
}

/// The probes that are kept so far.
pub(super) struct Pick {
    most: usize,
    documents: usize,
    /// The best of each class, with the document that each is from: no more than are wanted.
    kept: BTreeMap<ProbeClass, BTreeSet<(Rank, usize, OrderedProbe)>>,
}

/// A probe, ordered by where it stands in its document.
#[derive(Clone, Debug, PartialEq, Eq)]
struct OrderedProbe(Probe);

impl OrderedProbe {
    fn key(&self) -> (usize, ProbeClass, &str) {
        let start = self.0.evidence.first().map_or(0, |(chars, _)| chars.start);
        (start, self.0.class, &self.0.id)
    }
}

impl Ord for OrderedProbe {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for OrderedProbe {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Pick {
    pub(super) fn new(most: usize) -> Self {
        Self { most, documents: 0, kept: BTreeMap::new() }
    }

    /// Adds the probes of the next document.
    pub(super) fn add(&mut self, Picked(probes): Picked) {
        for (rank, probe) in probes {
            let kept = self.kept.entry(probe.class).or_default();
            kept.insert((rank, self.documents, OrderedProbe(probe)));
            if kept.len() > self.most {
                kept.pop_last();
            }
        }
        self.documents += 1;
    }

    /// What is kept, in the order of documents, and in each by where it stands.
    pub(super) fn into_probes(self) -> Vec<Probe> {
        let all: BTreeSet<(usize, OrderedProbe)> =
            self.kept.into_values().flatten().map(|(_, document, probe)| (document, probe)).collect();
        all.into_iter().map(|(_, OrderedProbe(probe))| probe).collect()
    }
}

/// A hash that is the same everywhere and always (FNV-1a): ids depend on it.
fn fnv<'t>(parts: impl Iterator<Item = &'t str>) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    let mut take = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    for part in parts {
        part.bytes().for_each(&mut take);
        // No text has it: parts are told apart.
        take(0xff);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, at: usize) -> Found {
        let evidence = vec![(at..at + text.len(), text.to_owned())];
        Found { class: ProbeClass::LeansBack, language: "en".into(), evidence }
    }

    fn picked(documents: &[(&str, &[&str])], most: usize) -> Vec<(String, String)> {
        let mut pick = Pick::new(most);
        for (id, texts) in documents {
            let found = texts.iter().enumerate().map(|(nth, text)| found(text, nth * 10)).collect();
            pick.add(Picked::of(id, found, most));
        }
        let probes = pick.into_probes();
        probes.into_iter().map(|probe| (probe.doc_id, probe.evidence[0].1.clone())).collect()
    }

    #[test]
    fn every_document_has_one_before_any_has_two() {
        let long: Vec<String> = (0..50).map(|nth| format!("It is {nth}.")).collect();
        let long: Vec<&str> = long.iter().map(String::as_str).collect();
        let documents = [("a", &long[..]), ("b", &["He came."]), ("c", &["So be it.", "Thus."])];
        let of = |most, id: &str| picked(&documents, most).iter().filter(|(doc, _)| doc == id).count();
        assert_eq!([of(3, "a"), of(3, "b"), of(3, "c")], [1, 1, 1]);
        assert_eq!([of(5, "a"), of(5, "b"), of(5, "c")], [2, 1, 2]);
        assert_eq!([of(10, "a"), of(10, "b"), of(10, "c")], [7, 1, 2]);
        assert_eq!(picked(&documents, 100).len(), 53);
        assert_eq!(picked(&documents, 0), []);
    }

    #[test]
    fn which_are_kept_does_not_depend_on_the_order_of_documents() {
        let documents: Vec<(String, Vec<String>)> = (0..20)
            .map(|nth| (format!("d{nth}"), (0..nth % 4).map(|one| format!("{nth} {one}")).collect()))
            .collect();
        let texts: Vec<Vec<&str>> =
            documents.iter().map(|(_, texts)| texts.iter().map(String::as_str).collect()).collect();
        let mut all: Vec<(&str, &[&str])> =
            documents.iter().zip(&texts).map(|((id, _), texts)| (id.as_str(), &texts[..])).collect();
        let mut one = picked(&all, 7);
        all.reverse();
        let mut other = picked(&all, 7);
        assert_ne!(one, other, "they come in the order of documents");
        one.sort();
        other.sort();
        assert_eq!((one.len(), &one), (7, &other));
    }

    #[test]
    fn ids_go_by_content_and_tell_equals_apart() {
        let ids = |found: Vec<Found>| {
            let Picked(probes) = Picked::of("a", found, 10);
            probes.into_iter().map(|(_, probe)| probe.id).collect::<Vec<_>>()
        };
        let one = ids(vec![found("It is.", 0)]);
        assert_eq!(one, ids(vec![found("It is.", 70)]), "wherever it stands");
        assert_eq!(one, [format!("leans-back-{:016x}", fnv(["leans-back", "a", "It is."].into_iter()))]);
        let twice = ids(vec![found("It is.", 0), found("It is.", 70)]);
        assert_eq!(twice, [one[0].clone(), format!("{}-2", one[0])]);
        assert_ne!(fnv(["ab", "c"].into_iter()), fnv(["a", "bc"].into_iter()));
    }

    #[test]
    fn the_hash_is_fnv() {
        // The reference value of FNV-1a for "a", then the byte that ends a part.
        let a = 0xaf63_dc4c_8601_ec8c_u64;
        assert_eq!(fnv(["a"].into_iter()), (a ^ 0xff).wrapping_mul(0x0000_0100_0000_01b3));
    }
}
