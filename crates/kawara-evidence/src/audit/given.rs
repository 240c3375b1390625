//! What a file of chunks says of each of them, whoever wrote it.

use std::collections::BTreeMap;

use kawara::Flag;
use kawara::guard::{Record, embedded};
use serde_json::value::RawValue;

/// A chunk as a file has it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The line that its record begins on, from 1.
    pub line: usize,
    /// Which element of an array it is, from 1; `None` where each has a line of its own.
    pub element: Option<usize>,
    /// Its id, where it has one.
    pub id: Option<String>,
    /// What may name its document, the likeliest first.
    pub documents: Vec<String>,
    /// What is embedded before the text and stands apart from it: the context of kawara's records.
    pub context: String,
    /// Its text.
    pub text: String,
    /// Where it says that the text stands.
    pub offsets: Option<Offsets>,
    /// Which stretches of the text stand where in the source, in half-open bytes, where that is told: text, then source.
    pub map: Vec<[usize; 4]>,
    /// Whether it says itself that less is carried than was asked for, as kawara does.
    pub tells_reduced_carry: bool,
}

/// Offsets of a chunk, in characters or bytes: which of them shows when they are held against the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offsets {
    /// Where it begins; some splitters write −1 for what they did not find.
    pub start: i64,
    /// Where it ends, if that is said.
    pub end: Option<i64>,
    /// The field of the start, such as `metadata.start_index`.
    pub field: String,
}

/// Which fields to read, where they are not the usual ones. Dots lead into objects.
#[derive(Clone, Debug, Default)]
pub struct Fields {
    /// The text.
    pub text: Option<String>,
    /// What names the document.
    pub document: Option<String>,
    /// Where the text begins.
    pub start: Option<String>,
}

/// What may name a document, in a record or its metadata.
const DOCUMENTS: [&str; 11] = [
    "doc_id",
    "document_id",
    "ref_doc_id",
    "source",
    "file_path",
    "path",
    "filename",
    "file_name",
    "document",
    "doc",
    "file",
];
/// Where a text begins and ends, in a record or its metadata.
const OFFSETS: [(&str, &str); 7] = [
    ("char_start", "char_end"),
    ("start_char_idx", "end_char_idx"),
    ("start_index", "end_index"),
    ("start_char", "end_char"),
    ("start_offset", "end_offset"),
    ("start", "end"),
    ("begin", "end"),
];
/// Both as one list.
const PAIRS: [&str; 3] = ["offsets", "span", "char_span"];
const METADATA: [&str; 3] = ["metadata", "meta", "extra_info"];

impl Given {
    /// Reads a record: one of kawara; of LangChain (`page_content`, `metadata.source`, `metadata.start_index`, also as
    /// `langchain_core.load.dumpd` writes it); of LlamaIndex (`text`, `start_char_idx`, `ref_doc_id` or `relationships`); of chonkie
    /// (`text`, `start_index`); or a text and nothing else.
    ///
    /// ```
    /// use kawara::guard::Records;
    /// use kawara_evidence::audit::{Fields, Given};
    ///
    /// let line = br#"{"page_content": "It opens at six.", "metadata": {"source": "gate.md", "start_index": 9}}"#;
    /// let record = Records::new(&line[..], "chunks.jsonl").next().unwrap()?;
    /// let given = Given::read(&record, &Fields::default())?;
    /// assert_eq!((given.documents[0].as_str(), given.offsets.unwrap().start), ("gate.md", 9));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A message that says what is wrong with the record, or which fields it has instead.
    pub fn read(record: &Record, fields: &Fields) -> Result<Self, String> {
        let json = record.json.trim_ascii();
        let kwargs = object(json).and_then(|record| Some(record.get("kwargs")?.get().as_bytes().to_vec()));
        let is_dumped = fields.text.is_none()
            && kwargs.as_deref().and_then(object).is_some_and(|kwargs| kwargs.contains_key("page_content"));
        let json = if is_dumped { kwargs.as_deref().unwrap_or(json) } else { json };
        let embedded = embedded(json, fields.text.as_deref())?;
        let Some(record_fields) = object(json) else {
            let (line, element) = (record.line, record.element);
            return Ok(Self { line, element, text: embedded.text, ..Self::default() });
        };
        let metadata = METADATA.iter().find_map(|name| object(record_fields.get(*name)?.get().as_bytes()));
        let metadata = metadata.unwrap_or_default();
        let context = context(&record_fields, &embedded.text, fields);
        let mut text = embedded.text;
        text.drain(..context.len());
        Ok(Self {
            line: record.line,
            element: record.element,
            id: embedded.id,
            documents: documents(&record_fields, &metadata, fields)?,
            context,
            text,
            offsets: offsets(&record_fields, &metadata, fields)?,
            tells_reduced_carry: record_fields.get("flags").is_some_and(|flags| {
                serde_json::from_str::<Vec<String>>(flags.get())
                    .is_ok_and(|flags| flags.iter().any(|flag| flag == Flag::CarryReduced.as_str()))
            }),
            map: record_fields
                .get("map")
                .and_then(|map| serde_json::from_str(map.get()).ok())
                .unwrap_or_default(),
        })
    }

