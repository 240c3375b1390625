//! The head of an entry: what stands before its message.

use super::super::stamp::{LEVELS, stamp};
use super::start::behind_prefix;

/// The longest head, in characters.
const LONG_HEAD: usize = 120;
/// The longest thing in brackets that is part of a head, in bytes.
const LONG_BRACKET: usize = 60;

/// How many bytes of a line are its time stamp, level and logger; none if it has no such thing.
pub(super) fn head(line: &str) -> usize {
    let inner = behind_prefix(line);
    let most = inner.char_indices().nth(LONG_HEAD).map_or(inner.len(), |(at, _)| at);
    let said = &inner[..most];
    // The host and the user of an access log stand before its time.
    let behind = match stamp(inner) {
        Some((_, end)) if end > most => return 0,
        Some((_, end)) => end,
        None => inner_stamp(said).unwrap_or(0),
    };
    let len = labels(said, behind);
    if len == 0 { 0 } else { line.len() - inner.len() + len }
}

/// The end of a time in brackets somewhere in a line: `[10/Oct/2000:13:55:36 -0700]`.
fn inner_stamp(said: &str) -> Option<usize> {
    let open = said.match_indices(" [").map(|(at, _)| at + 1).find(|at| stamp(&said[*at..]).is_some())?;
    stamp(&said[open..]).map(|(_, end)| open + end)
}

/// What may stand once behind a time stamp.
#[derive(Default)]
struct Seen {
    number: bool,
    name: bool,
}

fn labels(said: &str, from: usize) -> usize {
    let mut seen = Seen::default();
    let mut end = from;
    loop {
        let rest = said[end..].trim_start_matches([' ', '\t']);
        let at = said.len() - rest.len();
        match label(rest, &mut seen) {
            Some((len, last)) => {
                end = at + len;
                if last {
                    return end;
                }
            }
            None => return end,
        }
    }
}

/// The length of the label that stands here, and whether the message follows it.
fn label(rest: &str, seen: &mut Seen) -> Option<(usize, bool)> {
    if let Some(close) = rest.chars().next().and_then(closing) {
        let len = rest.find(close).filter(|len| *len <= LONG_BRACKET)? + close.len_utf8();
        let colon = rest[len..].chars().next().filter(|c| matches!(c, ':' | '：'));
        return Some((len + colon.map_or(0, char::len_utf8), colon.is_some()));
    }
    let word = rest.split([' ', '\t']).next().filter(|word| !word.is_empty())?;
    let bare = word.trim_end_matches([':', ',', ']', ')']);
    if word.bytes().all(|b| matches!(b, b'-' | b'|' | b':' | b'>' | b'/')) {
        return (word.len() <= 3).then_some((word.len(), false));
    }
    if LEVELS.iter().any(|level| level.eq_ignore_ascii_case(bare)) {
        // `Info desk`, in small letters, may be how a message begins: levels are loud or marked.
        return (bare.bytes().all(|b| b.is_ascii_uppercase()) || bare.len() < word.len())
            .then_some((word.len(), false));
    }
    if bare.bytes().all(|b| b.is_ascii_digit()) && !std::mem::replace(&mut seen.number, true) {
        return Some((word.len(), false));
    }
    let is_name = |word: &str| word.bytes().all(|b| b.is_ascii_graphic());
    let ends_in_colon = word.ends_with(':') && bare.len() > 1 && is_name(word);
    if ends_in_colon && !std::mem::replace(&mut seen.name, true) {
        return Some((word.len(), true));
    }
    let is_dotted = is_name(word)
        && bare.trim_matches('.').contains(['.', '$'])
        && bare.starts_with(|c: char| c.is_ascii_alphabetic());
    if is_dotted && !std::mem::replace(&mut seen.name, true) {
        return Some((word.len(), false));
    }
    // `host sshd[1]: `
    let tag = rest[word.len()..].trim_start_matches(' ');
    let tag_len = tag.split(' ').next().filter(|tag| tag.ends_with("]:") && is_name(tag))?.len();
    is_name(word).then_some((rest.len() - tag.len() + tag_len, true))
}

const fn closing(open: char) -> Option<char> {
    match open {
        '[' => Some(']'),
        '(' => Some(')'),
        '【' => Some('】'),
        '<' => Some('>'),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_ends_before_the_message() {
        for (head_of, message) in [
            ("[2016-12-19 18:01:53,612] TRACE [Controller 0]:", " checking need"),
            ("2031-04-01 10:00:00.000 [WARN]", " 任务0：开始。"),
            ("18:01:53.612 [main] INFO  com.acme.Pump -", " Starting pump"),
            ("2024-01-02T03:04:05.6Z  INFO 12 --- [main] c.a.Pump :", " Started: yes"),
            ("Dec 19 18:01:53 host sshd[1]:", " Accepted password"),
            ("I1219 18:01:53.612345 1 main.go:1]", " listening"),
            ("10.0.0.1 - frank [10/Oct/2000:13:55:36 -0700]", " \"GET /a HTTP/1.0\" 200"),
            ("web-1  | 10:00:01 ERROR:", " x"),
            ("ERROR", " retry it"),
            ("", "Info desk is open"),
            ("", "ร้านเปิดแล้ว"),
            ("10:00:01", " 開始しました"),
            ("", ""),
        ] {
            let line = format!("{head_of}{message}");
            assert_eq!(&line[..head(&line)], head_of, "{line:?}");
        }
    }

    #[test]
    fn a_head_is_short() {
        let line = format!("10:00:01 {}", "[abc] ".repeat(1000));
        assert!(head(&line) <= LONG_HEAD);
        assert_eq!(head(&format!("10:00:01 [{}] x", "a".repeat(500))), "10:00:01".len());
    }
}
