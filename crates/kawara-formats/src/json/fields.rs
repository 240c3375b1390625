//! Which members of a record are its text.

use kawara_core::{Error, ErrorKind, OptionKind, OptionSpec, Options, Result, Value};

/// The options of both readers of records in JSON.
pub(super) const TEXT_FIELDS: OptionSpec = OptionSpec::new(
    "text-fields",
    OptionKind::List,
    "Names of the members that are a record's text, or dotted paths; the others come out as its fields. Without it, all are text.",
);
/// See [`TEXT_FIELDS`].
pub(super) const TITLE_FIELD: OptionSpec = OptionSpec::new(
    "title-field",
    OptionKind::Str,
    "The name of the member that is a record's title, or its dotted path: its first line, and context of the parts of a record that is cut.",
);
/// Where records are looked for.
pub(super) const RECORDS: OptionSpec = OptionSpec::new(
    "records",
    OptionKind::Str,
    "The dotted path of the array whose elements are the records. Without it, the array at the top, or the largest in the object at the top.",
);

/// Where a value is: names from the outside in. Arrays on the way have no name.
pub(super) type Path = Vec<String>;

/// What the options say of members.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    /// Empty where all members are text.
    pub(super) text: Vec<Path>,
    pub(super) title: Option<Path>,
    pub(super) records: Option<Path>,
}

/// How many paths can be told apart in one word.
const MOST: usize = 64;

impl Fields {
    /// # Errors
    /// [`ErrorKind::Option`] where an option names nothing.
    pub(super) fn of(options: &Options) -> Result<Self> {
        let mut fields = Self {
            title: path(options, "title-field")?,
            records: path(options, "records")?,
            ..Self::default()
        };
        for (_, value) in options.iter().filter(|(key, _)| *key == "text-fields") {
            let names = match value {
                Value::List(names) => names.as_slice(),
                one => std::slice::from_ref(one),
            };
            for name in names {
                let Value::Str(name) = name else {
                    return Err(refused("text-fields", &format!("holds {name}, which is no name")));
                };
                fields.text.push(parts("text-fields", name)?);
            }
            if fields.text.is_empty() || fields.text.len() > MOST {
                return Err(refused(
                    "text-fields",
                    &format!("must name 1 to {MOST} members; leave it out and all are text"),
                ));
            }
        }
        Ok(fields)
    }

    /// Whether nothing is said, so that a document may be of a known form.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.title.is_none() && self.records.is_none()
    }

    /// Whether all members are text.
    pub(super) fn all(&self) -> bool {
        self.text.is_empty()
    }

    /// Before any name is known, every path may lead to the text.
    pub(super) fn start(&self) -> Match {
        let open = u64::MAX.checked_shr((MOST - self.text.len()) as u32).unwrap_or(0);
        Match { open, names: 0, is_text: self.all() }
    }

    /// One name further in.
    pub(super) fn step(&self, from: Match, name: &str) -> Match {
        if from.is_text {
            return from;
        }
        let mut to = Match { open: 0, names: from.names + 1, is_text: false };
        for (nth, path) in self.text.iter().enumerate().filter(|(nth, _)| from.open >> nth & 1 == 1) {
            if path.get(from.names).is_some_and(|part| part == name) {
                to.open |= 1 << nth;
                to.is_text |= path.len() == to.names;
            }
        }
        to
    }

    /// The names, for a message.
    pub(super) fn names(&self) -> String {
        let names: Vec<_> = self.text.iter().map(|path| format!("`{}`", path.join("."))).collect();
        names.join(", ")
    }
}

/// How far names led along the paths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Match {
    /// A bit for each path that goes on.
    open: u64,
    names: usize,
    pub(super) is_text: bool,
}

impl Match {
    /// Whether no text can lie further in.
    pub(super) fn is_dead(self) -> bool {
        self.open == 0 && !self.is_text
    }
}

fn path(options: &Options, key: &str) -> Result<Option<Path>> {
    options.str(key).map(|name| parts(key, name)).transpose()
}

fn parts(key: &str, name: &str) -> Result<Path> {
    let parts: Path = name.split('.').map(str::to_owned).collect();
    if parts.iter().any(String::is_empty) {
        return Err(refused(key, &format!("names {name:?}: an empty name; write `name` or `outer.inner`")));
    }
    Ok(parts)
}

fn refused(key: &str, what: &str) -> Error {
    Error::new(ErrorKind::Option, format!("option `{key}` {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(names: &[&str]) -> Result<Fields> {
        let names = names.iter().map(|name| Value::Str((*name).into())).collect();
        Fields::of(&Options::new().with("text-fields", Value::List(names)))
    }

    #[test]
    fn names_lead_to_the_text() {
        let fields = fields(&["body", "meta.note.long"]).unwrap();
        let is_text =
            |names: &[&str]| names.iter().fold(fields.start(), |at, name| fields.step(at, name)).is_text;
        assert!(is_text(&["body"]) && is_text(&["body", "inner"]) && is_text(&["meta", "note", "long"]));
        assert!(!is_text(&["meta"]) && !is_text(&["meta", "long"]) && !is_text(&["x", "body"]));
        let all = Fields::default();
        assert!(all.step(all.start(), "any").is_text);
    }

    #[test]
    fn options_that_name_nothing_are_refused() {
        for (names, says) in [(&[][..], "1 to 64"), (&["a..b"], "empty name"), (&["", "x"], "empty name")] {
            let error = fields(names).unwrap_err().to_string();
            assert!(error.contains("text-fields") && error.contains(says), "{error}");
        }
        assert!(fields(&["x"; 65]).is_err() && fields(&["x"; 64]).is_ok());
        let number = Options::new().with("text-fields", Value::List(vec![Value::Int(1)]));
        assert!(Fields::of(&number).is_err());
        assert!(Fields::of(&Options::new().with("title-field", Value::Str("a.".into()))).is_err());
    }
}
