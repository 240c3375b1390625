//! The sentence model: a weight for each feature that training found to matter, and how much weight a sentence's end takes.
//!
//! The file: [`MAGIC`]; the threshold, a little-endian `i32`; the number of features, a `u32`; the features in ascending order, each
//! as its distance from the one before in LEB128; the weights in the same order, an `i8` each, in steps of 1/`SCALE`.

mod narrow;
mod wide;

use std::sync::OnceLock;

use crate::features::{BITS, parts};
use narrow::{NARROW, Narrow};
use wide::Wide;

pub(crate) const MAGIC: &[u8; 12] = b"kawara-th-1\n";

/// One unit of log-odds is this many steps of weight.
#[cfg(feature = "train")]
pub(crate) const SCALE: f64 = 24.0;

/// The threshold, and the weights of features.
#[derive(Debug)]
pub(crate) struct Model {
    threshold: i32,
    narrow: Narrow,
    wide: Wide,
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
        let weights: Vec<i8> = rest.iter().map(|byte| byte.cast_signed()).collect();
        Some(Self::new(i32::from_le_bytes(*threshold), &keys, &weights))
    }

    /// Features come in ascending order, and so by template.
    fn new(threshold: i32, features: &[u64], weights: &[i8]) -> Self {
        let (mut narrow, mut wide, mut rest) = (Narrow::new(), Vec::new(), weights);
        for own in features.chunk_by(|a, b| parts(*a).0 == parts(*b).0) {
            let (weights, others) = rest.split_at_checked(own.len()).unwrap_or((rest, &[]));
            rest = others;
            let entries = own.iter().copied().zip(weights.iter().copied());
            let (template, most) = own.last().map_or((0, 0), |last| parts(*last));
            if most < NARROW {
                narrow.add(template, most, entries.map(|(feature, weight)| (parts(feature).1, weight)));
            } else {
                wide.extend(entries);
            }
        }
        Self { threshold, narrow, wide: Wide::new(&wide) }
    }

    /// The weight of a feature; 0 for one that is not in the model.
    #[inline]
    pub(crate) fn weight(&self, feature: u64) -> i32 {
        let (template, filling) = parts(feature);
        self.narrow.weight(template, filling).unwrap_or_else(|| self.wide.weight(feature))
    }

    /// How much a sum of weights lies above what a sentence's end takes.
    pub(crate) fn margin(&self, sum: i32) -> i32 {
        sum - self.threshold
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
    use super::{BITS, MAGIC, Model, NARROW};

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
    fn templates_are_kept_apart_whatever_fills_them() {
        let features: Vec<u64> =
            [(1, 3), (1, 9), (2, 1), (2, NARROW), (2, 1 << 39), (3, NARROW - 1), (255, 7)]
                .into_iter()
                .map(|(template, filling)| template << (BITS - 8) | filling)
                .collect();
        let model = Model::new(0, &features, &[1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(features.iter().map(|feature| model.weight(*feature)).sum::<i32>(), 28);
        for feature in
            features.iter().flat_map(|feature| [feature - 1, feature + 1, feature ^ 1 << (BITS - 8)])
        {
            assert_eq!(model.weight(feature), 0, "{feature:x}");
        }
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
