//! Bars for a terminal.

/// Which characters bars are drawn with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Blocks, in eighths of a column.
    Blocks,
    /// ASCII, in whole columns.
    Ascii,
}

/// Blocks of one to eight eighths.
const EIGHTHS: [char; 8] = ['▏', '▎', '▍', '▌', '▋', '▊', '▉', '█'];

impl Ink {
    /// Blocks where the user's locale is UTF-8.
    pub(super) fn of_environment() -> Self {
        if cfg!(windows) {
            return Self::Blocks;
        }
        // The first that is set counts, as for every program.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
            .iter()
            .filter_map(|name| std::env::var(name).ok())
            .find(|value| !value.is_empty());
        Self::of_locale(&locale.unwrap_or_default())
    }

    fn of_locale(locale: &str) -> Self {
        let locale = locale.to_ascii_lowercase();
        if locale.ends_with("utf-8") || locale.ends_with("utf8") { Self::Blocks } else { Self::Ascii }
    }

    /// A bar as long as `part` is of `whole`, which has this many columns. What is not nothing is seen.
    pub(super) fn bar(self, part: u64, whole: u64, columns: u32) -> String {
        if part == 0 || whole == 0 {
            return String::new();
        }
        let steps = if self == Self::Blocks { 8 } else { 1 };
        let all = u128::from(columns) * steps;
        let length = (u128::from(part.min(whole)) * all).div_ceil(u128::from(whole)) as usize;
        match self {
            Self::Ascii => "#".repeat(length),
            Self::Blocks => {
                let rest = length % 8;
                let last = rest.checked_sub(1).and_then(|eighths| EIGHTHS.get(eighths));
                EIGHTHS[7].to_string().repeat(length / 8) + &last.map(char::to_string).unwrap_or_default()
            }
        }
    }

    /// What stands between two numbers of a range.
    pub(super) fn dash(self) -> &'static str {
        if self == Self::Blocks { "–" } else { "-" }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_in_proportion_and_never_vanish() {
        assert_eq!(Ink::Blocks.bar(10, 10, 2), "██");
        assert_eq!(Ink::Blocks.bar(5, 10, 3), "█▌");
        assert_eq!(Ink::Blocks.bar(1, 1_000_000, 40), "▏");
        assert_eq!(Ink::Ascii.bar(1, 1_000_000, 40), "#");
        assert_eq!(Ink::Ascii.bar(u64::MAX, u64::MAX, 3), "###");
        assert_eq!((Ink::Ascii.bar(0, 9, 3), Ink::Blocks.bar(0, 0, 3)), (String::new(), String::new()));
    }

    #[test]
    fn the_locale_says_what_can_be_shown() {
        assert_eq!(Ink::of_locale("de_DE.UTF-8"), Ink::Blocks);
        assert_eq!(Ink::of_locale("C.utf8"), Ink::Blocks);
        assert_eq!((Ink::of_locale("C"), Ink::of_locale("")), (Ink::Ascii, Ink::Ascii));
    }
}
