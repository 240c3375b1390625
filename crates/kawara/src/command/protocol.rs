//! Requests and answers, as lines; what is wrong with an answer is said so that it can be put behind the command's name.

use kawara_core::Counted;
use kawara_core::believed::{HIGHEST_LIMIT, MOST_SPECIALS, TOKENS_A_BYTE};
use kawara_policy::printable;
use serde::{Deserialize, Serialize};

use super::last_words::head;

/// The first request.
pub(super) const ABOUT: &[u8] = b"{\"about\":true}\n";

/// What a program says of itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct About {
    pub(super) name: Option<String>,
    pub(super) version: Option<String>,
    pub(super) vocabulary: Option<String>,
    pub(super) specials: u32,
    /// Or why it is none.
    pub(super) limit: Result<Option<u32>, String>,
}

pub(super) fn about(line: &[u8]) -> Result<About, String> {
    #[derive(Deserialize)]
    struct Said {
        name: Option<String>,
        version: Option<String>,
        vocabulary: Option<String>,
        specials: Option<i64>,
        limit: Option<serde_json::Number>,
    }
    let said: Said = parse(
        line,
        "{\"about\":true}",
        "{} or {\"name\":\"…\",\"specials\":2,\"limit\":512,\"vocabulary\":\"…\"}",
    )?;
    let specials = said.specials.unwrap_or(0);
    let specials = u32::try_from(specials).ok().filter(|specials| *specials <= MOST_SPECIALS);
    let Some(specials) = specials else {
        return Err(format!("says that its model adds {} special tokens", said.specials.unwrap_or(0)));
    };
    let word =
        |word: Option<String>| word.filter(|word| !word.trim().is_empty()).map(|word| printable(&word));
    Ok(About {
        name: word(said.name),
        version: word(said.version),
        vocabulary: word(said.vocabulary),
        specials,
        limit: said.limit.map(|limit| check_limit(&limit, specials)).transpose(),
    })
}

fn check_limit(limit: &serde_json::Number, specials: u32) -> Result<u32, String> {
    let plausible =
        limit.as_u64().filter(|limit| (u64::from(specials) + 1..=HIGHEST_LIMIT.into()).contains(limit));
    plausible.and_then(|limit| u32::try_from(limit).ok()).ok_or_else(|| {
        format!("says that its model's limit is {limit}, which is none; leave `limit` out, or set budget.hard-limit in the policy")
    })
}

/// The request for the counts of texts.
pub(super) fn request(texts: &[&str]) -> Result<Vec<u8>, String> {
    #[derive(Serialize)]
    struct Texts<'t> {
        texts: &'t [&'t str],
    }
    line(&Texts { texts })
}

/// A request as a line.
pub(super) fn line(request: &impl Serialize) -> Result<Vec<u8>, String> {
    let mut line = serde_json::to_vec(request).map_err(|error| format!("cannot be asked: {error}"))?;
    line.push(b'\n');
    Ok(line)
}

pub(super) fn counted(line: &[u8], texts: &[&str]) -> Result<Vec<Counted>, String> {
    #[derive(Deserialize)]
    struct Answer {
        counts: Vec<i64>,
        unknown: Option<Vec<i64>>,
    }
    let Answer { counts, unknown } =
        parse(line, "{\"texts\":[…]}", "{\"counts\":[…]} with a whole number for each text")?;
    for (what, given) in [("counts", Some(&counts)), ("unknown", unknown.as_ref())] {
        if let Some(given) = given.filter(|given| given.len() != texts.len()) {
            return Err(format!(
                "was asked for {} texts and answers with {} numbers in `{what}`",
                texts.len(),
                given.len()
            ));
        }
    }
    let unknown = unknown.iter().flatten().copied().map(Some).chain(std::iter::repeat(None));
    counts
        .iter()
        .zip(unknown)
        .zip(texts)
        .map(|((count, unknown), text)| answer(*count, unknown, text))
        .collect()
}

fn answer(count: i64, unknown: Option<i64>, text: &str) -> Result<Counted, String> {
    let most = TOKENS_A_BYTE * (text.len() as u64 + 1);
    let refuse = |why: &str| Err(format!("counts {count} tokens in a text of {} bytes{why}", text.len()));
    if count < 0 {
        return refuse("");
    }
    let Some(tokens) = u32::try_from(count).ok().filter(|count| u64::from(*count) <= most) else {
        return refuse(": that is too many to be true");
    };
    if text.is_empty() && tokens > 0 {
        return refuse(
            "; leave special tokens out of `counts`, and answer {\"about\":true} with their number as `specials`",
        );
    }
    match unknown
        .map(|unknown| u32::try_from(unknown).ok().filter(|unknown| *unknown <= tokens).ok_or(unknown))
    {
        Some(Err(unknown)) => refuse(&format!(", {unknown} of them unknown")),
        Some(Ok(unknown)) => Ok(Counted { tokens, unknown: Some(unknown) }),
        None => Ok(Counted { tokens, unknown: None }),
    }
}

