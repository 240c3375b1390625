//! What holds for every reader and every text.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use kawara_core::{
    BlockKind, Blocks, Carry, Document, Engine, Joint, Options, Overlap, Reader, Registry, Result, Settings,
    TextMode, UnitKind, Value,
};
use kawara_formats::PACK;
use proptest::prelude::*;

/// Pieces that documents are made of, and that break readers.
const FRAGMENTS: &[&str] = &[
    "\n",
    "\n\n",
    "\n\n\n",
    " ",
    "    ",
    "\t",
    "- ",
    "* ",
    "1. ",
    "> ",
    "# ",
    "## ",
    "#",
    "```",
    "```rs\n",
    "~~~\n",
    "---\n",
    "===\n",
    "+++\n",
    "| a | b |\n",
    "|---|---|\n",
    "|",
    "$$",
    "$$\n",
    "$x$",
    ":::",
    "::: tip\n",
    "<!--",
    "-->",
    "<div>",
    "</div>\n",
    "<br>",
    "<a b=",
    "<script>",
    "</script>\n",
    "<style>\n",
    "<h2>x</h2>\n",
    "<tr>\n",
    "</tr>\n",
    "<summary>y</summary>",
    "**note**",
    "\\[",
    "\\]\n",
    "import a from 'b'\n",
    "{\n\"a\": 1\n}\n",
    "is:\n",
    "> [!NOTE]\n",
    "</script>",
    "<p>",
    "</p>",
    "<main>",
    "<nav>",
    "</nav>",
    "<ul><li>",
    "<li>",
    "</ul>",
    "<table><tr><td>",
    "<td>",
    "<th>",
    "<tr>",
    "</table>",
    "<h2>",
    "</h2>",
    "<pre>",
    "</pre>",
    "<b>",
    "</b>",
    "<span hidden>",
    "</span>",
    "<img alt='a &lt; b'>",
    "<math alttext=x>",
    "<svg>",
    "<dl><dt>",
    "<title>",
    "</title>",
    "&#10;",
    "&ngE;",
    "</>",
    "\r\n",
    "[a]: b\n",
    "[^1]: c\n",
    "[^1]",
    "[x](y)",
    "![i](data:image/png;base64,",
    "iVBORw0KGgoiVBORw0KGgoiVBORw0KGgoiVBORw0KGgo",
    "title: x\n",
    "Q: ",
    "A: ",
    "问：",
    "答：",
    "Why?\n",
    "为什么？\n",
    "第一条 ",
    "第二条",
    "第三条の二　",
    "第一章　総則\n",
    "附则\n",
    "（目的）\n",
    "（一）",
    "２　",
    "Section 4. ",
    "ARTICLE II\n",
    "§ 5a ",
    "มาตรา ๕ ",
    "(a) ",
    "2024-01-02 03:04:05 ",
    "[10:00] ",
    "\tat x.y(Z.java:1)\n",
    "Caused by: e\n",
    "WEBVTT\n\n",
    "00:00:01.000 --> 00:00:02,000\n",
    "00:03 --> 00:09 align:start\n",
    "1945\n",
    "<v Fay>",
    "NOTE\n",
    "《石阶》\n",
    "Dora: ",
    "<emil> ",
    "小林 08:48\n",
    "{\"a\": 1}\n",
    "{\"a\": \"One.\\nTwo \\ud83d\"}\n",
    "a,b\n",
    "sep=;\n",
    "1;2\n",
    "# note\n",
    "\"\"\"\n",
    "/*\n",
    "*/\n",
    "r#\"",
    "import a\n",
    "\"q\n\",",
    "\"",
    ",",
    "fn f() {\n",
    "}\n",
    "// c\n",
    "/* ",
    "def g():\n",
    ".. note::\n",
    ".. code-block:: c\n",
    ".. x\n",
    "::\n",
    ":a: b\n",
    "====\n",
    "==  ==\n",
    "+--+--+\n",
    "+==+==+\n",
    "== T\n",
    "----\n",
    "....\n",
    "****\n",
    "////\n",
    "// c\n",
    "|===\n",
    "|a |b\n",
    "[source]\n",
    ".T\n",
    "+\n",
    "t:: d\n",
    "\\section{T}",
    "\\begin{document}\n",
    "\\end{document}",
    "\\begin{tabular}{l}\n",
    "\\end{tabular}\n",
    "\\begin{verbatim}",
    "\\end{verbatim}",
    "\\begin{x}[y]",
    "\\end{x}\n",
    "\\item ",
    "\\caption{",
    "\\hline\n",
    "\\\\",
    "\\[",
    "\\]",
    "%",
    "% c\n",
    "{",
    "}",
    "word ",
    "Sentence. ",
    "句子。",
    "e\u{301}",
    "👩‍👩‍👧",
    "🇯🇵",
    "\u{feff}",
    "\u{a0}",
    "\u{3000}",
    "\u{200b}",
    "*",
    "_",
    "`",
    "\\",
    "&amp;",
    "é",
];

