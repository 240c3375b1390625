use super::{Row, Str, Table};

/// `kawara_host`: what loads a pack.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The major version that it speaks.
    pub major: u16,
    /// The minor version that it speaks.
    pub minor: u16,
    /// The size of this struct.
    pub size: u32,
}

impl Host {
    /// This build.
    pub const THIS: Self = Self { major: crate::MAJOR, minor: crate::MINOR, size: size_of::<Self>() as u32 };
}

/// The beginning of a [`Pack`], the same in every major version: all that may be read before these are agreed upon.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// [`MAGIC`](crate::MAGIC).
    pub magic: [u8; 4],
    /// The version that it was compiled for.
    pub major: u16,
    /// The minor of it.
    pub minor: u16,
    /// The lowest minor version of a host that it can work with.
    pub needs_minor: u16,
    /// Zero.
    pub reserved: u16,
    /// The size of the [`Pack`] as its owner knows it.
    pub size: u32,
}

/// `kawara_pack`: a pack.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Pack {
    /// What comes first.
    pub head: Head,
    /// The name.
    pub name: Str,
    /// The version.
    pub version: Str,
    /// What must be shown.
    pub notice: Str,
    /// Languages: [`Segmenter`](super::Segmenter).
    pub segmenters: Table,
    /// Tokenizers: [`Counter`](super::Counter).
    pub counters: Table,
}

// SAFETY: numbers, texts and tables, each of which may be zero.
unsafe impl Row for Pack {
    const FIRST_SIZE: usize = size_of::<Self>();
}

/// The function that a pack exports as [`ENTRY`](crate::ENTRY).
pub type Entry = unsafe extern "C" fn(host: *const Host) -> *const Pack;
