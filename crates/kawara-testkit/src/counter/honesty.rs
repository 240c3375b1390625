//! Counting what is there: nothing added, nothing left out.

use super::CounterSubject;
use crate::fault::quote;
use crate::{Fault, Sample, prose};

/// The empty text has no tokens.
pub(super) fn counts_nothing_as_nothing(subject: &CounterSubject) -> Result<(), Fault> {
    match subject.count("")? {
        0 => Ok(()),
        count => {
            let what = format!("the empty text counts {count}");
            Err(Fault::new(
                what,
                "count without special tokens: those that the model adds once per input belong in `specials()`",
            ))
        }
    }
}

/// The most tokens that a single ASCII letter can need: a mark of the word's beginning, the letter, and room for the odd.
const LETTER: u32 = 4;

/// One letter has a few tokens at most.
pub(super) fn does_not_pad(subject: &CounterSubject) -> Result<(), Fault> {
    for letter in ["a", "x", "I"] {
        let count = subject.count(letter)?;
        if !(1..=LETTER).contains(&count) {
            let what = format!("one letter counts {count}");
            let remedy = "switch off padding (to a fixed length, or to a multiple of one) and count without special tokens";
            return Err(Fault::new(what, remedy).in_text("one letter", letter));
        }
    }
    Ok(())
}

/// Ten times the text has about ten times the tokens.
pub(super) fn does_not_truncate(subject: &CounterSubject) -> Result<(), Fault> {
    let word = ["word ", "a b c d e f g\n"].map(|text| Sample::new("words", text));
    let natural = crate::LANGUAGES
        .iter()
        .map(|language| Sample::new(*language, format!("{}\n", prose(1, language, 200))));
    let own = subject.texts.iter().map(|own| Sample::new(own.name.clone(), format!("{}\n", own.text)));
    for sample in word.into_iter().chain(natural).chain(own) {
        let times = 4_000_usize.div_ceil(sample.text.len());
        let (few, many) = (sample.text.repeat(times), sample.text.repeat(10 * times));
        let (once, ten) = (u64::from(subject.count(&few)?), u64::from(subject.count(&many)?));
        if once == 0 || ten < 9 * once || ten > 11 * once {
            let what = format!(
                "{} counts {once} repeated {times} times and {ten} repeated {} times",
                quote(&sample.text),
                10 * times
            );
            let remedy = "switch off truncation: a tokenizer's own file may ask for it, at 128 tokens or at the model's limit";
            return Err(Fault::new(what, remedy).in_text(format!("{}, repeated", sample.name), many));
        }
    }
    Ok(())
}

/// Strings that tokenizers have special tokens for: what opens them, the name, what closes them.
const SPECIAL: &[(&str, &str, &str)] = &[
    ("<|", "endoftext", "|>"),
    ("<|", "endofprompt", "|>"),
    ("<|", "im_start", "|>"),
    ("<|", "im_end", "|>"),
    ("<|", "eot_id", "|>"),
    ("<|", "fim_prefix", "|>"),
    ("<|", "begin_of_text", "|>"),
    ("[", "CLS", "]"),
    ("[", "SEP", "]"),
    ("[", "MASK", "]"),
    ("[", "PAD", "]"),
    ("[", "UNK", "]"),
    ("[", "INST", "]"),
    ("<", "s", ">"),
    ("</", "s", ">"),
    ("<", "pad", ">"),
    ("<", "unk", ">"),
    ("<", "mask", ">"),
    ("<", "bos", ">"),
    ("<", "eos", ">"),
];

/// `<|endoftext|>` in a document is thirteen characters, not the end of the text.
pub(super) fn takes_special_tokens_for_text(subject: &CounterSubject) -> Result<(), Fault> {
    for &(open, name, close) in SPECIAL {
        if subject.count(open)? == 0 && subject.count(close)? == 0 {
            continue; // A counter of words, to which marks are nothing.
        }
        let text = format!("{open}{name}{close}");
        let alone = subject.count(&text)?;
        let (around, within) = (subject.count("a b")?, subject.count(&format!("a {text} b"))?);
        if alone < 2 || within < around + 2 {
            let count = alone.min(within.saturating_sub(around));
            let what = format!("{} counts {count}: it is taken for a special token", quote(&text));
            let remedy = "encode the text as ordinary text, with no special or added token allowed: a document may speak of them";
            return Err(Fault::new(what, remedy).in_text("special tokens", text));
        }
    }
    Ok(())
}