    /// Where it stands in its file: its line, and which element it is of an array.
    pub fn place(&self) -> String {
        let element = self.element.map_or(String::new(), |nth| format!(", element {nth}"));
        format!("line {}{element}", self.line)
    }

    /// What is embedded: the context and the text.
    pub fn embedded(&self) -> String {
        format!("{}{}", self.context, self.text)
    }
}

/// Fields are parsed when they are asked for: a record may carry an embedding.
type Raw<'j> = BTreeMap<String, &'j RawValue>;

fn object(json: &[u8]) -> Option<Raw<'_>> {
    serde_json::from_slice(json).ok()
}

/// The part of what is embedded that kawara keeps apart.
fn context(record: &Raw<'_>, embedded: &str, fields: &Fields) -> String {
    let context = match fields.text {
        None if record.contains_key("doc_id") && record.contains_key("text") => record.get("context"),
        _ => None,
    };
    let context: Option<String> = context.and_then(|context| serde_json::from_str(context.get()).ok());
    context.filter(|context| embedded.starts_with(context.as_str())).unwrap_or_default()
}

fn documents(record: &Raw<'_>, metadata: &Raw<'_>, fields: &Fields) -> Result<Vec<String>, String> {
    if let Some(field) = &fields.document {
        let named = at(record, field).and_then(|json| name(json.get()));
        return named.map(|name| vec![name]).ok_or_else(|| {
            format!("no `{field}` in it that could name a document; --doc-field says where that stands")
        });
    }
    let known = [record, metadata]
        .into_iter()
        .flat_map(|fields| DOCUMENTS.iter().filter_map(|field| name(fields.get(*field)?.get())));
    // LlamaIndex keeps the document a node comes from under this number.
    let related = at(record, "relationships.1.node_id").and_then(|json| name(json.get()));
    Ok(known.chain(related).collect())
}

fn offsets(record: &Raw<'_>, metadata: &Raw<'_>, fields: &Fields) -> Result<Option<Offsets>, String> {
    if let Some(field) = &fields.start {
        let start = at(record, field).and_then(|json| json.get().parse().ok());
        let start = start.ok_or_else(|| {
            format!(
                "no whole number at `{field}`, where the text is to begin; --start-field says where that stands"
            )
        })?;
        return Ok(Some(Offsets { start, end: None, field: field.clone() }));
    }
    for (prefix, fields) in [("", record), ("metadata.", metadata)] {
        let number = |name: &str| fields.get(name).and_then(|json| json.get().parse::<i64>().ok());
        for (start, end) in OFFSETS {
            if let Some(at) = number(start) {
                let field = format!("{prefix}{start}");
                return Ok(Some(Offsets { start: at, end: number(end), field }));
            }
        }
        for pair in PAIRS {
            let both = fields.get(pair).and_then(|json| serde_json::from_str::<[i64; 2]>(json.get()).ok());
            if let Some([start, end]) = both {
                return Ok(Some(Offsets { start, end: Some(end), field: format!("{prefix}{pair}") }));
            }
        }
    }
    Ok(None)
}

