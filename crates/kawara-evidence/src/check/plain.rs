use std::sync::Arc;

use kawara::{Carry, Overlap, Policy, Profile, Settings, WindowOverlap};

/// A policy that decides as another does, and carries nothing: what overlap is measured against.
///
/// It asks nobody: a policy that locks its overlap has a baseline too.
///
/// ```
/// use kawara::{Document, Engine, policy::Policy};
/// use kawara_evidence::check::WithoutOverlap;
///
/// let policy = Policy::from_str("policy = 1\n[budget]\ncounter = \"words\"\nmax-tokens = 9\n", "kawara.toml", ".")?;
/// let engine = Engine::new(kawara::registry()?, WithoutOverlap(policy));
/// let chunks = engine.chunk(&Document::new("gate", "The gate opens at six. It is green. Dogs travel free."))?;
/// assert!(chunks.iter().all(|chunk| chunk.carried() == 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct WithoutOverlap<P>(
    /// The other policy.
    pub P,
);

impl<P: Policy> Policy for WithoutOverlap<P> {
    fn settings(&self, about: &Profile<'_>) -> kawara::Result<Arc<Settings>> {
        let mut settings = self.0.settings(about)?;
        let plain = Arc::make_mut(&mut settings);
        plain.units.overlap = Overlap::all(Carry::Units(0));
        plain.tiling.window_overlap = WindowOverlap::default();
        Ok(settings)
    }
}
