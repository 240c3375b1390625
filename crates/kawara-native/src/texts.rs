//! Texts that a pack returns: checked, and copied, so that they stay what they were.

use kawara_abi::{Str, Strs};
use kawara_core::printable;

/// The longest name.
const MOST_NAME: usize = 128;
/// The longest text that is shown to people.
const MOST_PROSE: usize = 1 << 16;
/// The most texts in a list.
const MOST_TEXTS: usize = 1 << 16;

/// A text of at most `most` bytes, with nothing in it that acts on a terminal but line breaks and tabs.
///
/// # Errors
/// What is wrong with `what`.
pub(crate) fn text(raw: Str, what: &str, most: usize) -> Result<String, String> {
    if raw.len > most && !raw.ptr.is_null() {
        return Err(format!("{what} is {} bytes long, and may have {most}", raw.len));
    }
    // SAFETY: what a pack says is there has to be; null pointers and lengths that cannot be are refused.
    let text = unsafe { raw.read() }.map_err(|fault| format!("{what} {fault}"))?;
    let acts = |c: &char| !matches!(c, '\n' | '\t') && printable(c.encode_utf8(&mut [0; 4])) != c.to_string();
    if let Some(found) = text.chars().find(acts) {
        return Err(format!("{what} contains the control character {}", found.escape_unicode()));
    }
    Ok(text.to_owned())
}

/// What is said to people, or nothing.
pub(crate) fn prose(raw: Str, what: &str) -> Result<Option<&'static str>, String> {
    let text = text(raw, what, MOST_PROSE)?;
    Ok((!text.trim().is_empty()).then(|| leaked(text.trim().to_owned())))
}

/// A word without spaces, such as a version.
pub(crate) fn word(raw: Str, what: &str) -> Result<&'static str, String> {
    let text = text(raw, what, MOST_NAME)?;
    if text.is_empty() {
        return Err(format!("{what} is empty"));
    }
    if text.contains(char::is_whitespace) {
        return Err(format!("{what} `{text}` contains white space"));
    }
    Ok(leaked(text))
}

/// A name by which a policy calls something.
pub(crate) fn name(raw: Str, what: &str) -> Result<&'static str, String> {
    let name = word(raw, what)?;
    if name.contains(|c: char| c.is_uppercase() || matches!(c, ':' | '`' | '"')) {
        return Err(format!(
            "{what}, `{name}`, is no name: write it in lower case, without colons and quotes"
        ));
    }
    Ok(name)
}

/// Texts, each read by `read`; none of them twice.
pub(crate) fn list(
    raw: Strs,
    what: &str,
    read: impl Fn(Str, &str) -> Result<&'static str, String>,
) -> Result<&'static [&'static str], String> {
    let mut texts = Vec::new();
    for (nth, text) in strs(raw, what)?.iter().enumerate() {
        let text = read(*text, &format!("{what}, number {},", nth + 1))?;
        texts.push(text);
    }
    let mut sorted = texts.clone();
    sorted.sort_unstable();
    if let Some([twice, _]) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("{what}: `{twice}` is listed twice"));
    }
    Ok(Vec::leak(texts))
}

fn strs(raw: Strs, what: &str) -> Result<Vec<Str>, String> {
    if raw.len > MOST_TEXTS && !raw.ptr.is_null() {
        return Err(format!("{what} has {} entries, and may have {MOST_TEXTS}", raw.len));
    }
    let table = kawara_abi::Table { ptr: raw.ptr.cast(), len: raw.len, stride: size_of::<Str>() };
    // SAFETY: as in `text`.
    unsafe { table.read() }.map_err(|fault| format!("{what} {fault}"))
}

fn leaked(text: String) -> &'static str {
    String::leak(text)
}
