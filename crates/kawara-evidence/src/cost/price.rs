use serde_json::{Value, json};

use crate::windows::Window;

/// How large a vector is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vectors {
    /// How many numbers it has; `None` goes by what is known of the model.
    pub dimensions: Option<u32>,
    /// Bytes of a number: 4 for floats, 2 for halves, 1 for quantised ones.
    pub bytes: u32,
}

/// What a million tokens cost to embed.
#[derive(Clone, Debug, PartialEq)]
pub struct Price {
    /// For a million tokens.
    pub rate: f64,
    /// What the rate is in.
    pub currency: String,
}

impl Vectors {
    /// Bytes of so many vectors; `None` where it is not known how many numbers one has.
    ///
    /// ```
    /// use kawara_evidence::cost::Vectors;
    ///
    /// assert_eq!(Vectors { dimensions: Some(384), bytes: 2 }.of(1_000), Some(768_000));
    /// assert_eq!(Vectors { dimensions: None, bytes: 4 }.of(1_000), None);
    /// ```
    pub fn of(self, count: u64) -> Option<u64> {
        let each = u64::from(self.dimensions?) * u64::from(self.bytes);
        Some(count.saturating_mul(each))
    }
}

impl Price {
    /// What so many tokens cost.
    ///
    /// ```
    /// use kawara_evidence::cost::Price;
    ///
    /// let price = Price { rate: 0.02, currency: "USD".into() };
    /// assert_eq!(price.of(5_000_000), 0.1);
    /// ```
    pub fn of(&self, tokens: u64) -> f64 {
        tokens as f64 * self.rate / 1e6
    }

    /// What so many tokens cost, with the rate.
    pub(super) fn to_json(&self, tokens: u64) -> Value {
        json!({ "amount": self.of(tokens), "currency": self.currency, "rate": self.rate })
    }
}

impl Window {
    /// What a text of so many tokens comes to in such windows, as JSON.
    pub fn to_json(self, tokens: u64, vectors: Vectors, price: Option<&Price>) -> Value {
        let (count, stored) = (self.count(tokens), self.stored(tokens));
        json!({
            "size": self.size(), "overlap": self.overlap(), "source_tokens": tokens, "chunks": count, "stored_tokens": stored,
            "redundancy": self.redundancy(tokens), "redundancy_of_long": self.redundancy_of_long(),
            "storage_factor": self.storage_factor(tokens), "vector_bytes": vectors.of(count),
            "price": price.map(|price| price.to_json(stored)),
        })
    }
}
