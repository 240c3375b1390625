//! Prints the blocks of files, as a reader sees them.
//!
//! ```text
//! cargo run -p kawara-formats --example blocks -- [--as ID] [--source] [--text-field NAME] FILE…
//! ```

use std::error::Error;
use std::io::Write;

use kawara_core::{BlockKind, Blocks, Options, Registry, Value};
use kawara_formats::PACK;

fn main() -> Result<(), Box<dyn Error>> {
    let mut options = Options::new();
    let mut named = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--as" => named = arguments.next(),
            "--source" => options.set("text", Value::Str("source".into())),
            "--text-field" => {
                let name = arguments.next().unwrap_or_default();
                options.set("text-fields", Value::List(vec![Value::Str(name)]));
            }
            path => print_file(path, named.as_deref(), &options)?,
        }
    }
    Ok(())
}

fn print_file(path: &str, named: Option<&str>, options: &Options) -> Result<(), Box<dyn Error>> {
    let registry = Registry::collect(&[&PACK])?;
    let by_path = || registry.reader_for_path(path).map(|(_, entry)| entry.id());
    let id = named.or_else(by_path).ok_or_else(|| format!("no reader for {path}; name one with --as"))?;
    let source = std::fs::read_to_string(path)?;
    let mut blocks = Blocks::new();
    let (_, entry) = registry.reader(id).ok_or_else(|| format!("no reader is called {id}"))?;
    let text = entry.open(options)?.open(options)?.read(&source, &mut blocks)?.into_owned();
    let mut out = std::io::stdout().lock();
    writeln!(out, "== {path} ({id})")?;
    for block in blocks.kept() {
        let range = block.range();
        let kind = match block.kind() {
            BlockKind::Prose => "prose",
            BlockKind::Heading => "heading",
            BlockKind::Row => "row",
            BlockKind::Code => "code",
            _ => "opaque",
        };
        let joint = format!("{:?}", block.joint());
        writeln!(out, "{:>7} {kind:<8}{joint:<10} {}", range.start, excerpt(&text[range.clone()]))?;
    }
    for skipped in blocks.skipped() {
        let said = excerpt(&source[skipped.range.clone()]);
        writeln!(out, "skipped: {} {:?} {said}", skipped.why, skipped.range)?;
    }
    Ok(())
}

/// The start and the end of a block on one line.
fn excerpt(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    if chars.len() <= 110 {
        return format!("{text:?}");
    }
    let (start, end): (String, String) =
        (chars[..70].iter().collect(), chars[chars.len() - 35..].iter().collect());
    format!("{start:?} … {end:?} ({} bytes)", text.len())
}
