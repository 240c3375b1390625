use std::io::{self, BufWriter, Write};

use kawara::packs::Loaded;
use kawara::policy::printable;
use kawara::{OptionSpec, Pack};

use super::json;
use crate::End;
use crate::args::PackArguments;
use crate::commands::registry_with_loaded;
use crate::stdout::written;
use crate::width::width;

/// What packs there are, and what they offer.
pub(super) fn list(arguments: &PackArguments) -> Result<(), End> {
    let (registry, loaded) = registry_with_loaded(&arguments.commands)?;
    let from = |pack: &Pack| loaded.iter().find(|loaded| std::ptr::eq(loaded.pack, pack));
    #[cfg(feature = "embed")]
    let embedders = arguments.commands.all_models()?;
    let own: Vec<_> = registry.host_counters().iter().flat_map(|counter| counter.full_names()).collect();
    // Whoever reads it from a pipe wants an entry a line.
    let columns =
        terminal_size::terminal_size_of(io::stdout()).map_or(usize::MAX, |(width, _)| width.0.into());
    let mut to = BufWriter::new(io::stdout());
    let mut all = registry.packs().iter().try_for_each(|pack| match (arguments.json, arguments.notices) {
        (true, _) => writeln!(to, "{}", json::pack(pack, from(pack))),
        (false, true) => notice(pack, &mut to),
        (false, false) => entries(pack, from(pack), columns, &mut to),
    });
    if !own.is_empty() && !arguments.notices {
        all = all.and_then(|()| match arguments.json {
            true => writeln!(to, "{}", json::own(&own)),
            false => writeln!(to, "your configuration\n  counter   {}", own.join(", ")),
        });
    }
    #[cfg(feature = "embed")]
    if !embedders.is_empty() && !arguments.notices {
        all = all.and_then(|()| match arguments.json {
            true => writeln!(to, "{}", json::embedders(&embedders)),
            false => {
                let mut say = |text: String| writeln!(to, "{}", folded(&text, columns));
                say("your embedders".into())?;
                embedders.iter().try_for_each(|it| {
                    say(format!("  embedder  {}  {it}, defined {}", it.name(), it.origin()))
                })
            }
        });
    }
    written(all.and_then(|()| to.flush()))
}

type To = BufWriter<io::Stdout>;

fn notice(pack: &Pack, to: &mut To) -> io::Result<()> {
    match pack.known_notice() {
        Some(notice) => writeln!(to, "{} {}\n\n{}\n", pack.name(), pack.version(), notice.trim_end()),
        None => Ok(()),
    }
}

fn entries(pack: &Pack, loaded: Option<&Loaded>, columns: usize, to: &mut To) -> io::Result<()> {
    let mut say = |text: String| writeln!(to, "{}", folded(&text, columns));
    say(format!("{} {}", pack.name(), pack.version()))?;
    if let Some(loaded) = loaded {
        say(format!("  library   {}", printable(&loaded.file.path().display().to_string())))?;
        say(format!("            sha256 {}", pack.digest().unwrap_or_default()))?;
    }
    for entry in pack.segmenter_entries() {
        let grains: Vec<_> = entry.known_grains().iter().map(|grain| grain.as_str()).collect();
        say(format!("  language  {}  ({})", entry.languages().join(", "), grains.join(", ")))?;
        if let Some(note) = entry.known_note() {
            say(format!("            {note}"))?;
        }
        options(entry.option_specs(), &mut say)?;
    }
    for entry in pack.counter_entries() {
        let names: Vec<_> =
            entry.known_names().iter().map(|name| format!("{}:{name}", entry.scheme())).collect();
        let names = if names.is_empty() { entry.scheme().to_owned() } else { names.join(", ") };
        say(format!("  counter   {names}"))?;
        options(entry.option_specs(), &mut say)?;
    }
    for entry in pack.reader_entries() {
        let extensions: String =
            entry.known_extensions().iter().map(|extension| format!(" .{extension}")).collect();
        let gap = if extensions.is_empty() { "" } else { " " };
        say(format!("  reader    {}  {}{gap}{extensions}", entry.id(), entry.media_types().join(", ")))?;
        options(entry.option_specs(), &mut say)?;
    }
    Ok(())
}

fn options(specs: &[OptionSpec], say: &mut impl FnMut(String) -> io::Result<()>) -> io::Result<()> {
    specs.iter().try_for_each(|spec| {
        say(format!("            option {}: {}. {}", spec.name(), spec.kind(), spec.doc()))
    })
}

/// Where what an entry says begins.
const INDENT: usize = 12;

/// A line of the list in lines that the terminal has room for: those behind the first begin where it says something. A word that is longer
/// stays whole.
fn folded(line: &str, columns: usize) -> String {
    let (mut folded, mut taken) = (String::new(), 0);
    for word in line.split_inclusive(' ') {
        if taken > INDENT && taken + width(word.trim_end()) > columns {
            folded.truncate(folded.trim_end().len());
            folded.push('\n');
            folded.push_str(&" ".repeat(INDENT + 2));
            taken = INDENT + 2;
        }
        folded.push_str(word);
        taken += width(word);
    }
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_folded_between_words() {
        let line = "  reader    code  text/x-source, text/x-rust  .rs .py";
        assert_eq!(folded(line, 200), line);
        assert_eq!(folded(line, 34), "  reader    code  text/x-source,\n              text/x-rust  .rs .py");
        assert_eq!(
            folded("            sha256 abcdefghij", 10),
            "            sha256\n              abcdefghij"
        );
        assert_eq!(folded("ko 0.1.0", 1), "ko 0.1.0");
    }
}
