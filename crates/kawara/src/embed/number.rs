use serde::Deserialize;

/// A number of a vector. It is read in double precision first: how one that is too large for a float is told depends on how the reader of
/// JSON was built, and here it is infinite, which is refused with its text.
#[derive(Clone, Copy, Deserialize)]
#[serde(from = "f64")]
pub(super) struct Number(f32);

impl From<f64> for Number {
    fn from(number: f64) -> Self {
        Self(number as f32)
    }
}

impl From<Number> for f32 {
    fn from(number: Number) -> Self {
        number.0
    }
}
