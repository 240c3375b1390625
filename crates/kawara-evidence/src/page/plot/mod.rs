mod axis;
mod bars;
mod edges;
mod scatter;

pub use axis::Axis;
pub use bars::Bars;
pub use scatter::{Plot, Series};

use crate::{Error, ErrorKind, Result};

/// A number that can be drawn.
fn finite(what: &str, value: f64) -> Result<f64> {
    if value.is_finite() {
        return Ok(value);
    }
    Err(Error::new(ErrorKind::Page, format!("cannot draw {value} as {what}: leave out what has no value")))
}

/// About how wide text is at 12 pixels: letters of East Asia are square.
fn width(text: &str) -> f64 {
    text.chars()
        .map(|c| {
            if ('\u{1100}'..='\u{ffdc}').contains(&c) && !('\u{2000}'..='\u{2e7f}').contains(&c) {
                12.0
            } else {
                6.6
            }
        })
        .sum()
}

/// A number without more decimals than a drawing needs.
fn px(value: f64) -> String {
    let rounded = format!("{value:.1}");
    rounded.strip_suffix(".0").map(str::to_owned).unwrap_or(rounded)
}