fn document() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => prop::collection::vec(prop::sample::select(FRAGMENTS), 0..40).prop_map(|parts| parts.concat()),
        1 => any::<String>(),
    ]
}

fn options(text: &str, newline: &str) -> Options {
    Options::new().with("text", Value::Str(text.into())).with("newline", Value::Str(newline.into()))
}

fn read<'t>(reader: &dyn Reader, options: &Options, source: &'t str) -> Result<(Cow<'t, str>, Blocks)> {
    let mut blocks = Blocks::new();
    let text = reader.open(options)?.read(source, &mut blocks)?;
    Ok((text, blocks))
}

fn is_blank(text: &str) -> bool {
    text.chars().all(kawara_core::is_blank)
}

/// Blocks ascend on character boundaries; with what is skipped they hold every byte that is not blank.
fn check_blocks(text: &str, blocks: &Blocks) -> std::result::Result<(), TestCaseError> {
    let skipped: Vec<Range<usize>> = blocks.skipped().iter().map(|skip| skip.range.clone()).collect();
    let mut end = 0;
    for range in
        blocks.kept().iter().map(|block| block.range()).chain(std::iter::once(text.len()..text.len()))
    {
        prop_assert!(range.start >= end, "{range:?} starts before {end}");
        prop_assert!(text.get(range.clone()).is_some(), "{range:?} is no range of characters");
        let mut gap = end;
        for skip in skipped
            .iter()
            .filter(|skip| blocks.map.is_identity() && skip.start >= end && skip.end <= range.start)
        {
            prop_assert!(is_blank(&text[gap..skip.start]), "{:?} is lost", &text[gap..skip.start]);
            gap = skip.end;
        }
        prop_assert!(is_blank(&text[gap..range.start]), "{:?} is lost", &text[gap..range.start]);
        end = range.end;
    }
    Ok(())
}

/// The map is monotone and tells the truth; with what is skipped it covers the source.
fn check_map(source: &str, text: &str, blocks: &Blocks) -> std::result::Result<(), TestCaseError> {
    if blocks.map.is_identity() {
        prop_assert!(text == source || text.is_empty());
        return Ok(());
    }
    let (mut text_end, mut source_end) = (0, 0);
    let mut covered: Vec<Range<usize>> = blocks.skipped().iter().map(|skip| skip.range.clone()).collect();
    for span in blocks.map.spans() {
        prop_assert_eq!(span.text, text_end);
        prop_assert!(span.source >= source_end || blocks.map.is_scattered());
        text_end = span.text + span.text_len;
        source_end = span.source + span.source_len;
        let written = text.get(span.text..text_end);
        prop_assert!(written.is_some() && source.get(span.source..source_end).is_some());
        // A stretch of another length stands for an escape, or for what the source does not have.
        if span.text_len == span.source_len {
            prop_assert_eq!(written, source.get(span.source..source_end));
        }
        // What the reader put in covers nothing.
        covered.extend((span.source_len > 0).then_some(span.source..source_end));
    }
    prop_assert_eq!(text_end, text.len());
    covered.sort_by_key(|range| (range.start, range.end));
    let mut end = 0;
    for range in covered {
        prop_assert!(range.start == end, "{end}..{} is neither kept nor skipped", range.start);
        end = range.end;
    }
    prop_assert_eq!(end, source.len());
    Ok(())
}

fn shape(text: &str, blocks: &Blocks) -> Vec<(BlockKind, Joint, String)> {
    blocks
        .kept()
        .iter()
        .map(|block| (block.kind(), block.joint(), text[block.range()].replace("\r\n", "\n")))
        .collect()
}

