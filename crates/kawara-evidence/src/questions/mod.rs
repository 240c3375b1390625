//! Questions from a file, each passage of their evidence held against its document.

mod finder;
mod fold;
mod resolve;
mod row;

use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;
use std::ops::Range;

use kawara::guard::Records;
use kawara::input::Failure;
use kawara::policy::nearest;
use serde::Serialize;

pub use fold::Difference;

use crate::text::{counted, excerpt};
use crate::{Corpus, Error, ErrorKind, Laid, Passage, Question, Result};
use finder::Finder;
use resolve::{Trouble, is_verified, resolve};
use row::Row;

/// What offsets of evidence are counted in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Offsets {
    /// Whichever verifies the texts of the file; characters where there are none.
    #[default]
    Auto,
    /// Characters: Unicode scalar values.
    Characters,
    /// Bytes of UTF-8.
    Bytes,
}

/// How questions are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct QuestionOptions<'a> {
    /// What offsets are counted in.
    pub offsets: Offsets,
    /// How the documents were read: what a reader makes of them is looked at too.
    pub laid: Option<&'a Laid>,
    /// The documents that could not be read: their questions are put aside.
    pub failed: &'a [Failure],
}

/// Questions whose evidence was found, and those whose was not.
#[derive(Clone, Debug, Default)]
pub struct Questions {
    /// Those all of whose evidence stands in the source.
    pub list: Vec<Question>,
    /// The line of each, from 1.
    pub lines: Vec<usize>,
    /// Those with a passage that stands nowhere in its document.
    pub missing: Vec<Missing>,
    /// Those about documents that could not be read.
    pub unread: Vec<Unread>,
    /// What was forgiven.
    pub remarks: Vec<Remark>,
    /// What offsets were taken to be counted in: never `Auto`.
    pub offsets: Offsets,
}

/// A question with a passage that stands nowhere in its document: the source is missing, or its extraction is broken. No overlap repairs that.
#[derive(Clone, Debug, PartialEq)]
pub struct Missing {
    /// Its line, from 1.
    pub line: usize,
    /// Its id.
    pub id: String,
    /// The document, by its place in the corpus.
    pub document: usize,
    /// The question.
    pub question: Option<String>,
    /// What it is grouped by.
    pub class: Option<String>,
    /// The passages that stand nowhere.
    pub quotes: Vec<MissingQuote>,
}

/// A text that stands nowhere in its document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingQuote {
    /// The text.
    pub text: String,
    /// How many of its characters do stand there, from the first, and at which characters of the source; `None` where they are too few to tell.
    pub begins: Option<(usize, Range<usize>)>,
}

/// A question about a document that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// Its line, from 1.
    pub line: usize,
    /// Its id.
    pub id: String,
    /// The document's id.
    pub doc_id: String,
    /// The question.
    pub question: Option<String>,
    /// What it is grouped by.
    pub class: Option<String>,
}

/// What was forgiven in a passage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The line, from 1.
    pub line: usize,
    /// The question's id.
    pub id: String,
    /// In what it differs from the source.
    pub difference: Difference,
}

/// What is wrong with a line.
#[derive(Clone, Debug)]
struct Mistake {
    line: usize,
    message: String,
}

