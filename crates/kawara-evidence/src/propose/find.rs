//! Where passages probably need each other.

use std::collections::BTreeSet;
use std::ops::Range;

use kawara::{BlockKind, MeasuredUnit, Measuring, Result};

use super::ProbeClass;
use super::pick::Found;
use crate::Chars;

/// Adds the probes of a document, or of a piece of one, and the languages of which no pack tells what leans back.
///
/// # Errors
/// What a pack returns.
pub(super) fn probes(
    units: &mut Measuring<'_>,
    passages: &Passages<'_>,
    found: &mut Vec<Found>,
    unjudged: &mut BTreeSet<String>,
) -> Result<()> {
    let mut header: Option<(usize, Range<usize>)> = None;
    let mut heading: Option<(usize, Range<usize>)> = None;
    for nth in 0..units.len() {
        let leans = units.get(nth).is_some_and(|unit| unit.is_carried && !unit.is_behind_barrier)
            && units.leans_back(nth)?;
        let has_pack = units.has_pack(nth);
        let Some(unit) = units.get(nth) else { break };
        if unit.is_carried && !has_pack && !unjudged.contains(unit.language) {
            unjudged.insert(unit.language.to_owned());
        }
        let before =
            nth.checked_sub(1).and_then(|before| units.get(before)).filter(|before| before.is_carried);
        if let Some(before) = before.filter(|_| leans) {
            found.extend(passages.probe(ProbeClass::LeansBack, &unit, before.source));
        }
        if unit.is_heading {
            heading = Some((unit.section, unit.source.clone()));
        } else if let Some((section, range)) = heading.take()
            && section == unit.section
            && unit.is_carried
            && !passages.says(&unit.source, &range)
        {
            found.extend(passages.probe(ProbeClass::Heading, &unit, range));
        }
        if unit.kind == BlockKind::Row
            && let Some(lead) = unit.lead
        {
            match &header {
                Some((known, range)) if *known == lead => {
                    found.extend(passages.probe(ProbeClass::TableRow, &unit, range.clone()));
                }
                // The header stands before the first row, or is its beginning.
                _ => {
                    let row = nth
                        .checked_sub(1)
                        .and_then(|before| units.get(before))
                        .filter(|before| before.kind == BlockKind::Row);
                    let says = |row: &MeasuredUnit<'_>| {
                        plain(row.text) == plain(units.lead(lead).unwrap_or_default())
                    };
                    header = row
                        .filter(says)
                        .or_else(|| units.get(nth).filter(|_| unit.is_lead))
                        .map(|row| (lead, row.source));
                    if let Some((_, range)) = &header {
                        found.extend(passages.probe(ProbeClass::TableRow, &unit, range.clone()));
                    }
                }
            }
        }
    }
    Ok(())
}

/// A document whose passages are cut out.
pub(super) struct Passages<'t> {
    text: &'t str,
    chars: Chars,
}

impl<'t> Passages<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        Self { text, chars: Chars::of(text) }
    }

    /// A unit and what it needs, in order; none where the two overlap, as they may where a reader moves text about.
    fn probe(&self, class: ProbeClass, unit: &MeasuredUnit<'_>, needed: Range<usize>) -> Option<Found> {
        if needed.end > unit.source.start {
            return None;
        }
        let passage = |bytes: Range<usize>| {
            let text = self.text.get(bytes.clone()).filter(|text| !text.trim().is_empty())?;
            Some((self.chars.chars(self.text, bytes), text.to_owned()))
        };
        let evidence = vec![passage(needed)?, passage(unit.source.clone())?];
        Some(Found { class, language: unit.language.to_owned(), evidence })
    }

    /// Whether a unit says what a heading says, letters and digits compared.
    fn says(&self, unit: &Range<usize>, heading: &Range<usize>) -> bool {
        let text = |bytes: &Range<usize>| plain(self.text.get(bytes.clone()).unwrap_or_default());
        text(unit).contains(&text(heading))
    }
}

/// The letters and digits of a text, in lower case.
fn plain(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
