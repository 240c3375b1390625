//! The reader's parts together: sections and what blocks bring along.

use super::*;
use crate::mode::{Mode, Newline};
use crate::outline::Outline;

fn read(text: &str) -> Outline {
    outline(text, Mode { plain: true, newline: Newline::Auto })
}

fn blocks(text: &str) -> Vec<&str> {
    read(text).pieces.iter().map(|piece| &text[piece.range.clone()]).collect()
}

fn sections(text: &str) -> Vec<(u8, String)> {
    read(text).pieces.into_iter().filter_map(|p| p.section.map(|s| (s.level, s.title))).collect()
}

#[test]
fn levels_are_told_by_the_order_of_adornments() {
    let text = "====\nBook\n====\n\nOne\n===\n\nTwo\n---\n\n``three``\n===\n\n模块\n==\n\nFour\n~~\n";
    let expected = [(1, "Book"), (2, "One"), (3, "Two"), (2, "模块")];
    let titles = sections(text);
    let titles: Vec<_> = titles.iter().map(|(level, title)| (*level, title.as_str())).collect();
    assert_eq!(titles, expected, "a line of three is too short for nine letters, one of two for four");
    assert!(
        sections("* item\n------\n\n.. x\n----\n\n==== ====\na    b\n==== ====\n\ntext\n::\n").is_empty()
    );
}

#[test]
fn code_and_tables_bring_along_what_they_are() {
    let text = ".. code-block:: c\n   :linenos:\n\n   x;\n\n+---+\n| a |\n+===+\n| 1 |\n+---+\n\n.. csv-table::\n   :header-rows: 1\n\n   a,b\n   1,2\n\n.. list-table::\n   :header-rows: 1\n\n   * - a\n     - b\n   * - 1\n     - 2\n\nend\n";
    let found = read(text);
    let leads: Vec<_> = found.leads.iter().map(|lead| lead.text.as_str()).collect();
    assert_eq!(leads, [".. code-block:: c", "| a |", "a,b", "a | b"]);
    assert_eq!(found.pieces.last().and_then(|piece| piece.lead), None);
}

#[test]
fn names_end_where_options_begin() {
    let text = ".. function:: f(x)\n              g(x)\n   :noindex: yes,\n      no\n   It says.\n";
    assert_eq!(
        blocks(text),
        [".. function:: f(x)\n              g(x)\n   :noindex: yes,\n      no", "It says."]
    );
}

#[test]
fn literal_blocks_end_with_their_indentation() {
    assert_eq!(
        blocks("- a::\n\n    code\n\n  para\n\nb::\n\n> quoted\n> code\n\nc ::\nd\n"),
        ["- a::", "    code", "para", "b::", "> quoted\n> code", "c ::\nd"]
    );
}

#[test]
fn comments_end_with_their_indentation() {
    let text = "a\n\n..\n\n  quote\n\n.. one\n   two\n\n.. three\nb\n";
    let found = read(text);
    let removed: Vec<_> = found.removed.iter().map(|removal| text[removal.range.clone()].trim()).collect();
    assert_eq!(removed, ["..", ".. one\n   two", ".. three"]);
}

#[test]
fn a_term_is_no_sentence_and_a_rubric_heads_what_follows() {
    let found = read("Term\n  Said.\n\nSee this:\n  Said.\n\n.. rubric:: Notes\n\nMore.\n");
    let kinds: Vec<_> = found.pieces.iter().map(|piece| piece.kind).collect();
    use kawara_core::BlockKind::{Heading, Prose};
    assert_eq!(kinds, [Heading, Prose, Prose, Prose, Heading, Prose]);
}

#[test]
fn no_chunk_ends_with_the_header_of_a_table() {
    use kawara_core::Joint::{Line, Paragraph, Word};
    let joints = |text: &str| read(text).pieces.iter().map(|piece| piece.joint).collect::<Vec<_>>();
    assert_eq!(joints("=== ===\n a   b\n=== ===\n 1   2\n 3   4\n=== ===\n"), [Paragraph, Word, Line]);
    assert_eq!(joints("=== ===\n 1   2\n 3   4\n=== ===\n"), [Paragraph, Line]);
}
