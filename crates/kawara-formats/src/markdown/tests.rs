//! The reader as a whole, on texts of our own.

use kawara_core::BlockKind::{Code, Heading, Opaque, Prose, Row};
use kawara_core::{BlockKind, Blocks, Joint, Options, Reader, Value};

use super::*;
use crate::mode::{Mode, Newline};
use crate::outline::Outline;

fn source() -> Mode {
    Mode { plain: false, newline: Newline::Auto }
}

fn read(text: &str) -> Outline {
    outline(text, source())
}

fn blocks(text: &str) -> Vec<(BlockKind, &str)> {
    read(text).pieces.iter().map(|piece| (piece.kind, &text[piece.range.clone()])).collect()
}

fn joints(text: &str) -> Vec<Joint> {
    read(text).pieces.iter().map(|piece| piece.joint).collect()
}

/// The sections: level, title, and the text of their headings.
fn sections(text: &str) -> Vec<(u8, String, &str)> {
    let pieces = read(text).pieces.into_iter();
    pieces.filter_map(|p| p.section.map(|s| (s.level, s.title, &text[p.range]))).collect()
}

/// The text and the skipped ranges of the plain mode.
fn plain(text: &str) -> (String, Vec<(&'static str, &str)>) {
    let mut blocks = Blocks::new();
    let left = Markdown.open(&Options::new()).unwrap().read(text, &mut blocks).unwrap().into_owned();
    (left, blocks.skipped().iter().map(|skip| (skip.why, &text[skip.range.clone()])).collect())
}

#[test]
fn headings_open_sections_with_their_titles() {
    let text = "# The `cut` *command* {#cut}\nglued\n\nSetext\nlines\n===\n\n## [Link](x) ##\n\n#\n####### seven\n#nospace\n";
    assert_eq!(
        sections(text),
        [
            (1, "The cut command".to_owned(), "# The `cut` *command* {#cut}"),
            (1, "Setext lines".to_owned(), "Setext\nlines\n==="),
            (2, "Link".to_owned(), "## [Link](x) ##"),
            (1, String::new(), "#"),
        ]
    );
    assert_eq!(blocks(text)[1], (Prose, "glued"));
    assert_eq!(blocks(text).last(), Some(&(Prose, "####### seven\n#nospace")));
}

#[test]
fn headings_inside_quotes_lists_and_fences_open_none() {
    let text = "> # Quote\n\n- # Item\n\n```sh\n# comment\n```\n\n<pre>\n# html\n</pre>\n";
    assert!(sections(text).is_empty());
    assert_eq!(
        blocks(text),
        [
            (Heading, "> # Quote"),
            (Heading, "- # Item"),
            (Code, "```sh\n# comment\n```"),
            (Opaque, "<pre>\n# html\n</pre>"),
        ]
    );
}

#[test]
fn items_are_prose_with_their_markers() {
    let text = "Steps:\n\n1. one\n   goes on\n2. two\n   - a\n   - b\n\n     para\n\n* loose\n\n* looser\n";
    assert_eq!(
        blocks(text),
        [
            (Prose, "Steps:"),
            (Prose, "1. one\n   goes on"),
            (Prose, "2. two"),
            (Prose, "- a"),
            (Prose, "- b"),
            (Prose, "para"),
            (Prose, "* loose"),
            (Prose, "* looser"),
        ]
    );
    use Joint::{Line, Paragraph, Sentence, Word};
    assert_eq!(joints(text), [Paragraph, Sentence, Line, Word, Line, Word, Paragraph, Paragraph]);
}

#[test]
fn what_hangs_on_an_item_stays_with_it_and_brings_it_along() {
    use Joint::{Line, Paragraph, Sentence, Word};
    let text = "- These count.\n  - a\n  - b\n- Not these:\n  - c\n    - d\n  - e\n\n1. **Title**\n\n   Words.\n\n   More.\n\ntext\n";
    assert_eq!(
        joints(text),
        [Line, Sentence, Line, Line, Word, Word, Line, Paragraph, Word, Paragraph, Paragraph]
    );
    let found = read(text);
    let leads: Vec<_> = found
        .pieces
        .iter()
        .map(|piece| piece.lead.map(|lead| found.leads[lead as usize].text.as_str()))
        .collect();
    let not_these = Some("Not these:");
    assert_eq!(leads, [None, None, None, None, not_these, not_these, not_these, None, None, None, None]);
}

#[test]
fn code_keeps_its_indentation_and_its_language() {
    let text =
        "- item\n\n  ```rust\n  fn f() {}\n  ```\n\ntext\n\n    indented\n\n    more\n\n~~~\nunclosed\n";
    assert_eq!(
        blocks(text)[1..],
        [
            (Code, "  ```rust\n  fn f() {}\n  ```"),
            (Prose, "text"),
            (Code, "    indented\n\n    more"),
            (Code, "~~~\nunclosed"),
        ]
    );
    let found = read(text);
    assert_eq!(found.leads.len(), 1, "only a fence with a language brings it along");
    assert_eq!(found.leads[0].text, "```rust");
    assert_eq!(&text[found.leads[0].body..][..5], "\n  fn");
}

#[test]
fn tables_are_rows_that_bring_the_header_along() {
    for (text, first, last) in [
        (
            "| a | b |\r\n|:--|---|\r\n| 1 | 2 |\r\n| 3 | 4 |\r\n\r\ntext",
            "| a | b |\r\n|:--|---|",
            "| 3 | 4 |",
        ),
        (
            "> | a | b |\n> |:--|---|\n> | 1 | 2 |\n> | 3 | 4 |\n\ntext",
            "> | a | b |\n> |:--|---|",
            "> | 3 | 4 |",
        ),
    ] {
        let found = read(text);
        assert_eq!(blocks(text)[0], (Row, first));
        assert_eq!(blocks(text)[2], (Row, last));
        assert_eq!(joints(text), [Joint::Paragraph, Joint::Word, Joint::Line, Joint::Paragraph]);
        assert_eq!(found.leads[0].text, "| a | b |\n|:--|---|");
        assert_eq!(
            found.pieces.iter().map(|piece| piece.lead).collect::<Vec<_>>(),
            [None, Some(0), Some(0), None]
        );
        assert!(found.pieces[1].range.start >= found.leads[0].body);
    }
    assert_eq!(blocks("a | b\n-- | --\n"), [(Row, "a | b\n-- | --")]);
}

#[test]
fn containers_open_and_close_on_lines_of_their_own() {
    let text =
        "::: tip Note\nOne. Two.\n:::\nAfter.\n\n<Note>\n\nIn it.\n\n</Note>\n<div class=\"x\">\n\n> :::\n";
    assert_eq!(
        blocks(text),
        [
            (Heading, "::: tip Note"),
            (Prose, "One. Two."),
            (Opaque, ":::"),
            (Prose, "After."),
            (Heading, "<Note>"),
            (Prose, "In it."),
            (Opaque, "</Note>"),
            (Heading, "<div class=\"x\">"),
            (Opaque, "> :::"),
        ]
    );
    assert!(sections(text).is_empty());
    assert_eq!(
        blocks("<br>\n\n<Basic />\n\n<p>text</p>\n"),
        [(Opaque, "<br>"), (Opaque, "<Basic />"), (Opaque, "<p>text</p>")]
    );
    assert_eq!(
        blocks("text\n\n<a name=\"x\"></a>\n\n## 1.2\n")[1],
        (Heading, "<a name=\"x\"></a>\n\n## 1.2")
    );
}

#[test]
fn comments_leave_the_plain_text_and_stay_in_the_source() {
    let text = "One <!-- a -->two.\n\n<!-- b\n\n# c\n-->\n\nThree.\n\n<div>\n<!-- d -->\n</div>\n\n`<!-- e -->`\n\n<!-- open\n";
    let (left, skipped) = plain(text);
    assert_eq!(left, "One two.\n\nThree.\n\n`<!-- e -->`\n\n<!-- open\n");
    assert_eq!(
        skipped,
        [
            ("comment", "<!-- a -->"),
            ("comment", "<!-- b\n\n# c\n-->\n\n"),
            ("markup", "<div>\n"),
            ("comment", "<!-- d -->\n"),
            ("markup", "</div>\n\n"),
        ]
    );
    assert_eq!(blocks(text)[1], (Opaque, "<!-- b\n\n# c\n-->"));
}

#[test]
fn front_matter_is_kept_as_code_or_left_out() {
    let text = "\u{feff}---\r\ntitle: 'A b'\r\nlang: zh\r\n---\r\n\r\n# H\r\n";
    let found = read(text);
    assert_eq!(blocks(text), [(Code, "---\r\ntitle: 'A b'\r\nlang: zh\r\n---"), (Heading, "# H")]);
    assert_eq!(found.title.as_deref(), Some("A b"));
    assert_eq!(found.fields[1], ("lang".to_owned(), "zh".to_owned()));
    let (left, skipped) = plain(text);
    assert_eq!(left, text, "at the head of a document nothing has to be moved");
    assert_eq!(skipped, [("front matter", "---\r\ntitle: 'A b'\r\nlang: zh\r\n---")]);
}

#[test]
fn embedded_data_is_taken_out_or_stands_apart() {
    let data = "iVBORw0KGgo".repeat(30);
    let text = format!(
        "See it.\n\n![pump](data:image/png;base64,{data})\n\nIt goes on.\n\n`;base64,{data}`\n\n    ;base64,{data}\n"
    );
    let found = read(&text);
    assert_eq!(found.pieces[1].kind, Opaque);
    let joints: Vec<_> = found.pieces.iter().map(|piece| piece.joint).collect();
    assert_eq!(joints[1..3], [Joint::Section, Joint::Section]);
    let (left, skipped) = plain(&text);
    assert!(left.contains("![pump](data:image/png;base64,)\n\nIt goes on."), "{left}");
    assert!(left.contains(&format!("    ;base64,{data}")), "code keeps what it says");
    assert_eq!(skipped[0], ("embedded data", data.as_str()));
}

#[test]
fn hard_line_breaks_are_an_option() {
    let text = "Ada\nLondon\n\n- x\n  y\n";
    let hard = Options::new().with("newline", Value::Str("hard".into()));
    let mut found = Blocks::new();
    Markdown.open(&hard).unwrap().read(text, &mut found).unwrap();
    let said: Vec<_> = found.kept().iter().map(|block| &text[block.range()]).collect();
    assert_eq!(said, ["Ada", "London", "- x", "y"]);
    assert_eq!(blocks(text).len(), 2);
}

#[test]
fn definitions_and_footnotes_are_not_lost() {
    let text =
        "Text[^1] and [a].\n\n[a]: http://x\n[b]: http://y\n  \"title\"\n\n[^1]: Note.\n\n    More.\n\n***\n";
    assert_eq!(
        blocks(text),
        [
            (Prose, "Text[^1] and [a]."),
            (Row, "[a]: http://x"),
            (Row, "[b]: http://y\n  \"title\""),
            (Prose, "[^1]: Note."),
            (Prose, "More."),
            (Opaque, "***"),
        ]
    );
}

#[test]
fn ends_of_containers_and_definitions_leave_the_plain_text() {
    let text = "::: tip\nOne.\n:::\n\n<Note>\n\nTwo [a].\n\n</Note>\n\n[a]: x\n[b]: y\n\n[c]: z | w\n--- | ---\n\nThree.\n";
    let (left, skipped) = plain(text);
    assert_eq!(left, "::: tip\nOne.\n\n<Note>\n\nTwo [a].\n\n[c]: z | w\n--- | ---\n\nThree.\n");
    assert_eq!(
        skipped.iter().map(|(why, _)| *why).collect::<Vec<_>>(),
        ["markup", "markup", "link definition"]
    );
    assert_eq!(
        read(text).pieces.iter().filter(|piece| text[piece.range.clone()].starts_with("[a]")).count(),
        1
    );
}

#[test]
fn documents_without_text_have_no_blocks() {
    for text in ["", "\u{feff}", "\n \r\n\t\u{3000}"] {
        assert!(blocks(text).is_empty(), "{text:?}");
    }
    assert!(plain("<!-- only -->\n").1.len() == 1);
}

#[test]
fn programs_styles_and_imports_leave_the_plain_text() {
    let text = "import Card from './card'\n\n<script setup>\nlet a = '<!--'\n\nb()\n</script>\n\n# H\n\n<div>\n<style>\n.a {}\n</style>\n</div>\n\nText.\n\nexport const x = {\n  a: 1\n}\n\n```vue\n<script>\nc()\n</script>\n```\n\n<script>\nnever ends\n";
    let (left, skipped) = plain(text);
    assert_eq!(left, "# H\n\nText.\n\n```vue\n<script>\nc()\n</script>\n```\n\n<script>\nnever ends\n");
    let whys: Vec<_> = skipped.iter().map(|(why, _)| *why).collect();
    assert_eq!(whys, ["import", "script", "markup", "style", "markup", "import"]);
    assert_eq!(blocks(text)[0], (Code, "import Card from './card'"));
}

#[test]
fn html_around_text_is_lines_of_tags_and_what_is_in_them() {
    let text = "It has:\n\n<details>\n  <summary>More</summary>\n\n- one\n\n</details>\n\n<Card title=\"A\">\nin <b>it</b>\n</Card>\n\n<p align=\"center\">\n  <b>Pump</b>\n  runs\n</p>\n\n<br>\n\n---\n";
    assert_eq!(
        blocks(text),
        [
            (Prose, "It has:"),
            (Heading, "<details>"),
            (Heading, "<summary>More</summary>"),
            (Prose, "- one"),
            (Opaque, "</details>"),
            (Opaque, "<Card title=\"A\">\nin <b>it</b>\n</Card>"),
            (Heading, "<p align=\"center\">"),
            (Opaque, "<b>Pump</b>\n  runs"),
            (Opaque, "</p>"),
            (Opaque, "<br>"),
            (Opaque, "---"),
        ]
    );
    let found = joints(text);
    assert_eq!(
        found[1..3],
        [Joint::Sentence, Joint::Sentence],
        "what announces the container announces what is in it"
    );
    assert_eq!(found[4], Joint::Word, "no chunk begins with the end of a container");
    assert_eq!(
        plain(text).0,
        "It has:\n\n  <summary>More</summary>\n\n- one\n\n<Card title=\"A\">\nin <b>it</b>\n</Card>\n\n  <b>Pump</b>\n  runs\n\n"
    );
}

#[test]
fn headings_in_html_open_sections() {
    let text = "<h1 align=\"center\">\n  <img src=\"x\"> The <b>pump</b>\n</h1>\n\nText.\n\n<div>\n<h2>Use</h2>\n<p>More.</p>\n</div>\n\n- <h3>no</h3>\n";
    assert_eq!(
        sections(text),
        [
            (1, "The pump".to_owned(), "<h1 align=\"center\">\n  <img src=\"x\"> The <b>pump</b>\n</h1>"),
            (2, "Use".to_owned(), "<h2>Use</h2>"),
        ]
    );
}

#[test]
fn tables_in_html_are_rows() {
    let text = "<table>\n<tr><th>a</th></tr>\n<tr>\n  <td>1</td>\n</tr>\n</table>\n";
    assert_eq!(
        blocks(text),
        [
            (Heading, "<table>"),
            (Row, "<tr><th>a</th></tr>"),
            (Row, "<tr>\n  <td>1</td>\n</tr>"),
            (Opaque, "</table>"),
        ]
    );
}

#[test]
fn labels_stay_with_what_they_label() {
    let text = "**注意**\n\n触らない。\n\n**Alone**\n\n# H\n\n> [!NOTE]\n>\n> Read it.\n\n**a** and **b**\n\n**One**\n\n**Two**:\n\nText.\n";
    let kinds: Vec<_> = blocks(text).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [Heading, Prose, Prose, Heading, Heading, Prose, Prose, Prose, Heading, Prose]);
    assert_eq!(sections(text).len(), 1);
}

