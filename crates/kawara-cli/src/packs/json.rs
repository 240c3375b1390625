//! Packs as JSON.

use kawara::packs::Loaded;
use kawara::{OptionKind, OptionSpec, Pack};
use serde_json::{Value, json};

/// A pack, and the library that it was loaded from.
pub(super) fn pack(pack: &Pack, loaded: Option<&Loaded>) -> Value {
    let languages = pack.segmenter_entries().iter().map(|entry| {
        json!({
            "id": entry.id(),
            "languages": entry.languages(),
            "grains": entry.known_grains().iter().map(|grain| grain.as_str()).collect::<Vec<_>>(),
            "note": entry.known_note(),
            "options": options(entry.option_specs()),
        })
    });
    let counters = pack.counter_entries().iter().map(|entry| {
        json!({"scheme": entry.scheme(), "names": entry.known_names(), "options": options(entry.option_specs())})
    });
    let readers = pack.reader_entries().iter().map(|entry| {
        json!({
            "id": entry.id(),
            "media_types": entry.media_types(),
            "extensions": entry.known_extensions(),
            "options": options(entry.option_specs()),
        })
    });
    let library = loaded
        .map(|loaded| json!({"path": loaded.file.path().display().to_string(), "sha256": pack.digest()}));
    json!({
        "name": pack.name(),
        "version": pack.version(),
        "library": library,
        "languages": languages.collect::<Vec<_>>(),
        "counters": counters.collect::<Vec<_>>(),
        "readers": readers.collect::<Vec<_>>(),
        "notice": pack.known_notice(),
    })
}

/// The counters that the user has defined.
pub(super) fn own(names: &[String]) -> Value {
    json!({"configured": {"counters": names}})
}

/// The embedders that the user has defined.
#[cfg(feature = "embed")]
pub(super) fn embedders(all: &[kawara::embed::Model]) -> Value {
    let told =
        all.iter().map(|it| json!({"name": it.name(), "made_by": it.to_string(), "defined": it.origin()}));
    json!({"configured": {"embedders": told.collect::<Vec<_>>()}})
}

fn options(specs: &[OptionSpec]) -> Vec<Value> {
    let option = |spec: &OptionSpec| {
        let (kind, words) = match spec.kind() {
            OptionKind::Bool => ("bool", None),
            OptionKind::Int => ("int", None),
            OptionKind::Str => ("str", None),
            OptionKind::List => ("list", None),
            OptionKind::Path => ("path", None),
            OptionKind::Choice(words) => ("choice", Some(words)),
            _ => ("other", None),
        };
        json!({"name": spec.name(), "kind": kind, "words": words, "doc": spec.doc()})
    };
    specs.iter().map(option).collect()
}
