//! The questions that are listed below the tables, a line each.

use kawara::policy::printable;
use kawara_evidence::check::{Check, Cut, Fate, Outcome, Remedy, Verdict};

use crate::args::Listed;
use crate::figures::counted;
use crate::width::beginning;

/// After so many failing questions the next are only counted.
const SHOWN: usize = 20;

/// How many columns of a question are shown.
const COLUMNS: usize = 72;

/// What became of each question that is to be listed.
pub(super) fn lines(check: &Check, listed: Listed) -> String {
    let fails =
        |outcome: &&Outcome| outcome.verdict != Verdict::Covered || outcome.fate == Some(Fate::NotRetrieved);
    let (chosen, most): (Vec<&Outcome>, usize) = match listed {
        Listed::None => return String::new(),
        Listed::All => (check.questions.iter().collect(), usize::MAX),
        Listed::Failing => (check.questions.iter().filter(fails).collect(), SHOWN),
    };
    let mut shown = String::new();
    for outcome in chosen.iter().take(most) {
        shown += &format!("\n{}\n", sentence(outcome));
        if let Some(question) = outcome.question.as_deref().filter(|question| !question.trim().is_empty()) {
            shown += &format!("    {}\n", beginning(question, COLUMNS));
        }
    }
    if chosen.len() > most {
        shown += &format!("\n… and {} more; --questions all shows them\n", chosen.len() - most);
    }
    shown
}

fn sentence(outcome: &Outcome) -> String {
    let place = match &outcome.characters {
        Some(range) => format!("{} {}–{}", outcome.doc_id, range.start, range.end),
        None => outcome.doc_id.clone(),
    };
    let verdict = match (outcome.verdict, outcome.fate) {
        (Verdict::Covered, Some(fate)) => fate.as_str(),
        (verdict, _) => verdict.as_str(),
    };
    let mut about = Vec::new();
    if let Some(units) = outcome.units.filter(|_| outcome.verdict != Verdict::Missing) {
        about.push(counted(units as u64, "unit"));
    }
    if let (Some(tokens), Some(budget)) = (outcome.tokens, outcome.budget) {
        about.push(format!("{tokens} of {budget} tokens"));
    }
    if let Some(cut) = outcome.cuts.first() {
        let (before, after) = (short(&cut.before), short(&cut.after));
        let more = match outcome.cuts.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        about
            .push(format!("cut at {} (byte {}) between {before} and {after}{more}", cut.character, cut.byte));
    }
    if let Some(chunk) = outcome.chunks.first() {
        let more = match outcome.chunks.len() - 1 {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        about.push(format!("in {}{more}", short(chunk)));
    }
    if let Some(rank) = outcome.rank {
        about.push(format!("retrieved as number {rank}"));
    }
    about.extend(outcome.why.iter().cloned());
    let mut line = format!("line {}  {}  {verdict}  {place}", outcome.line, outcome.id);
    if !about.is_empty() {
        line += &format!(": {}", about.join(", "));
    }
    if let Some(remedy) = remedy(outcome) {
        line += &format!("; {remedy}");
    }
    printable(&line)
}

fn remedy(outcome: &Outcome) -> Option<String> {
    Some(match outcome.remedy? {
        Remedy::Overlap => match outcome.overlap {
            Some(units) => {
                format!(
                    "carrying {}, or reading as much wider, keeps it whole",
                    counted(units as u64, "unit")
                )
            }
            None => return None,
        },
        Remedy::Units => match outcome.overlap {
            Some(units) if units > 0 => {
                format!("cutting between units and carrying {} keeps it whole", counted(units as u64, "unit"))
            }
            _ => "cutting between units keeps it whole".to_owned(),
        },
        Remedy::LargerSize if outcome.verdict == Verdict::Unfittable => {
            "no overlap helps: a larger size or a summary would".to_owned()
        }
        Remedy::LargerSize if outcome.units == Some(1) => {
            "its whole unit does not fit in a chunk: a larger size helps, no overlap".to_owned()
        }
        Remedy::LargerSize if outcome.cuts.iter().any(Cut::is_reduced) => {
            "what the policy carries is reduced there: a larger size helps".to_owned()
        }
        Remedy::LargerSize => {
            "its whole units do not fit in a chunk together: a larger size helps, no overlap".to_owned()
        }
        Remedy::ReadWider => "nothing is carried there: reading wider helps, no overlap".to_owned(),
        Remedy::SeveralChunks => "no overlap helps: answer from several chunks, or from a summary".to_owned(),
        Remedy::Reader => "the reader leaves it out: read.text = \"source\" keeps it".to_owned(),
        Remedy::Source => "not in the source: missing or badly extracted; no overlap repairs that".to_owned(),
    })
}

/// As much of an id as tells it apart in print.
fn short(id: &str) -> &str {
    let is_uuid = id.len() == 36 && id.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    if is_uuid { &id[..8] } else { id }
}