/// An answer, which is an object.
pub(super) fn parse<'l, T: Deserialize<'l>>(line: &'l [u8], asked: &str, wanted: &str) -> Result<T, String> {
    // What is derived would take a list for an object, and its items for the fields.
    let parsed = match line.trim_ascii_start() {
        [b'{', ..] => serde_json::from_slice(line).map_err(|error| format!(": {error}")),
        _ => Err(String::new()),
    };
    parsed.map_err(|error| format!("answers {asked} with `{}` and not with {wanted}{error}", head(line)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_one_line() {
        let line = request(&["a\nb\r\u{2028}", "\"瓦\""]).unwrap();
        assert_eq!(line, "{\"texts\":[\"a\\nb\\r\u{2028}\",\"\\\"瓦\\\"\"]}\n".as_bytes());
    }

    #[test]
    fn counts_come_in_order() {
        let counted =
            counted(br#"{ "counts": [2, 0], "unknown": [1, 0], "more": {} }"#, &["ab", ""]).unwrap();
        assert_eq!(
            counted,
            [Counted { tokens: 2, unknown: Some(1) }, Counted { tokens: 0, unknown: Some(0) }]
        );
        assert_eq!(super::counted(br#"{"counts":[],"unknown":null}"#, &[]).unwrap(), []);
    }

    #[test]
    fn answers_that_cannot_be_are_refused() {
        for (answer, what) in [
            ("", "and not with {\"counts\":[…]}"),
            ("hello", "answers {\"texts\":[…]} with `hello`"),
            ("[[1]]", "with `[[1]]` and not with"),
            ("{}", "missing field `counts`"),
            (r#"{"counts":["1"]}"#, "invalid type: string"),
            (r#"{"counts":[1.0]}"#, "floating point"),
            (r#"{"counts":[null]}"#, "invalid type: null"),
            (r#"{"counts":[1,1]}"#, "asked for 1 texts and answers with 2 numbers in `counts`"),
            (r#"{"counts":[1],"unknown":[]}"#, "with 0 numbers in `unknown`"),
            (r#"{"counts":[-1]}"#, "counts -1 tokens in a text of 2 bytes"),
            (r#"{"counts":[49]}"#, "too many to be true"),
            (r#"{"counts":[4294967297]}"#, "too many to be true"),
            (r#"{"counts":[99999999999999999999]}"#, "invalid type"),
            (r#"{"counts":[1],"unknown":[2]}"#, "2 of them unknown"),
            (r#"{"counts":[1],"unknown":[-1]}"#, "-1 of them unknown"),
            ("{\"counts\":[1]} \u{1b}[2J", "\\u{1b}[2J"),
        ] {
            let error = counted(answer.as_bytes(), &["ab"]).unwrap_err();
            assert!(error.contains(what), "{answer}: {error}");
        }
        let error = counted(b"{\"counts\":[2]}", &[""]).unwrap_err();
        assert!(error.contains("leave special tokens out"), "{error}");
        let error = counted(&[0xff; 300], &["ab"]).unwrap_err();
        assert!(error.len() < 600, "{error}");
    }

    #[test]
    fn what_a_program_says_of_itself_is_judged() {
        let nothing = About { name: None, version: None, vocabulary: None, specials: 0, limit: Ok(None) };
        assert_eq!(about(b"{}").unwrap(), nothing);
        assert_eq!(about(br#"{"name":" ","specials":null,"counts":[1]}"#).unwrap(), nothing);
        let all =
            about(br#"{"name":"acme","version":"3","vocabulary":"9f","specials":2,"limit":512}"#).unwrap();
        assert_eq!((all.name.as_deref(), all.specials, all.limit), (Some("acme"), 2, Ok(Some(512))));
        for limit in ["1e30", "0", "-1", "2", "1000000000000000019884624838656", "1.5"] {
            let said = about(format!(r#"{{"specials":2,"limit":{limit}}}"#).as_bytes()).unwrap();
            assert!(said.limit.unwrap_err().contains("budget.hard-limit"), "{limit}");
        }
        for wrong in [
            "[]",
            "null",
            "1",
            r#"{"name":1}"#,
            r#"{"specials":-1}"#,
            r#"{"specials":99999}"#,
            r#"{"limit":"512"}"#,
            "[null,null,null,null,null]",
        ] {
            assert!(about(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
