//! Keeps a tank between two levels.

use std::time::{Duration, Instant};

/// The levels between which a tank is kept, in metres.
#[derive(Clone, Copy, Debug)]
pub struct Band {
    pub low: f64,
    pub high: f64,
}

impl Band {
    /// A band, if it is one: both levels finite, the upper one above the lower one.
    pub fn new(low: f64, high: f64) -> Option<Self> {
        (low.is_finite() && high.is_finite() && low < high).then_some(Self { low, high })
    }
}

/// What the pump is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Run,
    Rest,
    /// It ought to run, and may not yet.
    Wait(Duration),
}

/// A pump that must not be started too often.
#[derive(Debug)]
pub struct Pump {
    band: Band,
    between_starts: Duration,
    started: Option<Instant>,
    runs: bool,
}

impl Pump {
    /// A pump that may be started `starts_per_hour` times an hour.
    pub fn new(band: Band, starts_per_hour: u32) -> Self {
        let between_starts = Duration::from_secs(3600) / starts_per_hour.max(1);
        Self { band, between_starts, started: None, runs: false }
    }

    /// What to do at this level, now.
    ///
    /// Between the two levels everything stays as it is. That is the whole trick: a tank with one level instead of two starts its
    /// pump with every wave.
    pub fn at(&mut self, level: f64, now: Instant) -> Order {
        if level >= self.band.high {
            self.runs = false;
        } else if level <= self.band.low && !self.runs {
            let since = self.started.map(|started| now.duration_since(started));
            match since {
                Some(since) if since < self.between_starts => return Order::Wait(self.between_starts - since),
                _ => {
                    self.started = Some(now);
                    self.runs = true;
                }
            }
        }
        if self.runs { Order::Run } else { Order::Rest }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wave_starts_nothing() {
        let now = Instant::now();
        let mut pump = Pump::new(Band::new(1.0, 2.0).unwrap(), 6);
        assert_eq!(pump.at(1.4, now), Order::Rest);
        assert_eq!(pump.at(0.9, now), Order::Run);
        assert_eq!(pump.at(1.4, now), Order::Run);
        assert_eq!(pump.at(2.1, now), Order::Rest);
        assert!(matches!(pump.at(0.9, now + Duration::from_secs(60)), Order::Wait(_)));
    }
}
