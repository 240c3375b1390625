//! The sentence model: a weight for each feature that training found to matter, and how much weight a sentence's end takes.
//!
//! The file: [`MAGIC`]; the threshold, a little-endian `i32`; the number of features, a `u32`; the features in ascending order, each
//! as its distance from the one before in LEB128; the weights in the same order, an `i8` each, in steps of 1/`SCALE`.

use std::sync::OnceLock;

use crate::features::BITS;

pub(crate) const MAGIC: &[u8; 12] = b"kawara-th-1\n";

/// One unit of log-odds is this many steps of weight.
#[cfg(feature = "train")]
pub(crate) const SCALE: f64 = 24.0;

/// Features and their weights in a table with open addressing: a slot is a feature above the eight bits of its weight. A feature is
/// never 0, so a free slot is.
#[derive(Debug)]
pub(crate) struct Model {
    threshold: i32,
    slots: Vec<u64>,
    shift: u32,
}

#[cfg(feature = "model")]
const FILE: Option<&[u8]> = Some(include_bytes!("../data/sentences.model"));
#[cfg(not(feature = "model"))]
const FILE: Option<&[u8]> = None;

/// The model that comes with the pack, unless it was built without.
pub(crate) fn model() -> Option<&'static Model> {
    static MODEL: OnceLock<Option<Model>> = OnceLock::new();
    MODEL.get_or_init(|| FILE.and_then(Model::read)).as_ref()
}

impl Model {
    /// Reads a model; `None` if it is damaged.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let rest = bytes.strip_prefix(MAGIC)?;
        let (threshold, rest) = rest.split_first_chunk()?;
        let (count, mut rest) = rest.split_first_chunk()?;
        let count = usize::try_from(u32::from_le_bytes(*count)).ok().filter(|count| *count <= rest.len())?;
        let mut keys = Vec::with_capacity(count);
        let mut key = 0_u64;
        for _ in 0..count {
            key = key.checked_add(leb128(&mut rest)?).filter(|key| *key > 0 && key >> BITS == 0)?;
            keys.push(key);
        }
        if rest.len() != count {
            return None;
        }
        let threshold = i32::from_le_bytes(*threshold);
        Some(Self::new(threshold, keys.into_iter().zip(rest.iter().map(|byte| byte.cast_signed()))))
    }

    fn new(threshold: i32, entries: impl ExactSizeIterator<Item = (u64, i8)>) -> Self {
        let count = (entries.len() * 2 + 2).next_power_of_two();
        let mut model = Self { threshold, slots: vec![0; count], shift: u64::BITS - count.trailing_zeros() };
        for (feature, weight) in entries {
            let at = model.find(feature);
            if let Some(slot) = model.slots.get_mut(at) {
                *slot = feature << 8 | u64::from(weight.cast_unsigned());
            }
        }
        model
    }

    /// The weight of a feature; 0 for one that is not in the model.
    pub(crate) fn weight(&self, feature: u64) -> i32 {
        let slot = self.slots.get(self.find(feature)).copied().unwrap_or(0);
        i32::from((slot as u8).cast_signed())
    }

    /// How much a sum of weights lies above what a sentence's end takes.
    pub(crate) fn margin(&self, sum: i32) -> i32 {
        sum - self.threshold
    }

    /// Where a feature is, or the free slot where it would be. Half of the slots are free, so there is one.
    fn find(&self, feature: u64) -> usize {
        let mask = self.slots.len() - 1;
        let hash = feature.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift;
        let mut at = usize::try_from(hash).unwrap_or(0) & mask;
        while self.slots.get(at).is_some_and(|slot| *slot != 0 && *slot >> 8 != feature) {
            at = (at + 1) & mask;
        }
        at
    }
}

fn leb128(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for nth in 0..9 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        value |= u64::from(byte & 0x7f) << (7 * nth);
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{MAGIC, Model};

    fn file(threshold: i32, features: &[u8], weights: &[i8]) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(threshold.to_le_bytes());
        bytes.extend(u32::try_from(weights.len()).unwrap().to_le_bytes());
        bytes.extend(features);
        bytes.extend(weights.iter().map(|weight| weight.cast_unsigned()));
        bytes
    }

    #[test]
    fn weights_are_found_by_feature() {
        let model = Model::read(&file(-7, &[5, 0x80, 1, 3], &[2, -3, 127])).unwrap();
        assert_eq!([5, 133, 136, 6].map(|feature| model.weight(feature)), [2, -3, 127, 0]);
        assert_eq!(model.margin(1), 8);
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let whole = file(0, &[5, 3], &[1, 1]);
        assert!(Model::read(&whole).is_some());
        for len in 0..whole.len() {
            assert!(Model::read(&whole[..len]).is_none(), "{len}");
        }
        assert!(Model::read(&[whole.as_slice(), &[0]].concat()).is_none());
        assert!(Model::read(&file(0, &[0, 3], &[1, 1])).is_none(), "no feature is 0");
    }

    #[cfg(feature = "model")]
    #[test]
    fn the_model_of_the_pack_is_whole() {
        assert!(super::model().is_some());
    }
}
