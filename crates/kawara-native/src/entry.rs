//! The one function of a pack, and which version both sides speak.

use kawara_abi::{ENTRY, Entry, Head, Host, MAGIC, MAJOR, MINOR, Row};
use libloading::Library;

/// Asks a library for its description; fields that it does not know are zero.
///
/// # Errors
/// What it lacks to be a pack that this version understands.
pub(crate) fn describe(library: &'static Library) -> Result<kawara_abi::Pack, String> {
    let Some(entry) = function(library, ENTRY) else { return Err(no_entry(library)) };
    // SAFETY: a function of this name takes a host and returns a pack, or null; that is what the name promises.
    let pack = unsafe { entry(&Host::THIS) };
    if pack.is_null() {
        return Err(format!(
            "{ENTRY} returns no description (a null pointer): the pack refuses to work here, and cannot say why"
        ));
    }
    if !pack.is_aligned() {
        return Err(format!("{ENTRY} returns an address that no description can have"));
    }
    // SAFETY: not null and aligned; the beginning is there in every version.
    let head = unsafe { *pack.cast::<Head>() };
    agree(&head)?;
    let known = (head.size as usize).min(size_of::<kawara_abi::Pack>());
    let mut copy = std::mem::MaybeUninit::<kawara_abi::Pack>::zeroed();
    // SAFETY: at most as much as either side has; the rest is zero, which `Row` says is valid.
    Ok(unsafe {
        std::ptr::copy_nonoverlapping(pack.cast::<u8>(), copy.as_mut_ptr().cast(), known);
        copy.assume_init()
    })
}

fn function(library: &'static Library, name: &str) -> Option<Entry> {
    // SAFETY: every symbol of such a name is an entry, or null; it is as `'static` as the library.
    let symbol = unsafe { library.get::<Option<Entry>>(name.as_bytes()) };
    symbol.ok().and_then(|symbol| *symbol)
}

fn no_entry(library: &'static Library) -> String {
    let spoken = (0..10)
        .find(|major| *major != MAJOR && function(library, &format!("kawara_pack_v{major}")).is_some());
    match spoken {
        Some(major) => other_major(major),
        None => format!(
            "exports no {ENTRY}, so it is no pack: in Rust say `kawara_pack!(PACK)` and build with `cargo rustc --release \
             --crate-type cdylib -- --cfg kawara_dylib`, in C define it with KAWARA_PACK_EXPORT"
        ),
    }
}

fn other_major(major: u16) -> String {
    let remedy = if major > MAJOR {
        "update kawara, or take a build of the pack for this version"
    } else {
        "build the pack again for this kawara"
    };
    format!("speaks version {major} of the ABI of packs, and this kawara speaks {MAJOR}: {remedy}")
}

fn agree(head: &Head) -> Result<(), String> {
    if head.magic != MAGIC {
        let magic = head.magic.escape_ascii();
        return Err(format!(
            "what {ENTRY} returns is no pack: it begins with `{magic}` instead of `KWRA`; begin it with KAWARA_PACK_HEAD"
        ));
    }
    if head.major != MAJOR {
        return Err(other_major(head.major));
    }
    if head.needs_minor > MINOR {
        let needed = head.needs_minor;
        return Err(format!(
            "needs version {MAJOR}.{needed} of the ABI of packs, and this kawara speaks {MAJOR}.{MINOR}: update kawara"
        ));
    }
    let least = kawara_abi::Pack::FIRST_SIZE;
    if (head.size as usize) < least {
        let size = head.size;
        return Err(format!(
            "describes itself in {size} bytes, and version {MAJOR} has at least {least}: set `size` to sizeof(kawara_pack)"
        ));
    }
    Ok(())
}
