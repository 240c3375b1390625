//! `kawara packs`

use kawara::{OptionSpec, Pack};

use crate::End;
use crate::args::{CommandArguments, PackArguments};
use crate::commands::registry;

pub(crate) fn packs(arguments: &PackArguments) -> Result<(), End> {
    let registry = registry(&CommandArguments::default())?;
    for pack in registry.packs() {
        if arguments.notices {
            notice(pack);
        } else {
            print(pack);
        }
    }
    let own: Vec<_> = registry.host_counters().iter().flat_map(|counter| counter.full_names()).collect();
    if !own.is_empty() && !arguments.notices {
        println!("your configuration\n  counter   {}", own.join(", "));
    }
    Ok(())
}

fn notice(pack: &Pack) {
    if let Some(notice) = pack.known_notice() {
        println!("{} {}\n\n{}\n", pack.name(), pack.version(), notice.trim_end());
    }
}

fn print(pack: &Pack) {
    println!("{} {}", pack.name(), pack.version());
    for entry in pack.segmenter_entries() {
        let grains: Vec<_> = entry.known_grains().iter().map(|grain| grain.as_str()).collect();
        println!("  language  {}  ({})", entry.languages().join(", "), grains.join(", "));
        if let Some(note) = entry.known_note() {
            println!("            {note}");
        }
        options(entry.option_specs());
    }
    for entry in pack.counter_entries() {
        let names: Vec<_> =
            entry.known_names().iter().map(|name| format!("{}:{name}", entry.scheme())).collect();
        println!(
            "  counter   {}",
            if names.is_empty() { entry.scheme().to_owned() } else { names.join(", ") }
        );
        options(entry.option_specs());
    }
    for entry in pack.reader_entries() {
        let extensions: Vec<_> =
            entry.known_extensions().iter().map(|extension| format!(".{extension}")).collect();
        println!("  reader    {}  {}  {}", entry.id(), entry.media_types().join(", "), extensions.join(" "));
        options(entry.option_specs());
    }
}

fn options(specs: &[OptionSpec]) {
    for spec in specs {
        println!("            option {}: {}. {}", spec.name(), spec.kind(), spec.doc());
    }
}
