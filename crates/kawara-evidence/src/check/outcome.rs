use std::ops::Range;

use serde::Serialize;

/// Whether a question's evidence survives the cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// One chunk holds all of it.
    Covered,
    /// A cut goes through it, and it would fit in a chunk.
    Straddling,
    /// Its passages are more than [`FAR`] units apart.
    Far,
    /// From its first character to its last it has more tokens than a chunk may have.
    Unfittable,
    /// It stands in what the reader leaves out, such as front matter.
    LeftOut,
    /// It stands nowhere in the document: the source is missing, or its extraction is broken.
    Missing,
    /// Its document could not be read or cut.
    Unread,
}

impl Verdict {
    /// All, from the best to the worst.
    pub const ALL: [Self; 7] = [
        Self::Covered,
        Self::Straddling,
        Self::Far,
        Self::Unfittable,
        Self::LeftOut,
        Self::Missing,
        Self::Unread,
    ];

    /// As reports name it.
    ///
    /// ```
    /// use kawara_evidence::check::Verdict;
    ///
    /// assert_eq!(Verdict::LeftOut.as_str(), "left out");
    /// ```
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Covered => "covered",
            Self::Straddling => "straddling",
            Self::Far => "far",
            Self::Unfittable => "unfittable",
            Self::LeftOut => "left out",
            Self::Missing => "missing",
            Self::Unread => "unread",
        }
    }
}

/// Passages further apart than so many units are far: no overlap that anybody stores reaches over that.
pub const FAR: usize = 3;

/// What became of the evidence when the question was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// No chunk holds it: nothing whole could be retrieved.
    CutInHalf,
    /// A chunk holds it, and was not among those retrieved.
    NotRetrieved,
    /// A retrieved chunk holds it.
    Retrieved,
}

impl Fate {
    /// As reports name it.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CutInHalf => "cut in half",
            Self::NotRetrieved => "whole but not retrieved",
            Self::Retrieved => "retrieved",
        }
    }
}

/// What would keep a question's evidence whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Remedy {
    /// To carry as many units as [`Outcome::overlap`] says, or to read as much wider. A carry holds what it promises unless it is reduced.
    Overlap,
    /// To cut between units, and to carry as many as [`Outcome::overlap`] says.
    Units,
    /// A larger size: its unit does not fit in a chunk, or its units not together, or the carry that the policy asks for is reduced there.
    LargerSize,
    /// To read wider: nothing is carried over the end of a section or record, nor a heading, code or a table's row.
    ReadWider,
    /// To answer from several chunks: its passages are far apart.
    SeveralChunks,
    /// To change how the document is read.
    Reader,
    /// To mend the source or the quote.
    Source,
}

/// A cut between two chunks, with evidence on both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cut {
    /// The chunk before it.
    pub before: String,
    /// The chunk behind it.
    pub after: String,
    /// Where what is new in the chunk behind it begins, in characters of the source.
    pub character: usize,
    /// The same in bytes.
    pub byte: usize,
    /// Whether a section or record begins there.
    pub is_barrier: bool,
    /// How many units are carried over it; `None` where that is not known.
    pub carried: Option<usize>,
    /// How many the policy asks for: where that is more, they did not fit, or would have been the whole chunk.
    pub asked: Option<usize>,
}

impl Cut {
    /// Whether less is carried over it than the policy asks for. To ask for more does not help there.
    pub fn is_reduced(&self) -> bool {
        self.carried < self.asked
    }
}

/// What became of a question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Its id.
    pub id: String,
    /// Its line in the file, from 1.
    pub line: usize,
    /// The document's id.
    pub doc_id: String,
    /// The question, if it is written down.
    pub question: Option<String>,
    /// What it is grouped by.
    pub class: Option<String>,
    /// The language of the text there.
    pub language: Option<String>,
    /// Whether its evidence survives the cut.
    pub verdict: Verdict,
    /// The chunks that hold all of it.
    pub chunks: Vec<String>,
    /// The most that one chunk holds of it, of 1, each passage by its relevance.
    pub kept: f64,
    /// Whether some of its passages matter less than others.
    #[serde(skip)]
    pub is_graded: bool,
    /// Whether the baseline keeps it whole.
    pub baseline: Option<bool>,
    /// From the first character to the last.
    pub characters: Option<Range<usize>>,
    /// The same in bytes of the source.
    pub bytes: Option<Range<usize>>,
    /// How many tokens that is as a chunk of its own, by the document's own counter, special tokens included.
    pub tokens: Option<u32>,
    /// How many a chunk of that document may have.
    pub budget: Option<u32>,
    /// How many units it touches, with those between.
    pub units: Option<usize>,
    /// How many units would have to be carried over each cut for it to be whole; `None` where no carry helps.
    pub overlap: Option<usize>,
    /// What would keep it whole; `None` where it is.
    pub remedy: Option<Remedy>,
    /// The cuts that go through it.
    pub cuts: Vec<Cut>,
    /// Whether it would be whole without the white space at its ends.
    pub is_blank_cut: bool,
    /// Why the reader leaves it out; quotes that stand nowhere.
    pub why: Vec<String>,
    /// What became of it when the question was asked, among the most chunks that were.
    pub fate: Option<Fate>,
    /// The first retrieved chunk that holds all of it, from 1.
    pub rank: Option<usize>,
}
