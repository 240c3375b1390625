use kawara_core::{Engine, Error, Policy as _, Profile, Result};
use kawara_policy::{Place, Policy};

/// Checks all that a policy can come to as an engine would find it, so that a wrong counter or option is told before a document is there:
/// the settings of a document of which nothing is known, and those of each `[[match]]`.
///
/// ```
/// use std::sync::Arc;
/// use kawara::policy::Policy;
///
/// let text = "policy = 1\n[[match]]\nglob = \"a/**\"\npacks.ja.dictionary = \"no/such\"\n";
/// let policy = Arc::new(Policy::from_str(text, "kawara.toml", "")?);
/// let engine = kawara::engine(Arc::clone(&policy))?;
/// let error = kawara::check(&engine, &policy).unwrap_err().to_string();
/// assert!(error.starts_with("kawara.toml:2:1: ") && error.contains("no/such"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The first of what is [`unusable`], of its kind; a `[[match]]` with the place where it begins.
pub fn check(engine: &Engine, policy: &Policy) -> Result<()> {
    match unusable(engine, policy).next() {
        None => Ok(()),
        Some((None, error)) => Err(error),
        Some((Some(place), error)) => Err(Error::caused_by(error.kind(), format!("{place}: {error}"), error)),
    }
}

/// What an engine cannot do of a policy: first what its settings for any document ask for, then those of each `[[match]]`, with the place
/// where it begins. What is wrong above a `[[match]]` is wrong in it too.
pub fn unusable<'p>(
    engine: &'p Engine,
    policy: &'p Policy,
) -> impl Iterator<Item = (Option<&'p Place>, Error)> {
    let base = std::iter::once_with(|| (None, policy.settings(&Profile::default())));
    let rules = policy.rule_settings().map(|(place, settings)| (Some(place), settings));
    base.chain(rules).filter_map(|(place, settings)| {
        Some((place, settings.and_then(|settings| engine.check(&settings)).err()?))
    })
}
