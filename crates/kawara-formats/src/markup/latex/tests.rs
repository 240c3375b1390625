//! The reader's parts together: sections, titles, what blocks bring along, marks without a partner.

use kawara_core::BlockKind;

use super::*;
use crate::mode::{Mode, Newline};
use crate::outline::Outline;

fn read(text: &str) -> Outline {
    outline(text, Mode { plain: true, newline: Newline::Auto })
}

fn blocks(text: &str) -> Vec<(BlockKind, &str)> {
    read(text).pieces.iter().map(|piece| (piece.kind, &text[piece.range.clone()])).collect()
}

#[test]
fn commands_open_sections() {
    let text = "\\begin{document}\n\\part*{I}\n\\section{A \\emph{b {c}}}\\label{x}\nText \\paragraph{Run-in.} More.\n\\section{unclosed\n\n\\section\n\\end{document}";
    let found = read(text);
    let sections = found.pieces.iter().filter_map(|piece| piece.section.as_deref());
    let sections: Vec<_> = sections.map(|section| (section.level, section.title.as_str())).collect();
    assert_eq!(sections, [(1, "I"), (3, "A b c"), (6, "Run-in.")]);
    assert_eq!(found.title, None);
}

#[test]
fn a_document_says_its_title_in_the_preamble_or_behind_it() {
    let title = |text| read(text).title;
    assert_eq!(title("\\title[S]{Long}\n\\begin{document}a\\end{document}").as_deref(), Some("Long"));
    assert_eq!(title("% \\title{No}\n\\begin{document}\\title{Yes}\n").as_deref(), Some("Yes"));
    assert_eq!(title("\\chapter{Pumps}\n\\title{x}").as_deref(), Some("Pumps"));
    assert_eq!(title("% \\begin{document}\nText. \\section{S}"), None);
}

#[test]
fn marks_without_a_partner_are_text() {
    for text in [
        "\\[ a",
        "$$ a",
        "a \\begin{equation} b",
        "\\begin{verbatim} c",
        "\\begin{",
        "\\begin{tabular}{l} a \\\\ b",
        "\\verb|a",
        "\\url{a",
        "\\caption{a",
        "\\",
        "a \\é",
    ] {
        assert_eq!(blocks(text), [(BlockKind::Prose, text)]);
    }
    assert_eq!(blocks("$$ a\n\nb $$").len(), 2, "no formula goes over a paragraph");
}

#[test]
fn percent_signs_that_are_no_comments_stay() {
    let text = "5\\% of \\verb|%| and \\\\% gone\n\\begin{verbatim}\n% stays\n\\end{verbatim}\n";
    let found = read(text);
    let removed: Vec<_> = found.removed.iter().map(|removal| &text[removal.range.clone()]).collect();
    assert_eq!(removed, ["% gone"]);
}

#[test]
fn tables_bring_their_header_along() {
    let text = "\\begin{longtable}{ll}\n\\toprule\na & b \\\\[2pt]\n\\midrule\n\\endhead\n1 & 2 \\\\ % one\n% 3 & 4 \\\\\n\\bottomrule\n\\end{longtable}\n\n\\begin{tabular}{l}a \\\\ b\\end{tabular}\n";
    let found = read(text);
    let leads: Vec<_> = found.leads.iter().map(|lead| lead.text.as_str()).collect();
    assert_eq!(leads, ["a & b"]);
    let rows: Vec<_> = blocks(text).into_iter().filter(|(kind, _)| *kind == BlockKind::Row).collect();
    assert_eq!(rows[0].1, "\\toprule\na & b \\\\[2pt]\n\\midrule\n\\endhead");
    assert!(rows[1].1.starts_with("1 & 2"));
    assert_eq!(rows.last().map(|row| row.1), Some("b"));
}
