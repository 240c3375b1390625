//! Carrying operations out on records.

use std::collections::BTreeMap;
use std::io::{BufRead, Write};

use serde_json::value::RawValue;

use super::error::{Error, ErrorKind, Result};
use super::fields::{EMBEDDED, Fields};

/// Carries operations out on the records that a run wrote, as an index would, and writes the records that there are then, sorted by document
/// and ordinal. They are those that a fresh run writes, byte for byte. All of them are held in memory.
///
/// Carrying operations out twice is the same as once.
///
/// ```
/// use kawara::plan::replay;
///
/// let old = "{\"id\":\"1\",\"doc_id\":\"a\",\"ordinal\":0,\"context\":\"\",\"text\":\"One.\",\"tokens\":2}\n";
/// let operations = "{\"op\":\"add\",\"id\":\"2\",\"doc_id\":\"a\",\"ordinal\":0,\"context\":\"\",\"text\":\"Zero.\",\"tokens\":2}\n\
///                   {\"op\":\"move\",\"id\":\"1\",\"doc_id\":\"a\",\"ordinal\":1,\"tokens\":2}\n";
/// let mut new = Vec::new();
/// replay(old.as_bytes(), operations.as_bytes(), &mut new)?;
/// assert_eq!(
///     String::from_utf8(new).unwrap(),
///     "{\"id\":\"2\",\"doc_id\":\"a\",\"ordinal\":0,\"context\":\"\",\"text\":\"Zero.\",\"tokens\":2}\n\
///      {\"id\":\"1\",\"doc_id\":\"a\",\"ordinal\":1,\"context\":\"\",\"text\":\"One.\",\"tokens\":2}\n"
/// );
/// # Ok::<(), kawara::plan::Error>(())
/// ```
///
/// # Errors
/// When a line is no record of a chunk or no operation, moves a chunk that is not there, or the writer fails; the message tells the line.
pub fn replay(old: impl BufRead, operations: impl BufRead, mut to: impl Write) -> Result<()> {
    let mut records: BTreeMap<String, String> = BTreeMap::new();
    each_line(old, "records", |line| {
        let id = Fields::parse(line.as_bytes()).map_err(|error| error.to_string())?;
        let id = id.get("id").ok_or("it has no id")?.to_owned();
        records.insert(id, line);
        Ok(())
    })?;
    each_line(operations, "operations", |line| {
        let fields = Fields::parse(line.as_bytes()).map_err(|error| error.to_string())?;
        let id = fields.get("id").ok_or("it has no id")?;
        match fields.get("op") {
            Some("\"add\"") => {
                let members = fields.0.iter().filter(|(name, _)| name != "op");
                records.insert(id.to_owned(), written(members.map(|(name, value)| (&**name, *value))));
            }
            Some("\"move\"") => {
                let old = records.get(id).ok_or_else(|| format!("there is no chunk {id} to move"))?;
                let moved =
                    moved(&fields, &Fields::parse(old.as_bytes()).map_err(|error| error.to_string())?);
                records.insert(id.to_owned(), moved);
            }
            Some("\"delete\"") => {
                records.remove(id);
            }
            other => return Err(format!("no operation is called {}", other.unwrap_or("nothing"))),
        }
        Ok(())
    })?;
    let mut sorted: Vec<(String, u64, String)> = Vec::with_capacity(records.len());
    for line in records.into_values() {
        let fields =
            Fields::parse(line.as_bytes()).map_err(|error| broken("records", 0, &error.to_string()))?;
        let place = (fields.get("doc_id"), fields.get("ordinal"));
        let document = place.0.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let ordinal = place.1.and_then(|text| text.parse().ok()).unwrap_or_default();
        sorted.push((document, ordinal, line));
    }
    sorted.sort_unstable();
    let written = sorted.iter().try_for_each(|(_, _, line)| writeln!(to, "{line}"));
    written
        .and_then(|()| to.flush())
        .map_err(|error| Error::new(ErrorKind::File, format!("cannot write: {error}")))
}

fn each_line(
    lines: impl BufRead,
    what: &str,
    mut each: impl FnMut(String) -> std::result::Result<(), String>,
) -> Result<()> {
    for (nth, line) in lines.lines().enumerate() {
        let line = line.map_err(|error| broken(what, nth + 1, &error.to_string()))?;
        each(line).map_err(|message| broken(what, nth + 1, &message))?;
    }
    Ok(())
}

fn broken(what: &str, line: usize, message: &str) -> Error {
    Error::new(ErrorKind::Corrupt, format!("{what}, line {line}: {message}"))
}

/// The new payload around what is embedded, which stands where it stood: before the member that it stood before.
fn moved(new: &Fields<'_>, old: &Fields<'_>) -> String {
    let is_embedded = |name: &str| EMBEDDED.contains(&name);
    let embedded =
        || old.0.iter().filter(|(name, _)| is_embedded(name)).map(|(name, value)| (&**name, *value));
    let behind = old.0.iter().skip_while(|(name, _)| !is_embedded(name)).find(|(name, _)| !is_embedded(name));
    let members: Vec<(&str, &RawValue)> =
        new.0.iter().filter(|(name, _)| name != "op").map(|(name, value)| (&**name, *value)).collect();
    let at = behind.and_then(|(name, _)| members.iter().position(|(known, _)| known == name));
    let (before, after) = members.split_at(at.unwrap_or(members.len()));
    written(before.iter().copied().chain(embedded()).chain(after.iter().copied()))
}

fn written<'m>(members: impl Iterator<Item = (&'m str, &'m RawValue)>) -> String {
    let mut line = String::from("{");
    for (name, value) in members {
        if line.len() > 1 {
            line.push(',');
        }
        line.push_str(&serde_json::Value::from(name).to_string());
        line.push(':');
        line.push_str(value.get());
    }
    line.push('}');
    line
}
