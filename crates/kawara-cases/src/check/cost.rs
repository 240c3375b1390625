//! Time, and the count of the whole text.

use super::Faults;
use super::demands::Demands;
use super::subject::Subject;

pub(super) fn cost(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) {
    let results = subject.results;
    if demands.max_seconds.is_some_and(|most| results.seconds > most) {
        faults.push(format!("slow {:.1}s", results.seconds));
    }
    if let Some(scale) = &demands.scale {
        match results.scale_ratio {
            None => faults.push("n/a:scale".to_owned()),
            Some(ratio) if ratio > scale.ratio_max => faults.push(format!("scale {ratio:.1}")),
            Some(_) => {}
        }
    }
    if demands.count_at_least.is_some_and(|least| results.total_tokens < least) {
        faults.push("count_at_least".to_owned());
    }
}