fn at<'j>(fields: &Raw<'j>, path: &str) -> Option<&'j RawValue> {
    if let Some(json) = fields.get(path) {
        return Some(json);
    }
    let (first, rest) = path.split_once('.')?;
    at(&serde_json::from_str(fields.get(first)?.get()).ok()?, rest)
}

/// A text that is not empty, or a number digit by digit.
fn name(json: &str) -> Option<String> {
    let name = match json.as_bytes().first()? {
        b'"' => serde_json::from_str(json).ok()?,
        b'0'..=b'9' => json.to_owned(),
        _ => return None,
    };
    (!name.trim().is_empty()).then_some(name)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test")]

    use kawara::guard::Records;

    use super::*;

    fn read(json: &str, fields: &Fields) -> Result<Given, String> {
        Given::read(&Records::new(json.as_bytes(), "f").next().unwrap().unwrap(), fields)
    }

    #[test]
    fn whoever_wrote_it() {
        for (json, document, start, end, text) in [
            (
                r#"{"doc_id":"a","start":9,"char_start":3,"char_end":5,"context":"C\n","text":"t"}"#,
                "a",
                3,
                Some(5),
                "t",
            ),
            (
                r#"{"page_content":"t","metadata":{"source":"x/a.md","start_index":-1}}"#,
                "x/a.md",
                -1,
                None,
                "t",
            ),
            (
                r#"{"lc":1,"id":["langchain"],"kwargs":{"page_content":"t","metadata":{"source":"a","start_index":2}}}"#,
                "a",
                2,
                None,
                "t",
            ),
            (
                r#"{"id_":"n","text":"t","start_char_idx":4,"end_char_idx":5,"relationships":{"1":{"node_id":"d"}}}"#,
                "d",
                4,
                Some(5),
                "t",
            ),
            (
                r#"{"text":"t","start_index":7,"end_index":8,"token_count":1,"source":"a"}"#,
                "a",
                7,
                Some(8),
                "t",
            ),
            (r#"{"text":"t","doc":12,"offsets":[1,2]}"#, "12", 1, Some(2), "t"),
        ] {
            let given = read(json, &Fields::default()).unwrap();
            let offsets = given.offsets.unwrap();
            let read = (given.documents[0].as_str(), offsets.start, offsets.end, given.text.as_str());
            assert_eq!(read, (document, start, end, text), "{json}");
        }
        let plain = read(r#""alone""#, &Fields::default()).unwrap();
        assert_eq!(
            (plain.text.as_str(), plain.documents.len(), plain.offsets, plain.line),
            ("alone", 0, None, 1)
        );
        let ours = read(r#"{"doc_id":"a","context":"C\n","text":"t"}"#, &Fields::default()).unwrap();
        assert_eq!((ours.context.as_str(), ours.embedded().as_str()), ("C\n", "C\nt"));
    }

    #[test]
    fn fields_are_named() {
        let fields =
            Fields { text: Some("n.b".into()), document: Some("n.d".into()), start: Some("n.s".into()) };
        let given = read(r#"{"n":{"b":"t","d":"a","s":3}}"#, &fields).unwrap();
        assert_eq!(
            (given.text.as_str(), given.documents, given.offsets.unwrap().start),
            ("t", vec!["a".into()], 3)
        );
        let wrong = read(r#"{"n":{"b":"t","s":3}}"#, &fields).unwrap_err();
        assert!(wrong.contains("`n.d`") && wrong.contains("--doc-field"), "{wrong}");
        let wrong = read(r#"{"n":{"b":"t","d":"a","s":"3"}}"#, &fields).unwrap_err();
        assert!(wrong.contains("`n.s`") && wrong.contains("--start-field"), "{wrong}");
        assert!(read(r#"{"body":"t"}"#, &Fields::default()).unwrap_err().contains("`body`"));
    }
}
