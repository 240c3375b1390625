//! Texts made to break readers: no panic, nothing lost, and no more than linear time.

use std::time::{Duration, Instant};

use kawara_core::{Blocks, Options, Reader, Result};
use kawara_formats::{Chat, Code, Csv, Faq, JsonLines, Log, Markdown, Poem, Subtitle};

/// Far more than a linear reader needs for so many bytes; a quadratic one takes minutes.
const LIMIT: Duration = Duration::from_secs(5);
/// A megabyte, or what an unoptimised build reads in the same time.
const BYTES: usize = if cfg!(debug_assertions) { 1 << 17 } else { 1 << 20 };

fn read_all(name: &str, source: &str) -> Result<()> {
    let log = Log::default();
    let readers: [&dyn Reader; 9] = [&Markdown, &Faq, &log, &JsonLines, &Chat, &Csv, &Code, &Subtitle, &Poem];
    let said = |text: &str| text.split_whitespace().map(str::len).sum::<usize>();
    for (nth, reader) in readers.into_iter().enumerate() {
        let start = Instant::now();
        let mut blocks = Blocks::new();
        let text = reader.open(&Options::new())?.read(source, &mut blocks)?;
        let taken = start.elapsed();
        assert!(taken < LIMIT, "{name}: reader {nth} took {taken:?}");
        let kept: usize = blocks.kept().iter().map(|block| said(&text[block.range()])).sum();
        // Where nothing of a source is said, the text stays the source and all of it is left out.
        let left_out = blocks.skipped().iter().map(|skip| said(&source[skip.range.clone()]));
        let left_out: usize = if blocks.kept().is_empty() && text == source { left_out.sum() } else { 0 };
        assert_eq!(kept + left_out, said(&text), "{name}: reader {nth} lost something");
    }
    Ok(())
}

#[test]
fn one_mark_over_and_over() -> Result<()> {
    for mark in [
        "[",
        "]",
        "*",
        "_",
        "`",
        "|",
        "$",
        "$$",
        "<",
        "!",
        "&",
        "\\",
        "#",
        ">",
        "-",
        "- ",
        "> ",
        "1. ",
        "<!--",
        "<!-- x --> ",
        "[^",
        "](",
        ":::",
        "\"",
        ",",
        ":",
        "{",
        "}",
        "?",
        "{\"a\":",
        "=",
        "~",
        "\t",
        "?\n",
        "a:\n",
        "Q:\n",
        "A:\n",
        ":::\n",
        "$$\n",
        "$$ a\n",
        "```\n",
        "|\n",
        "|-\n",
        "# \n",
        "<div>\n",
        "</div>\n",
        "\"\n",
        "[a]: b\n",
        "// c\n\n",
        "}\n\n",
        "12:00 \n",
        "12:00 [",
        "a | ",
        "\"\"\"\n",
        "'''\n",
        "/*\n",
        "r#\"",
        "r##\"\n",
        "<<A\n",
        "@a\n",
        "x 12:00\n",
        "<a ></a>\n\n",
        ";base64,",
        "00:01 --> 00:02\n",
        "00:01 --> 00:02\na\n",
        "WEBVTT\n\n",
        "{\\",
        "《a》\n",
        "a\n\n",
    ] {
        read_all(mark, &mark.repeat(BYTES / mark.len()))?;
    }
    Ok(())
}

#[test]
fn deep_nesting_and_wide_rows() -> Result<()> {
    let deep = |mark: &str, tail: &str| format!("{}a\n{}", mark.repeat(10_000), tail.repeat(BYTES / 4));
    read_all("quotes", &deep(">", "b\n"))?;
    read_all("spaced quotes", &deep("> ", "b\n"))?;
    read_all("items", &deep("- ", "b\n"))?;
    read_all("numbers", &deep("1. ", "\n"))?;
    read_all("steps", &(0..400).map(|n| format!("{}- a\n", " ".repeat(2 * n))).collect::<String>())?;
    let headings: String = (0..BYTES / 8).map(|n| format!("{} h\n", "#".repeat(n % 6 + 1))).collect();
    read_all("headings", &headings)?;
    let (cells, dashes) = ("|a".repeat(100_000), "|-".repeat(100_000));
    read_all("table", &format!("{cells}\n{dashes}\n{cells}\n{}", "|b\n".repeat(BYTES / 16)))?;
    read_all("unclosed fence", &format!("```rust\n{}", "let a = 1; // é\n".repeat(BYTES / 16)))?;
    read_all("unclosed comment", &format!("<!--\n{}", "text. é\n\n".repeat(BYTES / 16)))?;
    read_all("unclosed quote", &format!("a,\"{}", "b,c\n".repeat(BYTES / 4)))?;
    read_all("front matter without an end", &format!("---\na: b\n{}", "c: d\n".repeat(BYTES / 4)))?;
    Ok(())
}

#[test]
fn code_that_does_not_close() -> Result<()> {
    let tail = "a = 1\n\nb = 2\n".repeat(BYTES / 16);
    for head in [
        "import a\n\n\"\"\"\n",
        "import a\n\n'''\n",
        "use a;\n\nlet b = r#\"\n",
        "use a;\n\n/* \n",
        "const a = `\n",
        "#!/bin/sh\ncat <<EOF\n",
        "local a = [[\n",
        "SELECT $$\n",
        "\"",
        "\\",
    ] {
        read_all(head, &format!("{head}{tail}"))?;
    }
    let heredocs: String = (0..BYTES / 16).map(|n| format!("cat <<A{n}\n")).collect();
    read_all("here-documents", &format!("#!/bin/sh\n{heredocs}"))?;
    let raw: String = (0..BYTES / 16).map(|n| format!("r{}\"\n", "#".repeat(n % 20))).collect();
    read_all("raw strings", &format!("use a;\n{raw}"))?;
    let braces = |open: &str, close: &str| format!("use a;\n{}{}", open.repeat(10_000), close.repeat(10_000));
    read_all("braces", &braces("{\n", "}\n"))?;
    let steps = |n: usize| " ".repeat(n.min(40));
    let nested: String = (0..10_000).map(|n| format!("{}def f():\n\n", steps(n))).collect();
    read_all("definitions", &nested)?;
    Ok(())
}

#[test]
fn one_long_line() -> Result<()> {
    read_all("letters", &"a".repeat(BYTES))?;
    read_all("sentences", &"是。".repeat(BYTES / 6))?;
    read_all("marks", &"\u{301}".repeat(BYTES / 2))?;
    read_all("nul", &"\0".repeat(BYTES))?;
    Ok(())
}
