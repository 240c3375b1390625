//! Groups of chunks for embedding models that see all chunks of a document together.
//!
//! Such a model embeds each chunk beside its neighbours, as far as one request holds. [`groups`] lays a document's chunks, in their order,
//! in as few requests as can be, and of all ways to do so takes one that tears the fewest sections, and of these the fewest paragraphs.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::Range;

use kawara_core::{Chunk, Chunks, Error, ErrorKind, Joint, Result};
use serde::Serialize;
use uuid::Uuid;

/// What one request may hold.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GroupLimits {
    /// The most tokens of all chunks together: of each context, text and special tokens, as [`Chunk::tokens`] counts them.
    pub max_tokens: u32,
    /// The most chunks; `None` sets no limit.
    pub max_chunks: Option<u32>,
}

impl GroupLimits {
    /// So many tokens, and any number of chunks.
    pub const fn tokens(max_tokens: u32) -> Self {
        Self { max_tokens, max_chunks: None }
    }
}

/// Chunks of a document that go into one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Which chunks, by their place in the document: half-open, from 0.
    pub chunks: Range<usize>,
    /// Their tokens together.
    pub tokens: u32,
}

/// What a way of grouping is judged by, the first first: how many groups, how many sections are torn, how many paragraphs.
type Cost = (usize, usize, usize);

/// Lays the chunks of a document in groups: all of them, each once, in their order, no group over a limit. `parts` are the document's
/// chunks, in as many [parts](Chunks::is_last) as they came in.
///
/// The time grows with the number of chunks.
///
/// ```
/// use kawara::group::{GroupLimits, groups};
/// use kawara::{Document, policy::Policy};
///
/// let policy = Policy::from_str("policy = 1\nbudget = { counter = \"words\", max-tokens = 8 }\n", "kawara.toml", "")?;
/// let text = "# Gate\n\nThe gate opens at six. It closes at ten.\n\n# Dogs\n\nDogs travel free. Cats do not, but they may stay.\n";
/// let chunks = kawara::engine(policy)?.chunk(&Document::new("gate", text).with_content_type("text/markdown"))?;
/// assert_eq!(chunks.len(), 4);
/// // Three of the chunks would fit together, but a request begins with a section where that takes no more requests.
/// let groups = groups(&[chunks], GroupLimits::tokens(22))?;
/// assert_eq!(groups.iter().map(|group| group.chunks.clone()).collect::<Vec<_>>(), [0..2, 2..4]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When a chunk is over the limit by itself, which names it; or when a limit is 0.
pub fn groups(parts: &[Chunks], limits: GroupLimits) -> Result<Vec<Group>> {
    let refuse = |message: String| {
        let error = Error::new(ErrorKind::Settings, message);
        match parts.first() {
            Some(part) => error.in_document(part.doc_id()),
            None => error,
        }
    };
    let max_tokens = u64::from(limits.max_tokens);
    if limits.max_tokens == 0 || limits.max_chunks == Some(0) {
        return Err(refuse(
            "a group of at most 0 tokens or 0 chunks holds none: each limit is at least 1".into(),
        ));
    }
    let max_chunks = limits.max_chunks.map_or(usize::MAX, |most| most as usize);
    let mut before: Vec<u64> = vec![0];
    let mut torn: Vec<(usize, usize)> = Vec::new();
    for chunk in parts.iter().flat_map(Chunks::iter) {
        let tokens = u64::from(chunk.tokens());
        if tokens > max_tokens {
            let (nth, id) = (torn.len(), chunk.id());
            return Err(refuse(format!(
                "chunk {nth} ({id}) has {tokens} tokens, and a group may have {max_tokens}: lower budget.max-tokens to that or less"
            )));
        }
        before.push(before.last().copied().unwrap_or(0) + tokens);
        torn.push(tears(&chunk));
    }
    Ok(lay(&before, &torn, max_tokens, max_chunks))
}