/// Reads questions: JSON lines, or one JSON array, of `{"id", "doc_id", "question", "class", "evidence"}`; `label` stands for `class`,
/// and other fields are passed over. Each passage of the evidence is `{"start", "end", "text", "relevance"}`, or a quote: `{"text"}`, or
/// the text itself, where that stands once in the document. `name` is what the file is called in messages.
///
/// Texts are held against the source. What differs in line ends, normal form, white space or width is taken for the same, and is among
/// the [remarks](Questions::remarks).
///
/// ```
/// use kawara::{Document, input::{Encoding, Input}};
/// use kawara_evidence::{Corpus, read_questions};
///
/// let gate = Document::new("gate", "The gate opens at six. The first bus leaves at half past.");
/// let corpus = Corpus::read([Input::Document(Box::new(gate))], Encoding::UTF_8, |_| ());
/// let lines = r#"{"id": 1, "doc_id": "gate", "question": "When?", "evidence": ["opens at six"]}"#;
/// let questions = read_questions(&corpus, lines.as_bytes(), "questions.jsonl", Default::default())?;
/// assert_eq!(questions.list[0].ranges(), [9..21]);
/// # Ok::<(), kawara_evidence::Error>(())
/// ```
///
/// # Errors
/// All that is wrong with any question, a line each: file, line, what, and what to do.
pub fn read_questions(
    corpus: &Corpus,
    from: impl BufRead,
    name: &str,
    options: QuestionOptions<'_>,
) -> Result<Questions> {
    let mut mistakes = Vec::new();
    let rows = rows(from, name, &mut mistakes)?;
    let finders = finders(corpus, &rows, options.laid);
    let offsets = match options.offsets {
        Offsets::Auto => told(corpus, &rows, &finders),
        said => said,
    };
    let mut questions = Questions { offsets, ..Questions::default() };
    let mut unknown: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for row in &rows {
        let Some(document) = corpus.find(&row.doc_id) else {
            if options.failed.iter().any(|failure| failure.document == row.doc_id) {
                questions.unread.push(Unread {
                    line: row.line,
                    id: row.id.clone(),
                    doc_id: row.doc_id.clone(),
                    question: row.question.clone(),
                    class: row.class.clone(),
                });
            } else {
                unknown.entry(&row.doc_id).or_default().push(row.line);
            }
            continue;
        };
        if let Some(finder) = finders.get(&document) {
            questions.add(row, document, finder, &mut mistakes);
        }
    }
    for (doc_id, lines) in unknown {
        mistakes.push(no_document(corpus, doc_id, &lines, options.failed));
    }
    if mistakes.is_empty() {
        return Ok(questions);
    }
    mistakes.sort_by_key(|mistake| mistake.line);
    let lines: Vec<String> = mistakes.iter().map(|mistake| format!("{name}:{mistake}")).collect();
    Err(Error::new(ErrorKind::Questions, lines.join("\n")))
}

