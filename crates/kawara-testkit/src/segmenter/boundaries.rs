//! Where the cuts lie.

use kawara_core::Grain;
use unicode_segmentation::UnicodeSegmentation;

use super::{SegmenterSubject, cut};
use crate::fault::quote;
use crate::sample::try_each;
use crate::{Fault, Sample};

/// Every cut passes the gate, and the cuts cover the text.
pub(super) fn passes_the_gate(subject: &SegmenterSubject) -> Result<(), Fault> {
    each_cutting(subject, |_, _, _| Ok(()))
}

/// No cut lies inside an extended grapheme cluster.
pub(super) fn keeps_clusters_whole(subject: &SegmenterSubject) -> Result<(), Fault> {
    each_cutting(subject, |text, grain, cuts| {
        let mut clusters = text.grapheme_indices(true).peekable();
        for &at in cuts {
            let mut last = (0, "");
            while let Some(cluster) = clusters.next_if(|(start, _)| *start < at) {
                last = cluster;
            }
            let (start, cluster) = last;
            if start + cluster.len() != at {
                let what = format!(
                    "{} cut {at} lies inside the grapheme cluster {} of bytes {start}..{}",
                    grain.as_str(),
                    quote(cluster),
                    start + cluster.len()
                );
                let remedy = "let a cut wait for the end of its cluster: combining marks, variation selectors and joiners that \
                              follow a stop, a bracket or a space belong to it, and \\r\\n is one";
                return Err(Fault::new(what, remedy).at(at));
            }
        }
        Ok(())
    })
}

/// No piece but the first begins with white space.
pub(super) fn leaves_white_space_to_the_piece_before(subject: &SegmenterSubject) -> Result<(), Fault> {
    each_cutting(subject, |text, grain, cuts| {
        for &at in cuts {
            let first = text[at..].graphemes(true).next().unwrap_or("");
            if !first.is_empty() && first.chars().all(char::is_whitespace) {
                let what = format!("the {} that begins at byte {at} begins with white space", grain.as_str());
                let remedy = "white space, line breaks included, belongs to the piece before it: go on past all that follows the \
                              end of a piece before you push the cut";
                return Err(Fault::new(what, remedy).at(at));
            }
        }
        Ok(())
    })
}

/// Nothing but white space is one piece, and nothing at all is none.
pub(super) fn makes_one_piece_of_white_space(subject: &SegmenterSubject) -> Result<(), Fault> {
    let blank = [
        "",
        " ",
        "\n",
        "\r\n",
        "\t \t",
        "\n\n\n",
        "\r\n\r\n",
        "\u{3000}",
        "\u{a0}\u{a0} ",
        " \u{2003}\n\u{2028} \u{85}",
    ];
    let blank = blank.map(|text| Sample::new("white space", text));
    subject.each_grain(|grain| {
        try_each(&blank, |text| {
            let cuts = cut(&mut *subject.segmenter.worker(), text, grain)?;
            if cuts.len() <= 1 {
                return Ok(());
            }
            let what = format!("white space alone is cut into {} {}s, at {cuts:?}", cuts.len(), grain.as_str());
            Err(Fault::new(what, "push the end of the text alone: a line break is white space here, the reader has cut paragraphs"))
        })
    })
}

/// A finer grain has at least as many cuts.
pub(super) fn cuts_more_at_finer_grains(subject: &SegmenterSubject) -> Result<(), Fault> {
    for pair in subject.grains.windows(2) {
        let &[coarse, fine] = pair else { continue };
        try_each(&subject.bench, |text| {
            let mut worker = subject.segmenter.worker();
            let (few, many) = (cut(&mut *worker, text, coarse)?, cut(&mut *worker, text, fine)?);
            if few.len() <= many.len() {
                return Ok(());
            }
            let only = few.iter().find(|at| many.binary_search(at).is_err()).copied().unwrap_or(0);
            let (few, many, coarse, fine) = (few.len(), many.len(), coarse.as_str(), fine.as_str());
            let what = format!(
                "there are {few} {coarse}s and only {many} {fine}s: no {fine} ends where this {coarse} does"
            );
            Err(Fault::new(what, format!("let every end of a {coarse} be the end of a {fine} too")).at(only))
        })?;
    }
    Ok(())
}

/// Cuts every text at every grain and looks at the result.
fn each_cutting(
    subject: &SegmenterSubject,
    look: impl Fn(&str, Grain, &[usize]) -> Result<(), Fault>,
) -> Result<(), Fault> {
    subject.each_grain(|grain| {
        try_each(&subject.bench, |text| {
            look(text, grain, &cut(&mut *subject.segmenter.worker(), text, grain)?)
        })
    })
}
