//! What stands beside the tables of settings: at the top of a policy, in a `[[match]]` entry, or on the command line.

use kawara_core::Edition;

use crate::change::Change;
use crate::keys::{Key, TABLES, Takes};

pub(crate) const POLICY: &str = "policy";
pub(crate) const REQUIRED_VERSION: &str = "required-version";
pub(crate) const EXTENDS: &str = "extends";
pub(crate) const LOCK: &str = "lock";
pub(crate) const REQUIRED_PACKS: &str = "required-packs";
pub(crate) const PACKS: &str = "packs";
pub(crate) const MATCH: &str = "match";
pub(crate) const GLOB: &str = "glob";
pub(crate) const CONTENT_TYPE: &str = "content-type";
pub(crate) const FIELDS: &str = "fields";
pub(crate) const META: &str = "meta";

/// Where a stretch of settings stands; it decides which keys are known beside the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The top of a policy.
    Top,
    /// A `[[match]]` entry.
    Match,
    /// The command line.
    Set,
}

/// A key that stands beside the tables of settings. One name may mean two things in two places, as `language` does.
#[derive(Debug)]
pub(crate) struct Top {
    pub(crate) name: &'static str,
    pub(crate) form: Form,
    /// Where it may stand.
    pub(crate) scopes: &'static [Scope],
    pub(crate) doc: &'static str,
}

