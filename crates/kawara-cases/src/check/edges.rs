//! Where chunks may not begin or end.

use super::Faults;
use super::demands::Demands;
use super::lines::lines;
use super::pattern::{Flags, Pattern};
use super::subject::Subject;

pub(super) fn edges(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    for whole in &demands.no_split_inside {
        if subject.places(whole)?.iter().any(|place| subject.is_cut(place)) {
            faults.push(format!("no_split_inside:{}", whole.chars().take(20).collect::<String>()));
        }
    }
    if let Some(pattern) = &demands.no_split_inside_regex {
        let places = Pattern::new(pattern, Flags::DOT_ALL)?.places(subject.text)?;
        if places.iter().any(|place| subject.is_cut(place)) {
            faults.push("no_split_inside_regex".to_owned());
        }
    }
    line_whole(subject, demands, faults)?;
    line_once(subject, demands, faults)?;
    words_whole(subject, demands, faults)
}

fn line_whole(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    let Some(pattern) = &demands.line_whole else { return Ok(()) };
    let pattern = Pattern::new(pattern, Flags::NONE)?;
    for line in lines(subject.text) {
        if pattern.is_in(&subject.text[line.clone()])? && subject.is_cut(&line) {
            faults.push("line_whole".to_owned());
            break;
        }
    }
    Ok(())
}

fn line_once(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    let Some(pattern) = &demands.line_once else { return Ok(()) };
    let pattern = Pattern::new(pattern, Flags::NONE)?;
    for line in lines(subject.text) {
        let holders = || {
            subject.chunks().iter().filter(|chunk| chunk.start < line.end && chunk.end > line.start).count()
        };
        if pattern.is_in(&subject.text[line.clone()])? && holders() != 1 {
            faults.push("line_once".to_owned());
            break;
        }
    }
    Ok(())
}

/// No edge may have letters or digits on both sides.
fn words_whole(subject: &Subject<'_>, demands: &Demands, faults: &mut Faults) -> Result<(), String> {
    if !demands.words_whole {
        return Ok(());
    }
    let pattern = Pattern::new(r"\A[\p{L}\p{N}]{2}\z", Flags::NONE)?;
    for at in subject.edges() {
        let before = subject.text[..at].chars().next_back();
        let after = subject.text[at..].chars().next();
        if pattern.is_in(&before.into_iter().chain(after).collect::<String>())? {
            faults.push("words_whole".to_owned());
            break;
        }
    }
    Ok(())
}
