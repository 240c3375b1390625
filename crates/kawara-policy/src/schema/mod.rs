//! The JSON Schema of policies, for editors: made from the tables that policies are parsed by.
//!
//! Draft 7, which is what TOML editors read. It says whatever can be said without reading other files: keys, types, words, least values.
//! What contradicts what, and what only a pack knows, `kawara policy check` says.

mod json;

use json::Json;
use kawara_core::TilingSettings;

use crate::keys::{self, Form, Key, Scope, TABLES, Takes, Top};
use crate::overlap::MOST_PERCENT;
use crate::semantic::MOST;
use crate::windows::MOST_SEPARATORS;
use crate::{lock, models, required, semantic};

/// A tag of BCP 47, as far as its shape goes.
const TAG: &str = "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$";
/// The tag of a language without what tells its varieties apart: an overlap goes by that alone.
const PRIMARY: &str = "^[A-Za-z]{2,3}$";
/// Something that is not white space.
const NAMED: &str = "\\S";

/// The JSON Schema of policies, as text.
///
/// ```
/// let schema = kawara_policy::schema();
/// assert!(schema.contains("\"max-tokens\"") && !schema.contains("null"));
/// ```
pub fn schema() -> String {
    format!("{}\n", policy())
}

fn policy() -> Json {
    let definitions = TABLES
        .iter()
        .fold(Json::object(), |all, it| all.with(it.name, settings(it.name, it.doc, it.keys)))
        .with(keys::PACKS, packs())
        .with(keys::MATCH, rule())
        .with("overlap", overlap(true))
        .with("overlap-of-a-language", overlap(false))
        .with("option", option())
        .with("wanted", wanted());
    Json::object()
        .with("$schema", "http://json-schema.org/draft-07/schema#")
        .with("title", "A policy of kawara")
        .with("description", "Which documents are cut how. `kawara policy check` says what is wrong with one, `explain` what it comes to.")
        .with("type", "object")
        .with("required", vec![keys::POLICY])
        .with("additionalProperties", false)
        .with("properties", properties(Scope::Top))
        .with("definitions", definitions)
}

/// What may stand at the top of a policy, or in a `[[match]]`.
fn properties(scope: Scope) -> Json {
    scope.keys().into_iter().fold(Json::object(), |all, name| match scope.find(name) {
        Some(top) => all.with(name, beside_tables(top)),
        None => all.with(name, reference(name)),
    })
}

/// A key that stands beside the tables.
fn beside_tables(top: &Top) -> Json {
    let string = |pattern: &str| Json::object().with("type", "string").with("pattern", pattern);
    let it = doc(top.doc);
    match &top.form {
        Form::Version => it.with("type", "integer").with("enum", vec![1]),
        Form::VersionRequirement => it.with("type", "string").with("pattern", NAMED),
        Form::Policies => extends(it),
        Form::Lockable => {
            // A table ends there; below a key there may be names that only documents know.
            let pattern = |key: &String| match keys::table(key) {
                Some(_) => key.clone(),
                None => format!("{}(\\..+)?", key.replace('.', "\\.")),
            };
            let known: Vec<_> = lock::every_key().iter().map(pattern).collect();
            list_or_one(it, string(&format!("^({})$", known.join("|")))).with("uniqueItems", true)
        }
        Form::Setting(setting) => key(setting),
        Form::AnyOf => {
            let pattern = if top.name == keys::LANGUAGE.name { TAG } else { NAMED };
            list_or_one(it, string(pattern)).with("minItems", 1)
        }
        Form::Values => it.with("allOf", vec![reference("wanted")]).with("type", "object"),
        Form::RequiredPacks => required_packs(it),
        Form::Packs => reference(keys::PACKS),
        Form::Rules => it.with("type", "array").with("items", reference(keys::MATCH)),
    }
}

fn doc(text: &str) -> Json {
    Json::object().with("description", text)
}

fn reference(name: &str) -> Json {
    Json::object().with("$ref", format!("#/definitions/{name}"))
}

/// A table of settings.
fn settings(name: &str, text: &str, keys: &'static [Key]) -> Json {
    let properties = keys.iter().fold(Json::object(), |all, it| all.with(it.name, key(it)));
    let table =
        doc(text).with("type", "object").with("additionalProperties", false).with("properties", properties);
    if name == "budget" {
        let rival = Json::object().with("not", Json::object().with("required", vec!["counter"]));
        return table.with("dependencies", Json::object().with("model", rival));
    }
    table
}

