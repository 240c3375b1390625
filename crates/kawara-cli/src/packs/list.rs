use std::io::{self, BufWriter, Write};

use kawara::packs::Loaded;
use kawara::policy::printable;
use kawara::{OptionSpec, Pack};

use super::json;
use crate::End;
use crate::args::PackArguments;
use crate::commands::registry_with_loaded;
use crate::stdout::written;

/// What packs there are, and what they offer.
pub(super) fn list(arguments: &PackArguments) -> Result<(), End> {
    let (registry, loaded) = registry_with_loaded(&arguments.commands)?;
    let from = |pack: &Pack| loaded.iter().find(|loaded| std::ptr::eq(loaded.pack, pack));
    let own: Vec<_> = registry.host_counters().iter().flat_map(|counter| counter.full_names()).collect();
    let mut to = BufWriter::new(io::stdout());
    let mut all = registry.packs().iter().try_for_each(|pack| match (arguments.json, arguments.notices) {
        (true, _) => writeln!(to, "{}", json::pack(pack, from(pack))),
        (false, true) => notice(pack, &mut to),
        (false, false) => entries(pack, from(pack), &mut to),
    });
    if !own.is_empty() && !arguments.notices {
        all = all.and_then(|()| match arguments.json {
            true => writeln!(to, "{}", json::own(&own)),
            false => writeln!(to, "your configuration\n  counter   {}", own.join(", ")),
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

fn entries(pack: &Pack, loaded: Option<&Loaded>, to: &mut To) -> io::Result<()> {
    writeln!(to, "{} {}", pack.name(), pack.version())?;
    if let Some(loaded) = loaded {
        writeln!(to, "  library   {}", printable(&loaded.file.path().display().to_string()))?;
        writeln!(to, "            sha256 {}", pack.digest().unwrap_or_default())?;
    }
    for entry in pack.segmenter_entries() {
        let grains: Vec<_> = entry.known_grains().iter().map(|grain| grain.as_str()).collect();
        writeln!(to, "  language  {}  ({})", entry.languages().join(", "), grains.join(", "))?;
        if let Some(note) = entry.known_note() {
            writeln!(to, "            {note}")?;
        }
        options(entry.option_specs(), to)?;
    }
    for entry in pack.counter_entries() {
        let names: Vec<_> =
            entry.known_names().iter().map(|name| format!("{}:{name}", entry.scheme())).collect();
        let names = if names.is_empty() { entry.scheme().to_owned() } else { names.join(", ") };
        writeln!(to, "  counter   {names}")?;
        options(entry.option_specs(), to)?;
    }
    for entry in pack.reader_entries() {
        let extensions: Vec<_> =
            entry.known_extensions().iter().map(|extension| format!(".{extension}")).collect();
        let (types, extensions) = (entry.media_types().join(", "), extensions.join(" "));
        writeln!(to, "  reader    {}  {types}  {extensions}", entry.id())?;
        options(entry.option_specs(), to)?;
    }
    Ok(())
}

fn options(specs: &[OptionSpec], to: &mut To) -> io::Result<()> {
    specs.iter().try_for_each(|spec| {
        writeln!(to, "            option {}: {}. {}", spec.name(), spec.kind(), spec.doc())
    })
}
