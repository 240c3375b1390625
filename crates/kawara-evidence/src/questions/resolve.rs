use std::ops::Range;

use super::finder::{Finder, Hit, MOST};
use super::fold::{Folded, otherwise_counted};
use super::row::Quote;
use super::{Difference, MissingQuote, Offsets};
use crate::text::excerpt;

/// A passage that stands in the source.
#[derive(Debug)]
pub(super) struct Placed {
    /// Half-open characters of the source.
    pub(super) chars: Range<usize>,
    pub(super) differences: Vec<Difference>,
}

/// Why a passage has no place.
#[derive(Debug)]
pub(super) enum Trouble {
    /// It stands nowhere in the source.
    Missing(MissingQuote),
    /// It is wrong: what, and what to do.
    Wrong(String),
}

/// The place of a passage in its document.
pub(super) fn resolve(quote: &Quote, unit: Offsets, finder: &Finder<'_>) -> Result<Placed, Trouble> {
    match (&quote.range, &quote.text) {
        (Some(range), None) => match bytes_of(range, unit, finder) {
            Some(bytes) => Ok(placed(bytes, Vec::new(), finder)),
            None => Err(Trouble::Wrong(outside(range, unit, finder))),
        },
        (Some(range), Some(text)) => verified(range, text, unit, finder),
        (None, text) => {
            let text = text.as_deref().unwrap_or_default();
            let mut places = finder.places(text);
            match places.len() {
                0 => Err(missing(text, finder)),
                1 => {
                    let hit = places.remove(0);
                    Ok(placed(hit.bytes, hit.differences, finder))
                }
                many => {
                    let (first, second) = (shown(&places[0], unit, finder), shown(&places[1], unit, finder));
                    Err(Trouble::Wrong(format!(
                        "“{}” stands {} times in {}, at {first}, {second}{}; give \"start\" and \"end\", or quote more of it",
                        excerpt(text),
                        at_least(many),
                        finder.source().id(),
                        if many > 2 { ", …" } else { "" },
                    )))
                }
            }
        }
    }
}

/// Whether the text stands at its offsets, to the letter.
pub(super) fn is_verified(quote: &Quote, unit: Offsets, finder: &Finder<'_>) -> Option<bool> {
    let (range, text) = (quote.range.as_ref()?, quote.text.as_deref()?);
    Some(bytes_of(range, unit, finder).is_some_and(|bytes| at(finder, bytes) == text))
}

fn verified(
    range: &(usize, usize),
    text: &str,
    unit: Offsets,
    finder: &Finder<'_>,
) -> Result<Placed, Trouble> {
    let bytes = bytes_of(range, unit, finder);
    let there = bytes.clone().map(|bytes| at(finder, bytes));
    if let (Some(bytes), Some(there)) = (bytes, there) {
        if there == text {
            return Ok(placed(bytes, Vec::new(), finder));
        }
        let is_same = |difference: &Difference| {
            Folded::of(there, *difference).text() == Folded::of(text, *difference).text()
        };
        if let Some(difference) = Difference::OF_TEXT.into_iter().find(is_same) {
            return Ok(placed(bytes, vec![difference], finder));
        }
    }
    let places = finder.places(text);
    // To count a beginning anew takes time: only what is nearest can be meant.
    let mut near: Vec<&Hit> = places.iter().collect();
    near.sort_by_key(|hit| shown_range(hit, unit, finder).start.abs_diff(range.0));
    if let Some(hit) = near.into_iter().take(NEAR).find(|hit| is_meant(range.0, hit, unit, finder)) {
        let mut differences = hit.differences.clone();
        if shown_range(hit, unit, finder).start != range.0 {
            differences.push(Difference::Offsets);
        }
        return Ok(placed(hit.bytes.clone(), differences, finder));
    }
    let Some(first) = places.first() else { return Err(missing(text, finder)) };
    let stands = match there {
        Some(there) => format!("there stands “{}”", excerpt(there)),
        None => outside(range, unit, finder),
    };
    let place = shown(first, unit, finder);
    let found = match places.len() {
        1 => format!("it stands at {place}; correct the offsets, or leave them out"),
        many => format!("it stands {} times, first at {place}; correct the offsets", at_least(many)),
    };
    Err(Trouble::Wrong(format!("“{}” is not at {}–{}: {stands}; {found}", excerpt(text), range.0, range.1)))
}

/// How many places are looked at for other ways to count.
const NEAR: usize = 8;

/// Whether a place is where offsets point that were counted on a text with other line ends, without a mark, composed.
fn is_meant(start: usize, hit: &Hit, unit: Offsets, finder: &Finder<'_>) -> bool {
    if shown_range(hit, unit, finder).start == start {
        return true;
    }
    let text = finder.source().text();
    let beginning = text.get(..hit.bytes.start).unwrap_or_default();
    // Nothing but these changes how long a beginning is.
    if start > beginning.len() || (text.is_ascii() && !beginning.contains('\r')) {
        return false;
    }
    otherwise_counted(beginning)
        .into_iter()
        .any(|(chars, bytes)| if unit == Offsets::Bytes { bytes == start } else { chars == start })
}

fn missing(text: &str, finder: &Finder<'_>) -> Trouble {
    let begins = finder.beginning(text).map(|(length, bytes)| {
        let source = finder.source();
        let length = text.get(..length).unwrap_or_default().chars().count();
        (length, source.chars().chars(source.text(), bytes))
    });
    Trouble::Missing(MissingQuote { text: text.to_owned(), begins })
}

fn placed(bytes: Range<usize>, differences: Vec<Difference>, finder: &Finder<'_>) -> Placed {
    let source = finder.source();
    Placed { chars: source.chars().chars(source.text(), bytes), differences }
}

fn bytes_of(range: &(usize, usize), unit: Offsets, finder: &Finder<'_>) -> Option<Range<usize>> {
    let source = finder.source();
    if unit == Offsets::Bytes {
        source.text().get(range.0..range.1).map(|_| range.0..range.1)
    } else {
        source.chars().bytes(source.text(), range.0..range.1)
    }
}

fn at<'a>(finder: &Finder<'a>, bytes: Range<usize>) -> &'a str {
    finder.source().text().get(bytes).unwrap_or_default()
}

fn outside(range: &(usize, usize), unit: Offsets, finder: &Finder<'_>) -> String {
    let (source, id) = (finder.source(), finder.source().id());
    let (length, name) = match unit {
        Offsets::Bytes => (source.text().len(), "bytes"),
        _ => (source.chars().len(), "characters"),
    };
    if range.1 > length {
        format!("{id} has {length} {name}, and {} is past its end", range.1)
    } else {
        format!(
            "{}–{} begins or ends inside a character of {id}; offsets may be counted in characters",
            range.0, range.1
        )
    }
}

fn shown_range(hit: &Hit, unit: Offsets, finder: &Finder<'_>) -> Range<usize> {
    let source = finder.source();
    match unit {
        Offsets::Bytes => hit.bytes.clone(),
        _ => source.chars().chars(source.text(), hit.bytes.clone()),
    }
}

fn shown(hit: &Hit, unit: Offsets, finder: &Finder<'_>) -> String {
    let Range { start, end } = shown_range(hit, unit, finder);
    format!("{start}–{end}")
}

fn at_least(many: usize) -> String {
    if many < MOST { many.to_string() } else { format!("at least {many}") }
}