/// Sections and paragraphs that are torn where a group begins with a chunk.
fn tears(chunk: &Chunk<'_>) -> (usize, usize) {
    match chunk.joint() {
        Joint::Record | Joint::Section => (0, 0),
        Joint::Paragraph => (1, 0),
        _ => (1, 1),
    }
}

/// The cheapest way to the end, from the tokens before each chunk and at the end, and from what is torn where a group begins with it.
///
/// The way to a cut is the cheapest to any cut from which one group reaches it. These are a window that only moves forward, so its
/// cheapest is at the head of a queue from which every cut is dropped that a later one is no dearer than. Of equals the latest is taken:
/// groups are filled from the front.
fn lay(before: &[u64], torn: &[(usize, usize)], max_tokens: u64, max_chunks: usize) -> Vec<Group> {
    let len = torn.len();
    // By cut: the cost of the way to it, with what a group that begins there tears; and where the last group of the way begins.
    let mut queue: VecDeque<(usize, Cost)> = VecDeque::new();
    let (mut cost, mut from): (Cost, Vec<usize>) = ((0, 0, 0), vec![0]);
    for end in 1..=len {
        let start = end - 1;
        let (sections, paragraphs) = if start > 0 { torn[start] } else { (0, 0) };
        let begun = (cost.0 + 1, cost.1 + sections, cost.2 + paragraphs);
        while queue.back().is_some_and(|(_, other)| *other >= begun) {
            queue.pop_back();
        }
        queue.push_back((start, begun));
        let fits = |start: usize| before[end] - before[start] <= max_tokens && end - start <= max_chunks;
        while queue.front().is_some_and(|(start, _)| !fits(*start)) {
            queue.pop_front();
        }
        // A chunk fits alone, so the queue has one at least.
        let (best, reached) = queue.front().copied().unwrap_or((start, begun));
        cost = reached;
        from.push(best);
    }
    let mut groups = Vec::new();
    let mut end = len;
    while end > 0 {
        let start = from[end];
        groups.push(Group { chunks: start..end, tokens: (before[end] - before[start]) as u32 });
        end = start;
    }
    groups.reverse();
    groups
}

/// A group as it is written: one JSON object with these fields, in this order.
#[derive(Serialize)]
struct Record<'c> {
    doc_id: &'c str,
    /// The place among the document's groups, from 0.
    group: usize,
    tokens: u32,
    ids: Vec<Uuid>,
    texts: Vec<String>,
}