/// More cases than usual, as a case is small; `PROPTEST_CASES` sets another number.
fn config() -> ProptestConfig {
    let cases = std::env::var("PROPTEST_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(2_000);
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn nothing_is_lost(source in document(), newline in prop::sample::select(&["auto", "hard", "soft"][..])) {
        for entry in PACK.reader_entries() {
            let (name, reader) = (entry.id(), &*entry.open(&Options::new()).unwrap());
            // What is not of its kind may be refused.
            let Ok((text, blocks)) = read(reader, &options("source", newline), &source) else { continue };
            prop_assert!(matches!(text, Cow::Borrowed(_)) && blocks.skipped().is_empty() && blocks.map.is_identity(), "{name}");
            check_blocks(&text, &blocks)?;
            let Ok((text, blocks)) = read(reader, &options("plain", newline), &source) else { continue };
            check_blocks(&text, &blocks)?;
            check_map(&source, &text, &blocks)?;
        }
    }

    #[test]
    fn line_ends_and_byte_order_marks_change_nothing(source in document()) {
        let unix = source.replace(['\r', '\u{feff}'], "");
        let dos = format!("\u{feff}{}", unix.replace('\n', "\r\n"));
        for entry in PACK.reader_entries() {
            let (name, reader) = (entry.id(), &*entry.open(&Options::new()).unwrap());
            for text in ["source", "plain"] {
                let Ok((one, one_blocks)) = read(reader, &options(text, "auto"), &unix) else { continue };
                let (two, two_blocks) = read(reader, &options(text, "auto"), &dos).unwrap();
                prop_assert_eq!(shape(&one, &one_blocks), shape(&two, &two_blocks), "{}", name);
            }
        }
    }
}

/// Engines for every reader, in both kinds of text.
fn engines() -> Vec<(Settings, Engine)> {
    let mut engines = Vec::new();
    for entry in PACK.reader_entries() {
        for text in [TextMode::Plain, TextMode::Source] {
            let mut settings = Settings::default();
            settings.read.content_type = Some(entry.id().to_owned());
            settings.read.text = text;
            settings.budget.counter = "words".into();
            settings.budget.max_tokens = 9;
            if engines.len() % 3 == 0 {
                (settings.units.kind, settings.units.overlap) =
                    (UnitKind::Record, Overlap::all(Carry::Units(0)));
            }
            let registry = Registry::collect(&[&PACK]).unwrap();
            engines.push((settings.clone(), Engine::new(registry, Arc::new(settings))));
        }
    }
    engines
}

#[test]
fn chunks_of_any_text_keep_the_invariants() {
    let counter = Registry::collect(&[]).unwrap().counter("words").unwrap().open(&Options::new()).unwrap();
    let engines = engines();
    let config = ProptestConfig { cases: config().cases / 8, failure_persistence: None, ..config() };
    proptest!(config, |(source in document())| {
        let document = Document::new("d", source);
        for (settings, engine) in &engines {
            let Ok(chunks) = engine.chunk(&document) else { continue };
            let kept = kawara_testkit::check_invariants(&document, settings, &*counter, &chunks);
            prop_assert!(kept.is_ok(), "{:?} {:?}: {}", settings.read.content_type, settings.read.text, kept.unwrap_err());
        }
    });
}

#[test]
fn chunks_of_any_json_keep_the_invariants() {
    let counter = Registry::collect(&[]).unwrap().counter("words").unwrap().open(&Options::new()).unwrap();
    let engines = engines();
    let engines = engines
        .iter()
        .filter(|(settings, _)| matches!(settings.read.content_type.as_deref(), Some("json" | "jsonl")));
    let engines: Vec<_> = engines.collect();
    let config = ProptestConfig { cases: config().cases / 8, failure_persistence: None, ..config() };
    let text = prop_oneof![document(), "[\\PC\n\t\"\\\\]{0,60}"];
    let record = (text, any::<i64>(), prop::collection::vec("[a-z水。 \u{301}]{0,12}", 0..4));
    proptest!(config, |(records in prop::collection::vec(record, 0..6), pretty: bool)| {
        let records: Vec<_> = records
            .into_iter()
            .map(|(text, number, list)| serde_json::json!({ "say": text, "n": number, "list": list, "none": null }))
            .collect();
        let lines = records.iter().map(|record| format!("{record}\n")).collect();
        let array = if pretty { serde_json::to_string_pretty(&records) } else { serde_json::to_string(&records) };
        for (settings, engine) in &engines {
            let is_array = settings.read.content_type.as_deref() == Some("json");
            let document = Document::new("d", if is_array { array.as_ref().unwrap() } else { &lines }.as_str());
            let chunks = engine.chunk(&document);
            prop_assert!(chunks.is_ok(), "{:?}", chunks);
            let kept = kawara_testkit::check_invariants(&document, settings, &*counter, &chunks.unwrap());
            prop_assert!(kept.is_ok(), "{:?}: {}", settings.read, kept.unwrap_err());
        }
    });
}
