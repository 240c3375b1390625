//! A language: sentences and clauses by rules and word lists, and which sentences lean on what stands before.
//!
//! [`PACK`] offers [`Rules`] for `qaa`. What to change is marked `Change:`; `docs/writing-a-pack.md` in kawara's repository goes
//! through it.
//!
//! ```
//! use kawara_core::{Cuts, Grain, Segmenter};
//! use kawara_pack_template::Rules;
//!
//! // Change: a sentence or two that show what your rules can do.
//! let text = "The gate came down. Nobody knew.";
//! let rules = Rules::default();
//! let mut cuts = Cuts::new(text);
//! rules.worker().cuts(text, Grain::Sentence, &mut cuts)?;
//! assert_eq!(cuts.finish()?, [20, text.len()]);
//! # Ok::<(), kawara_core::Error>(())
//! ```

mod clauses;
mod leaning;
mod marks;
mod sentences;
mod text;
mod words;

use std::sync::Arc;

use kawara_core::{
    Cuts, Grain, OptionKind, OptionSpec, Options, Pack, Result, SegmentWorker, Segmenter, SegmenterEntry,
};

use words::Words;

/// The pack. Its version is part of every fingerprint: a new one says that cuts may have changed.
///
/// Change: the tags, if your rules fit more than one language. What is not among the grains, here words, the Unicode rules cut.
pub static PACK: Pack = Pack::new("template", env!("CARGO_PKG_VERSION")).segmenters(&[SegmenterEntry::new(
    "template",
    &["qaa"],
    open,
)
.grains(&[Grain::Sentence, Grain::Clause])
.options(OPTIONS)]);
// Linked, the pack is found; built by `cargo xtask pack`, it is a library to load. One crate is both.
kawara_abi::kawara_pack!(PACK);

/// Change: what a user may decide. Each option is checked before `open` is called, and is part of the fingerprint.
const OPTIONS: &[OptionSpec] = &[OptionSpec::new(
    "abbreviations",
    OptionKind::Str,
    "More words whose full stop never ends a sentence, separated by commas, such as `Kap., Fa.`.",
)];

fn open(options: &Options) -> Result<Arc<dyn Segmenter>> {
    options.check(OPTIONS)?;
    Ok(Arc::new(Rules::with_abbreviations(options.str("abbreviations").unwrap_or_default())))
}

/// The rules of the language, opened.
#[derive(Clone, Debug)]
pub struct Rules {
    abbreviations: Words,
}

impl Rules {
    /// The rules with more abbreviations, separated by commas, with or without their full stop.
    pub fn with_abbreviations(own: &str) -> Self {
        let listed = words::listed(include_str!("../data/abbreviations.txt"));
        Self { abbreviations: Words::new(listed.chain(own.split(','))) }
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self::with_abbreviations("")
    }
}

impl Segmenter for Rules {
    fn worker(&self) -> Box<dyn SegmentWorker + '_> {
        Box::new(Worker { rules: self, ends: Vec::new() })
    }
}

/// What one thread needs: memory that is used again, and nothing that a text leaves for the next.
struct Worker<'r> {
    rules: &'r Rules,
    ends: Vec<usize>,
}

impl SegmentWorker for Worker<'_> {
    fn cuts(&mut self, text: &str, grain: Grain, out: &mut Cuts<'_>) -> Result<()> {
        self.ends.clear();
        match grain {
            Grain::Sentence => sentences::ends(text, &self.rules.abbreviations, &mut self.ends),
            Grain::Clause => clauses::ends(text, &self.rules.abbreviations, &mut self.ends),
            // Never asked for, since `PACK` does not name it.
            Grain::Word => {}
        }
        for end in &self.ends {
            out.push(*end)?;
        }
        if out.last() < text.len() { out.push(text.len()) } else { Ok(()) }
    }

    fn leans_back(&mut self, unit: &str) -> Result<bool> {
        Ok(leaning::leans_back(unit))
    }

    /// Change: where lines of running text are broken by hand and the layout does not show it, this is asked. A comma at the end of a
    /// line says that the sentence goes on; so may a small word, where no line of a list or a poem could end in it.
    fn goes_on(&mut self, line: &str, _next: &str) -> Result<bool> {
        Ok(line.trim_end_matches(kawara_core::is_blank).ends_with(marks::is_comma))
    }
}
