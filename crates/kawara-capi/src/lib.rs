//! The engine as a C library. What C sees is `include/kawara.h`, with the documentation; here is what stands behind it, in the same order.
//!
//! Every function of the header runs inside of [`border`]: a panic ends there, and what fails is remembered for the thread that called.
//! Structs that C fills begin with their size, so that they can grow at their end. Engines and chunks are boxes whose pointers C holds.
//!
//! The unit tests run under Miri too, but for those that start a C compiler:
//! `MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test -p kawara-capi --lib -- text:: border:: panics::`.

pub mod about;
pub mod border;
pub mod chunks;
pub mod document;
pub mod engine;
mod failure;
#[cfg(test)]
mod header;
pub mod packs;
#[cfg(test)]
mod panics;
mod policy;
pub mod text;

/// The header lets any number of threads use an engine, or chunks, at once, and free them on any.
const _: () = {
    const fn shared<T: Send + Sync>() {}
    shared::<engine::Handle>();
    shared::<chunks::Handle>();
};