/// What a key beside the tables takes.
#[derive(Debug)]
pub(crate) enum Form {
    /// The number 1: the version of the policy language. It has to be there.
    Version,
    /// A requirement on the version of the program, such as `>=0.1, <2`.
    VersionRequirement,
    /// A policy, or a list of policies: files, or `kawara:NAME`.
    Policies,
    /// A list of dotted keys and names of tables, or one of them.
    Lockable,
    /// A setting.
    Setting(&'static Key),
    /// A condition: a string, or a list of strings of which one has to match.
    AnyOf,
    /// A condition: a table of values by name, each a string, a whole number, true, false, or a list of these.
    Values,
    /// A list of packs that have to be loaded: names, or tables that say more.
    RequiredPacks,
    /// A table of options by pack.
    Packs,
    /// `[[match]]` entries.
    Rules,
}

/// What stands beside the tables, in the order in which messages list it; the tables come before the last two.
pub(crate) static TOP: [Top; 15] = [
    Top {
        name: POLICY,
        form: Form::Version,
        scopes: &[Scope::Top],
        doc: "The version of the policy language: 1.",
    },
    Top {
        name: REQUIRED_VERSION,
        form: Form::VersionRequirement,
        scopes: &[Scope::Top],
        doc: "The versions of kawara that this policy is for, as Cargo writes them: `>=0.1, <2`.",
    },
    Top {
        name: REQUIRED_PACKS,
        form: Form::RequiredPacks,
        scopes: &[Scope::Top],
        doc: "Packs that have to be loaded, by the command line or the user's configuration: names, or `{ name = \"ko\", sha256 = \"…\", \
              version = \">=0.3\" }`.",
    },
    Top {
        name: EXTENDS,
        form: Form::Policies,
        scopes: &[Scope::Top],
        doc: "Policies that this one builds on: files relative to it, or built-in ones such as `kawara:docs`.",
    },
    Top {
        name: LOCK,
        form: Form::Lockable,
        scopes: &[Scope::Top],
        doc: "Keys, or whole tables, that nothing laid over this policy may change: `[\"budget.counter\", \"packs\"]`.",
    },
    Top { name: GLOB, form: Form::AnyOf, scopes: &[Scope::Match], doc: GLOB_DOC },
    Top { name: CONTENT_TYPE, form: Form::AnyOf, scopes: &[Scope::Match], doc: TYPE_DOC },
    Top { name: LANGUAGE.name, form: Form::AnyOf, scopes: &[Scope::Match], doc: LANGUAGE_DOC },
    Top { name: FIELDS, form: Form::Values, scopes: &[Scope::Match], doc: FIELDS_DOC },
    Top { name: META, form: Form::Values, scopes: &[Scope::Match], doc: META_DOC },
    Top {
        name: EDITION.name,
        form: Form::Setting(&EDITION),
        scopes: &[Scope::Top, Scope::Match, Scope::Set],
        doc: EDITION.doc,
    },
    Top {
        name: LANGUAGE.name,
        form: Form::Setting(&LANGUAGE),
        scopes: &[Scope::Top, Scope::Set],
        doc: LANGUAGE.doc,
    },
    Top {
        name: NAMESPACE.name,
        form: Form::Setting(&NAMESPACE),
        scopes: &[Scope::Top, Scope::Match, Scope::Set],
        doc: NAMESPACE.doc,
    },
    Top {
        name: PACKS,
        form: Form::Packs,
        scopes: &[Scope::Top, Scope::Match, Scope::Set],
        doc: "Options of packs stand in tables of their own, such as `[packs.ja]`.",
    },
    Top {
        name: MATCH,
        form: Form::Rules,
        scopes: &[Scope::Top],
        doc: "Settings for the documents that meet conditions: all that are given have to hold, and later entries win.",
    },
];

const GLOB_DOC: &str =
    "Globs are matched with paths relative to the directory of the policy: `faq/**`, `**/*.md`.";
const TYPE_DOC: &str =
    "A media type such as `text/markdown` or `text/*`, or a reader's id such as `markdown`.";
const LANGUAGE_DOC: &str =
    "A language tag such as `ja`; it also covers what is more special, such as `ja-JP`.";
const FIELDS_DOC: &str = "Fields that reading finds, such as front matter: `{ status = \"draft\", tags = [\"a\", \"b\"] }`; of a list one \
     has to be there.";
const META_DOC: &str =
    "Metadata given with the document: `{ tenant = \"acme\" }`; of a list one has to be there.";

/// The generation of rules that text is cut by.
pub(crate) static EDITION: Key = Key {
    name: "edition",
    takes: Takes::Word(&[(Edition::E2026.as_str(), Change::Edition(Edition::E2026))]),
    doc: "Which rules text is cut by: a year. Later releases cut the same by the same edition; without it, the newest is used.",
};

/// The language of all text. In a `[[match]]` this key is a condition.
pub(crate) static LANGUAGE: Key = Key {
    name: "language",
    takes: Takes::Language(Change::Language),
    doc: "The language of all text; without it the script decides, paragraph by paragraph.",
};

/// Where the ids of chunks live.
pub(crate) static NAMESPACE: Key = Key {
    name: "namespace",
    takes: Takes::Name(Change::Namespace),
    doc: "Where the ids of chunks live: a UUID, or any text; without it the counter's vocabulary.",
};

impl Scope {
    /// What may stand here beside the tables.
    pub(crate) fn top(self) -> impl Iterator<Item = &'static Top> {
        TOP.iter().filter(move |top| top.scopes.contains(&self))
    }

    /// The key called `name`, where it may stand here.
    pub(crate) fn find(self, name: &str) -> Option<&'static Top> {
        self.top().find(|top| top.name == name)
    }

    /// The sentence about a key that may stand here.
    pub(crate) fn doc(self, name: &str) -> &'static str {
        self.find(name).map_or("", |top| top.doc)
    }

    /// The keys that may stand here, in the order in which messages list them.
    pub(crate) fn keys(self) -> Vec<&'static str> {
        let is_last = |top: &&Top| matches!(top.form, Form::Packs | Form::Rules);
        let first = self.top().filter(|top| !is_last(top)).map(|top| top.name);
        let last = self.top().filter(is_last).map(|top| top.name);
        first.chain(TABLES.iter().map(|table| table.name)).chain(last).collect()
    }
}

impl Top {
    /// Whether it is a condition of a `[[match]]`.
    pub(crate) fn is_condition(&self) -> bool {
        matches!(self.form, Form::AnyOf | Form::Values)
    }
}
