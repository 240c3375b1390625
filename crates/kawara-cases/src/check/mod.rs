//! What a case demands of its outcome, by the definitions in `cases/CHECKS.md`.

mod blank;
mod content;
mod cost;
mod count;
mod demands;
mod edges;
mod invariants;
mod lines;
mod overlap;
mod pattern;
mod subject;
mod units;

use crate::{Case, Outcome};
use demands::Demands;
use pattern::{Flags, Pattern};
use subject::Subject;

/// Faults, each the name of a check with what it met.
type Faults = Vec<String>;

/// The demands of a case that its outcome misses; empty where all hold. Peak memory is not judged.
///
/// ```
/// use kawara_cases::{Case, Outcome, check};
///
/// let case: Case = serde_json::from_str(
///     r#"{"id": "x-02", "kind": "empty", "severity": "must", "text": "", "content_type": "prose",
///         "settings": {"counter": "chars", "max_tokens": 0, "overlap_units": 0}, "check": {"error_required": "max.?tokens"}}"#,
/// )?;
/// let refused: Outcome = serde_json::from_str(r#"{"id": "x-02", "error": "max-tokens has to be 1 or more"}"#)?;
/// assert_eq!(check(&case, &refused)?, Vec::<String>::new());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the case itself is wrong: an unknown check, a broken pattern, a string that its text does not contain.
pub fn check(case: &Case, outcome: &Outcome) -> Result<Vec<String>, String> {
    let demands = Demands::of(case)?;
    let results = match outcome {
        Outcome::Failed { error, .. } => return failure(&demands, error),
        Outcome::Done(_) if demands.error_required.is_some() => return Ok(vec!["error_required".to_owned()]),
        Outcome::Done(results) => results,
    };
    let text = case.text()?;
    let subject = Subject { case, text: &text, results };
    let mut faults = Faults::new();
    if !invariants::bytes(&subject, &mut faults) {
        // Nothing else can be asked of offsets inside characters.
        return Ok(faults);
    }
    invariants::invariants(&subject, &mut faults);
    invariants::budget(&subject, &demands, &mut faults)?;
    edges::edges(&subject, &demands, &mut faults)?;
    content::content(&subject, &demands, &mut faults)?;
    overlap::overlap(&subject, &demands, &mut faults)?;
    units::units(&subject, &demands, &mut faults)?;
    cost::cost(&subject, &demands, &mut faults);
    Ok(faults)
}

/// What is wrong about ending with an error.
fn failure(demands: &Demands, error: &str) -> Result<Faults, String> {
    let says = |pattern: &String| Pattern::new(pattern, Flags::IGNORE_CASE)?.is_in(error);
    if let Some(required) = &demands.error_required {
        return Ok(if says(required)? { Faults::new() } else { vec!["error_text".to_owned()] });
    }
    match &demands.error_allowed {
        Some(allowed) if says(allowed)? => Ok(Faults::new()),
        _ => Ok(vec![format!("error:{}", error.chars().take(60).collect::<String>())]),
    }
}
