//! The packs of an engine, or those that the library brings along.

use kawara::{Pack, Registry, packs};

use crate::border::border_with;
use crate::engine::Handle;
use crate::failure::Failure;
use crate::text::Text;

/// `kawara_pack_file`: the library file of a pack.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct PackFile {
    /// Where it lies.
    pub path: Text,
    /// What its bytes must come to.
    pub sha256: Text,
}

impl PackFile {
    /// Reads which it is, without loading it. `what` it is called in the message if it is refused.
    ///
    /// # Safety
    /// The strings are as [`Text::read`] demands.
    pub(crate) unsafe fn read(&self, what: &str) -> Result<packs::PackFile, Failure> {
        // SAFETY: the caller promises it.
        let (path, sha256) = unsafe {
            (self.path.optional(&format!("{what}.path"))?, self.sha256.optional(&format!("{what}.sha256"))?)
        };
        let path = path.ok_or_else(|| Failure::argument(format!("{what}.path is empty")))?;
        let file = packs::PackFile::new(path).with_origin(what);
        match sha256 {
            Some(sha256) => {
                file.with_sha256(sha256).map_err(|error| Failure::pack(format!("{what}: {error}")))
            }
            None => Ok(file),
        }
    }
}

/// See `kawara_pack_count` in the header.
///
/// # Safety
/// The engine is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_pack_count(engine: *const Handle) -> usize {
    // SAFETY: the caller promises it.
    border_with(|| with_packs(unsafe { engine.as_ref() }, <[_]>::len))
}

/// See `kawara_pack_name` in the header.
///
/// # Safety
/// The engine is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_pack_name(engine: *const Handle, nth: usize) -> Text {
    // SAFETY: the caller promises it.
    border_with(|| told(unsafe { engine.as_ref() }, nth, Pack::name))
}

/// See `kawara_pack_version` in the header.
///
/// # Safety
/// The engine is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_pack_version(engine: *const Handle, nth: usize) -> Text {
    // SAFETY: the caller promises it.
    border_with(|| told(unsafe { engine.as_ref() }, nth, Pack::version))
}

/// See `kawara_pack_notice` in the header.
///
/// # Safety
/// The engine is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_pack_notice(engine: *const Handle, nth: usize) -> Text {
    // SAFETY: the caller promises it.
    border_with(|| told(unsafe { engine.as_ref() }, nth, |pack| pack.known_notice().unwrap_or_default()))
}

fn told(engine: Option<&Handle>, nth: usize, of: fn(&Pack) -> &'static str) -> Text {
    with_packs(engine, |packs| packs.get(nth).map_or_else(Text::default, |pack| Text::of(of(pack))))
}

fn with_packs<R: Default>(engine: Option<&Handle>, ask: impl FnOnce(&[&'static Pack]) -> R) -> R {
    match engine {
        Some(engine) => ask(engine.registry().packs()),
        // Packs of one build do not clash, or no engine could be made.
        None => kawara::registry().as_ref().map(Registry::packs).map(ask).unwrap_or_default(),
    }
}
