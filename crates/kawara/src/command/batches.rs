/// What a text costs in a request beside its bytes: quotes, a comma, escapes.
const BESIDE: usize = 8;

/// Texts in stretches of a request each: `texts` at most, and about `bytes` unless one text alone is longer. None is empty.
///
/// ```
/// use kawara::command::batches;
///
/// let sizes: Vec<usize> = batches(&["a", "b", "c"], 2, 1 << 20).map(<[&str]>::len).collect();
/// assert_eq!(sizes, [2, 1]);
/// ```
pub fn batches<T: AsRef<str>>(mut rest: &[T], texts: usize, bytes: usize) -> impl Iterator<Item = &[T]> {
    std::iter::from_fn(move || {
        let mut sum = 0;
        let fits = rest.iter().take(texts).take_while(|text| {
            sum += text.as_ref().len() + BESIDE;
            sum <= bytes
        });
        let (batch, behind) = rest.split_at(fits.count().max(1).min(rest.len()));
        rest = behind;
        (!batch.is_empty()).then_some(batch)
    })
}
