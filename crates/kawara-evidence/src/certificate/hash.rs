//! One text for one value, and its hash.

use std::fmt::Write as _;

use serde_json::Value;
use sha2::{Digest, Sha256};

/// A value as JSON with its keys in order and no space: what `json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)` gives.
pub(super) fn canonical(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let mut fields: Vec<(&String, &Value)> = fields.iter().collect();
            fields.sort_by_key(|(key, _)| *key);
            let fields = fields
                .iter()
                .map(|(key, value)| format!("{}:{}", Value::from(key.as_str()), canonical(value)));
            format!("{{{}}}", fields.collect::<Vec<_>>().join(","))
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(canonical).collect::<Vec<_>>().join(","))
        }
        scalar => scalar.to_string(),
    }
}

/// The SHA-256 of a text, in hexadecimal.
pub(super) fn sha256(text: &str) -> String {
    let digest: [u8; 32] = Sha256::digest(text).into();
    hexadecimal(&digest)
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn keys_come_in_order_whatever_the_map() {
        let value = json!({ "b": [1, { "z": "瓦", "a": "\u{1}\"" }], "a": null });
        assert_eq!(canonical(&value), "{\"a\":null,\"b\":[1,{\"a\":\"\\u0001\\\"\",\"z\":\"瓦\"}]}");
        assert!(sha256("").starts_with("e3b0c44298fc1c14"));
    }
}