#[test]
fn items_bring_along_the_sentence_that_announces_them() {
    let text = "Open it. The *kit* holds `four` parts:\n\n- pump\n\n  ```sh\n  run\n  ```\n\n  more\n- hose\n  - long\n\nThen stop.\n\n- no\n";
    let found = read(text);
    let lead = |nth: usize| found.pieces[nth].lead.map(|lead| found.leads[lead as usize].text.as_str());
    let kit = Some("The kit holds four parts:");
    assert_eq!((0..8).map(lead).collect::<Vec<_>>(), [None, kit, Some("```sh"), kit, kit, kit, None, None]);
    assert_eq!(found.leads[0].body, text.find("\n\n- pump").unwrap());
    assert_eq!(found.pieces[1].joint, Joint::Sentence);
}

#[test]
fn data_in_the_target_of_a_link_leaves_the_plain_text() {
    let data = "eNp9VMFu".repeat(40);
    let text = format!("Try it [here](https://play.example/#{data}=) now, or see #{data}.\n");
    let (left, skipped) = plain(&text);
    assert_eq!(left, format!("Try it [here](https://play.example/#) now, or see #{data}.\n"));
    assert_eq!(skipped, [("embedded data", format!("{data}=").as_str())]);
}

#[test]
fn running_text_in_html_is_prose_and_empty_elements_are_not_seen() {
    let text = "<sup>\nOne <b>two</b>.\nThree.\n</sup>\n\n<br />\nFour.\n\n<p></p>\n\n<a name=\"x\"></a>\n\nFive.\n\n<details><summary>More</summary>\n\nSix.\n\n</details>\n";
    assert_eq!(blocks(text)[1], (Prose, "One <b>two</b>.\nThree."));
    assert_eq!(
        plain(text).0,
        "One <b>two</b>.\nThree.\n\nFour.\n\nFive.\n\n<details><summary>More</summary>\n\nSix.\n\n"
    );
    assert!(blocks(text).contains(&(Heading, "<details><summary>More</summary>")));
}

