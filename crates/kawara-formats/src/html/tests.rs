//! The reader as a whole, on pages of our own.

use kawara_core::BlockKind::{Code, Heading, Opaque, Prose, Row};
use kawara_core::{BlockKind, Blocks, Joint, Options, Reader, Value};

use super::Html;

fn read(source: &str, options: &[(&str, &str)]) -> (String, Blocks) {
    let options = options
        .iter()
        .fold(Options::new(), |options, (key, value)| options.with(*key, Value::Str((*value).into())));
    let mut blocks = Blocks::new();
    let text = Html.open(&options).unwrap().read(source, &mut blocks).unwrap().into_owned();
    (text, blocks)
}

fn blocks(source: &str) -> Vec<(BlockKind, Joint, String)> {
    let (text, blocks) = read(source, &[]);
    blocks.kept().iter().map(|block| (block.kind(), block.joint(), text[block.range()].to_owned())).collect()
}

fn said(source: &str) -> Vec<String> {
    blocks(source).into_iter().map(|(_, _, said)| said).collect()
}

fn joints(source: &str) -> Vec<Joint> {
    blocks(source).into_iter().map(|(_, joint, _)| joint).collect()
}

fn skipped(source: &str) -> Vec<(&'static str, String)> {
    let (_, blocks) = read(source, &[]);
    let markup = |skip: &&kawara_core::Skipped| skip.why != "markup";
    blocks
        .skipped()
        .iter()
        .filter(markup)
        .map(|skip| (skip.why, source[skip.range.clone()].to_owned()))
        .collect()
}

#[test]
fn white_space_is_folded_and_inline_tags_set_nothing_apart() {
    assert_eq!(said("<p>\n <b>a</b>b\n\t<i> c</i>  d <p>e"), ["ab c d", "e"]);
    assert_eq!(
        said("text <span>between</span> <div>blocks</div> is <em>kept</em>"),
        ["text between", "blocks", "is kept"]
    );
    assert_eq!(said("<p>中文\n换行<p>a\n换"), ["中文换行", "a 换"]);
    assert_eq!(said("a&#32;&#10; b</>c"), ["a bc"]);
}

#[test]
fn blank_paragraphs_are_no_blocks() {
    assert_eq!(
        blocks("\u{feff}<ul><li>a<li>&nbsp;<p>b</ul>"),
        [(Prose, Joint::Paragraph, "a".to_owned()), (Prose, Joint::Line, "b".to_owned())]
    );
}

#[test]
fn references_lead_back_to_what_they_stand_for() {
    let source = "<p>a &amp;&nbsp;&lt;b&gt; &notit;";
    let (text, blocks) = read(source, &[]);
    assert_eq!(text, "a &\u{a0}<b> ¬it;");
    assert_eq!(&source[blocks.map.source_range(2..3)], "&amp;");
    assert_eq!(&source[blocks.map.source_range(5..8)], "&lt;b&gt;");
}

#[test]
fn headings_open_sections_unless_they_head_a_quote() {
    let source = "<h1>A <small>b</small>\n c</h1><p>x<h2>D<p>unclosed<blockquote><h3>Q</h3></blockquote>";
    assert_eq!(
        blocks(source),
        [
            (Heading, Joint::Section, "A b c".to_owned()),
            (Prose, Joint::Paragraph, "x".to_owned()),
            (Heading, Joint::Section, "D".to_owned()),
            (Prose, Joint::Paragraph, "unclosed".to_owned()),
            (Heading, Joint::Paragraph, "Q".to_owned()),
        ]
    );
}

#[test]
fn titles_are_without_the_marks_of_permanent_links() {
    for source in ["<h1><a href=#a>§</a>Seals in C#</h1>", "<h1>Seals in C#<a href=#a> ¶</a></h1>"] {
        let debug = format!("{:?}", read(source, &[]).1);
        assert!(debug.contains("title: \"Seals in C#\""), "{debug}");
    }
}

#[test]
fn items_are_lines_and_stay_with_what_introduces_them() {
    use Joint::{Line, Paragraph, Sentence, Word};
    let source = "<p>Steps:</p><ol><li>one<li>two<ul><li>in</ul><li><p>three<p>more</ol><p>end<ul><li>a";
    assert_eq!(said(source), ["Steps:", "one", "two", "in", "three", "more", "end", "a"]);
    assert_eq!(joints(source), [Paragraph, Sentence, Line, Word, Line, Word, Paragraph, Paragraph]);
    let source = "<dl><dt>T<dd>D<dd>E<dt>U<dd>F</dl><details><summary>S</summary>x</details>";
    assert_eq!(said(source), ["T", "D", "E", "U", "F", "S", "x"]);
    assert_eq!(joints(source), [Paragraph, Word, Line, Paragraph, Word, Paragraph, Word]);
}

#[test]
fn the_title_of_an_item_stays_with_what_it_heads() {
    use Joint::{Line, Paragraph, Word};
    let source = "<ul><li><p><b>破折號</b></p><p>表示延續。</p><p>又。</p></li><li><p>It rests.</p><p>It ends.</p></ul>";
    assert_eq!(joints(source), [Paragraph, Word, Paragraph, Line, Paragraph]);
}

