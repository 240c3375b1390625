//! Questions and answers: each pair is a record, and later parts of a long answer bring the question along.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use kawara_core::{BlockKind, Blocks, Joint, Options, Reader, Reading, Result};
use memchr::memrchr;

use super::body::{Body, How, is_markdown};
use super::markers::{Role, role};
use crate::lines::{Line, bom, is_blank, lines, trim, with_line_feeds};
use crate::markdown;
use crate::outline::{Outline, Piece};

/// The reader of questions and answers.
///
/// Pairs begin at marks (`Q:`, `问：`, `質問1．`); without any, at headings that ask; without those, at a line that asks and
/// begins a paragraph. What stands before the first pair is a record of its own, unless it is nothing but headings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Faq;

impl Reader for Faq {
    fn open<'r>(&'r self, options: &Options) -> Result<Box<dyn Reading + Send + 'r>> {
        Ok(Box::new(FaqReading { body: Body::open(options)?, options: options.clone(), way: None }))
    }
}

/// How the pairs of a document are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    markdown: bool,
    marked: bool,
}

/// How much of a document is looked at to find that out, in bytes.
const SAMPLE_BYTES: usize = 1 << 20;

impl Way {
    fn of(text: &str) -> Self {
        let sample = &text[..text.floor_char_boundary(SAMPLE_BYTES)];
        let marked = lines(sample, bom(sample)..sample.len())
            .any(|line| role(line.of(sample)) == Some(Role::Question));
        Self { markdown: is_markdown(sample), marked }
    }
}

struct FaqReading {
    body: Body,
    options: Options,
    way: Option<Way>,
}

impl Reading for FaqReading {
    /// Pairs with marks stand each for itself; headings hold for all that is below them, so Markdown is read whole.
    fn frame(&mut self, head: &str, last: bool) -> Option<usize> {
        if last {
            return Some(head.len());
        }
        if self.way.is_none() && head.len() <= SAMPLE_BYTES {
            return None;
        }
        let way = self.way.get_or_insert_with(|| Way::of(head));
        if way.markdown || !way.marked { None } else { last_question(head) }
    }

    fn fork<'a>(&self) -> Option<Box<dyn Reading + Send + 'a>>
    where
        Self: 'a,
    {
        let body = Body::open(&self.options).ok()?;
        Some(Box::new(Self { body, options: self.options.clone(), way: self.way }))
    }

    fn read<'t>(&mut self, piece: &'t str, out: &mut Blocks) -> Result<Cow<'t, str>> {
        let way = *self.way.get_or_insert_with(|| Way::of(piece));
        Ok(outline(piece, way, &mut self.body).tell(piece, out))
    }
}

/// Where the last marked question of a text begins whose last line may be cut off, unless it is the first line.
fn last_question(text: &str) -> Option<usize> {
    let mut end = memrchr(b'\n', text.as_bytes())?;
    loop {
        let start = memrchr(b'\n', &text.as_bytes()[..end])? + 1;
        if role(&text[start..end]) == Some(Role::Question) {
            return Some(start);
        }
        end = start - 1;
    }
}

fn outline(text: &str, way: Way, body: &mut Body) -> Outline {
    if way.marked {
        return from_pairs(text, &marked_pairs(text, way.markdown), way.markdown, body);
    }
    if way.markdown
        && let Some(outline) = by_headings(text, body)
    {
        return outline;
    }
    from_pairs(text, &asking_lines(text), way.markdown, body)
}

/// A question and its answer, up to the next question.
struct Pair {
    /// Where the record begins: at the question, or at headings right above it.
    start: usize,
    question: Range<usize>,
    answer: Range<usize>,
}

/// The longest question that stays with its answer as a heading does, in bytes; a longer one is read as prose.
const SHORT_QUESTION: usize = 400;

