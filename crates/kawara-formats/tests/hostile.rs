//! Texts made to break readers: no panic, nothing lost, and no more than linear time.

use std::time::Duration;

use cpu_time::ThreadTime;

use kawara_core::{Blocks, Options, Result};
use kawara_formats::PACK;

/// Far more than a linear reader needs for so many bytes; a quadratic one takes minutes, or seconds in an unoptimised build.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 1 } else { 5 });
/// A megabyte, or what an unoptimised build reads in about the same time; that is too little to show what only copies too much.
const BYTES: usize = if cfg!(debug_assertions) { 1 << 14 } else { 1 << 20 };
/// Lines that grow by a byte each come to half as many bytes.
const LINES: usize = BYTES.isqrt();

fn read_all(name: &str, source: &str) -> Result<()> {
    let said = |text: &str| text.split_whitespace().map(str::len).sum::<usize>();
    for entry in PACK.reader_entries() {
        let (id, reader) = (entry.id(), entry.open(&Options::new())?);
        let mut blocks = Blocks::new();
        let mut least = Duration::MAX;
        // The machine may be busy with something else once, but hardly three times.
        let text = (0..3).find_map(|nth| {
            blocks = Blocks::new();
            let start = ThreadTime::now();
            let text = reader.open(&Options::new()).and_then(|mut reading| reading.read(source, &mut blocks));
            least = least.min(start.elapsed());
            (least < LIMIT || nth == 2).then_some(text)
        });
        assert!(least < LIMIT, "{name}: `{id}` took {least:?}");
        // What is not of its kind may be refused.
        let Some(Ok(text)) = text else { continue };
        let kept: usize = blocks.kept().iter().map(|block| said(&text[block.range()])).sum();
        // Where nothing of a source is said, the text stays the source and all of it is left out.
        let left_out = blocks.skipped().iter().map(|skip| said(&source[skip.range.clone()]));
        let left_out: usize = if blocks.kept().is_empty() && text == source { left_out.sum() } else { 0 };
        assert_eq!(kept + left_out, said(&text), "{name}: `{id}` lost something");
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
        "![",
        "*a ",
        "a*",
        "[a](",
        "](http",
        "#=,",
        "<script>",
        "<script>\n",
        "<style>\n\n",
        "<h1>\n",
        "<tr>\n",
        "<a name=\"x\"></a>\n\n",
        "<details><summary>",
        "<!---->\n",
        "**a**\n\n",
        "a:\n\n- b\n\n",
        "- a\n\n  b:\n\n  - c\n",
        "\\[\n",
        "\\[ a\n\n",
        "\\[ a \\]\n",
        "import {\n",
        "export {\n\n",
        "{\n\"a\": 1\n",
        "> - ",
        "00:01 --> 00:02\n",
        "00:01 --> 00:02\na\n",
        "WEBVTT\n\n",
        "{\\",
        "《a》\n",
        "a\n\n",
        ".. a\n",
        ".. a::\n",
        "a\n=\n",
        "a::\n\n",
        "+-+\n",
        "= =\n",
        "== ==\n",
        ":a:\n",
        "a\n b\n",
        "====\n",
        "----\n",
        "|===\n",
        "[a]\n",
        ".a\n",
        "+\n",
        "a:: b ",
        ":a:b",
        "%",
        "%\n",
        "{",
        "{}",
        "\\begin{x}",
        "\\end{x}",
        "\\begin{equation}\n",
        "\\begin{tabular}[{",
        "\\section{",
        "\\section[",
        "\\caption{\\caption",
        "\\verb|",
        "\\url{",
        "\\item\n",
        "\\[",
        "\\[ \\] ",
        "\\\\ \\hline",
        "\\begin{document}%\\title",
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
    read_all("steps", &(0..LINES).map(|n| format!("{}- a\n", " ".repeat(n))).collect::<String>())?;
    let headings: String = (0..BYTES / 8).map(|n| format!("{} h\n", "#".repeat(n % 6 + 1))).collect();
    read_all("headings", &headings)?;
    let (cells, dashes) = ("|a".repeat(BYTES / 8), "|-".repeat(BYTES / 8));
    read_all("table", &format!("{cells}\n{dashes}\n{cells}\n{}", "|b\n".repeat(BYTES / 16)))?;
    let thin = format!("|a|\n|-|\n{}", "|b|\n".repeat(BYTES / 4));
    read_all("table of one column", &thin)?;
    let ticks: String = (1..LINES).map(|n| format!("{} ", "`".repeat(n))).collect();
    read_all("runs of backticks", &ticks)?;
    read_all("a sentence without an end", &format!("{}:\n\n- a\n", "word ".repeat(BYTES / 5)))?;
    read_all("HTML without an end", &format!("<div>\n{}", "<!-- a --><b>c\n".repeat(BYTES / 16)))?;
    read_all("formulas without an end", &format!("{}\\]\n", "\\[ a\n\n".repeat(BYTES / 8)))?;
    read_all("unclosed fence", &format!("```rust\n{}", "let a = 1; // é\n".repeat(BYTES / 16)))?;
    read_all("unclosed comment", &format!("<!--\n{}", "text. é\n\n".repeat(BYTES / 16)))?;
    read_all("unclosed quote", &format!("a,\"{}", "b,c\n".repeat(BYTES / 4)))?;
    let environments = |names: &str| {
        format!(
            "{0}a{1}",
            format!("\\begin{{{names}}}\n").repeat(BYTES / 32),
            format!("\\end{{{names}}}\n").repeat(BYTES / 40)
        )
    };
    for name in ["itemize", "quote", "theorem", "tabular", "equation", "verbatim"] {
        read_all(name, &environments(name))?;
    }
    let delimiters: String =
        (0..LINES / 2).map(|n| format!("{}\n{}\n", "=".repeat(4 + n), "*".repeat(4 + n))).collect();
    read_all("delimiters", &format!("{delimiters}{}{delimiters}", "====\n-----\n".repeat(BYTES / 16)))?;
    let adornments: String = (0..BYTES / 16)
        .map(|n| {
            format!(
                "Title {n}\n{}\n\n",
                "!#$%&'*+,-./:;<=>?@^_~".get(n % 22..n % 22 + 1).unwrap_or("=").repeat(6)
            )
        })
        .collect();
    read_all("adornments", &adornments)?;
    read_all("indents", &(0..LINES).map(|n| format!("{}* a::\n\n", " ".repeat(n))).collect::<String>())?;
    read_all("unclosed table", &format!("|===\n{}", "|a |b\n\n".repeat(BYTES / 16)))?;
    read_all("unclosed rows", &format!("====  ====\n{}", "a     b\n\n".repeat(BYTES / 16)))?;
    read_all("unclosed tabular", &format!("\\begin{{tabular}}{{l\n{}", "a & b \\\\\n".repeat(BYTES / 16)))?;
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
    let braces =
        |open: &str, close: &str| format!("use a;\n{}{}", open.repeat(BYTES / 4), close.repeat(BYTES / 4));
    read_all("braces", &braces("{\n", "}\n"))?;
    let steps = |n: usize| " ".repeat(n.min(40));
    let nested: String = (0..BYTES / 32).map(|n| format!("{}def f():\n\n", steps(n))).collect();
    read_all("definitions", &nested)?;
    Ok(())
}

#[test]
fn laws_without_an_end() -> Result<()> {
    read_all("one article", &format!("第一条 {}", "甲、".repeat(BYTES / 6)))?;
    read_all("one caption", &format!("第一条（{}", "甲".repeat(BYTES / 3)))?;
    read_all("number", &format!("第{}条", "一".repeat(BYTES / 3)))?;
    read_all("the same article", &"第一条 甲。\n".repeat(BYTES / 20))?;
    read_all("chapters", &"第一章 总则\n".repeat(BYTES / 20))?;
    read_all("items", &"（一）\n1.\n(a)\n".repeat(BYTES / 20))?;
    read_all("captions", &"（目的）\n第二条　甲。\n".repeat(BYTES / 40))?;
    read_all("references", &"Section 5. A\nunder\n".repeat(BYTES / 20))
}

#[test]
fn one_long_line() -> Result<()> {
    read_all("letters", &"a".repeat(BYTES))?;
    read_all("sentences", &"是。".repeat(BYTES / 6))?;
    read_all("marks", &"\u{301}".repeat(BYTES / 2))?;
    read_all("nul", &"\0".repeat(BYTES))?;
    Ok(())
}
