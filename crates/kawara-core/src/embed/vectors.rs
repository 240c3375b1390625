use crate::{Embedder, Error, ErrorKind, Result};

/// The vectors of texts, one for each, all of one width, finite, and with a direction.
///
/// # Errors
/// What the embedder returns, and for whatever is no vector: the message names it and the text.
pub fn vectors_of(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>> {
    let quoted = |nth: usize| texts.get(nth).map_or_else(String::new, |text| format!(", `{}`", head(text)));
    judge(embedder, embedder.embed(texts)?, texts.len(), "text", quoted)
}

/// Holds vectors against what was asked for: so many, of things called `what`, each quoted in messages.
pub(super) fn judge(
    embedder: &dyn Embedder,
    vectors: Vec<Vec<f32>>,
    asked: usize,
    what: &str,
    quoted: impl Fn(usize) -> String,
) -> Result<Vec<Vec<f32>>> {
    let refuse = |what: String| Err(Error::new(ErrorKind::Embed, format!("{}: {what}", embedder.id())));
    if vectors.len() != asked {
        return refuse(format!("was given {asked} {what}s and made {} vectors", vectors.len()));
    }
    let width = vectors.first().map_or(0, Vec::len);
    for (nth, vector) in vectors.iter().enumerate() {
        let of = || format!("of {what} {nth} of {asked}{}", quoted(nth));
        if vector.len() != width {
            let own = vector.len();
            return refuse(format!(
                "the vector {} has {own} numbers, and that of {what} 0 has {width}",
                of()
            ));
        }
        if let Some(number) = vector.iter().find(|number| !number.is_finite()) {
            return refuse(format!("the vector {} has {number} in it, which is no number", of()));
        }
        if vector.iter().all(|number| *number == 0.0) {
            return refuse(format!("the vector {} is nothing but zeros, and has no direction", of()));
        }
    }
    Ok(vectors)
}

/// The cosine of the angle between two vectors of one width, -1 to 1.
///
/// ```
/// assert_eq!(kawara_core::embed::similarity(&[3.0, 4.0], &[4.0, 3.0]), 0.96);
/// ```
pub fn similarity(one: &[f32], other: &[f32]) -> f64 {
    let dot = |one: &[f32], other: &[f32]| -> f64 {
        one.iter().zip(other).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum()
    };
    let lengths = (dot(one, one) * dot(other, other)).sqrt();
    // The product of the smallest floats may be nothing even in f64.
    if lengths > 0.0 { (dot(one, other) / lengths).clamp(-1.0, 1.0) } else { 0.0 }
}

fn head(text: &str) -> String {
    let mut head: String = text.chars().take(40).collect();
    if head.len() < text.len() {
        head.push('…');
    }
    crate::printable(&head)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Given(Vec<Vec<f32>>);

    impl Embedder for Given {
        fn id(&self) -> &str {
            "given 1"
        }
        fn embed(&self, _: &[&str]) -> Result<Vec<Vec<f32>>> {
            Ok(self.0.clone())
        }
    }

    #[test]
    fn what_is_no_vector_is_refused_with_its_text() {
        for (vectors, what) in [
            (vec![vec![1.0]], "given 1: was given 2 texts and made 1 vectors"),
            (
                vec![vec![1.0], vec![1.0, 2.0]],
                "of text 1 of 2, `rain` has 2 numbers, and that of text 0 has 1",
            ),
            (vec![vec![1.0], vec![f32::NAN]], "of text 1 of 2, `rain` has NaN in it"),
            (vec![vec![f32::INFINITY], vec![1.0]], "of text 0 of 2, `roof` has inf in it"),
            (vec![vec![1.0], vec![0.0]], "nothing but zeros"),
            (vec![vec![], vec![]], "nothing but zeros"),
        ] {
            let error = vectors_of(&Given(vectors), &["roof", "rain"]).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Embed);
            assert!(error.to_string().contains(what), "{error}");
        }
        assert!(vectors_of(&Given(vec![vec![0.0, 1.0], vec![-1.0, 0.0]]), &["roof", "rain"]).is_ok());
        assert!(vectors_of(&Given(vec![]), &[]).is_ok());
    }

    #[test]
    fn similarity_is_of_directions() {
        assert!((similarity(&[3.0, 4.0], &[4.0, 3.0]) - 0.96).abs() < 1e-12);
        assert_eq!(similarity(&[1.0, 0.0], &[-2.0, 0.0]), -1.0);
        assert_eq!(similarity(&[1e-45], &[1e-45]), 1.0);
    }
}
