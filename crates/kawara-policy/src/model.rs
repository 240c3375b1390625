//! `model` and `tokenizers` of `[budget]`: names out of the table of models.

use toml::de::DeTable;

use crate::change::{Change, Named};
use crate::models::{Model, model, suggest};
use crate::render::name;
use crate::walk::{Node, Walk};

impl Walk<'_> {
    /// One model, or a list of models that are to embed the same chunks.
    pub(crate) fn models(&mut self, path: &str, doc: &str, node: &Node<'_>) {
        if node.get_ref().as_array().is_some_and(|nodes| nodes.is_empty()) {
            self.error("policy::empty", node.span(), format!("`{path}` is an empty list"), |it| it.help(doc));
        }
        let mut found: Vec<Named> = Vec::new();
        for node in self.list(path, doc, node) {
            let Some(word) = self.name(path, doc, node) else { continue };
            let Some(model) = self.model(&word, node.span()) else { continue };
            if found.iter().any(|known| known.model == model) {
                let message = format!("`{path}` names `{}` twice", model.name());
                self.error("policy::twice", node.span(), message, |it| it.help("leave one of them out"));
            } else {
                found.push(Named { model, at: node.span() });
            }
        }
        if !found.is_empty() {
            self.assign(Change::Model(found), node.span());
        }
    }

    /// A table of tokenizer files by model.
    pub(crate) fn tokenizers(&mut self, path: &str, doc: &str, node: &Node<'_>) {
        let Some(files) = self.table(path, doc, node) else { return };
        for (key, node) in files {
            let model = self.model(key.get_ref(), key.span());
            let file = self.name(&format!("{path}.{}", key.get_ref()), doc, node);
            if let (Some(model), Some(file)) = (model, file) {
                self.assign(Change::Tokenizer(model, file), node.span());
            }
        }
    }

    /// A model names its counter, so one place can say only one of the two.
    pub(crate) fn model_and_counter(&mut self, budget: &DeTable<'_>) {
        let at =
            |wanted: &str| budget.iter().find(|(key, _)| key.get_ref() == wanted).map(|(key, _)| key.span());
        let (Some(model), Some(counter)) = (at("model"), at("counter")) else { return };
        let model = self.place(model);
        self.error("policy::model_and_counter", counter, "`model` and `counter` in one place", |it| {
            it.label("drop this: the model names its counter").also(model, "the model").help(
                "keep `counter`, with `hard-limit`, only for a model that is not in the table; `kawara models` lists those that are",
            )
        });
    }

    fn model(&mut self, word: &str, at: std::ops::Range<usize>) -> Option<&'static Model> {
        let found = model(word);
        if found.is_none() {
            self.error("policy::unknown_model", at, format!("no model is called {}", name(word)), |it| {
                let it = match suggest(word) {
                    Some(known) => it.label(format!("did you mean `{known}`?")),
                    None => it,
                };
                it.help(
                    "`kawara models` lists them; a model that is not in the table: write `counter = \"hf:path/to/tokenizer.json\"` and \
                     `hard-limit`",
                )
            });
        }
        found
    }
}
