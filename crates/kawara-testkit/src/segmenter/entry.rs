//! What the entry says before anything is opened.

use std::collections::BTreeSet;

use super::SegmenterSubject;
use crate::Fault;
use crate::options::{check_names, check_options};

/// The entry is complete: an id, languages, grains without repeats, and options as the policy knows them.
pub(super) fn describes_itself(subject: &SegmenterSubject) -> Result<(), Fault> {
    let Some(entry) = subject.entry else { return Ok(()) };
    check_names("the id", &[entry.id()])?;
    if let Some(tag) = entry.languages().iter().find(|tag| tag.contains(['-', '_'])) {
        let what =
            format!("the language `{tag}` is more than a primary subtag, so nothing is ever routed to it");
        let primary = tag.split(['-', '_']).next().unwrap_or_default().to_lowercase();
        return Err(Fault::new(what, format!("give the part before the first `-`: `{primary}`")));
    }
    check_names("the languages", entry.languages())?;
    if entry.languages().is_empty() {
        let what = format!("the segmenter `{}` is for no language", entry.id());
        return Err(Fault::new(
            what,
            "give `SegmenterEntry::new` the primary subtags (BCP 47) that it is for",
        ));
    }
    let grains: BTreeSet<_> = entry.known_grains().iter().collect();
    if grains.is_empty() || grains.len() < entry.known_grains().len() {
        let what = format!("the grains are {:?}", entry.known_grains());
        return Err(Fault::new(what, "list each grain that `cuts` knows once"));
    }
    check_options(entry.option_specs(), &subject.options, |options| entry.open(options))
}