#[test]
fn targets_badges_and_marks_of_contents_leave_the_plain_text() {
    let text = "# Pump {#pump}\n\n[![build](b.svg)](b) [![docs](d.svg)](d)\n\n[[TOC]]\n\n<a name=\"8.2\"></a>\n## [8.2](x) (2026) {/*v8*/}\n\nTwo {#b}\n---\n\n### {#only}\n\nEnd {#e}\n";
    let (left, skipped) = plain(text);
    assert_eq!(left, "# Pump\n\n## [8.2](x) (2026)\n\nTwo\n---\n\n### {#only}\n\nEnd {#e}\n");
    let why: Vec<_> = skipped.iter().map(|(why, _)| *why).collect();
    assert_eq!(why, ["link target", "badge", "navigation", "markup", "link target", "link target"]);
    assert_eq!(sections(text)[1].1, "8.2 (2026)");
}

#[test]
fn the_name_of_a_file_stays_with_its_code() {
    let text = "Run it:\n\n<span class=\"filename\">src/pump.rs</span>\n\n```rust\npump();\n```\n\n<span class=\"caption\">Listing 1</span>\n\n```sh\nrun\n```\n\n<span>text</span>\n\nmore\n";
    let kinds: Vec<_> = blocks(text).into_iter().map(|(kind, _)| kind).collect();
    assert_eq!(kinds, [Prose, Heading, Code, Prose, Code, Prose, Prose]);
}
