//! Settings as a policy writes them.

use std::collections::BTreeMap;

use kawara_core::Settings;

use crate::change::Change;

/// Every setting that has a value, defaults included: dotted keys, and values as a policy writes them. A `[budget]` says the counter that
/// its model came to.
///
/// ```
/// use kawara_core::Settings;
///
/// let mut settings = Settings::default();
/// settings.budget.max_tokens = 256;
/// let told = kawara_policy::told(&settings);
/// assert_eq!(told["budget.max-tokens"], "256");
/// assert_eq!(told["units.kind"], "\"sentence\"");
/// assert!(!told.contains_key("language"), "nothing is said of it");
/// ```
pub fn told(settings: &Settings) -> BTreeMap<String, String> {
    let mut told: BTreeMap<String, String> =
        Change::all_of(settings).iter().map(|change| (change.key(), change.value())).collect();
    if !settings.budget.also.is_empty() {
        let counters = std::iter::once(&settings.budget.counter).chain(&settings.budget.also);
        told.insert("budget.counter".into(), crate::change::names(counters.map(String::as_str)));
    }
    told
}
