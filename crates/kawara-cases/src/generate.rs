//! Texts too long to write down: parts that are repeated.

use serde::Deserialize;

/// A piece of a generated text.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Part {
    /// As it stands.
    Literal(String),
    /// Repeated; `%d` and `%05d` stand for the number of the repetition, from 0.
    Repeated {
        /// What is repeated.
        repeat: String,
        /// How often.
        times: Times,
        /// What stands between.
        #[serde(default)]
        join: String,
    },
}

/// How often a part is repeated.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Times {
    /// So often.
    Fixed(usize),
    /// By a size that the case names, `N`.
    Named(String),
}

/// Puts the parts together; `n` is what `N` stands for.
pub(crate) fn generate(parts: &[Part], n: Option<usize>) -> Result<String, String> {
    let mut text = String::new();
    for part in parts {
        match part {
            Part::Literal(literal) => text.push_str(literal),
            Part::Repeated { repeat, times, join } => {
                let times = match times {
                    Times::Fixed(times) => *times,
                    Times::Named(name) => {
                        n.filter(|_| name == "N").ok_or_else(|| format!("`{name}` has no size"))?
                    }
                };
                let template = pieces(repeat);
                for nth in 0..times {
                    if nth > 0 {
                        text.push_str(join);
                    }
                    for (literal, width) in &template {
                        text.push_str(literal);
                        if let Some(width) = width {
                            text.push_str(&format!("{nth:0width$}", width = *width));
                        }
                    }
                }
            }
        }
    }
    Ok(text)
}

/// A template cut at its numbers: each literal with the width of the number behind it.
fn pieces(template: &str) -> Vec<(&str, Option<usize>)> {
    let mut pieces = Vec::new();
    let (mut rest, mut searched) = (template, 0);
    while let Some(found) = rest[searched..].find('%') {
        let at = searched + found;
        let digits = rest[at + 1..].bytes().take_while(u8::is_ascii_digit).count();
        let end = at + 1 + digits;
        if rest[end..].starts_with('d') {
            pieces.push((&rest[..at], Some(rest[at + 1..end].parse().unwrap_or(0))));
            (rest, searched) = (&rest[end + 1..], 0);
        } else {
            searched = at + 1;
        }
    }
    pieces.push((rest, None));
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_filled_in_and_other_signs_kept() {
        let parts: Vec<Part> = serde_json::from_str(
            r#"["[", {"repeat": "100% {\"id\":%d,\"sku\":\"%05d\"}", "times": "N", "join": ","}, "]", {"repeat": "x", "times": 3}]"#,
        )
        .unwrap();
        let text = generate(&parts, Some(2)).unwrap();
        assert_eq!(text, r#"[100% {"id":0,"sku":"00000"},100% {"id":1,"sku":"00001"}]xxx"#);
        assert!(generate(&parts, None).unwrap_err().contains('N'));
    }
}