#[test]
fn how_lines_end_does_not_decide_whether_most_is_hidden() {
    for end in ["\n", "\r\n"] {
        let source = format!("<p>abcde</p><p hidden>f{end}g{end}h</p>");
        assert_eq!(said(&source), ["abcde"]);
    }
}

#[test]
fn rows_bring_the_header_along() {
    let source =
        "<table><caption>C</caption><tr><th>a<th>b<tr><td>1<td><p>x</p><p>y</p><tr><td><td>z<td></table>t";
    assert_eq!(said(source), ["C", "a | b", "1 | x y", "| z", "t"]);
    assert_eq!(blocks(source)[1], (Row, Joint::Line, "a | b".to_owned()));
    let thead = "<table><thead><tr><td>k<td>v</thead><tbody><tr><td>1<td></tr><tr><td>2<td>3<td></table>";
    assert_eq!(said(thead), ["k | v", "1", "2 | 3"]);
    assert_eq!(joints(thead), [Joint::Paragraph, Joint::Word, Joint::Line], "no chunk ends with the header");
}

#[test]
fn cells_that_reach_down_are_said_again() {
    let source =
        "<table><tr><th>a<th>b<th>c<tr><td rowspan=2>1<td>2<td rowspan=2>3<tr><td>4<tr><td>5<td>6</table>";
    assert_eq!(said(source), ["a | b | c", "1 | 2 | 3", "1 | 4 | 3", "5 | 6"]);
    let source = "<table><tr><td>x<td rowspan=3>y <td><tr><td rowspan=2> <td>v<tr><td>w<tr><td>z</table>";
    assert_eq!(said(source), ["x | y", "| y | v", "| y | w", "z"]);
    let long = "long ".repeat(30);
    let source = format!("<table><tr><td rowspan=2>{long}<td>1<tr><td>2</table>");
    assert_eq!(said(&source)[1], "| 2", "what is long is said once");
    let rows =
        format!("<table><tr><td rowspan=9999>{}<td>1{}</table>", "y".repeat(100), "<tr><td>2".repeat(2_000));
    assert!(read(&rows, &[]).0.len() < 2 * rows.len());
}

#[test]
fn tables_that_lay_out_a_page_have_no_rows() {
    let source = "<table><tr><td><h2>A</h2>text<td><table><tr><td>1<td>2</table></table>";
    assert_eq!(said(source), ["A", "text", "1 | 2"]);
    assert_eq!(blocks("<table role=presentation><tr><td>a<td>b</table>").len(), 2);
}

#[test]
fn preformatted_text_keeps_its_white_space() {
    let source = "<pre>\n  a &lt; <b>b</b>\n\n    c\n</pre><textarea>\n x\n  y</textarea>";
    assert_eq!(
        blocks(source),
        [
            (Code, Joint::Paragraph, "  a < b\n\n    c".to_owned()),
            (Code, Joint::Paragraph, " x\n  y".to_owned())
        ]
    );
}

#[test]
fn breaks_are_lines() {
    let source = "<p>a<br>b<br>\n<br>c";
    assert_eq!(said(source), ["a", "b", "c"]);
    assert_eq!(joints(source), [Joint::Paragraph, Joint::Wrap, Joint::Paragraph]);
    let (text, blocks) = read(source, &[("newline", "soft")]);
    assert_eq!((&*text, blocks.kept().len()), ("a\nb\n\nc", 2));
    let (_, blocks) = read(source, &[("newline", "hard")]);
    assert_eq!(blocks.kept()[1].joint(), Joint::Line);
}

#[test]
fn what_is_not_read_is_left_out_with_its_reason() {
    let source = "<p>a<script>if (a<b) '</p>'</script><!-- c --><span hidden>x<span>y</span></span><svg><text>t</text></svg>b\
                  <ruby>字<rt>zi</ruby><button>OK</button>";
    assert_eq!(said(source), ["ab字"]);
    let why: Vec<_> = skipped(source).into_iter().map(|(why, _)| why).collect();
    assert_eq!(why, ["script", "comment", "hidden", "drawing", "ruby", "form"]);
    assert_eq!(skipped(source)[2].1, "<span hidden>x<span>y</span></span>");
}

#[test]
fn words_stay_apart_around_what_is_left_out() {
    for between in
        ["<!-- -->", "<script>x</script>", "<svg></svg>", "<button>x</button>", "<span hidden>x</span>"]
    {
        for (source, text) in [
            (format!("<p>one {between}two"), "one two"),
            (format!("<p>one{between} two"), "one two"),
            (format!("<p>one {between} two"), "one two"),
            (format!("<p>one {between}{between}\ntwo"), "one two"),
            (format!("<p>one{between}two"), "onetwo"),
            (format!("<p>one<br>{between}two"), "one\ntwo"),
        ] {
            let said = said(&source).join("\n");
            assert_eq!(said, text, "{source}");
        }
    }
}

