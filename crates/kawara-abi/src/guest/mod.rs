//! A pack written in Rust, seen from outside: its traits as functions of the ABI.

mod call;
mod counter;
mod index;
mod options;
mod segmenter;

use kawara_core::Grain;

use crate::types::{self, Str, Strs, Table};

/// A pack as it crosses; it lives as long as the library.
#[derive(Clone, Copy, Debug)]
pub struct Exported(&'static types::Pack);

// SAFETY: a description that nobody changes, and whose functions may be called from any thread.
unsafe impl Send for Exported {}
// SAFETY: as above.
unsafe impl Sync for Exported {}

impl Exported {
    /// What the entry of the library returns.
    pub fn as_ptr(self) -> *const types::Pack {
        self.0
    }
}

/// Describes a pack to whom speaks the C ABI; [`kawara_pack!`](crate::kawara_pack) calls it once. Its readers stay behind.
pub fn export(pack: &'static kawara_core::Pack) -> Exported {
    let segmenters = pack.segmenter_entries().iter().map(segmenter::describe).collect();
    let counters = pack.counter_entries().iter().map(counter::describe).collect();
    let head = types::Head {
        magic: crate::MAGIC,
        major: crate::MAJOR,
        minor: crate::MINOR,
        needs_minor: 0,
        reserved: 0,
        size: size_of::<types::Pack>() as u32,
    };
    Exported(Box::leak(Box::new(types::Pack {
        head,
        name: Str::new(pack.name()),
        version: Str::new(pack.version()),
        notice: Str::new(pack.known_notice().unwrap_or_default()),
        segmenters: Table::new(leak(segmenters)),
        counters: Table::new(leak(counters)),
    })))
}

/// What is described is for ever, as the library is.
fn leak<T>(rows: Vec<T>) -> &'static [T] {
    Vec::leak(rows)
}

fn strs(texts: &[&'static str]) -> Strs {
    Strs::new(leak(texts.iter().map(|text| Str::new(text)).collect()))
}

/// A grain as one bit.
pub(crate) const fn bit(grain: Grain) -> u32 {
    match grain {
        Grain::Word => types::WORD,
        Grain::Clause => types::CLAUSE,
        Grain::Sentence => types::SENTENCE,
    }
}
