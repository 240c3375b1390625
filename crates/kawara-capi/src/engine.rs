//! Engines.

use std::fmt::Display;
use std::ptr;
use std::sync::Arc;

use kawara::policy::Policy;
use kawara::{Engine, Policy as _, Profile, Registry};

use crate::border::{Status, border, border_with};
use crate::failure::Failure;
use crate::packs::PackFile;
use crate::text::{Growing, Text, sized, there};

/// `kawara_options`: what an engine is made from.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Its size in bytes.
    pub size: usize,
    /// The path of a policy file, or `kawara:NAME`.
    pub policy: Text,
    /// A policy.
    pub policy_text: Text,
    /// What messages call it.
    pub policy_name: Text,
    /// What its paths are relative to.
    pub directory: Text,
    /// A policy that is laid beneath.
    pub base_policy: Text,
    /// Directories with tokenizers.
    pub tokenizers: *const Text,
    /// How many.
    pub tokenizers_len: usize,
    /// Packs to be loaded.
    pub packs: *const PackFile,
    /// How many.
    pub packs_len: usize,
}

// SAFETY: `repr(C)`, and its size comes first.
unsafe impl Growing for Options {
    const NAME: &'static str = "kawara_options";
}

/// `kawara_engine`, which C only has a pointer to.
#[derive(Debug)]
pub struct Handle {
    engine: Engine,
    policy: Arc<Policy>,
    warnings: String,
}

impl Handle {
    fn new(registry: Registry, policy: Policy) -> Result<Self, Failure> {
        let policy = Arc::new(policy);
        let warnings = paragraphs(policy.warnings());
        let engine = Engine::new(registry, Arc::clone(&policy));
        kawara::check(&engine, &policy)?;
        Ok(Self { engine, policy, warnings })
    }

    pub(crate) fn engine(&self) -> &Engine {
        &self.engine
    }

    pub(crate) fn registry(&self) -> &Registry {
        self.engine.registry()
    }

    /// Follows the pointer that C has.
    ///
    /// # Safety
    /// The engine is NULL or alive, and stays so while it is used.
    pub(crate) unsafe fn at<'e>(engine: *const Self) -> Result<&'e Self, Failure> {
        // SAFETY: the caller promises it.
        unsafe { engine.as_ref() }
            .ok_or_else(|| Failure::argument("the engine is NULL; see to what kawara_engine_new returned"))
    }
}

fn paragraphs(of: &[impl Display]) -> String {
    of.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n\n")
}

/// See `kawara_engine_new` in the header.
///
/// # Safety
/// Pointers are NULL or point to what they say, with as many bytes or elements as the lengths beside them say.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_engine_new(options: *const Options, engine: *mut *mut Handle) -> Status {
    border(|| {
        there(engine, "engine")?;
        // SAFETY: the caller promises that there is room for a pointer.
        unsafe { engine.write(ptr::null_mut()) };
        // SAFETY: the caller promises it; nothing is read before the size is found to be right.
        let options = unsafe {
            sized(options)?;
            &*options
        };
        // SAFETY: the caller promises it of all that the options point to.
        let (registry, policy) = unsafe {
            let registry = options.registry()?;
            let policy = options.policy(&registry)?;
            (registry, policy)
        };
        let made = Box::new(Handle::new(registry, policy)?);
        // SAFETY: as above.
        unsafe { engine.write(Box::into_raw(made)) };
        Ok(())
    })
}

/// See `kawara_engine_free` in the header.
///
/// # Safety
/// NULL, or what [`kawara_engine_new`] made, alive and used by no other thread.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_engine_free(engine: *mut Handle) {
    border_with(|| {
        if !engine.is_null() {
            // SAFETY: it came from a box, and the caller gives it back.
            drop(unsafe { Box::from_raw(engine) });
        }
    });
}

/// See `kawara_engine_warnings` in the header.
///
/// # Safety
/// The engine is NULL or alive.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_engine_warnings(engine: *const Handle) -> Text {
    // SAFETY: the caller promises it.
    border_with(|| unsafe { engine.as_ref() }.map_or_else(Text::default, |engine| Text::of(&engine.warnings)))
}

/// See `kawara_engine_count` in the header.
///
/// # Safety
/// The engine is NULL or alive; the text is as it says; the others are NULL or have room for a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn kawara_engine_count(
    engine: *const Handle,
    text: Text,
    tokens: *mut u32,
    specials: *mut u32,
) -> Status {
    border(|| {
        there(tokens, "tokens")?;
        if !specials.is_null() {
            there(specials, "specials")?;
        }
        // SAFETY: the caller promises it.
        let (engine, text) = unsafe { (Handle::at(engine)?, text.read("text")?) };
        let settings = engine.policy.settings(&Profile::default())?;
        let counter = engine.engine.counter(&settings)?;
        let count = counter.count(text)?;
        // SAFETY: neither is NULL or misaligned where it is written, and the caller promises the room.
        unsafe {
            tokens.write(count);
            if !specials.is_null() {
                specials.write(counter.specials());
            }
        }
        Ok(())
    })
}
