use super::point::Point;
use super::run::Outcome;

/// Which points no other beats: by keeping as much evidence whole, storing no more beside the documents, with chunks no larger and read no
/// wider, and by being better in one of these.
///
/// Sizes and widths are weighed too, since a larger chunk, and one that is read wider, always keeps more whole: its price is what is served, not
/// what is stored. A point that does not say its size is compared only with others that do not. Points with a mode are not weighed: what they cost is
/// embedded and read, and what they bring are hits.
pub fn pareto(points: &[Point], outcomes: &[Outcome]) -> Vec<bool> {
    let all: Vec<Rival> =
        points.iter().zip(outcomes).map(|(point, outcome)| Rival::of(point, outcome)).collect();
    let is_marked = |(one, point): (&Rival, &Point)| {
        point.mode.is_none()
            && !all.iter().zip(points).any(|(other, by)| by.mode.is_none() && other.beats(one))
    };
    all.iter().zip(points).map(is_marked).collect()
}

struct Rival {
    coverage: f64,
    redundancy: f64,
    size: Option<u32>,
    wider: u32,
}

impl Rival {
    fn of(point: &Point, outcome: &Outcome) -> Self {
        let redundancy = outcome.cost.redundancy.unwrap_or(f64::INFINITY);
        Self { coverage: outcome.all.coverage, redundancy, size: point.size, wider: point.wider }
    }

    fn beats(&self, other: &Self) -> bool {
        let is_comparable = self.size.is_some() == other.size.is_some();
        let is_no_worse = self.coverage >= other.coverage
            && self.redundancy <= other.redundancy
            && self.size <= other.size
            && self.wider <= other.wider;
        let is_better = self.coverage > other.coverage
            || self.redundancy < other.redundancy
            || self.size < other.size
            || self.wider < other.wider;
        is_comparable && is_no_worse && is_better
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rival(coverage: f64, redundancy: f64, size: u32, wider: u32) -> (Point, Outcome) {
        let mut outcome = Outcome::default();
        outcome.all.coverage = coverage;
        outcome.cost.redundancy = Some(redundancy);
        (Point { size: (size > 0).then_some(size), wider, ..Point::default() }, outcome)
    }

    fn marked(all: Vec<(Point, Outcome)>) -> Vec<bool> {
        let (points, outcomes): (Vec<_>, Vec<_>) = all.into_iter().unzip();
        pareto(&points, &outcomes)
    }

    #[test]
    fn what_keeps_no_more_and_stores_more_is_beaten() {
        let all = vec![
            rival(0.9, 0.1, 256, 0),
            rival(0.9, 0.2, 256, 0),
            rival(0.8, 0.0, 256, 0),
            rival(0.85, 0.1, 256, 0),
        ];
        assert_eq!(marked(all), [true, false, true, false]);
    }

    #[test]
    fn larger_and_wider_chunks_do_not_beat_smaller_ones_by_their_size_alone() {
        let all = vec![
            rival(0.9, 0.1, 256, 0),
            rival(0.95, 0.05, 512, 0),
            rival(1.0, 0.0, 256, 1),
            rival(0.9, 0.1, 512, 0),
        ];
        assert_eq!(marked(all), [true, true, true, false]);
    }

    #[test]
    fn equals_stand_and_unknown_sizes_stand_apart() {
        assert_eq!(marked(vec![rival(0.9, 0.1, 256, 0), rival(0.9, 0.1, 256, 0)]), [true, true]);
        assert_eq!(
            marked(vec![rival(0.9, 0.1, 0, 0), rival(0.8, 0.2, 256, 0), rival(0.8, 0.1, 0, 0)]),
            [true, true, false]
        );
    }
}
