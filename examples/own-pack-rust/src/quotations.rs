//! What follows a quotation: 라고, 하고, 외쳤다… take it up, and the sentence goes on.

/// Whether the sentence goes on behind a quotation and a space: “가자!” 하고 외쳤다.
pub(crate) fn is_taken_up(next: &str) -> bool {
    let word = next.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default();
    PARTICLES.contains(&word) || SAYING.iter().any(|verb| word.starts_with(verb))
}

/// Whether what stands right behind an end mark is such a particle: 왜?라고 물었다.
pub(crate) fn begins_with_particle(next: &str) -> bool {
    PARTICLES
        .iter()
        .filter(|particle| particle.chars().count() > 1)
        .any(|particle| next.starts_with(particle))
}

/// Particles that are written apart from the quotation they belong to, though the rule wants them joined.
const PARTICLES: [&str; 20] = [
    "라고",
    "이라고",
    "라며",
    "이라며",
    "라면서",
    "이라면서",
    "라는",
    "이라는",
    "라",
    "이라",
    "하고",
    "하는",
    "하던",
    "하자",
    "하며",
    "고",
    "며",
    "는",
    "라고도",
    "라던",
];

/// Verbs of saying that follow without a particle.
const SAYING: [&str; 8] = ["말했", "말하", "외쳤", "외치", "물었", "묻", "답했", "대답했"];
