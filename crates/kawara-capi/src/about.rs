//! What the library is.

use crate::text::Text;

/// The version of the interface, as the header has it.
pub(crate) const API_MAJOR: u32 = 1;
/// Raised with everything that is added.
pub(crate) const API_MINOR: u32 = 0;

/// See `kawara_api` in the header.
#[unsafe(no_mangle)]
pub extern "C" fn kawara_api() -> u32 {
    API_MAJOR << 16 | API_MINOR
}

/// See `kawara_version` in the header.
#[unsafe(no_mangle)]
pub extern "C" fn kawara_version() -> Text {
    Text::of(env!("CARGO_PKG_VERSION"))
}
