use std::collections::BTreeMap;

use serde_json::value::RawValue;

/// What a record says of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Embedded {
    /// Its id, where it has one: `id`, `id_` or `chunk_id`, a text or a number.
    pub id: Option<String>,
    /// The text that is embedded.
    pub text: String,
}

/// Where others keep a chunk's text.
const FIELDS: [&str; 3] = ["text", "page_content", "content"];
const IDS: [&str; 3] = ["id", "id_", "chunk_id"];

/// The text that is embedded of a record.
///
/// `field` names it; dots lead into objects (`node.text`), unless a field is called just so. Where none is named, a record of
/// kawara (one with `doc_id`, `context` and `text`) is its context followed by its text, as they are; another is its `text`,
/// `page_content` or `content`, the first that there is; and a record that is no object but a text is that text.
///
/// ```
/// use kawara::guard::embedded;
///
/// let ours = br#"{"id": "c1", "doc_id": "guide.md", "context": "Gate\n", "text": "It opens at six."}"#;
/// assert_eq!(embedded(ours, None)?.text, "Gate\nIt opens at six.");
/// let theirs = br#"{"id": 7, "kwargs": {"page_content": "It opens at six."}}"#;
/// assert_eq!(embedded(theirs, Some("kwargs.page_content"))?.text, "It opens at six.");
/// assert!(embedded(theirs, None).is_err_and(|message| message.contains("`kwargs`")));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// A message that says what is wrong with the record, or which fields it has instead.
pub fn embedded(json: &[u8], field: Option<&str>) -> Result<Embedded, String> {
    let json: &RawValue =
        serde_json::from_slice(json.trim_ascii()).map_err(|error| format!("not a JSON record: {error}"))?;
    if json.get().starts_with('"') && field.is_none() {
        return Ok(Embedded { id: None, text: string(json, "the record")? });
    }
    let fields: Fields<'_> = serde_json::from_str(json.get())
        .map_err(|_| format!("not a record: an object with a text is wanted, not {}", kind(json)))?;
    let id = IDS.iter().find_map(|name| id(fields.get(*name)?));
    let text = match field {
        Some(field) => {
            string(at(&fields, field).ok_or_else(|| missing(&fields, &format!("`{field}`")))?, field)?
        }
        None => known(&fields)?,
    };
    Ok(Embedded { id, text })
}

/// Fields are parsed when they are asked for: a record may carry an embedding or a whole document.
type Fields<'j> = BTreeMap<String, &'j RawValue>;

fn known(fields: &Fields<'_>) -> Result<String, String> {
    let (name, json) = FIELDS
        .iter()
        .find_map(|name| Some((name, *fields.get(*name)?)))
        .ok_or_else(|| missing(fields, "no `text`, `page_content` or `content`"))?;
    let text = string(json, name)?;
    match fields.get("context") {
        Some(context) if fields.contains_key("doc_id") && *name == "text" => {
            Ok(string(context, "context")? + &text)
        }
        _ => Ok(text),
    }
}

fn at<'j>(fields: &Fields<'j>, path: &str) -> Option<&'j RawValue> {
    if let Some(json) = fields.get(path) {
        return Some(json);
    }
    let (first, rest) = path.split_once('.')?;
    at(&serde_json::from_str(fields.get(first)?.get()).ok()?, rest)
}

fn string(json: &RawValue, name: &str) -> Result<String, String> {
    serde_json::from_str(json.get()).map_err(|error| {
        if json.get().starts_with('"') {
            format!("`{name}` is a broken text: {error}")
        } else {
            format!("`{name}` is {}, not a text", kind(json))
        }
    })
}

fn id(json: &RawValue) -> Option<String> {
    match json.get().as_bytes().first()? {
        b'"' => serde_json::from_str(json.get()).ok(),
        b'0'..=b'9' | b'-' => Some(json.get().to_owned()),
        _ => None,
    }
}

fn kind(json: &RawValue) -> &'static str {
    match json.get().as_bytes().first() {
        Some(b'{') => "an object",
        Some(b'[') => "a list",
        Some(b'"') => "a text",
        Some(b't' | b'f') => "true or false",
        Some(b'n') => "null",
        _ => "a number",
    }
}

/// The most fields that a message names.
const NAMED: usize = 8;

fn missing(fields: &Fields<'_>, what: &str) -> String {
    let mut names: Vec<String> = fields.keys().take(NAMED).map(|name| format!("`{name}`")).collect();
    if fields.len() > NAMED {
        names.push("…".to_owned());
    }
    let has = if names.is_empty() { "is empty".to_owned() } else { format!("has {}", names.join(", ")) };
    format!("no text in it: {what}; the record {has}; name the field of the text with --field")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(json: &str, field: Option<&str>) -> Result<String, String> {
        embedded(json.as_bytes(), field).map(|embedded| embedded.text)
    }

    #[test]
    fn the_text_is_found() {
        for (json, field, expected) in [
            (r#"{"doc_id": "d", "context": "C\n", "text": "t"}"#, None, "C\nt"),
            (r#"{"doc_id": "d", "context": "C\n", "text": "t"}"#, Some("text"), "t"),
            (r#"{"context": "theirs", "text": "t"}"#, None, "t"),
            (r#"{"page_content": "p", "content": "c"}"#, None, "p"),
            (r#"{"content": "\u6c34"}"#, None, "水"),
            (r#"{"a": {"b": {"c": "x"}}}"#, Some("a.b.c"), "x"),
            (r#"{"a.b": "y", "a": {"b": "x"}}"#, Some("a.b"), "y"),
            (r#"{"a": {"b.c": "x"}}"#, Some("a.b.c"), "x"),
            (r#""alone""#, None, "alone"),
            (r#"{"text": ""}"#, None, ""),
        ] {
            assert_eq!(text(json, field).as_deref(), Ok(expected), "{json}");
        }
    }

    #[test]
    fn ids_are_kept_digit_by_digit() {
        let id = |json: &str| embedded(json.as_bytes(), None).unwrap().id;
        assert_eq!(id(r#"{"id": 12345678901234567890123, "text": ""}"#).unwrap(), "12345678901234567890123");
        assert_eq!(id(r#"{"id": null, "id_": "n", "text": ""}"#).unwrap(), "n");
        assert_eq!(id(r#"{"text": ""}"#), None);
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (json, field, says) in [
            ("{", None, "EOF"),
            ("[1]", None, "not a list"),
            ("7", None, "not a number"),
            ("{}", None, "is empty"),
            (r#"{"body": "b"}"#, None, "`body`"),
            (r#"{"text": null}"#, None, "`text` is null"),
            (r#"{"text": ["t"]}"#, None, "`text` is a list"),
            (r#"{"text": "\ud800"}"#, None, "`text` is a broken text"),
            (r#"{"text": "t"}"#, Some("body.x"), "`body.x`"),
            (r#""alone""#, Some("text"), "not a text"),
        ] {
            let message = text(json, field).unwrap_err();
            assert!(message.contains(says), "{json}: {message}");
        }
        assert!(embedded(b"{\"text\": \"\xff\"}", None).unwrap_err().contains("not a JSON record"));
        let deep = format!("{{\"text\": {}", "[".repeat(1 << 20));
        assert!(text(&deep, None).is_err());
    }
}
