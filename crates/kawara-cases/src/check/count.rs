//! Token counts that owe nothing to the engine's counters.

/// Counts by the name that cases use.
///
/// # Errors
/// When the name is not known.
pub(super) fn count(counter: &str, text: &str) -> Result<u64, String> {
    let chars = text.chars().count();
    let count = match counter {
        "chars" | "test:no_limit" => chars,
        "utf8_bytes" => text.len(),
        "test:chars_plus2" => chars + 2,
        "test:truncating128" => text.split_whitespace().count(),
        "cl100k_base" => tiktoken_rs::cl100k_base_singleton().encode_ordinary(text).len(),
        "o200k_base" => tiktoken_rs::o200k_base_singleton().encode_ordinary(text).len(),
        _ => return Err(format!("the checker cannot count `{counter}`")),
    };
    Ok(count as u64)
}
