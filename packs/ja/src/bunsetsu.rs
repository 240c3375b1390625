//! Word grain: bunsetsu, a content word with the particles and endings that hang on it. The last resort before single characters.

mod rules;

use kawara_core::Result;
use unicode_segmentation::UnicodeSegmentation;

use crate::chars::{char_at, char_before, is_blank, is_closer, is_digit, is_latin, is_opener, is_terminator};
use crate::morphology::{Class, Form, Morphology, Token};

/// A bunsetsu is cut between its words where it would be longer: 32 characters.
const LONG: usize = 96;

/// Replaces `ends`, the ends of the clauses of `text`, by the ends of its bunsetsu: all of those and more.
///
/// # Errors
/// When the dictionary cannot be opened.
pub(crate) fn ends(text: &str, morphology: &mut Morphology<'_>, ends: &mut Vec<usize>) -> Result<()> {
    let clauses = std::mem::take(ends);
    let mut start = 0;
    for end in clauses.into_iter().chain([text.len()]) {
        let clause = text.get(start..end).unwrap_or_default();
        let mut breaks = Breaks { text: clause, last: 0, ends: Vec::new() };
        match morphology.tokens(clause)? {
            Some(tokens) => breaks.between(tokens),
            None => rules::breaks(clause, |at, wanted| breaks.offer(at, wanted)),
        }
        ends.extend(on_clusters(clause, &breaks.ends).map(|at| start + at));
        if end < text.len() {
            ends.push(end);
        }
        start = end;
    }
    Ok(())
}

struct Breaks<'t> {
    text: &'t str,
    last: usize,
    ends: Vec<usize>,
}

impl Breaks<'_> {
    fn between(&mut self, tokens: &[Token]) {
        for pair in tokens.windows(2) {
            let [before, after] = pair else { continue };
            self.offer(after.start, starts(self.text, before, after));
            // Where a piece gets too long, at the last place that can be had.
            if after.end - self.last > LONG {
                self.offer(after.start, true);
            }
        }
    }

    /// Takes a break at `at` if it is wanted and nothing holds the two sides together.
    fn offer(&mut self, at: usize, wanted: bool) {
        if wanted && at > self.last && may_part(self.text, at) {
            self.ends.push(at);
            self.last = at;
        }
    }
}

/// Whether a bunsetsu starts between two words.
fn starts(text: &str, before: &Token, after: &Token) -> bool {
    let (Some(left), Some(right)) = (char_before(text, before.end), char_at(text, after.start)) else {
        return false;
    };
    if is_opener(right) {
        return !is_opener(left) && before.class != Class::Prefix;
    }
    if is_sign(left) {
        return !hangs_on(after)
            && !is_opener(left)
            && (is_blank(left)
                || is_closer(left)
                || is_terminator(left)
                || matches!(left, '、' | '，' | '､'));
    }
    match after.class {
        Class::Verb | Class::Adjective => {
            !(before.class == Class::Prefix
                || before.class == Class::Verb && before.form == Form::Continuative)
        }
        Class::Suru => {
            !(before.class.is_noun() && before.class != Class::AdverbialNoun || before.class == Class::Prefix)
        }
        Class::DependentVerb | Class::DependentAdjective => {
            !(before.class.is_predicate() || before.class == Class::Conjunctive)
        }
        Class::DependentNoun => {
            let word = text.get(after.start..after.end).unwrap_or_default();
            before.class.is_predicate() && !matches!(word, "の" | "ん" | "よう" | "そう" | "みたい" | "ふう")
        }
        Class::Number => !(before.class.is_noun() || before.class == Class::Prefix),
        class if class.is_noun() && class != Class::Suffix => {
            before.class == Class::AdverbialNoun || !(before.class.is_noun() || before.class == Class::Prefix)
        }
        Class::Prefix
        | Class::Adverb
        | Class::Adnominal
        | Class::Conjunction
        | Class::Interjection
        | Class::Filler => before.class != Class::Prefix,
        _ => false,
    }
}

fn hangs_on(token: &Token) -> bool {
    token.class.is_particle() || matches!(token.class, Class::Auxiliary | Class::Suffix | Class::Sign)
}

fn is_sign(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Whether nothing holds the characters on both sides of `at` together: a number, an address, a Latin word, white space to come.
fn may_part(text: &str, at: usize) -> bool {
    let (Some(before), Some(after)) = (char_before(text, at), char_at(text, at)) else { return false };
    if is_blank(after)
        || is_closer(after)
        || is_terminator(after)
        || matches!(after, '、' | '，' | '､' | '…' | 'ー' | '・')
    {
        return false;
    }
    let number = |c| is_digit(c) || matches!(c, '.' | '．' | ',' | '，' | ':' | '：' | '/' | '-' | '−');
    let number = is_digit(before) && number(after) || number(before) && is_digit(after);
    let latin = |c: char| is_latin(c) || c.is_ascii_graphic();
    !(is_opener(before)
        || number
        || latin(before) && latin(after)
        || matches!(before, '\u{a0}' | '\u{2060}' | '\u{202f}' | '・'))
}

/// Those of the sorted `ends` that lie between grapheme clusters, with white space given to the piece before.
fn on_clusters<'t>(text: &'t str, ends: &'t [usize]) -> impl Iterator<Item = usize> + 't {
    let mut ends = ends.iter().copied().peekable();
    text.grapheme_indices(true).filter_map(move |(at, cluster)| {
        while ends.next_if(|end| *end < at).is_some() {}
        let wanted = ends.next_if_eq(&at).is_some();
        (wanted && !cluster.chars().all(is_blank)).then_some(at)
    })
}