#[test]
fn what_a_page_does_not_show_is_read_if_asked_for() {
    let hidden = "<p hidden>b<div style='color: red; Display: none'>c</div><i aria-hidden=true>d</i><dialog>e</dialog>";
    let source = format!("<p>a and more{hidden}");
    assert_eq!(said(&source), ["a and more"]);
    assert!(skipped(&source).iter().all(|(why, _)| *why == "hidden"));
    assert_eq!(read(&source, &[("hidden", "keep")]).0, "a and more\n\nb\n\nc\n\nd\n\ne");
    // A page that hides more than it shows waits for a program, or was put aside as it is.
    let source = format!("<p>a{hidden}");
    assert_eq!(said(&source), ["a", "b", "c", "d", "e"]);
    assert_eq!(read(&source, &[("hidden", "skip")]).0, "a");
}

#[test]
fn images_and_formulas_have_words_instead() {
    assert_eq!(
        said("<p>The<img alt='red  pump'>is<img alt=''>on <img alt='👍'>!"),
        ["The red pump ison 👍!"]
    );
    assert_eq!(said("<p>So <math alttext='E=m'><mi>F</mi></math>."), ["So E=m ."]);
    assert_eq!(said("<p><math><mi>a</mi><mo>=</mo><mn>1</mn><annotation>x</annotation></math>"), ["a=1"]);
}

#[test]
fn navigation_is_left_out_and_headers_of_articles_are_not() {
    let source = "<header>site</header><nav>menu</nav><div role=banner>b</div><section><header><h1>T</h1></header><p>x</section>\
                  <aside>a</aside><footer>f</footer>";
    assert_eq!(said(source), ["T", "x"]);
    assert!(skipped(source).iter().all(|(why, _)| *why == "navigation"));
}

#[test]
fn only_main_content_is_read_where_it_is_marked() {
    let source = "<p>before<main><p>in</main><p>after";
    assert_eq!(said(source), ["in"]);
    assert_eq!(skipped(source)[0], ("outside of main", "<p>before".to_owned()));
    let (text, _) = read(source, &[("main", "off")]);
    assert_eq!(text, "before\n\nin\n\nafter");
    assert_eq!(said("<p>x<article>a long article</article>"), ["a long article"]);
    assert_eq!(said("<p>x<article>a</article><article>b</article>").len(), 3);
    assert_eq!(said("<p>a page of its own<article>a</article>").len(), 2);
}

#[test]
fn a_page_that_would_say_nothing_keeps_what_it_has() {
    assert_eq!(said("<nav>only<main> </main></nav>"), ["only"]);
    assert_eq!(said("<main><script>x</script></main><p>y"), ["y"]);
    assert!(said("<script>x</script>").is_empty() && said("").is_empty() && said(" <br>\n").is_empty());
}

#[test]
fn title_language_and_data_are_fields() {
    let source = "<html lang=zh-TW><meta name=author content='A &amp; B'><title>A\n&lt;b&gt;</title><p>x";
    let (text, blocks) = read(source, &[]);
    assert_eq!(text, "x");
    let debug = format!("{blocks:?}");
    assert!(debug.contains("title: Some(\"A <b>\")"), "{debug}");
    assert!(debug.contains("\"author\": [\"A & B\"]") && debug.contains("\"lang\": [\"zh-TW\"]"), "{debug}");
}

#[test]
fn end_tags_that_stand_wrong_do_little_harm() {
    assert_eq!(said("<div><p>a</div>b</p>c</div></li></table>d"), ["a", "b", "cd"]);
    assert_eq!(said("<table><tr><td>a</p></div>b</table>c"), ["a b", "c"]);
    assert_eq!(said("<ul><li>a<div><li>b</div></ul>"), ["a", "b"]);
    assert_eq!(said("<svg><text>x<p>a</svg>b"), ["ab"]);
    assert_eq!(said("a <b class=\"x"), ["a"]);
}

#[test]
fn blocks_of_the_source_have_their_tags() {
    let source = "<title>T</title>\n<h1>A</h1>\n<ul><li>b<li>c</ul>\n<nav>n</nav><pre>\n x</pre>";
    let (text, blocks) = read(source, &[("text", "source")]);
    assert!(text == source && blocks.skipped().is_empty());
    let kept: Vec<_> = blocks.kept().iter().map(|block| (block.kind(), &source[block.range()])).collect();
    assert_eq!(
        kept,
        [
            (Opaque, "<title>T</title>"),
            (Heading, "<h1>A</h1>"),
            (Prose, "<ul><li>b"),
            (Prose, "<li>c</ul>"),
            (Opaque, "<nav>n</nav>"),
            (Code, "<pre>\n x</pre>"),
        ]
    );
}

#[test]
fn xhtml_closes_its_tags_with_a_slash() {
    assert_eq!(said("<?xml version='1.0'?><html><head><title/></head><body><p>a<b/></p><div/>c"), ["a", "c"]);
}
