use kawara_core::{Engine, Pack, Registry, Result};

use crate::command::Commands;

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

/// The built-in packs and all that linked crates submit. Counters that are programs come with [`Commands::registry`].
///
/// # Errors
/// When two packs claim one name, language, counter or content type.
pub fn registry() -> Result<Registry> {
    Commands::new().registry()
}

/// An engine with the built-in packs.
///
/// # Errors
/// As [`registry`].
pub fn engine(policy: impl kawara_core::Policy + 'static) -> Result<Engine> {
    Ok(Engine::new(registry()?, policy))
}
