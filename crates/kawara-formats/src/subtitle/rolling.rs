//! Captions that roll: each cue shows the last line of the one before again.

use super::speech::Cue;

/// How many lines each cue repeats at its start; all 0 unless the file rolls.
pub(super) fn repeated(cues: &[Cue<'_>]) -> Vec<usize> {
    let said: Vec<Vec<&str>> = cues.iter().map(said).collect();
    let mut repeated = vec![0; cues.len()];
    let (mut several, mut rolling) = (0, 0);
    for nth in 1..cues.len() {
        if !follows(&cues[nth - 1], &cues[nth]) {
            continue;
        }
        repeated[nth] = overlap(&said[nth - 1], &said[nth]);
        if said[nth].len() > 1 {
            several += 1;
            rolling += usize::from((1..said[nth].len()).contains(&repeated[nth]));
        }
    }
    // A line that is said twice is no sign: most cues of several lines must begin with a line of the cue before.
    if rolling == 0 || rolling * 2 < several {
        repeated.fill(0);
    }
    repeated
}

fn said<'c>(cue: &'c Cue<'_>) -> Vec<&'c str> {
    cue.lines.iter().map(|line| line.said.as_str()).filter(|said| !said.is_empty()).collect()
}

/// The longest pause, in milliseconds, between cues of which the second shows the first again.
const AT_ONCE: u64 = 100;

fn follows(one: &Cue<'_>, two: &Cue<'_>) -> bool {
    let (Some(one), Some(two)) = (&one.time, &two.time) else { return false };
    two.start >= one.start && two.start <= one.end + AT_ONCE
}

/// The most lines that a cue shows again.
const MOST: usize = 4;

/// How many lines at the end of one cue are those at the start of the next.
fn overlap(one: &[&str], two: &[&str]) -> usize {
    let most = one.len().min(two.len()).min(MOST);
    (1..=most).rev().find(|len| one[one.len() - len..] == two[..*len]).unwrap_or(0)
}