/// A setting. Each keyword is about one type, so a key that takes several needs no alternatives, and a mistake has one message.
fn key(key: &Key) -> Json {
    let it = doc(key.doc);
    match &key.takes {
        Takes::Name(_) => it.with("type", "string").with("pattern", NAMED),
        Takes::Text(_) => it.with("type", "string"),
        Takes::Language(_) => it.with("type", "string").with("pattern", TAG),
        Takes::Count(least, _) => {
            it.with("type", "integer").with("minimum", i64::from(*least)).with("maximum", i64::from(u32::MAX))
        }
        Takes::Word(words) => {
            it.with("type", "string").with("enum", words.iter().map(|(word, _)| *word).collect::<Vec<_>>())
        }
        Takes::Parts => {
            let words = crate::walk::PARTS.map(kawara_core::ContextPart::as_str).to_vec();
            let one = Json::object().with("type", "string").with("enum", words);
            list_or_one(it, one).with("uniqueItems", true)
        }
        Takes::Overlap => {
            Json::object().with("description", key.doc).with("allOf", vec![reference("overlap")])
        }
        Takes::WindowOverlap => {
            let percent =
                Json::object().with("type", "number").with("minimum", 0).with("maximum", MOST_PERCENT as i64);
            it.with("type", vec!["integer", "object"])
                .with("minimum", 0)
                .with("maximum", i64::from(u32::MAX))
                .with("required", vec!["percent"])
                .with("properties", Json::object().with("percent", percent))
                .with("additionalProperties", false)
        }
        Takes::Separators => list_or_one(it, Json::object().with("type", "string"))
            .with("minItems", 1)
            .with("maxItems", MOST_SEPARATORS as i64)
            .with("uniqueItems", true),
        Takes::Sizes => {
            let one = Json::object().with("type", "integer").with("minimum", 1);
            it.with("type", vec!["integer", "array"])
                .with("minimum", 1)
                .with("maximum", i64::from(u32::MAX))
                .with("items", one.with("maximum", i64::from(u32::MAX)))
                .with("maxItems", TilingSettings::MOST_PARENTS as i64)
                .with("uniqueItems", true)
        }
        Takes::Threshold => {
            let number =
                || Json::object().with("type", "number").with("minimum", 0).with("maximum", MOST as i64);
            let forms = semantic::FORMS.into_iter();
            it.with("type", "object")
                .with("minProperties", 1)
                .with("maxProperties", 1)
                .with("properties", forms.fold(Json::object(), |all, form| all.with(form, number())))
                .with("additionalProperties", false)
        }
        Takes::Models => list_or_one(it, model()).with("minItems", 1).with("uniqueItems", true),
        Takes::Tokenizers => it
            .with("type", "object")
            .with("additionalProperties", Json::object().with("type", "string").with("pattern", NAMED)),
        Takes::Options(_) => it.with("type", "object").with("additionalProperties", reference("option")),
    }
}

/// A string, or a list of strings. What is said of one holds for all.
fn list_or_one(it: Json, one: Json) -> Json {
    let Json::Object(members) = &one else { return it };
    let of_one = members.iter().filter(|(name, _)| name != "type" && name != "enum");
    let it = of_one
        .fold(it.with("type", vec!["string", "array"]), |it, (name, value)| it.with(name, value.clone()));
    let words = members.iter().find(|(name, _)| name == "enum");
    let it = match words {
        // An `enum` would be about the list too.
        Some((_, words)) => it
            .with("if", Json::object().with("type", "string"))
            .with("then", Json::object().with("enum", words.clone())),
        None => it,
    };
    it.with("items", one)
}

/// A model: those of the table to choose from. Any case of letters will do and some have other names, so none is refused here.
fn model() -> Json {
    let names: Vec<&str> = models::models().iter().map(models::Model::name).collect();
    Json::object().with("type", "string").with("pattern", NAMED).with(
        "anyOf",
        vec![
            Json::object().with("enum", names),
            doc("Another name of a model; `kawara models` lists all.").with("type", vec!["string", "array"]),
        ],
    )
}

