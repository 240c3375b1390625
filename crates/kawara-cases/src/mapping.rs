//! Neutral settings to a policy.

use kawara::Registry;

use crate::{Case, Neutral};

/// A case's settings as the text of a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mapped {
    /// The policy, as TOML.
    pub(crate) policy: String,
    /// The counter that it names.
    pub(crate) counter: String,
    /// Settings of the case that no policy key stands for.
    pub(crate) unmapped: Vec<String>,
}

/// Writes the settings of a case as a policy. What puts context before a text stays as it is by default.
pub(crate) fn map(case: &Case, registry: &Registry) -> Mapped {
    let settings = &case.settings;
    let mut policy = String::from("policy = 1\n");
    if let Some(language) = &settings.lang {
        policy += &format!("language = {}\n", quoted(language));
    }
    let newline = settings.newline.as_deref().unwrap_or("hard");
    policy += "\n[read]\ntext = \"source\"\n";
    policy += &format!("content-type = {}\n", quoted(reader(&case.content_type, registry)));
    policy += &format!("newline = {}\n", quoted(newline));

    let counter = counter(&settings.counter);
    policy += &format!("\n[budget]\ncounter = {}\nmax-tokens = {}\n", quoted(&counter), settings.max_tokens);

    policy += &format!("\n[units]\noverlap = {}\n", settings.overlap_units);
    let by_record = settings.group.as_deref() == Some("record");
    if by_record {
        policy += "kind = \"record\"\n";
    }
    if let Some(most) = settings.records_per_chunk {
        policy += &format!("records-per-chunk = {most}\n");
    }
    Mapped { policy, counter, unmapped: unmapped(settings) }
}

fn counter(neutral: &str) -> String {
    match neutral {
        "chars" => "chars".to_owned(),
        "utf8_bytes" => "bytes".to_owned(),
        test if test.starts_with("test:") => test.to_owned(),
        encoding => format!("tiktoken:{encoding}"),
    }
}

/// The reader called like the content type, or that reads files with such an extension; else plain text.
fn reader(content_type: &str, registry: &Registry) -> &'static str {
    let by_name = registry.reader(content_type);
    let found = by_name.or_else(|| registry.reader_for_path(&format!("case.{content_type}")));
    found.map_or("text", |(_, entry)| entry.id())
}

/// Headings are barriers in any case, so only the wish that they be none has no key.
fn unmapped(settings: &Neutral) -> Vec<String> {
    let mut names: Vec<String> = settings.others.keys().cloned().collect();
    if settings.break_at_headings == Some(false) {
        names.push("break_at_headings".to_owned());
    }
    if let Some(group) = settings.group.as_deref().filter(|group| *group != "record") {
        names.push(format!("group={group}"));
    }
    names
}

/// A TOML string: JSON escapes the same characters the same way, but for the delete character.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007f")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mapped(fields: &str) -> Mapped {
        let case: Case = serde_json::from_str(&format!(
            r#"{{"id": "x", "kind": "record", "severity": "must", "text": "", "check": {{}}, {fields}}}"#
        ))
        .unwrap();
        let mapped = map(&case, &kawara::registry().unwrap());
        kawara::policy::Policy::from_str(&mapped.policy, "case.toml", "").expect(&mapped.policy);
        mapped
    }

    #[test]
    fn every_setting_becomes_a_policy_key() {
        let mapped = mapped(
            r#""content_type": "csv", "settings": {"counter": "utf8_bytes", "max_tokens": 60, "overlap_units": 2,
               "group": "record", "records_per_chunk": 3, "newline": "soft", "lang": "th", "separators": ["。"]}"#,
        );
        assert_eq!(
            mapped.policy,
            "policy = 1\nlanguage = \"th\"\n\n[read]\ntext = \"source\"\ncontent-type = \"csv\"\nnewline = \"soft\"\n\n\
             [budget]\ncounter = \"bytes\"\nmax-tokens = 60\n\n\
             [units]\noverlap = 2\nkind = \"record\"\nrecords-per-chunk = 3\n"
        );
        assert_eq!(mapped.unmapped, ["separators"]);
    }

    #[test]
    fn what_no_reader_knows_is_plain_text() {
        let opera = mapped(
            r#""content_type": "opera", "settings": {"counter": "cl100k_base", "max_tokens": 9, "overlap_units": 0}"#,
        );
        assert!(opera.policy.contains("content-type = \"text\"\n"), "{}", opera.policy);
        assert_eq!(opera.counter, "tiktoken:cl100k_base");
    }
}
