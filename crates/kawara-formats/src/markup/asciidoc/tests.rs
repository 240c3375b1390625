//! The reader's parts together: sections, what blocks bring along, lines that delimit nothing.

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
fn titles_open_sections_but_in_blocks() {
    let text = "= Book\n\n== One\n\n[discrete]\n== Not\n\n====\n== Nor\n====\n\n=== Two\n";
    let found = read(text);
    assert_eq!(found.title.as_deref(), Some("Book"));
    let sections = found.pieces.iter().filter_map(|piece| piece.section.as_deref());
    let sections: Vec<_> = sections.map(|section| (section.level, section.title.as_str())).collect();
    assert_eq!(sections, [(1, "Book"), (2, "One"), (3, "Two")]);
}

#[test]
fn attributes_of_the_document_are_its_fields() {
    let found = read("= Book\n:lang: ja\n:!toc:\n\nText.\n\n:later: x\n\nMore.\n");
    let fields: Vec<_> = found.fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(fields, [("lang", "ja"), ("!toc", "")]);
    assert_eq!(found.removed.len(), 3);
}

#[test]
fn code_and_tables_bring_along_what_they_are() {
    let text = ".Run\n[source,rust]\n----\na\n----\n\n```sh\nb\n```\n\n[%header,cols=2*]\n|===\n|x\n|y\n|1 |2\n3\n|4 |5\n|===\n\n|===\n|a |b\n|c |d\n|===\n";
    let found = read(text);
    let leads: Vec<_> = found.leads.iter().map(|lead| lead.text.as_str()).collect();
    assert_eq!(leads, ["Run [source,rust]", "```sh", "|x\n|y"]);
    let rows: Vec<_> = blocks(text).into_iter().filter(|(kind, _)| *kind == BlockKind::Row).collect();
    let rows: Vec<_> = rows.iter().map(|(_, said)| *said).collect();
    assert_eq!(rows, ["|x\n|y", "|1 |2\n3", "|4 |5", "|a |b", "|c |d"]);
}

#[test]
fn lines_without_a_partner_delimit_nothing() {
    use BlockKind::Prose;
    assert_eq!(blocks("----\na\n\nb\n"), [(Prose, "----\na"), (Prose, "b")]);
    assert_eq!(blocks("////\n\na\n"), [(Prose, "////"), (Prose, "a")]);
    assert_eq!(blocks("|===\n\n|a\n"), [(Prose, "|==="), (Prose, "|a")]);
}

#[test]
fn verses_keep_their_lines_apart() {
    let text = "[verse]\nRoses\nare\n\n[verse, Mia]\n____\nred\n\nblue\n____\n";
    let said: Vec<_> = blocks(text).into_iter().map(|(_, said)| said).collect();
    assert_eq!(said, ["[verse]", "Roses", "are", "[verse, Mia]", "____", "red", "blue", "____"]);
}

#[test]
fn conditions_are_no_text() {
    let text = "ifdef::pump[]\nIn it\ninclude::a[]\nendif::[]\nBehind.\nifdef::a[b]\n";
    let found = read(text);
    let removed: Vec<_> = found.removed.iter().map(|removal| text[removal.range.clone()].trim()).collect();
    assert_eq!(removed, ["ifdef::pump[]", "endif::[]"]);
    assert_eq!(blocks(text)[1], (BlockKind::Prose, "In it\ninclude::a[]"));
}