fn extends(it: Json) -> Json {
    let builtin: Vec<String> =
        kawara_policies::ALL.iter().map(|(name, _)| format!("kawara:{name}")).collect();
    let words = builtin.iter().map(|name| name.trim_start_matches("kawara:")).collect::<Vec<_>>().join("|");
    let one = Json::object()
        .with("type", "string")
        .with("pattern", format!("^(kawara:({words})$|(?!kawara:).*\\S)"))
        .with("examples", builtin);
    list_or_one(it, one)
}

/// Names, and tables with one.
fn required_packs(it: Json) -> Json {
    let string =
        |text: &str, pattern: &str| doc(text).with("type", "string").with("pattern", pattern.to_owned());
    let properties = Json::object()
        .with(required::NAME, string("The name of the pack.", NAMED))
        .with(required::SHA256, string("The SHA-256 of its library, in hexadecimal.", "^[0-9A-Fa-f]{64}$"))
        .with(
            required::VERSION,
            string("The versions that will do, as Cargo writes them: `>=0.1, <2`.", NAMED),
        );
    let one = Json::object()
        .with("type", vec!["string", "object"])
        .with("pattern", NAMED)
        .with("required", vec![required::NAME])
        .with("properties", properties)
        .with("additionalProperties", false);
    it.with("type", vec!["string", "array"]).with("pattern", NAMED).with("items", one)
}

fn packs() -> Json {
    let options = doc("Options of the pack; `kawara packs` lists them.")
        .with("type", "object")
        .with("additionalProperties", reference("option"));
    doc("Options of packs, by the pack's name.").with("type", "object").with("additionalProperties", options)
}

/// What a reader or a pack takes.
fn option() -> Json {
    let types = vec!["string", "integer", "boolean", "array"];
    Json::object().with("type", types).with("items", reference("option"))
}

/// An overlap. With languages, or of one.
fn overlap(with_languages: bool) -> Json {
    let alone = || Json::object().with("maxProperties", 1);
    let count = |least: i64, text: &str| doc(text).with("type", "integer").with("minimum", least);
    let mut properties = Json::object()
        .with(
            "auto",
            count(1, "One unit, and one more while the first carried one, or to begin with the unit behind the cut, leans back, up to this many."),
        )
        .with(
            "percent",
            doc("Of the budget; whole units, at least one.")
                .with("type", "number")
                .with("minimum", 0)
                .with("maximum", MOST_PERCENT as i64),
        )
        .with("tokens", count(0, "At most so many; whole units, at least one."));
    let it = doc(if with_languages {
        "Whole units: a number, \"auto\", one of the forms below, or a table of these by language."
    } else {
        "Whole units: a number, \"auto\", or one of the forms below."
    });
    let it = it
        .with("type", vec!["integer", "string", "object"])
        .with("minimum", 0)
        .with("maximum", i64::from(u32::MAX))
        .with("pattern", "^auto$")
        .with("minProperties", 1);
    let it = if with_languages {
        let of_one = reference("overlap-of-a-language");
        properties = properties.with("default", of_one.clone());
        it.with("patternProperties", Json::object().with(PRIMARY, of_one))
    } else {
        it
    };
    let forms =
        ["auto", "percent", "tokens"].iter().fold(Json::object(), |all, form| all.with(*form, alone()));
    it.with("properties", properties).with("additionalProperties", false).with("dependencies", forms)
}

/// Values by name: a table in it is a name with names of its own.
fn wanted() -> Json {
    let one = Json::object().with("type", vec!["string", "integer", "boolean"]);
    let value = Json::object()
        .with("type", vec!["string", "integer", "boolean", "array", "object"])
        .with("minItems", 1)
        .with("items", one)
        .with("allOf", vec![reference("wanted")]);
    Json::object().with("minProperties", 1).with("additionalProperties", value)
}

/// A `[[match]]` entry.
fn rule() -> Json {
    let conditions = Scope::Match.top().filter(|top| top.is_condition());
    let any: Vec<_> = conditions.map(|top| Json::object().with("required", vec![top.name])).collect();
    // What is found by reading cannot decide how to read.
    let unread = || Json::object().with("not", Json::object().with("required", vec!["read"]));
    let dependencies = Json::object().with(keys::LANGUAGE.name, unread()).with(keys::FIELDS, unread());
    doc("Conditions, all of which have to hold, and the settings of the documents that meet them.")
        .with("type", "object")
        .with("additionalProperties", false)
        .with("properties", properties(Scope::Match))
        .with("anyOf", any)
        .with("dependencies", dependencies)
}
