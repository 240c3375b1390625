//! The words of IPADIC, reduced: of what an entry says, part of speech and conjugation stay; base form and reading go.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::Result;
use crate::source::Source;
use crate::spelling::spellings;

/// The words with their entries, and the features that entries refer to.
pub(crate) struct Lexicon {
    rows: usize,
    /// Distinct and in order; the fields joined by NUL, as lindera stores them.
    pub(crate) features: Vec<String>,
    pub(crate) words: BTreeMap<String, Vec<Entry>>,
}

/// One of the things that a word can be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entry {
    pub(crate) left: u16,
    pub(crate) right: u16,
    pub(crate) cost: i16,
    /// A place in [`Lexicon::features`].
    pub(crate) features: u32,
}

impl Lexicon {
    /// Reads all word lists of `source`.
    pub(crate) fn read(source: &Source) -> Result<Self> {
        let mut rows = Vec::new();
        for (name, text) in source.word_lists() {
            for (number, line) in (1..).zip(text.lines()) {
                rows.push(Row::read(line).map_err(|error| format!("{name}:{number}: {error}"))?);
            }
        }
        Self::new(&rows)
    }

    fn new(rows: &[Row<'_>]) -> Result<Self> {
        let distinct: BTreeSet<String> = rows.iter().map(|row| row.features.join("\0")).collect();
        let features: Vec<String> = distinct.into_iter().collect();
        let mut words: BTreeMap<String, Vec<Entry>> = BTreeMap::new();
        for row in rows {
            let place =
                features.binary_search(&row.features.join("\0")).map_err(|_| "features without a place")?;
            let [left, right] = [row.left.parse()?, row.right.parse()?];
            let entry = Entry { left, right, cost: row.cost.parse()?, features: place.try_into()? };
            for word in spellings(row.surface) {
                add(entry, words.entry(word).or_default());
            }
        }
        Ok(Self { rows: rows.len(), features, words })
    }
}

impl fmt::Display for Lexicon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: usize = self.words.values().map(Vec::len).sum();
        let (rows, words, features) = (self.rows, self.words.len(), self.features.len());
        write!(f, "{rows} rows, {entries} entries of {words} words, {features} distinct features")
    }
}

/// Adds `entry` unless its like is there and as cheap. Entries that are alike but for the cost are readings of one word; on the best
/// path there is only ever the cheapest. The order of the others, which settles ties, stays that of the sources.
fn add(entry: Entry, entries: &mut Vec<Entry>) {
    let like = |old: &Entry| Entry { cost: entry.cost, ..*old } == entry;
    match entries.iter().find(|old| like(old)) {
        Some(old) if old.cost <= entry.cost => {}
        _ => {
            entries.retain(|old| !like(old));
            entries.push(entry);
        }
    }
}

/// A line of a word list or of `unk.def`, where the surface is a class of characters.
struct Row<'l> {
    surface: &'l str,
    left: &'l str,
    right: &'l str,
    cost: &'l str,
    features: [&'l str; 6],
}

impl<'l> Row<'l> {
    /// IPADIC quotes nothing, so each comma ends a field; the fields behind the sixth feature are let go.
    fn read(line: &'l str) -> Result<Self> {
        let mut fields = line.split(',');
        let mut field =
            || fields.next().filter(|field| !field.is_empty()).ok_or("a field is missing or empty");
        Ok(Self {
            surface: field()?,
            left: field()?,
            right: field()?,
            cost: field()?,
            features: [field()?, field()?, field()?, field()?, field()?, field()?],
        })
    }
}

/// `unk.def` reduced to the fields that words have.
pub(crate) fn reduce_unknowns(text: &str) -> Result<String> {
    let mut reduced = String::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Row { surface, left, right, cost, features } =
            Row::read(line).map_err(|error| format!("unk.def:{number}: {error}"))?;
        reduced += &format!("{surface},{left},{right},{cost},{}\n", features.join(","));
    }
    Ok(reduced)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lexicon(lines: &[&str]) -> Lexicon {
        let rows: Vec<Row<'_>> = lines.iter().map(|line| Row::read(line).unwrap()).collect();
        Lexicon::new(&rows).unwrap()
    }

    #[test]
    fn base_form_and_reading_go() {
        let lexicon = lexicon(&["住む,772,772,7048,動詞,自立,*,*,五段・マ行,基本形,住む,スム,スム"]);
        assert_eq!(lexicon.features, ["動詞\0自立\0*\0*\0五段・マ行\0基本形"]);
        assert_eq!(lexicon.words["住む"], [Entry { left: 772, right: 772, cost: 7048, features: 0 }]);
    }

    #[test]
    fn features_are_written_once_and_in_order() {
        let lexicon =
            lexicon(&["b,1,1,1,名,*,*,*,*,*,b", "c,2,2,1,助,*,*,*,*,*,c", "a,1,1,1,名,*,*,*,*,*,a"]);
        assert_eq!(lexicon.features, ["助\0*\0*\0*\0*\0*", "名\0*\0*\0*\0*\0*"]);
        assert_eq!(lexicon.words["a"], lexicon.words["b"]);
        assert_eq!(lexicon.to_string(), "3 rows, 3 entries of 3 words, 2 distinct features");
    }

    #[test]
    fn of_two_readings_the_cheaper_stays() {
        let entry = |right, cost| Entry { left: 1, right, cost, features: 0 };
        let added = |all: &[Entry]| {
            let mut entries = Vec::new();
            all.iter().for_each(|one| add(*one, &mut entries));
            entries
        };
        assert_eq!(added(&[entry(1, 5), entry(2, 5), entry(1, 5)]), [entry(1, 5), entry(2, 5)]);
        assert_eq!(added(&[entry(1, 5), entry(2, 5), entry(1, 6)]), [entry(1, 5), entry(2, 5)]);
        assert_eq!(added(&[entry(1, 5), entry(2, 5), entry(1, 4)]), [entry(2, 5), entry(1, 4)]);
    }

    #[test]
    fn a_short_or_broken_line_is_an_error() {
        assert!(Row::read("語,1,1,1,名詞,一般,*,*,*").is_err());
        assert!(Row::read("語,1,1,1,名詞,,*,*,*,*").is_err());
        let wide = Row::read("語,70000,1,1,名詞,一般,*,*,*,*").unwrap();
        assert!(Lexicon::new(&[wide]).is_err());
    }

    #[test]
    fn unknown_words_have_the_same_fields() {
        let reduced = reduce_unknowns("SPACE,9,9,8903,記号,空白,*,*,*,*,*\n").unwrap();
        assert_eq!(reduced, "SPACE,9,9,8903,記号,空白,*,*,*,*\n");
        assert!(reduce_unknowns("SPACE,9,9\n").err().unwrap().to_string().contains("unk.def:1"));
    }
}
