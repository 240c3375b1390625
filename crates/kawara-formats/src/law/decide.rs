//! Which lines are articles, divisions, captions: those whose form, place and number agree.

use std::ops::Range;

use super::mark::{Form, Rank, WORDS, What, Word};
use super::number::Number;
use super::scan::{Line, columns, is_closed, is_title};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Text,
    /// Begins an article; whether nothing but a title follows the number.
    Article {
        titled: bool,
    },
    /// A chapter or the like.
    Division(Rank),
    /// （目的）, of the article below.
    Caption,
    /// Another line of the heading above.
    Tail,
}

/// The role of each line.
pub(super) fn decide(text: &str, lines: &[Line]) -> Vec<Role> {
    let mut roles = vec![Role::Text; lines.len()];
    let contents = contents(text, lines);
    let main = main_word(lines, &contents);
    let mut sequence = Sequence::new(text, lines, &contents);
    for at in 0..lines.len() {
        if contents.contains(&at) || roles[at] == Role::Tail {
            continue;
        }
        let Some(form) = &lines[at].form else { continue };
        match form.what {
            What::Division(rank) if is_division(text, lines, &roles, at) => {
                roles[at] = Role::Division(rank);
                sequence.divide();
            }
            What::Article(word) if sequence.accepts(at, form, word, main, &roles) => {
                roles[at] = article(text, lines, at, word, main);
                if matches!(roles[at], Role::Division(_)) {
                    sequence.divide();
                }
            }
            _ => continue,
        }
        if is_bare(text, lines, at, roles[at]) {
            roles[at + 1] = Role::Tail;
        }
    }
    captions(text, lines, &mut roles);
    roles
}

/// The lines of a table of contents: divisions and titles of articles, up to where the first of them comes again.
fn contents(text: &str, lines: &[Line]) -> Range<usize> {
    let key = |line: &Line| line.form.as_ref().map(|form| (form.what, form.number));
    let Some(first) = lines.iter().position(|line| line.form.is_some()) else { return 0..0 };
    let mut to = first;
    while let Some(line) = lines.get(to).filter(|line| line.form.is_some() && columns(line.said(text)) <= 100)
    {
        if to > first + 1 && key(line) == key(&lines[first]) {
            return first..to;
        }
        let rest =
            line.rest(text).trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '…' | ' '));
        if !(rest.is_empty() || is_title(rest)) {
            break;
        }
        to += 1;
    }
    0..0
}

/// What most articles are called.
fn main_word(lines: &[Line], contents: &Range<usize>) -> Option<Word> {
    let mut counts: Vec<(Word, usize)> = Vec::with_capacity(WORDS);
    for (at, line) in lines.iter().enumerate() {
        if let Some(Form { what: What::Article(word), .. }) = line.form
            && !contents.contains(&at)
        {
            match counts.iter_mut().find(|(known, _)| *known == word) {
                Some((_, count)) => *count += 1,
                None => counts.push((word, 1)),
            }
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(word, _)| word)
}

/// Whether the line before is complete, so that this one cannot go on from it.
fn is_begun(text: &str, lines: &[Line], roles: &[Role], at: usize) -> bool {
    lines[at].apart || at == 0 || roles[at - 1] != Role::Text || is_closed(lines[at - 1].said(text))
}

fn is_division(text: &str, lines: &[Line], roles: &[Role], at: usize) -> bool {
    let line = &lines[at];
    let rest = line.rest(text);
    let is_named = rest.is_empty() || is_title(rest);
    line.heading.is_some()
        || is_named && (is_begun(text, lines, roles, at) || columns(lines[at - 1].said(text)) <= 50)
}

/// An article of another name than most is a division if it is nothing but a heading: ARTICLE II over its sections.
fn article(text: &str, lines: &[Line], at: usize, word: Word, main: Option<Word>) -> Role {
    let rest = lines[at].rest(text);
    // Thai writes no stops, so that any short line has the form of a title.
    let is_short = rest.is_empty() || !word.is_thai() && (is_title(rest) || is_in_capitals(rest));
    let next = lines.get(at + 1);
    let goes_on = next.is_some_and(|next| {
        !next.apart && next.heading.is_none() && next.said(text).starts_with(char::is_lowercase)
    });
    let has_text = next.is_some_and(|next| {
        next.form
            .as_ref()
            .is_none_or(|form| !matches!(form.what, What::Article(w) if w == word) && form.strict)
    });
    if Some(word) != main && is_short {
        Role::Division(Rank::Met(u8::MAX))
    } else {
        let is_sole_heading = lines[at].heading.is_some();
        Role::Article { titled: is_sole_heading || is_short && has_text && !goes_on }
    }
}

/// `SHORT TITLE.`, whose stop ends no sentence.
fn is_in_capitals(rest: &str) -> bool {
    columns(rest) <= 64 && rest.contains(char::is_uppercase) && !rest.contains(char::is_lowercase)
}

/// Whether a heading has nothing but its number, and a title stands on the next line.
fn is_bare(text: &str, lines: &[Line], at: usize, role: Role) -> bool {
    let is_heading = matches!(role, Role::Division(_) | Role::Article { titled: true });
    let (Some(next), Some(_)) = (lines.get(at + 1), lines.get(at + 2)) else { return false };
    // The text of a Chinese or Japanese article, or of supplementary provisions, is often a short line without a stop.
    let may_have =
        !lines[at].said(text).starts_with(['第', '附']) || matches!(role, Role::Division(Rank::Fixed(_)));
    is_heading
        && may_have
        && lines[at].rest(text).is_empty()
        && next.form.is_none()
        && next.heading.is_none()
        && next.piece - lines[at].piece <= 1
        && is_title(next.said(text))
        && !next.said(text).starts_with(|c: char| c.is_lowercase() || matches!(c, '(' | '（' | '['))
        && super::item::item(next.said(text)).is_none()
}

/// A line in brackets right above an article.
fn captions(text: &str, lines: &[Line], roles: &mut [Role]) {
    for at in 1..lines.len() {
        let said = lines[at - 1].said(text);
        let is_bracketed = [("（", "）"), ("(", ")"), ("【", "】"), ("〔", "〕"), ("[", "]")]
            .iter()
            .any(|(open, close)| said.starts_with(open) && said.ends_with(close));
        if matches!(roles[at], Role::Article { .. })
            && roles[at - 1] == Role::Text
            && is_bracketed
            && columns(said) <= 80
        {
            roles[at - 1] = Role::Caption;
        }
    }
}

/// The numbers of the articles so far, and of those to come.
struct Sequence<'a> {
    text: &'a str,
    lines: &'a [Line],
    /// For each line that may be an article, the next number of the same name.
    next: Vec<Option<Number>>,
    last: [Option<Number>; WORDS],
    /// Whether a division came since the last article of each name.
    divided: [bool; WORDS],
    /// Whether articles and their words are parted anywhere.
    parted: bool,
}

