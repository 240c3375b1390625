use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::contextual::Key;

/// So much of a file tells whether it was written here.
const HEAD: u64 = 4096;

/// Whether a file is what this program writes, by how it begins: chunks, parents, operations for an index, a report, a certificate, requests
/// for contexts, or their answers. An empty file is not.
///
/// ```
/// use kawara::output::is_output;
///
/// let path = std::env::temp_dir().join(format!("kawara-own-{}.jsonl", std::process::id()));
/// std::fs::write(&path, "{\"op\":\"delete\",\"id\":\"0a1f8c5e-0000-8000-8000-000000000000\",\"doc_id\":\"a\"}\n")?;
/// assert!(is_output(&path));
/// std::fs::write(&path, "{\"id\":\"a\",\"text\":\"The pump stopped.\"}\n")?;
/// assert!(!is_output(&path));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_output(path: &Path) -> bool {
    let mut head = Vec::new();
    File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head)).is_ok() && begins(&head)
}

fn begins(head: &[u8]) -> bool {
    if head.starts_with(b"PAR1") || head.starts_with(b"ARROW1") {
        return true;
    }
    // The last character may be cut.
    let head = String::from_utf8_lossy(head);
    let first = head.lines().next().unwrap_or_default();
    let is_csv = ["id,doc_id,ordinal,start,end,", "id,doc_id,kind,title,parent,"]
        .iter()
        .any(|columns| first.starts_with(columns));
    let is_text = first.starts_with("── ") && first.contains(" tokens  bytes ");
    let is_markdown = first.starts_with("# `") && head[first.len()..].starts_with("\n\n## 0\n\n");
    is_csv || is_text || is_markdown || is_json(&head)
}

/// Members stand in one order, whatever the space between them.
fn is_json(head: &str) -> bool {
    let head: String = head.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    let head = head.strip_prefix('[').unwrap_or(&head);
    if head.starts_with("{\"kawara_certificate\":") {
        return true;
    }
    if let Some(report) = head.strip_prefix("{\"kawara\":\"") {
        return report.contains("\",\"packs\":[");
    }
    if let Some(proposal) = head.strip_prefix("{\"proposed\":true,\"id\":\"") {
        return proposal.contains("\",\"class\":\"") && proposal.contains(",\"evidence\":[{\"start\":");
    }
    if let Some(operation) = head.strip_prefix("{\"op\":\"") {
        let behind = ["add", "move", "delete"].iter().find_map(|op| operation.strip_prefix(op));
        return behind.and_then(|rest| behind_id(rest.strip_prefix("\",")?)).is_some();
    }
    if let Some(key) = head.strip_prefix("{\"key\":\"") {
        // Requests for contexts, and their answers.
        let rest = key.get(66..).filter(|_| key[..66].parse::<Key>().is_ok());
        return rest.is_some_and(|rest| rest.starts_with("\",\"doc_id\":\""));
    }
    let behind = head.strip_prefix('{').and_then(behind_id);
    let document = behind.and_then(|rest| behind_string(rest.strip_prefix(",\"doc_id\":\"")?));
    document
        .is_some_and(|rest| [",\"ordinal\":", ",\"kind\":\""].iter().any(|member| rest.starts_with(member)))
}

/// What follows an id.
fn behind_id(text: &str) -> Option<&str> {
    let id = text.strip_prefix("\"id\":\"")?;
    uuid::Uuid::try_parse(id.get(..36)?).ok()?;
    id[36..].strip_prefix('"')
}

/// What follows a string that has begun.
fn behind_string(text: &str) -> Option<&str> {
    let mut is_escaped = false;
    let end = text.find(|c| {
        let is_end = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        is_end
    })?;
    Some(&text[end + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::{Format, ParentSink, Sink};
    use crate::policy::Policy;
    use crate::{Document, PolicyTree};

    #[test]
    fn what_is_written_is_known_again() {
        let engine = crate::engine(Policy::builtin("docs").unwrap()).unwrap();
        let document =
            Document::new("a \"b\" \\", "# Pump\n\nThe pump stopped.\n").with_content_type("markdown");
        let chunks = engine.chunk(&document).unwrap();
        for format in [Format::Jsonl, Format::Json, Format::Csv, Format::Text, Format::Markdown] {
            let mut sink = Sink::open(format, Vec::new()).unwrap();
            sink.write(&chunks).unwrap();
            let written = sink.finish().unwrap();
            assert!(begins(&written), "{format}: {}", String::from_utf8_lossy(&written));
        }
        for format in [Format::Jsonl, Format::Json, Format::Csv] {
            let mut sink = ParentSink::open(format, Vec::new()).unwrap();
            sink.write(&chunks).unwrap();
            let written = sink.finish().unwrap();
            assert!(begins(&written), "parents, {format}: {}", String::from_utf8_lossy(&written));
        }
        let policies = PolicyTree::fixed(Policy::builtin("docs").unwrap(), Vec::new()).unwrap();
        let report = crate::report::Report::new(&crate::registry().unwrap(), policies);
        assert!(begins(report.to_json().as_bytes()), "{}", report.to_json());
        assert!(begins(b"{\n  \"kawara_certificate\": 1,\n"));
        let requests = crate::contextual::Requests::default();
        for request in requests.of(&engine, &document, chunks).unwrap().iter() {
            let request = serde_json::to_string(&request).unwrap();
            assert!(begins(request.as_bytes()), "{request}");
            assert!(begins(request.replace("prompt", "context").as_bytes()));
        }
    }

    #[test]
    fn what_others_write_is_not() {
        for text in [
            "",
            "{\"id\":\"1\",\"text\":\"One.\"}\n",
            "{\"id\":\"0a1f8c5e-0000-8000-8000-000000000000\",\"text\":\"One.\"}\n",
            "{\"op\":\"add\",\"path\":\"/a\",\"value\":1}\n",
            "[{\"op\":\"add\",\"path\":\"/id\"}]",
            "{\"kawara\":\"a roof tile\"}",
            "{\"key\":\"value\",\"doc_id\":\"1\"}",
            "{\"key\":\"é\"}",
            "{\"proposed\":true,\"id\":\"1\",\"text\":\"A budget.\"}\n",
            "id,doc_id,text\n",
            "# `code`\n\nIts use.\n",
        ] {
            assert!(!begins(text.as_bytes()), "{text}");
        }
    }
}
