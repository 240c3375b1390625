//! The model as a file; [`crate::model`] tells its form.

use crate::model::{MAGIC, SCALE};
use crate::train::examples::Vocabulary;

/// The features whose weights are not next to nothing, in ascending order.
pub(crate) fn quantised(vocabulary: &Vocabulary, weights: &[f64]) -> Vec<(u64, i8)> {
    let steps = weights.iter().map(|weight| (weight * SCALE).round().clamp(-127.0, 127.0) as i8);
    vocabulary.features().zip(steps).filter(|(_, step)| *step != 0).collect()
}

/// `threshold` and the bias, which is the last of `weights`, make one number.
pub(crate) fn file(threshold: f64, weights: &[f64], entries: &[(u64, i8)]) -> Vec<u8> {
    let threshold = threshold - weights.last().copied().unwrap_or(0.0);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(((threshold * SCALE).round() as i32).to_le_bytes());
    bytes.extend(u32::try_from(entries.len()).unwrap_or(u32::MAX).to_le_bytes());
    let mut before = 0;
    for (feature, _) in entries {
        leb128(feature - before, &mut bytes);
        before = *feature;
    }
    bytes.extend(entries.iter().map(|(_, step)| step.cast_unsigned()));
    bytes
}

fn leb128(mut value: u64, bytes: &mut Vec<u8>) {
    loop {
        let byte = (value & 0x7f) as u8;
        value >>= 7;
        if value == 0 {
            bytes.push(byte);
            return;
        }
        bytes.push(byte | 0x80);
    }
}
