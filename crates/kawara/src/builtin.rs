use kawara_core::{Engine, OptionSpec, Pack, Registry, Result};
use kawara_policy::{Known, KnownCounter, KnownPack, KnownReader};

use crate::Additions;

/// The packs that this build brings along. Naming their statics here keeps every linker from dropping them.
static BUILTIN: &[&Pack] = &[
    #[cfg(feature = "formats")]
    &kawara_formats::PACK,
    #[cfg(feature = "en")]
    &kawara_pack_en::PACK,
    #[cfg(feature = "zh")]
    &kawara_pack_zh::PACK,
    #[cfg(feature = "ja")]
    &kawara_pack_ja::PACK,
    #[cfg(feature = "th")]
    &kawara_pack_th::PACK,
    #[cfg(feature = "huggingface")]
    &kawara_pack_huggingface::PACK,
    #[cfg(feature = "tiktoken")]
    &kawara_pack_tiktoken::PACK,
];

/// The packs that this build brings along.
pub fn builtin() -> &'static [&'static Pack] {
    BUILTIN
}

/// The built-in packs and all that linked crates submit. Packs that are loaded and counters that are programs come with
/// [`Additions`].
///
/// # Errors
/// When two packs claim one name, language, counter or content type.
pub fn registry() -> Result<Registry> {
    Additions::new().registry()
}

/// An engine with the built-in packs.
///
/// # Errors
/// As [`registry`].
pub fn engine(policy: impl kawara_core::Policy + 'static) -> Result<Engine> {
    Ok(Engine::new(registry()?, policy))
}

/// What the packs of a registry can do, so that a policy that asks for something else is told so with its line.
///
/// ```
/// use kawara::policy::Loader;
///
/// let known = kawara::known(&kawara::registry()?);
/// let loader = Loader::new().with_known(known);
/// let mistakes = loader.text("policy = 1\nread.options = { delimitre = \";\" }\n", "kawara.toml", "").unwrap_err();
/// assert!(mistakes.to_string().contains("did you mean `delimiter`?"));
/// # Ok::<(), kawara::Error>(())
/// ```
pub fn known(registry: &Registry) -> Known {
    let mut known = Known::default();
    known.languages = registry.languages().into_iter().map(str::to_owned).collect();
    known.readers.extend(registry.readers().map(|(_, entry)| {
        let reader = KnownReader::new(entry.id()).with_options(entry.option_specs().iter().copied());
        reader.with_media_types(entry.media_types().iter().copied())
    }));
    known.packs.extend(registry.packs().iter().map(|pack| {
        let known = KnownPack::new(pack.name(), options(pack)).with_version(pack.version());
        match pack.digest() {
            Some(digest) => known.with_sha256(digest),
            None => known,
        }
    }));
    for pack in registry.packs() {
        for entry in pack.counter_entries() {
            let counter = KnownCounter::new(entry.scheme());
            let mut counter = match entry.known_names() {
                [] => counter,
                names => counter.with_names(names.iter().copied()),
            };
            counter.is_file = entry.scheme() == "hf";
            known.counters.push(counter);
        }
    }
    // The program itself says best what to do about a counter of its own that is not there.
    known.counters.extend(registry.host_counters().iter().map(|host| KnownCounter::new(host.scheme())));
    known.embedders.extend(registry.embedder_names().map(str::to_owned));
    known
}

/// The options of all that a pack offers.
fn options(pack: &'static Pack) -> impl Iterator<Item = OptionSpec> {
    let segmenters = pack.segmenter_entries().iter().flat_map(|entry| entry.option_specs());
    let counters = pack.counter_entries().iter().flat_map(|entry| entry.option_specs());
    let readers = pack.reader_entries().iter().flat_map(|entry| entry.option_specs());
    segmenters.chain(counters).chain(readers).copied()
}
