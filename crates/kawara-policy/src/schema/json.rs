//! JSON to be written: members stay in the order in which they were put.

use std::fmt::{self, Write as _};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Json {
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Json {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl<T: Into<Json>> From<Vec<T>> for Json {
    fn from(values: Vec<T>) -> Self {
        Self::List(values.into_iter().map(Into::into).collect())
    }
}

impl Json {
    /// An object without members.
    pub(super) fn object() -> Self {
        Self::Object(Vec::new())
    }

    /// The same object with a member more.
    pub(super) fn with(mut self, key: impl Into<String>, value: impl Into<Json>) -> Self {
        if let Self::Object(members) = &mut self {
            members.push((key.into(), value.into()));
        }
        self
    }

    fn write(&self, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = |f: &mut fmt::Formatter<'_>, depth: usize| write!(f, "\n{:1$}", "", depth * 2);
        match self {
            Self::Bool(value) => write!(f, "{value}"),
            Self::Number(number) => write!(f, "{number}"),
            Self::Text(text) => string(text, f),
            Self::List(values) => {
                f.write_char('[')?;
                for (nth, value) in values.iter().enumerate() {
                    f.write_str(if nth == 0 { "" } else { ", " })?;
                    value.write(depth, f)?;
                }
                f.write_char(']')
            }
            Self::Object(members) if members.is_empty() => f.write_str("{}"),
            Self::Object(members) => {
                f.write_char('{')?;
                for (nth, (key, value)) in members.iter().enumerate() {
                    f.write_str(if nth == 0 { "" } else { "," })?;
                    line(f, depth + 1)?;
                    string(key, f)?;
                    f.write_str(": ")?;
                    value.write(depth + 1, f)?;
                }
                line(f, depth)?;
                f.write_char('}')
            }
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, f)
    }
}

fn string(text: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            c if c.is_control() => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

#[cfg(test)]
mod tests {
    use super::Json;

    #[test]
    fn members_keep_their_order() {
        let json = Json::object().with("b", "x\"\n\\").with("a", vec![1, -2]).with("c", Json::object());
        assert_eq!(json.to_string(), "{\n  \"b\": \"x\\\"\\n\\\\\",\n  \"a\": [1, -2],\n  \"c\": {}\n}");
    }
}