/// Writes groups of a document as JSON lines: `{"doc_id", "group", "tokens", "ids", "texts"}`. A text is what is embedded: the context,
/// followed by the text.
///
/// # Errors
/// What the writer returns.
pub fn write_groups(parts: &[Chunks], groups: &[Group], mut to: impl Write) -> io::Result<()> {
    let mut chunks = parts.iter().flat_map(Chunks::iter);
    for (nth, group) in groups.iter().enumerate() {
        let within: Vec<Chunk<'_>> = chunks.by_ref().take(group.chunks.len()).collect();
        let record = Record {
            doc_id: parts.first().map_or("", Chunks::doc_id),
            group: nth,
            tokens: group.tokens,
            ids: within.iter().map(Chunk::id).collect(),
            texts: within.iter().map(|chunk| [chunk.context(), chunk.text()].concat()).collect(),
        };
        serde_json::to_writer(&mut to, &record)?;
        to.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// Numbers below `most`, the same on every run.
    struct Dice(u64);

    impl Dice {
        fn below(&mut self, most: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % most
        }
    }

    fn before(tokens: &[u64]) -> Vec<u64> {
        std::iter::once(0)
            .chain(tokens.iter().scan(0, |sum, tokens| {
                *sum += tokens;
                Some(*sum)
            }))
            .collect()
    }

    fn cost(groups: &[Group], torn: &[(usize, usize)]) -> Cost {
        let cuts = groups.iter().skip(1).map(|group| torn[group.chunks.start]);
        cuts.fold((groups.len(), 0, 0), |sum, torn| (sum.0, sum.1 + torn.0, sum.2 + torn.1))
    }

    /// The least cost of all ways there are.
    fn least(tokens: &[u64], torn: &[(usize, usize)], max_tokens: u64, max_chunks: usize) -> Cost {
        let cuts = tokens.len() - 1;
        let ways = (0..1u32 << cuts).filter_map(|way| {
            let edges = (1..=cuts).filter(|cut| way >> (cut - 1) & 1 == 1).chain([tokens.len()]);
            let mut start = 0;
            let groups: Vec<Group> = edges
                .map(|end| {
                    let chunks = std::mem::replace(&mut start, end)..end;
                    let tokens: u64 = tokens[chunks.clone()].iter().sum();
                    Group { chunks, tokens: tokens as u32 }
                })
                .collect();
            let fits =
                |group: &Group| u64::from(group.tokens) <= max_tokens && group.chunks.len() <= max_chunks;
            groups.iter().all(fits).then(|| cost(&groups, torn))
        });
        ways.min().unwrap()
    }

    #[test]
    fn it_is_the_cheapest_of_all_ways() {
        let mut dice = Dice(7);
        for round in 0..400 {
            let len = 1 + dice.below(11) as usize;
            let max_tokens = 5 + dice.below(30);
            let max_chunks = if round % 2 == 0 { usize::MAX } else { 1 + dice.below(5) as usize };
            let tokens: Vec<u64> = (0..len).map(|_| 1 + dice.below(max_tokens)).collect();
            let kinds = [(0, 0), (1, 0), (1, 1)];
            let torn: Vec<(usize, usize)> = (0..len).map(|_| kinds[dice.below(3) as usize]).collect();
            let groups = lay(&before(&tokens), &torn, max_tokens, max_chunks);
            // In order, all chunks once, no group empty or over a limit.
            let mut end = 0;
            for group in &groups {
                assert_eq!((group.chunks.start, group.chunks.is_empty()), (end, false));
                end = group.chunks.end;
                assert_eq!(u64::from(group.tokens), tokens[group.chunks.clone()].iter().sum::<u64>());
                assert!(u64::from(group.tokens) <= max_tokens && group.chunks.len() <= max_chunks);
            }
            assert_eq!(end, len);
            let wanted = least(&tokens, &torn, max_tokens, max_chunks);
            assert_eq!(cost(&groups, &torn), wanted, "{tokens:?} {torn:?} {max_tokens} {max_chunks}");
        }
    }

    #[test]
    fn groups_are_filled_from_the_front() {
        let groups = lay(&before(&[1; 7]), &[(1, 1); 7], 3, usize::MAX);
        let sizes: Vec<usize> = groups.iter().map(|group| group.chunks.len()).collect();
        assert_eq!(sizes, [3, 3, 1]);
        assert!(lay(&[0], &[], 3, 1).is_empty());
    }

    #[test]
    fn many_chunks_take_no_longer_each() {
        let work = |len: u64, most: u64| {
            let tokens: Vec<u64> = (0..len).map(|nth| 1 + nth % 7).collect();
            // Ever cheaper and ever dearer cuts, where a queue is longest and shortest.
            let torn: Vec<(usize, usize)> = (0..len).map(|nth| (usize::from(nth % 1000 != 0), 1)).collect();
            let before = before(&tokens);
            let start = cpu_time::ThreadTime::now();
            std::hint::black_box(lay(&before, &torn, most, usize::MAX));
            start.elapsed()
        };
        for most in [10, 4_000, u64::from(u32::MAX)] {
            let fastest = |len| (0..5).map(|_| work(len, most)).min().unwrap();
            let (few, many) = (fastest(20_000), fastest(400_000));
            assert!(many < few * 60 + Duration::from_millis(20), "{most}: {few:?}, then {many:?}");
        }
    }
}