impl<'a> Sequence<'a> {
    fn new(text: &'a str, lines: &'a [Line], contents: &Range<usize>) -> Self {
        let mut next = vec![None; lines.len()];
        let mut coming = [None; WORDS];
        let mut parted = false;
        for (at, line) in lines.iter().enumerate().rev() {
            if let Some(Form { what: What::Article(word), number, glued, .. }) = line.form
                && !contents.contains(&at)
            {
                next[at] = coming[word as usize];
                coming[word as usize] = Some(number);
                parted |= !glued;
            }
        }
        Self { text, lines, next, last: [None; WORDS], divided: [true; WORDS], parted }
    }

    fn divide(&mut self) {
        self.divided = [true; WORDS];
    }

    fn accepts(&mut self, at: usize, form: &Form, word: Word, main: Option<Word>, roles: &[Role]) -> bool {
        let accepted = self.judge(at, form, word, main, roles);
        if accepted {
            self.last[word as usize] = Some(form.number);
            self.divided[word as usize] = false;
        }
        accepted
    }

    fn judge(&self, at: usize, form: &Form, word: Word, main: Option<Word>, roles: &[Role]) -> bool {
        let line = &self.lines[at];
        let rest = line.rest(self.text);
        if word == Word::Decimal && (Some(word) != main || !is_title(rest)) {
            return false;
        }
        if line.heading.is_some() {
            return true;
        }
        if Some(word) != main && !form.strict {
            return false;
        }
        let (last, divided) = (self.last[word as usize], self.divided[word as usize]);
        let follows = match last {
            None => form.number.0[0] <= 1,
            Some(last) => form.number.follows(last) || divided && form.number.0[0] == 1,
        };
        if form.glued {
            return !self.parted && follows && is_begun(self.text, self.lines, roles, at);
        }
        let next = self.next[at];
        let is_outlier = next.is_some_and(|next| next < form.number && last.is_none_or(|last| next > last));
        if !is_begun(self.text, self.lines, roles, at) {
            let before = columns(self.lines[at - 1].said(self.text));
            return follows && !is_outlier && next != Some(form.number) && (before <= 50 || word.is_thai());
        }
        if form.strict && line.apart {
            return true;
        }
        let rises = last.is_none_or(|last| form.number > last);
        let restarts = divided
            || form.strict && form.number.0[0] == 1 && next.is_some_and(|next| next.follows(form.number));
        follows || !is_outlier && (rises || restarts)
    }
}
