//! Pages made to break the reader of HTML, and how its time grows with them.

use std::time::Duration;

use cpu_time::ThreadTime;

use kawara_core::{BlockKind, Blocks, Options, Reader, Result, Value};
use kawara_formats::Html;

fn read(source: &str, mode: &str) -> Result<(String, Blocks)> {
    let mut blocks = Blocks::new();
    let options = Options::new().with("text", Value::Str(mode.into()));
    let text = Html.open(&options)?.read(source, &mut blocks)?.into_owned();
    Ok((text, blocks))
}

/// How many short pages a long one is compared with.
const PAGES: usize = 16;

/// The least time of two in which a page is read this often.
fn time(source: &str, times: usize) -> Result<Duration> {
    let mut least = Duration::MAX;
    for _ in 0..2 {
        let start = ThreadTime::now();
        for _ in 0..times {
            read(source, "plain")?;
        }
        least = least.min(start.elapsed());
    }
    Ok(least)
}

/// A long page takes about as long as short ones with as many bytes: a quadratic reader would take sixteen times as long.
fn grows_with_the_page(name: &str, unit: &str, tail: &str) -> Result<()> {
    let page = |times: usize| unit.repeat(times) + &tail.repeat(times);
    let times = (1 << 11) / (unit.len() + tail.len());
    let (short, long) = (time(&page(times), PAGES)?, time(&page(times * PAGES), 1)?);
    assert!(long < short * 5 + Duration::from_millis(30), "{name}: {short:?} in pieces, {long:?} in one");
    for mode in ["plain", "source"] {
        let source = page(times);
        let (text, blocks) = read(&source, mode)?;
        let kept: usize = blocks.kept().iter().map(|block| said(&text[block.range()])).sum();
        let is_left_out = blocks.kept().is_empty() && !blocks.skipped().is_empty();
        assert_eq!(kept, if is_left_out { 0 } else { said(&text) }, "{name} ({mode}) lost something");
    }
    Ok(())
}

fn said(text: &str) -> usize {
    text.chars().filter(|c| !kawara_core::is_blank(*c)).count()
}

#[test]
fn nested_and_unclosed_elements_take_linear_time() -> Result<()> {
    for unit in [
        "<div>",
        "<div>x",
        "<ul><li>x",
        "<blockquote>x",
        "<table><tr><td>x",
        "<table><tr><td>",
        "<dl><dd>x",
        "<b>x",
        "<p>x",
        "<h1>x",
        "<span hidden>x",
        "<b hidden>",
        "<svg>",
        "<math>",
        "<ruby>a<rt>b",
        "<nav>x",
        "<main>x",
        "<article>x",
        "<pre>\n x",
        "<td>x",
        "<tr>x",
        "<li>x",
        "<br>",
        "<select><option>x",
        "<template>",
        "<object><p>x",
        "<svg><foreignobject><p>x",
        "<caption>x",
    ] {
        grows_with_the_page(unit, unit, "")?;
        grows_with_the_page(unit, unit, "</div>")?;
        grows_with_the_page(unit, unit, "</li></b><tr>")?;
    }
    Ok(())
}

#[test]
fn half_markup_takes_linear_time() -> Result<()> {
    for unit in [
        "<",
        "<<a ",
        "<a b='",
        "&",
        "&am",
        "&#",
        "&#1",
        "&notit;",
        "<!--",
        "<!-- x",
        "<!",
        "<?",
        "</",
        "</>",
        "<a ",
        "]]>",
        "<![CDATA[",
        "<script>",
        "<title>",
        "<textarea>",
        "<style>x",
        "\0",
        "\u{301}",
        " ",
        "\n",
        "a ",
        "<img alt=x>",
        "<math alttext=x>",
        "<b a=1 b=2 c=3 ",
        "a\r",
        "\u{a0}",
        "<p>&nbsp;",
        "中\n",
    ] {
        grows_with_the_page(unit, unit, "")?;
    }
    Ok(())
}

#[test]
fn ten_thousand_levels_are_read() -> Result<()> {
    for (open, close) in [
        ("<div>", "</div>"),
        ("<ul><li>", "</ul>"),
        ("<blockquote>", "</blockquote>"),
        ("<table><tr><td>", "</table>"),
        ("<section>", "</section>"),
    ] {
        let source = format!("{}deep{}<p>after", open.repeat(10_000), close.repeat(10_000));
        let (text, _) = read(&source, "plain")?;
        assert_eq!(text.split_whitespace().collect::<Vec<_>>(), ["deep", "after"], "{open}");
    }
    Ok(())
}

#[test]
fn a_row_of_a_hundred_thousand_cells_is_one_row() -> Result<()> {
    let source = format!("<table><tr>{}<tr>{}y</table>", "<td>x".repeat(100_000), "<td>".repeat(100_000));
    let (text, blocks) = read(&source, "plain")?;
    assert!(blocks.kept().iter().all(|block| block.kind() == BlockKind::Row) && blocks.kept().len() == 2);
    assert_eq!(text[blocks.kept()[0].range()].matches(" | ").count(), 99_999);
    Ok(())
}

#[test]
fn bytes_that_are_no_page_are_text() -> Result<()> {
    let source: String = (0..20_000_u32).map(|n| char::from((n.wrapping_mul(n) >> 3) as u8)).collect();
    let (text, blocks) = read(&source, "plain")?;
    assert!(!text.is_empty() && !blocks.kept().is_empty());
    Ok(())
}
