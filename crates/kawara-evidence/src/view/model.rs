use serde::Serialize;

/// What the page's script is given. Positions in texts count UTF-16 code units, as strings of JavaScript do.
#[derive(Debug, Serialize)]
pub(super) struct Model<'m> {
    pub(super) policies: Vec<PolicyModel<'m>>,
    pub(super) documents: Vec<DocumentModel<'m>>,
    /// Whether there are questions at all.
    pub(super) asked: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct PolicyModel<'m> {
    pub(super) name: &'m str,
    /// Over all documents.
    pub(super) figures: Figures,
}

/// What a policy costs, and what it keeps.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct Figures {
    pub(super) chunks: usize,
    /// The tokens of all chunks.
    pub(super) tokens: u64,
    /// The tokens of the documents themselves.
    pub(super) source: u64,
    /// What is stored beside the documents; `None` where nothing was counted.
    pub(super) redundancy: Option<f64>,
    /// Questions all of whose evidence one chunk holds.
    pub(super) covered: usize,
    /// The other questions.
    pub(super) torn: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct DocumentModel<'m> {
    pub(super) id: &'m str,
    /// The texts that were chunked: one, unless policies read it differently.
    pub(super) texts: Vec<&'m str>,
    pub(super) questions: Vec<QuestionModel<'m>>,
    /// For each policy, how it cuts the document.
    pub(super) cuts: Vec<Cut<'m>>,
}

#[derive(Debug, Serialize)]
pub(super) struct QuestionModel<'m> {
    pub(super) id: &'m str,
    pub(super) question: Option<&'m str>,
    pub(super) class: Option<&'m str>,
}

#[derive(Debug, Serialize)]
pub(super) struct Cut<'m> {
    /// Which of the document's texts was cut.
    pub(super) text: usize,
    /// Whether that is not the source itself.
    pub(super) projected: bool,
    pub(super) failed: bool,
    pub(super) media: &'m str,
    pub(super) figures: Figures,
    pub(super) chunks: Vec<ChunkModel<'m>>,
    /// What was left out and is shown at its place.
    pub(super) skipped: Vec<SkippedModel<'m>>,
    /// Everything that was left out, by its reason: how often, and how many characters.
    pub(super) left_out: Vec<(&'m str, usize, usize)>,
    /// For each question of the document.
    pub(super) evidence: Vec<EvidenceModel>,
}

#[derive(Debug, Serialize)]
pub(super) struct ChunkModel<'m> {
    pub(super) id: String,
    /// In the text.
    pub(super) at: (u32, u32),
    /// In bytes of the source.
    pub(super) bytes: (usize, usize),
    /// In characters of the source.
    pub(super) chars: (usize, usize),
    pub(super) context: &'m str,
    pub(super) tokens: u32,
    pub(super) max: u32,
    pub(super) language: &'m str,
    pub(super) flags: Vec<&'static str>,
    pub(super) carried: usize,
    pub(super) asked: usize,
    /// Of each unit where it starts in the text, and its bytes of the source.
    pub(super) units: Vec<(u32, usize, usize)>,
    pub(super) settings: &'m str,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct SkippedModel<'m> {
    /// In the text; an empty range where it is not a part of it.
    pub(super) at: (u32, u32),
    pub(super) why: &'m str,
    /// In bytes of the source.
    pub(super) bytes: (usize, usize),
    /// What it begins with, where it is not a part of the text.
    pub(super) excerpt: String,
}

#[derive(Debug, PartialEq, Serialize)]
pub(super) struct EvidenceModel {
    /// In the text; empty where all of it was left out.
    pub(super) spans: Vec<(u32, u32)>,
    /// The chunks that hold all of it.
    pub(super) whole: Vec<usize>,
}
