//! Splitting and windows against plain merging.

use super::symbols::Symbols;
use super::{Workspace, count_piece, long};
use crate::vocabulary::Vocabulary;
use crate::vocabulary::tests::{CL100K, O200K, R50K, token_bytes};

/// A small generator of random numbers, the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }

    fn byte(&mut self, from: u8, to: u8) -> u8 {
        from + self.below(usize::from(to - from) + 1) as u8
    }
}

/// A text of up to five tokens, most of which hold parts of characters: what is missing of those is made up.
fn torn_text(random: &mut Random, torn: &[&[u8]], whole: &[&[u8]]) -> Option<String> {
    let mut text: Vec<u8> = Vec::new();
    for _ in 0..1 + random.below(5) {
        let token = if random.below(6) == 0 {
            whole[random.below(whole.len())]
        } else {
            torn[random.below(torn.len())]
        };
        let tail = token.iter().take_while(|byte| **byte & 0xC0 == 0x80).count();
        let missing = missing(&text);
        let made_up = missing.saturating_sub(tail);
        text.extend((0..made_up).map(|_| random.byte(0x80, 0xBF)));
        if missing == 0 && tail > 0 {
            match (tail, random.below(2)) {
                (1, 0) => text.push(random.byte(0xC2, 0xDF)),
                (1, _) => text.extend([random.byte(0xE1, 0xEC), random.byte(0x80, 0xBF)]),
                _ => text.push(random.byte(0xE1, 0xEC)),
            }
        }
        text.extend(token);
    }
    text.extend((0..missing(&text)).map(|_| random.byte(0x80, 0xBF)));
    String::from_utf8(text).ok()
}

/// How many bytes the last character lacks.
fn missing(text: &[u8]) -> usize {
    let tail = text.iter().rev().take_while(|byte| **byte & 0xC0 == 0x80).count();
    let lead = text.len().checked_sub(tail + 1).map_or(0, |at| text[at]);
    let len = match lead {
        ..0xC0 => 1,
        0xC0..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    };
    (len - 1usize).saturating_sub(tail)
}

#[test]
fn splitting_changes_no_count() {
    for files in [CL100K, O200K, R50K] {
        let vocabulary = Vocabulary::load(files).unwrap();
        let tokens = token_bytes(files);
        let tokens = tokens.iter().map(Vec::as_slice).filter(|token| !token.is_ascii());
        let (whole, torn): (Vec<_>, Vec<_>) = tokens.partition(|token| std::str::from_utf8(token).is_ok());
        let mut random = Random(1);
        let mut space = Workspace::new();
        let mut tried = 0;
        while tried < 30_000 {
            let Some(text) = torn_text(&mut random, &torn, &whole) else { continue };
            let bytes = text.as_bytes();
            let count = count_piece(&vocabulary, &mut space, bytes, 0, bytes.len());
            assert_eq!(count, long::count_whole(&vocabulary, bytes, |_| {}), "{text:?}");
            tried += 1;
        }
    }
}

#[test]
fn windows_change_no_count() {
    let (mut joined, mut given_up) = (0, 0);
    for files in [CL100K, O200K, R50K] {
        let vocabulary = Vocabulary::load(files).unwrap();
        let tokens = token_bytes(files);
        let mut random = Random(2);
        let mut symbols = Symbols::new();
        for round in 0..60 {
            let mut stretch = Vec::new();
            let alphabet = 1 + round % 26;
            while stretch.len() < 1000 + random.below(1000) {
                match round % 3 {
                    0 => stretch.extend(&tokens[random.below(tokens.len())]),
                    1 => stretch.push(b'a' + random.below(alphabet) as u8),
                    _ => stretch.extend([random.byte(b'a', b'c')].repeat(1 + random.below(300))),
                }
            }
            let mut starts = Vec::new();
            let whole = long::count_whole(&vocabulary, &stretch, |start| starts.push(start));
            assert_eq!(starts.len(), whole as usize);
            assert_eq!(
                long::count(&vocabulary, &mut symbols, &stretch),
                whole,
                "{:?}",
                String::from_utf8_lossy(&stretch)
            );
            let mut told = vec![7];
            long::starts(&vocabulary, &mut symbols, &stretch, 100, &mut told);
            assert!(told[0] == 7 && told[1..].iter().map(|start| start - 100).eq(starts.iter().copied()));
            // In windows as small as these, merges do wait for what is outside.
            for window in [8, 12, 16, 24] {
                let mut told = Vec::new();
                let tell = |start| told.push(start);
                match long::count_in_windows(&vocabulary, &mut symbols, &stretch, window, tell) {
                    Some(count) => {
                        assert_eq!(told, starts, "{window} {:?}", String::from_utf8_lossy(&stretch));
                        assert_eq!(count, whole, "{window} {:?}", String::from_utf8_lossy(&stretch));
                        joined += 1;
                    }
                    None => given_up += 1,
                }
            }
        }
    }
    assert!(joined > 50 && given_up > 50, "{joined} joined, {given_up} given up");
}

#[test]
fn runs_of_thai_are_counted_as_by_plain_merging() {
    for files in [CL100K, O200K] {
        let vocabulary = Vocabulary::load(files).unwrap();
        let tokens: Vec<String> =
            token_bytes(files).into_iter().filter_map(|t| String::from_utf8(t).ok()).collect();
        let is_thai = |token: &&String| token.chars().any(|c| ('\u{e00}'..='\u{e7f}').contains(&c));
        let known: Vec<&String> = tokens.iter().filter(is_thai).collect();
        let mut random = Random(3);
        let mut space = Workspace::new();
        for _ in 0..20_000 {
            let mut text = String::new();
            for _ in 0..1 + random.below(12) {
                match random.below(8) {
                    0..4 => text.push_str(known[random.below(known.len())]),
                    4..7 => text.extend(char::from_u32(0xE00 + random.below(0x80) as u32)),
                    _ => text.push(['a', 'é', '窯', '𠀀'][random.below(4)]),
                }
            }
            let bytes = text.as_bytes();
            let whole = long::count_whole(&vocabulary, bytes, |_| {});
            for time in ["anew", "remembered"] {
                assert_eq!(
                    count_piece(&vocabulary, &mut space, bytes, 0, bytes.len()),
                    whole,
                    "{time} {text:?}"
                );
            }
        }
    }
}