impl Questions {
    /// How many there are, whatever became of them.
    pub fn len(&self) -> usize {
        self.list.len() + self.missing.len() + self.unread.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn add(&mut self, row: &Row, document: usize, finder: &Finder<'_>, mistakes: &mut Vec<Mistake>) {
        let (mut evidence, mut quotes, mut is_whole) = (Vec::new(), Vec::new(), true);
        for (nth, quote) in row.evidence.iter().enumerate() {
            match resolve(quote, self.offsets, finder) {
                Ok(placed) if placed.chars.is_empty() => {
                    quotes.push(MissingQuote { text: quote.text.clone().unwrap_or_default(), begins: None });
                }
                Ok(placed) => {
                    let remark = |difference| Remark { line: row.line, id: row.id.clone(), difference };
                    self.remarks.extend(placed.differences.into_iter().map(remark));
                    evidence.push(Passage { chars: placed.chars, relevance: quote.relevance });
                }
                Err(Trouble::Missing(quote)) => quotes.push(quote),
                Err(Trouble::Wrong(message)) => {
                    is_whole = false;
                    let which = if row.evidence.len() == 1 { String::new() } else { format!(" {}", nth + 1) };
                    let message = format!("question {:?}: evidence{which}: {message}", row.id);
                    mistakes.push(Mistake { line: row.line, message });
                }
            }
        }
        let (id, question, class) = (row.id.clone(), row.question.clone(), row.class.clone());
        if !quotes.is_empty() {
            self.missing.push(Missing { line: row.line, id, document, question, class, quotes });
        } else if is_whole {
            self.list.push(Question { id, document, question, class, evidence });
            self.lines.push(row.line);
        }
    }
}

/// All questions as they are given. A second one with an id is a mistake.
fn rows(from: impl BufRead, name: &str, mistakes: &mut Vec<Mistake>) -> Result<Vec<Row>> {
    let mut rows: Vec<Row> = Vec::new();
    let mut ids: BTreeMap<String, usize> = BTreeMap::new();
    for record in Records::new(from, name) {
        let record = match record {
            Ok(record) => record,
            Err(failure) => return Err(Error::new(ErrorKind::Questions, failure.to_string())),
        };
        rows.extend(Row::of(record.line, record.json.trim_ascii(), &mut ids, mistakes));
    }
    Ok(rows)
}

/// One finder for each document that is asked about.
fn finders<'a>(corpus: &'a Corpus, rows: &[Row], laid: Option<&'a Laid>) -> BTreeMap<usize, Finder<'a>> {
    let mut finders = BTreeMap::new();
    for row in rows {
        let Some(document) = corpus.find(&row.doc_id) else { continue };
        let Some(source) = corpus.get(document) else { continue };
        let chunks = laid.and_then(|laid| laid.documents.get(document)?.chunks.as_ref());
        let readable = chunks
            .filter(|chunks| !chunks.map().is_identity())
            .map(|chunks| (&**chunks.text(), chunks.map()));
        finders.entry(document).or_insert_with(|| Finder::new(source, readable));
    }
    finders
}

/// What offsets are counted in: whichever puts more texts where they stand; characters, if it is all the same.
fn told(corpus: &Corpus, rows: &[Row], finders: &BTreeMap<usize, Finder<'_>>) -> Offsets {
    let quotes = || {
        let of = |row: &Row| finders.get(&corpus.find(&row.doc_id)?);
        rows.iter()
            .filter_map(move |row| Some((row, of(row)?)))
            .flat_map(|(row, finder)| row.evidence.iter().map(move |quote| (quote, finder)))
    };
    let to_the_letter =
        |unit| quotes().filter(|(quote, finder)| is_verified(quote, unit, finder) == Some(true)).count();
    let in_effect = |unit| {
        let both = quotes().filter(|(quote, _)| quote.range.is_some() && quote.text.is_some());
        both.filter(|(quote, finder)| resolve(quote, unit, finder).is_ok()).count()
    };
    let (chars, bytes) = (to_the_letter(Offsets::Characters), to_the_letter(Offsets::Bytes));
    let is_bytes = match (chars, bytes) {
        (0, 0) => in_effect(Offsets::Bytes) > in_effect(Offsets::Characters),
        _ => bytes > chars,
    };
    if is_bytes { Offsets::Bytes } else { Offsets::Characters }
}

fn no_document(corpus: &Corpus, doc_id: &str, lines: &[usize], failed: &[Failure]) -> Mistake {
    let ids = || corpus.sources().iter().map(|source| source.id());
    let is_tail = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|head| head.ends_with('/'));
    let is_stem =
        |id: &str| id.rsplit_once('.').is_some_and(|(stem, _)| stem == doc_id || is_tail(stem, doc_id));
    let near = ids()
        .find(|id| is_tail(id, doc_id) || is_tail(doc_id, id) || is_stem(id))
        .or_else(|| nearest(doc_id, ids()));
    let mut message = format!("there is no document {doc_id:?}");
    match (near, ids().next()) {
        (Some(near), _) => message += &format!("; did you mean {near:?}?"),
        (None, Some(first)) => {
            message += &format!(
                "; the documents are called as {first:?} is: name their files or folder from the same place"
            );
        }
        (None, None) => message += "; there are no documents at all",
    }
    if let Some(failure) = failed.first() {
        message += &format!(" (could not be read: {}", failure.document);
        message += if failed.len() > 1 { ", …)" } else { ")" };
    }
    if let [_, more @ ..] = lines
        && !more.is_empty()
    {
        let shown: Vec<String> = more.iter().take(5).map(usize::to_string).collect();
        let and_more = if more.len() > shown.len() { ", …" } else { "" };
        let lines = if more.len() == 1 { "line" } else { "lines" };
        message +=
            &format!(" ({} more, {lines} {}{and_more})", counted(more.len(), "question"), shown.join(", "));
    }
    Mistake { line: lines.first().copied().unwrap_or(1), message }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.message)
    }
}

impl fmt::Display for MissingQuote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}”", excerpt(&self.text))?;
        if let Some((length, place)) = &self.begins {
            let rest: String = self.text.chars().skip(*length).collect();
            write!(
                f,
                " up to “{}”: what stands before that is at {}–{}",
                excerpt(&rest),
                place.start,
                place.end
            )?;
        }
        Ok(())
    }
}
