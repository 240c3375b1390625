//! What a policy names and what cannot be used: found as a run would find it, before it starts.

use kawara::policy::{Explained, Mistake, Place, Policy};
use kawara::{Engine, Profile};

/// Opens what the settings of a policy name, those of each `[[match]]` too: dictionaries, tokenizers, commands, options of readers.
pub(super) fn opened(engine: &Engine, policy: &Policy, name: &str) -> Vec<Mistake> {
    let (mut mistakes, mut refused) = (Vec::new(), None);
    for (place, error) in kawara::unusable(engine, policy) {
        let message = error.to_string();
        match place {
            Some(place) if refused.as_ref() != Some(&message) => {
                mistakes.push(mistake(place.clone(), &message));
            }
            // What is wrong above is wrong in every `[[match]]`.
            Some(_) => {}
            None => {
                mistakes.push(mistake(place_of(policy, &message, name), &message));
                refused = Some(message);
            }
        }
    }
    mistakes
}

fn mistake(place: Place, message: &str) -> Mistake {
    // What to do about it is behind the first semicolon, as a rule.
    match message.split_once("; ") {
        Some((wrong, help)) => Mistake::error("policy::cannot_use", place, wrong).help(help),
        None => Mistake::error("policy::cannot_use", place, message),
    }
}

/// Where the setting was written that a message speaks of: the one whose name and value are in it.
fn place_of(policy: &Policy, message: &str, name: &str) -> Place {
    let explained = policy.explain(&Profile::default());
    let written =
        explained.iter().filter_map(|setting| Some((spoken_of(setting, message), setting.place.as_ref()?)));
    let likely = written.filter(|(score, _)| *score >= 2).max_by_key(|(score, _)| *score);
    likely.map_or_else(|| Place::of_file(name), |(_, place)| place.clone())
}

/// How much of a setting is in a message: its value counts most, since names of settings are common words.
fn spoken_of(setting: &Explained, message: &str) -> usize {
    let opens = ["packs.", "read.options.", "budget.counter", "budget.also", "budget.tokenizers"];
    if !opens.iter().any(|key| setting.key.starts_with(key)) {
        return 0;
    }
    let words = setting.key.split(['.', '"']).skip(1).filter(|word| !word.is_empty());
    let named = words.filter(|word| has_word(message, word)).count();
    let value = setting.value.as_deref().unwrap_or_default().trim_matches(['"', '\'', '[', ']']);
    let value =
        value.split_once(':').filter(|_| setting.key.starts_with("budget.")).map_or(value, |(_, rest)| rest);
    named + 2 * usize::from(has_word(message, value))
}

/// Whether a text has a word with no letter at either side.
fn has_word(text: &str, word: &str) -> bool {
    let is_letter = |c: char| c.is_alphanumeric() || c == '_';
    !word.is_empty()
        && text.match_indices(word).any(|(at, _)| {
            !text[..at].ends_with(is_letter) && !text[at + word.len()..].starts_with(is_letter)
        })
}

#[cfg(test)]
mod tests {
    use super::has_word;

    #[test]
    fn a_value_is_found_as_a_word() {
        assert!(has_word("the dictionary /a/x cannot be used", "x"));
        assert!(!has_word("an index cannot be used", "x"));
        assert!(!has_word("anything", ""));
    }
}