fn from_pairs(text: &str, pairs: &[Pair], markdown: bool, body: &mut Body) -> Outline {
    let mut outline = Outline::default();
    let before = bom(text)..pairs.first().map_or(text.len(), |pair| pair.start);
    body.add(text, before, How { markdown, joint: Joint::Record, lead: None }, &mut outline);
    for pair in pairs {
        body.add(
            text,
            pair.start..pair.question.start,
            How { markdown, joint: Joint::Record, lead: None },
            &mut outline,
        );
        let joint = if pair.start < pair.question.start { Joint::Paragraph } else { Joint::Record };
        let question = trim(text, pair.question.clone());
        let said = text[question.clone()].trim_start_matches(['#', '>', ' ']);
        let lead = outline.lead(with_line_feeds(said), question.end);
        if question.len() <= SHORT_QUESTION {
            outline.pieces.push(Piece::new(question.clone(), BlockKind::Heading, joint).with_lead(lead));
        } else {
            body.add(text, question.clone(), How { markdown, joint, lead }, &mut outline);
        }
        let answer = trim(text, pair.answer.clone());
        let is_glued = text[question.end..answer.start].matches('\n').count() < 2;
        let joint = if is_glued { Joint::Line } else { Joint::Paragraph };
        let first = outline.pieces.len();
        body.add(text, answer, How { markdown, joint, lead }, &mut outline);
        // A heading inside an answer must not stand over the next question.
        outline.pieces[first..].iter_mut().for_each(|piece| piece.section = None);
    }
    outline
}

/// Pairs by their marks. A question goes on until the mark of its answer; without one it is a line.
fn marked_pairs(text: &str, markdown: bool) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut answered = true;
    let mut headings = None;
    for line in lines(text, bom(text)..text.len()) {
        let said = line.of(text);
        match role(said) {
            Some(Role::Question) => {
                open(&mut pairs, text, headings.unwrap_or(line.start), line);
                answered = false;
            }
            Some(Role::Answer) if !answered => {
                if let Some(pair) = pairs.last_mut() {
                    pair.question.end = line.start;
                    pair.answer.start = line.start;
                }
                answered = true;
            }
            None if markdown && said.starts_with('#') => {
                headings.get_or_insert(line.start);
                continue;
            }
            _ if is_blank(said) => continue,
            _ => {}
        }
        headings = None;
    }
    pairs
}

/// Pairs by lines that ask: the first of a paragraph, with an answer below.
fn asking_lines(text: &str) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut begins_paragraph = true;
    let end = trim(text, 0..text.len()).end;
    for line in lines(text, bom(text)..text.len()) {
        if begins_paragraph && line.end < end && asks(line.of(text)) {
            open(&mut pairs, text, line.start, line);
        }
        begins_paragraph = is_blank(line.of(text));
    }
    pairs
}

fn open(pairs: &mut Vec<Pair>, text: &str, start: usize, question: Line) {
    if let Some(last) = pairs.last_mut() {
        last.answer.end = start;
    }
    pairs.push(Pair { start, question: question.start..question.end, answer: question.next..text.len() });
}

/// Whether a line ends in a question mark, whatever quotes and emphasis stand behind it.
fn asks(line: &str) -> bool {
    let line = line.trim_end_matches(|c: char| {
        c.is_whitespace() || matches!(c, '*' | '_' | '"' | '”' | '」' | '』' | ')' | '）')
    });
    line.ends_with(['?', '？', '؟', '⁇']) && line.chars().count() <= 200
}

