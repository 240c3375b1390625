//! A manifest, what changes, and the operations that follow.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

mod changes;
mod contexts;
mod faults;
mod manifest;
mod skipping;
mod support;
