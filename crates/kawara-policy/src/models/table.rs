//! Reads the table of models.

use toml::de::{DeTable, DeValue};

use super::{CountedBy, Model, OverLimit, PrefixBy};

/// The models in a table, or the first thing that is wrong with it.
pub(crate) fn parse(text: &str) -> Result<Vec<Model>, String> {
    let table = DeTable::parse(text).map_err(|error| error.to_string())?;
    let entries = table.get_ref().iter();
    let mut models = Vec::new();
    for (key, value) in entries {
        let ("model", DeValue::Array(list)) = (key.get_ref().as_ref(), value.get_ref()) else {
            return Err(format!("`{}` is not `[[model]]`", key.get_ref()));
        };
        for entry in list.iter() {
            let DeValue::Table(fields) = entry.get_ref() else { return Err("`[[model]]` is a table".into()) };
            models.push(model(fields)?);
        }
    }
    Ok(models)
}

fn model(fields: &DeTable<'_>) -> Result<Model, String> {
    let mut found = Model {
        name: String::new(),
        aliases: Vec::new(),
        counted_by: CountedBy::Nothing,
        repo: None,
        limit: None,
        over: None,
        passage_prefix: None,
        query_prefix: None,
        prefix_by: PrefixBy::Caller,
        dimensions: None,
        sources: Vec::new(),
        verified: None,
        note: None,
    };
    let name = fields.iter().find(|(key, _)| key.get_ref() == "name");
    let name = name.and_then(|(_, value)| text(value.get_ref())).unwrap_or_default();
    let mut counter = None;
    for (key, value) in fields {
        let (key, value) = (key.get_ref().as_ref(), value.get_ref());
        let wrong = || format!("`{key}` of `{name}` is something else than it should be");
        match key {
            "name" if name.is_empty() => return Err(wrong()),
            "name" => found.name.clone_from(&name),
            "aliases" => found.aliases = texts(value).ok_or_else(wrong)?,
            "counter" => counter = Some(text(value).ok_or_else(wrong)?),
            "repo" => found.repo = Some(text(value).ok_or_else(wrong)?),
            "limit" => found.limit = Some(count(value).ok_or_else(wrong)?),
            "over" => found.over = Some(over(value).ok_or_else(wrong)?),
            "passage-prefix" => found.passage_prefix = Some(text(value).ok_or_else(wrong)?),
            "query-prefix" => found.query_prefix = Some(text(value).ok_or_else(wrong)?),
            "prefix-by" => found.prefix_by = prefix_by(value).ok_or_else(wrong)?,
            "dimensions" => found.dimensions = Some(count(value).ok_or_else(wrong)?),
            "source" => found.sources = texts(value).ok_or_else(wrong)?,
            "verified" if value.as_bool() == Some(false) => {}
            "verified" => found.verified = Some(text(value).ok_or_else(wrong)?),
            "note" => found.note = Some(text(value).ok_or_else(wrong)?),
            _ => return Err(format!("`{key}` is no field of a model")),
        }
    }
    found.counted_by = match counter.as_deref() {
        None => return Err(format!("`{name}` has no `counter`")),
        Some("hf") => CountedBy::File,
        Some("none") => CountedBy::Nothing,
        Some(counter) => CountedBy::Counter(counter.to_owned()),
    };
    Ok(found)
}

/// A string that is not empty.
fn text(value: &DeValue<'_>) -> Option<String> {
    value.as_str().filter(|text| !text.is_empty()).map(str::to_owned)
}

fn texts(value: &DeValue<'_>) -> Option<Vec<String>> {
    value.as_array()?.iter().map(|node| text(node.get_ref())).collect()
}

fn count(value: &DeValue<'_>) -> Option<u32> {
    let number = value.as_integer()?;
    u32::from_str_radix(number.as_str(), number.radix()).ok()
}

fn over(value: &DeValue<'_>) -> Option<OverLimit> {
    let all = [OverLimit::Error, OverLimit::Truncates];
    all.into_iter().find(|over| value.as_str() == Some(over.as_str()))
}

fn prefix_by(value: &DeValue<'_>) -> Option<PrefixBy> {
    let all = [PrefixBy::Caller, PrefixBy::Service];
    all.into_iter().find(|by| value.as_str() == Some(by.as_str()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn all() -> Vec<Model> {
        parse(kawara_policies::MODELS).unwrap()
    }

    #[test]
    fn the_table_reads_and_every_name_means_one_model() {
        let models = all();
        assert!(models.len() >= 50, "only {} models", models.len());
        let mut names = BTreeSet::new();
        for model in &models {
            for name in model.names() {
                assert!(names.insert(name.to_lowercase()), "`{name}` names two models");
                assert_eq!(name, name.trim());
            }
            assert!(!model.name().contains('/'), "{}: a short name is also a folder's name", model.name());
        }
    }

    #[test]
    fn every_model_says_where_its_figures_are_from() {
        for model in all() {
            let name = model.name();
            assert!(model.sources().next().is_some(), "{name} has no source");
            assert!(model.sources().all(|source| source.starts_with("https://")), "{name}");
            let kinds = ["tokenizer: ", "vocabulary: "];
            assert!(
                model.verified().is_none_or(|what| kinds.iter().any(|kind| what.starts_with(kind))),
                "{name}"
            );
        }
    }

    #[test]
    fn figures_are_plausible() {
        for model in all() {
            let name = model.name();
            assert!(
                model.limit().is_none_or(|limit| (128..=131_072).contains(&limit)),
                "{name}: {:?}",
                model.limit()
            );
            assert_eq!(
                model.limit().is_some(),
                model.over().is_some(),
                "{name}: a limit, and what happens over it"
            );
            assert!(model.dimensions().is_none_or(|count| (128..=8192).contains(&count)), "{name}");
            match model.counted_by() {
                CountedBy::Counter(counter) => {
                    assert!(counter.contains(':') && model.repo().is_none(), "{name}")
                }
                CountedBy::File => {
                    assert_eq!(
                        model.repo().unwrap().matches('/').count(),
                        1,
                        "{name}: a repository is ORG/NAME"
                    );
                }
                CountedBy::Nothing => assert!(model.note().is_some(), "{name}: why it cannot be counted"),
            }
        }
    }

    #[test]
    fn what_is_wrong_with_a_table_is_told() {
        for (table, says) in [
            ("[[model]]\nname = \"a\"", "no `counter`"),
            ("[[model]]\nname = \"a\"\ncolour = 1", "`colour` is no field"),
            ("[[model]]\nname = \"a\"\nover = \"explodes\"", "`over` of `a`"),
            ("[[model]]\nname = \"\"", "`name`"),
            ("models = 1", "is not `[[model]]`"),
            ("[[model", "TOML"),
        ] {
            let told = parse(table).unwrap_err();
            assert!(told.contains(says), "{table:?}: {told}");
        }
    }
}
