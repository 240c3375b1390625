//! Packs that are wrong in one way each: every one is a named error, and the program lives on.
//!
//! The libraries are made of `pack.c` by the C compiler of the system; where there is none, that is said, and nothing is tested.

#![allow(clippy::unwrap_used, reason = "what is not there fails a test")]

mod behaved;
mod build;
mod counters;
mod descriptions;
mod engine;
mod files;
mod segmenters;
