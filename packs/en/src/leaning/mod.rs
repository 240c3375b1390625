//! Whether a sentence leans back: whether a reader who sees it alone is left asking who, which, or as opposed to what.
//!
//! English says so at the front. The judge reads the first words and asks for each sign in turn: a connective, a pronoun or a
//! demonstrative that nothing in the sentence explains, a noun that has been introduced before.

mod connectives;
mod definites;
mod impersonal;
mod opening;
mod pronouns;

use opening::Opening;

/// Whether `unit` cannot be understood without what stands before it. Only its first words are read.
pub(crate) fn leans_back(unit: &str) -> bool {
    let opening = Opening::read(unit);
    let main = opening.without_adverb();
    connectives::connects(&opening) || pronouns::points_back(&main) || definites::was_introduced(&main)
}
