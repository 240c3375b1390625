//! The names of encodings, and what to say about a name that is none.

use kawara_core::{Error, ErrorKind};

/// What `tiktoken:` is followed by in this build.
pub(crate) static NAMES: &[&str] = &[
    "cl100k_base",
    "o200k_base",
    "o200k_harmony",
    "p50k_base",
    "p50k_edit",
    "r50k_base",
    "gpt2",
    #[cfg(feature = "others")]
    "qwen2",
    #[cfg(feature = "others")]
    "mistral_v3",
    #[cfg(feature = "restricted")]
    "kimi_k2",
    #[cfg(feature = "restricted")]
    "kimi_k3",
    #[cfg(feature = "restricted")]
    "glm4",
    #[cfg(feature = "restricted")]
    "glm5",
    #[cfg(feature = "restricted")]
    "minimax_m2",
    #[cfg(feature = "restricted")]
    "llama3",
    #[cfg(feature = "restricted")]
    "deepseek_v3",
    #[cfg(feature = "restricted")]
    "deepseek_v4",
];

/// Names that a feature brings, with the feature.
const OPTIONAL: &[(&str, &[&str])] = &[
    ("others", &["qwen2", "mistral_v3"]),
    (
        "restricted",
        &["kimi_k2", "kimi_k3", "glm4", "glm5", "minimax_m2", "llama3", "deepseek_v3", "deepseek_v4"],
    ),
];

/// Refuses a name that `scheme` does not know.
pub(crate) fn unknown(scheme: &str, name: &str, known: &[&str]) -> Error {
    let all = known.join(", ");
    let feature = OPTIONAL.iter().find(|(_, names)| names.contains(&name)).filter(|_| scheme == "tiktoken");
    let message = if let Some((feature, _)) = feature {
        format!(
            "`{scheme}:{name}` is left out of this program; build it with the feature `{feature}`, or take one of {all}"
        )
    } else if name.is_empty() {
        format!(
            "`{scheme}` needs the name of an encoding behind a colon, such as `{scheme}:cl100k_base`; known: {all}"
        )
    } else if let Some(near) = nearest(name, known) {
        format!("`{scheme}` knows no encoding `{name}`; did you mean `{scheme}:{near}`? Known: {all}")
    } else {
        format!("`{scheme}` knows no encoding `{name}`; known: {all}")
    };
    Error::new(ErrorKind::Open, message)
}

/// The known name that is fewest edits away, if those are few.
fn nearest<'k>(name: &str, known: &[&'k str]) -> Option<&'k str> {
    let name = name.to_lowercase().replace('-', "_");
    let edits = |known: &str| if known.starts_with(&name) { 1 } else { distance(&name, known) };
    let (edits, near) = known.iter().map(|known| (edits(known), *known)).min_by_key(|(edits, _)| *edits)?;
    (edits <= 1 + near.len() / 4).then_some(near)
}

/// The fewest insertions, deletions and replacements of characters that make one text the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().take(64).enumerate() {
        let mut corner = i;
        row[0] = i + 1;
        for (j, &y) in b.iter().enumerate() {
            let change = (corner + usize::from(x != y)).min(row[j] + 1).min(row[j + 1] + 1);
            corner = row[j + 1];
            row[j + 1] = change;
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[&str] = &["cl100k_base", "o200k_base", "gpt2"];

    #[test]
    fn near_names_are_found() {
        assert_eq!(nearest("cl100k", KNOWN), Some("cl100k_base"));
        assert_eq!(nearest("CL100K-base", KNOWN), Some("cl100k_base"));
        assert_eq!(nearest("o200_base", KNOWN), Some("o200k_base"));
        assert_eq!(nearest("gpt-2", KNOWN), Some("gpt2"));
        assert_eq!(nearest("word2vec", KNOWN), None);
    }

    #[test]
    fn the_error_says_what_is_known() {
        let error = unknown("tiktoken", "cl100k-base", KNOWN).to_string();
        assert_eq!(
            error,
            "`tiktoken` knows no encoding `cl100k-base`; did you mean `tiktoken:cl100k_base`? Known: cl100k_base, o200k_base, gpt2"
        );
        let left_out = unknown("tiktoken", "llama3", KNOWN).to_string();
        assert!(left_out.contains("with the feature `restricted`"), "{left_out}");
        assert!(
            unknown("tiktoken", "", KNOWN)
                .to_string()
                .starts_with("`tiktoken` needs the name of an encoding")
        );
    }

    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("same", "same"), 0);
    }
}
