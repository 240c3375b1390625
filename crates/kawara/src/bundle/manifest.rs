//! What a bundle says of itself.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The member `bundle.json`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Manifest {
    /// The version that has made it.
    pub(super) kawara: String,
    /// The policy: a member, or the name of one that comes with kawara.
    pub(super) policy: String,
    /// The policy that is laid beneath, likewise.
    pub(super) base_policy: Option<String>,
    /// What is laid over it, in this order: `key=value`.
    pub(super) settings: Vec<String>,
    /// The SHA-256 of every other member.
    pub(super) files: BTreeMap<String, String>,
}

/// What every version can read of it.
#[derive(Debug, Deserialize)]
pub(super) struct Head {
    pub(super) kawara: String,
}

/// The version that makes and opens bundles here.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");
