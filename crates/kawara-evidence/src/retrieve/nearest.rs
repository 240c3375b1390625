use std::cmp::Reverse;

/// The places of the `k` vectors nearest to each query, by the cosine of the angle between them, nearest first; of equals the earlier. What has
/// no vector is never found. Every vector is compared with every query, so nothing is approximate.
///
/// ```
/// use kawara_evidence::retrieve::nearest;
///
/// let texts = [Some(vec![1.0, 0.0]), None, Some(vec![1.0, 1.0]), Some(vec![0.0, 2.0])];
/// assert_eq!(nearest(&texts, &[vec![0.1, 3.0]], 2), [[3, 2]]);
/// ```
///
/// Vectors of another width than the query's are not comparable, and never found.
pub fn nearest(vectors: &[Option<Vec<f32>>], queries: &[Vec<f32>], k: usize) -> Vec<Vec<usize>> {
    let units: Vec<Option<Vec<f32>>> =
        vectors.iter().map(|vector| vector.as_deref().and_then(unit)).collect();
    let of_query = |query: &Vec<f32>| {
        let Some(query) = unit(query) else { return Vec::new() };
        let likeness = |(place, vector): (usize, &Option<Vec<f32>>)| {
            let vector = vector.as_ref().filter(|vector| vector.len() == query.len())?;
            let dot: f32 = vector.iter().zip(&query).map(|(one, other)| one * other).sum();
            Some((place, dot))
        };
        let mut all: Vec<(usize, f32)> = units.iter().enumerate().filter_map(likeness).collect();
        let best = |one: &(usize, f32), other: &(usize, f32)| {
            other.1.total_cmp(&one.1).then(Reverse(other.0).cmp(&Reverse(one.0)))
        };
        if all.len() > k {
            if k == 0 {
                return Vec::new();
            }
            all.select_nth_unstable_by(k - 1, best);
            all.truncate(k);
        }
        all.sort_unstable_by(best);
        all.into_iter().map(|(place, _)| place).collect()
    };
    queries.iter().map(of_query).collect()
}

/// A vector in the same direction, of length one; `None` where it has no direction.
fn unit(vector: &[f32]) -> Option<Vec<f32>> {
    let length = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    (length > 0.0 && length.is_finite())
        .then(|| vector.iter().map(|number| (f64::from(*number) / length) as f32).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_equals_the_earlier_comes_first_and_lengths_do_not_matter() {
        let texts = [vec![0.0, 9.0], vec![3.0, 0.0], vec![1e-30, 0.0], vec![1.0, 0.0]].map(Some);
        let query = [vec![5.0, 0.0]];
        assert_eq!(nearest(&texts, &query, 2), [[1, 2]]);
        assert_eq!(nearest(&texts, &query, 9), [[1, 2, 3, 0]]);
        assert_eq!(nearest(&texts, &query, 0), [[0usize; 0]]);
    }

    #[test]
    fn what_cannot_be_compared_is_not_found() {
        let texts = [None, Some(vec![1.0]), Some(vec![0.0, 0.0]), Some(vec![-1.0, 0.0])];
        assert_eq!(nearest(&texts, &[vec![1.0, 0.0], vec![0.0, 0.0]], 3), [vec![3], vec![]]);
        assert!(nearest(&[], &[vec![1.0]], 3)[0].is_empty());
    }
}