/// Records by headings that ask: those of the level at which most questions are, and of the levels above.
fn by_headings(text: &str, body: &Body) -> Option<Outline> {
    let mut outline = markdown::outline(text, body.mode());
    let mut levels: BTreeMap<u8, usize> = BTreeMap::new();
    for section in outline.pieces.iter().filter_map(|piece| piece.section.as_ref()) {
        if asks(&section.title) {
            *levels.entry(section.level).or_default() += 1;
        }
    }
    let (level, _) = levels.into_iter().rev().max_by_key(|(_, count)| *count)?;
    let mut only_headings = true;
    for (nth, piece) in outline.pieces.iter_mut().enumerate() {
        let begins = piece.section.as_ref().is_some_and(|section| section.level <= level);
        if nth == 0 || begins && !only_headings {
            piece.joint = Joint::Record;
            only_headings = true;
        }
        only_headings &= piece.kind == BlockKind::Heading;
    }
    Some(outline)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(text: &str) -> Vec<Vec<&str>> {
        let found = read(text);
        let mut records: Vec<Vec<&str>> = Vec::new();
        for piece in &found.pieces {
            let said = &text[piece.range.clone()];
            match records.last_mut() {
                Some(record) if piece.joint != Joint::Record => record.push(said),
                _ => records.push(vec![said]),
            }
        }
        records
    }

    fn read(text: &str) -> Outline {
        outline(text, Way::of(text), &mut Body::open(&Options::new()).unwrap())
    }

    #[test]
    fn marked_pairs_are_records_and_answers_bring_the_question_along() {
        let text = "前言。\n\n问：停车收费吗？\n答：前两小时免费。之后每小时五元。\n\n周末免费。\n\n问：几点\n关门？\r\n答：晚上十点。\n";
        assert_eq!(
            records(text),
            [
                vec!["前言。"],
                vec!["问：停车收费吗？", "答：前两小时免费。之后每小时五元。", "周末免费。"],
                vec!["问：几点\n关门？", "答：晚上十点。"]
            ]
        );
        let found = read(text);
        assert_eq!(found.pieces[1].kind, BlockKind::Heading);
        let lead = |nth: usize| &found.leads[found.pieces[nth].lead.unwrap() as usize];
        assert_eq!(lead(3).text, "问：停车收费吗？");
        assert!(found.pieces[3].range.start >= lead(3).body);
        assert!(found.pieces[1].range.start < lead(1).body);
        assert_eq!(lead(5).text, "问：几点\n关门？");
    }

    #[test]
    fn what_announces_a_list_stands_below_the_question() {
        let text =
            "# FAQ\n\nQ: What is in it?\nA: Two parts:\n\n- pump\n- hose\n\nThat is all.\n\nQ: b?\nA: c\n";
        let found = read(text);
        let lead = |said: &str| {
            let piece = found.pieces.iter().find(|piece| text[piece.range.clone()] == *said).unwrap();
            found.leads[piece.lead.unwrap() as usize].text.as_str()
        };
        assert_eq!(lead("- hose"), "Q: What is in it?\nA: Two parts:");
        assert_eq!(lead("That is all."), "Q: What is in it?");
    }

    #[test]
    fn headings_that_ask_open_records_in_markdown() {
        let text = "# FAQ\n\n## Who?\n\nMe.\n\n### More\n\nIs it so?\n\n## 为什么？ {#why}\n\nBecause.\n\n```\n# no?\n```\n\n## Contact\n\nMail.\n";
        let records = records(text);
        assert_eq!(records.iter().map(|record| record.len()).collect::<Vec<_>>(), [5, 3, 2]);
        assert_eq!(records[1][0], "## 为什么？ {#why}");
        assert_eq!(read(text).pieces[1].section.as_ref().unwrap().title, "Who?");
    }

    #[test]
    fn group_headings_belong_to_the_question_below() {
        let text = "# FAQ\n\n## Billing\n\nQ: a?\nA: b\n\n### Note\n\nc\n\n## Shipping\n\nQ: d?\nA: e\n";
        assert_eq!(
            records(text),
            [
                vec!["# FAQ", "## Billing", "Q: a?", "A: b", "### Note", "c"],
                vec!["## Shipping", "Q: d?", "A: e"],
            ]
        );
        let sections: Vec<_> =
            read(text).pieces.into_iter().filter_map(|p| p.section).map(|s| s.title).collect();
        assert_eq!(sections, ["FAQ", "Billing", "Shipping"]);
    }

    #[test]
    fn front_matter_stands_at_the_head_of_the_document_alone() {
        let text = "---\ntitle: T\n---\n\n# FAQ\n\nQ: a?\n\n---\nNote: b\n---\n";
        let found = read(text);
        assert_eq!(found.title.as_deref(), Some("T"));
        let whys: Vec<_> = found.removed.iter().map(|removal| removal.why).collect();
        assert_eq!(whys, ["front matter", "markup"]);
        assert_eq!(records(text), [vec!["# FAQ", "Q: a?", "---", "Note: b\n---"]]);
    }

    #[test]
    fn lines_that_ask_open_records_where_nothing_else_does() {
        let text = "Can I return it?\nWithin a week.\n\nReally?\n\nYes. Why not?\nIt is fine.\n";
        let records = records(text);
        assert_eq!(records[0], ["Can I return it?", "Within a week."]);
        assert_eq!(records[1][0], "Really?");
        assert_eq!(
            super::tests::records("No question here.\n\nNone.\n"),
            [vec!["No question here.", "None."]]
        );
    }
}
