//! Probes for teams that have no questions yet: places where two passages probably need each other.
//!
//! Nobody asked them, so a [`Probe`] has no question. It claims one thing: whoever is to answer from the later passage probably needs the
//! earlier one too. Rules find them, so some will be wrong: they are marked as proposed, to be looked through, kept or thrown away, and
//! given questions. Until then they measure what survives the cut, and say nothing about what is found.
//!
//! | class | passages | why |
//! |---|---|---|
//! | `leans-back` | a unit and the one before | the pack of its language says that it cannot be understood alone (a pronoun, a connective, a dropped topic) |
//! | `heading` | a heading and the first running text below | the text does not say what the heading says |
//! | `table-row` | a row and the header of its table | without its header a row is a list of values |

mod find;
mod pick;

use std::collections::BTreeSet;
use std::ops::Range;

use kawara::Engine;
use kawara::input::{Failure, Input};
use kawara::run::{RunOptions, each};
use serde::Serialize;

use find::Passages;
use pick::{Pick, Picked};

/// Why two passages probably need each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ProbeClass {
    /// A unit leans on the one before.
    LeansBack,
    /// Text below a heading does not say what the heading says.
    Heading,
    /// A row of a table needs the header.
    TableRow,
}

impl ProbeClass {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::LeansBack, Self::Heading, Self::TableRow];

    /// The word for it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LeansBack => "leans-back",
            Self::Heading => "heading",
            Self::TableRow => "table-row",
        }
    }
}

/// Passages of a document that are proposed to belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probe {
    /// The same as long as the document's id, the class and the passages are; where the passages stand does not matter.
    pub id: String,
    /// The document's id.
    pub doc_id: String,
    /// Why they belong together.
    pub class: ProbeClass,
    /// The language of the later passage.
    pub language: String,
    /// The passages in order: half-open characters of the source, and the text there.
    pub evidence: Vec<(Range<usize>, String)>,
}

impl Probe {
    /// A line for `kawara evidence check`, marked as proposed; without a line feed.
    pub fn to_json(&self) -> String {
        let passage = |(chars, text): &'_ (Range<usize>, String)| Passage {
            start: chars.start,
            end: chars.end,
            text: text.clone(),
        };
        let line = Line {
            proposed: true,
            id: &self.id,
            doc_id: &self.doc_id,
            class: self.class.as_str(),
            language: &self.language,
            evidence: self.evidence.iter().map(passage).collect(),
        };
        // Texts and numbers can always be written.
        serde_json::to_string(&line).unwrap_or_default()
    }
}

/// A probe; a file that begins with such a line is known to be no document (`kawara::output::is_output`).
#[derive(Serialize)]
struct Line<'p> {
    proposed: bool,
    id: &'p str,
    doc_id: &'p str,
    class: &'static str,
    language: &'p str,
    evidence: Vec<Passage>,
}

#[derive(Serialize)]
struct Passage {
    start: usize,
    end: usize,
    text: String,
}

/// Looks for probes in every input and keeps at most `most` of each class: one of each document before a second of any, and so on, chosen
/// by their content, so that an edit elsewhere changes little. They come in the order of the inputs. `done` is told of each document, with
/// the bytes that were read for it, and the languages in it of which no pack tells what leans back.
///
/// ```
/// use kawara::{Document, input::Input, policy::Policy, run::RunOptions};
/// use kawara_evidence::propose::{ProbeClass, propose};
///
/// let text = "# The gate\n\nIt opens at six. However, buses leave at five.\n";
/// let document = Document::new("gate", text).with_path("gate.md");
/// let engine = kawara::engine(Policy::builtin("docs").unwrap())?;
/// let probes = propose(&engine, [Input::Document(Box::new(document))].into_iter(), RunOptions::default(), 100, |_, _| ());
///
/// let classes: Vec<ProbeClass> = probes.iter().map(|probe| probe.class).collect();
/// assert_eq!(classes, [ProbeClass::Heading, ProbeClass::LeansBack]);
/// assert_eq!(probes[0].evidence, [(0..10, "# The gate".to_owned()), (12..28, "It opens at six.".to_owned())]);
/// # Ok::<(), kawara::Error>(())
/// ```
pub fn propose(
    engine: &Engine,
    inputs: impl Iterator<Item = Input> + Send,
    options: RunOptions,
    most: usize,
    mut done: impl FnMut(Result<&BTreeSet<String>, Failure>, u64),
) -> Vec<Probe> {
    let mut pick = Pick::new(most);
    each(
        engine,
        inputs,
        options,
        |worker, document| {
            let (passages, mut found) = (Passages::of(document.text()), Vec::new());
            let mut unjudged = BTreeSet::new();
            worker.measure(document, |units| find::probes(units, &passages, &mut found, &mut unjudged))?;
            Ok((Picked::of(document.id(), found, most), unjudged))
        },
        |result, bytes| {
            match result {
                Ok((picked, unjudged)) => {
                    pick.add(picked);
                    done(Ok(&unjudged), bytes);
                }
                Err(failure) => done(Err(failure), bytes),
            }
            true
        },
    );
    pick.into_probes()
}
