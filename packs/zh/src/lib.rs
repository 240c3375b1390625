//! Chinese for kawara, in both scripts: sentences, clauses and words.
//!
//! [`PACK`] offers [`Chinese`] for the languages `zh` and `yue`.
//!
//! # Sentences
//!
//! A sentence ends at `。！？` with the closing marks and the white space that follow. It does not end inside a title, a short
//! quotation or an aside, nor at the dots of numbers, names and addresses:
//!
//! ```
//! use kawara_core::{Cuts, Grain, Segmenter};
//! use kawara_pack_zh::Chinese;
//!
//! let text = "“快走！”他喊道。固件v2.10.3已发布，详见《怎么升级？》。";
//! let mut cuts = Cuts::new(text);
//! Chinese.worker().cuts(text, Grain::Sentence, &mut cuts)?;
//! let ends = cuts.finish()?;
//! assert_eq!(&text[..ends[0]], "“快走！”他喊道。");
//! assert_eq!(&text[ends[0]..ends[1]], "固件v2.10.3已发布，详见《怎么升级？》。");
//! # Ok::<(), kawara_core::Error>(())
//! ```
//!
//! # Clauses and words
//!
//! A sentence that does not fit a budget is cut at semicolons, commas and, where it is a long list, at `、`; never at a colon. A
//! clause that does not fit is cut between the words of a dictionary.
//!
//! # Sentences that lean back
//!
//! ```
//! use kawara_core::Segmenter;
//!
//! let mut worker = kawara_pack_zh::Chinese.worker();
//! assert!(worker.leans_back("该方案分三期实施。")?);
//! assert!(!worker.leans_back("评审组选定了蓝图方案。")?);
//! # Ok::<(), kawara_core::Error>(())
//! ```

mod chars;
mod clause;
mod dots;
mod ellipsis;
mod emoji;
mod leaning;
mod marks;
mod pairs;
mod quotes;
mod script;
mod sentence;
mod word;

use std::sync::Arc;

use kawara_core::{Cuts, Grain, Options, Pack, Result, SegmentWorker, Segmenter, SegmenterEntry, Submitted};

/// The pack: the segmenter `zh` for Chinese (`zh`) and Cantonese (`yue`). It takes no options.
///
/// ```
/// let entry = &kawara_pack_zh::PACK.segmenter_entries()[0];
/// assert_eq!(entry.languages(), ["zh", "yue"]);
/// ```
pub static PACK: Pack =
    Pack::new("zh", env!("CARGO_PKG_VERSION")).segmenters(&[SegmenterEntry::new("zh", &["zh", "yue"], open)
        .grains(&[Grain::Sentence, Grain::Clause, Grain::Word])]);
kawara_core::inventory::submit! { Submitted(&PACK) }

fn open(_: &Options) -> Result<Arc<dyn Segmenter>> {
    Ok(Arc::new(Chinese))
}

/// Cuts Chinese text of either script into sentences, clauses and words, in time linear in its length.
///
/// It is made at no cost; the dictionary of words is looked at when words are first asked for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Chinese;

impl Segmenter for Chinese {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::<Worker>::default()
    }
}

/// Scratch space of one thread.
#[derive(Default)]
struct Worker {
    marks: Vec<marks::Mark>,
    open: pairs::Open,
    breaks: Vec<clause::Break>,
    ends: Vec<usize>,
}

impl SegmentWorker for Worker {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        match grain {
            Grain::Sentence => self.sentences(text, false),
            Grain::Clause => self.clauses(text),
            Grain::Word => {
                self.clauses(text);
                word::ends(text, &mut self.ends);
            }
        }
        for end in &self.ends {
            out.push(*end)?;
        }
        if text.is_empty() { Ok(()) } else { out.push(text.len()) }
    }

    fn goes_on(&mut self, line: &str, _next: &str) -> Result<bool> {
        Ok(line.trim_end_matches(chars::is_blank).ends_with(['，', '、', '﹑', '､']))
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        Ok(leaning::leans_back(unit))
    }
}

impl Worker {
    /// `fine`: clauses are asked for, so commas count as marks.
    fn sentences(&mut self, text: &str, fine: bool) {
        marks::scan(text, fine, &mut self.marks);
        pairs::pair(text, &mut self.marks, &mut self.open);
        sentence::ends(text, &self.marks, &mut self.ends);
    }

    fn clauses(&mut self, text: &str) {
        self.sentences(text, true);
        clause::ends(text, &self.marks, &mut self.ends, &mut self.breaks);
    }
}
