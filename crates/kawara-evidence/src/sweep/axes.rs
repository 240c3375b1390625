use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};

use super::mode::Mode;

/// What is tried: of each parameter the values. An empty list leaves it as the policy has it.
///
/// ```
/// use kawara_evidence::sweep::{Axes, product};
///
/// let axes = Axes {
///     sizes: vec![256, 512],
///     carries: vec!["0".parse()?, "1".parse()?, "auto".parse()?],
///     ..Axes::default()
/// };
/// assert_eq!(product(&axes, |_| false).len(), 6);
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axes {
    /// Policies, as files or `kawara:NAME`.
    pub policies: Vec<String>,
    /// What chunks are made of.
    pub strategies: Vec<Strategy>,
    /// The most tokens of a chunk.
    pub sizes: Vec<u32>,
    /// How much is carried; of the strategy `units` only.
    pub carries: Vec<Carry>,
    /// How much windows overlap; of the other strategies only.
    pub window_overlaps: Vec<Amount>,
    /// By how many units a hit is widened on either side when it is served.
    pub wider: Vec<u32>,
    /// How chunks become vectors.
    pub modes: Vec<Mode>,
}

/// One of the [`Axes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Parameter {
    /// The policy.
    Policy,
    /// The strategy.
    Strategy,
    /// The size.
    Size,
    /// The carry.
    Carry,
    /// The overlap of windows.
    WindowOverlap,
    /// Reading wider.
    Wider,
    /// How chunks become vectors.
    Mode,
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Policy => "policy",
            Self::Strategy => "strategy",
            Self::Size => "size",
            Self::Carry => "carry",
            Self::WindowOverlap => "window-overlap",
            Self::Wider => "wider",
            Self::Mode => "mode",
        })
    }
}

/// How much is carried from a chunk to the next. In order `auto` stands behind the one unit that it always carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Carry {
    /// This many units.
    Units(u32),
    /// One unit, and one more while the first carried one, or to begin with the unit behind the cut, leans back, up to so many.
    Auto(u32),
}

/// What `auto` carries at most, unless it says.
const AUTO: u32 = 2;

impl Carry {
    /// As a policy writes it: `2`, `"auto"`, `{ auto = 3 }`.
    pub fn to_toml(self) -> String {
        match self {
            Self::Units(count) => count.to_string(),
            Self::Auto(AUTO) => "\"auto\"".to_owned(),
            Self::Auto(max) => format!("{{ auto = {max} }}"),
        }
    }

    /// What it stands behind: twice the units that it carries in any case, and a half step more for `auto`.
    fn rank(self) -> (u64, u32) {
        match self {
            Self::Units(count) => (2 * u64::from(count), 0),
            Self::Auto(max) => (3, max),
        }
    }
}

impl From<Carry> for kawara::Carry {
    fn from(carry: Carry) -> Self {
        match carry {
            Carry::Units(count) => Self::Units(count),
            Carry::Auto(max) => Self::Auto { max },
        }
    }
}

impl Ord for Carry {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Carry {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// `2`, `auto`, `auto:3`.
impl fmt::Display for Carry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Units(count) => write!(f, "{count}"),
            Self::Auto(AUTO) => f.write_str("auto"),
            Self::Auto(max) => write!(f, "auto:{max}"),
        }
    }
}

impl FromStr for Carry {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let count = |text: &str| text.parse::<u32>().ok();
        match text.strip_prefix("auto") {
            Some("") => Some(Self::Auto(AUTO)),
            Some(max) => max.strip_prefix(':').and_then(count).map(Self::Auto),
            None => count(text).map(Self::Units),
        }
        .ok_or_else(|| "a carry is a number of whole units, `auto`, or `auto:3` for up to three".to_owned())
    }
}

impl Serialize for Carry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// A number of what a window is counted in, or a share of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Amount {
    /// So many tokens, words or sentences.
    Count(u32),
    /// So many per cent.
    Percent(u32),
}

impl Amount {
    /// As a policy writes it: `20`, `{ percent = 20 }`.
    pub fn to_toml(self) -> String {
        match self {
            Self::Count(count) => count.to_string(),
            Self::Percent(percent) => format!("{{ percent = {percent} }}"),
        }
    }
}

/// `20`, `20%`.
impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Count(count) => write!(f, "{count}"),
            Self::Percent(percent) => write!(f, "{percent}%"),
        }
    }
}

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, is_share) =
            text.strip_suffix('%').map_or((text, false), |number| (number.trim_end(), true));
        let number = number
            .parse()
            .map_err(|_| "an overlap of windows is a whole number, or one of per cent: `20%`".to_owned())?;
        Ok(match (number, is_share) {
            (0, _) => Self::Count(0),
            (percent, true) => Self::Percent(percent),
            (count, false) => Self::Count(count),
        })
    }
}

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What chunks are made of, as a policy calls it, and how much of it a window holds: `units`, `token-window`, `sentence-window:5`. Whether
/// there is such a strategy is for the policy to say.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Strategy {
    /// Its name.
    pub name: String,
    /// What a window holds, in what the strategy counts; the policy's own if `None`.
    pub window: Option<u32>,
}

impl Strategy {
    /// Whether it lays units, which are carried, rather than windows, which overlap.
    pub fn is_units(&self) -> bool {
        self.name == "units"
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.window.map_or(Ok(()), |window| write!(f, ":{window}"))
    }
}

impl FromStr for Strategy {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, window) = match text.split_once(':') {
            None => (text, None),
            Some((name, window)) => match window.parse::<u32>() {
                Ok(window) => (name, Some(window)),
                Err(_) => return Err("what a window holds is a whole number: `sentence-window:5`".to_owned()),
            },
        };
        match (name, window) {
            ("", _) => Err("name a strategy, such as `units` or `token-window`".to_owned()),
            ("units", Some(_)) => Err("`units` has no window; its chunks hold what fits the size".to_owned()),
            _ => Ok(Self { name: name.to_owned(), window }),
        }
    }
}

impl Serialize for Strategy {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_shown() {
        for word in ["0", "3", "auto", "auto:3"] {
            assert_eq!(word.parse::<Carry>().unwrap().to_string(), word);
        }
        for word in ["0", "38", "20%"] {
            assert_eq!(word.parse::<Amount>().unwrap().to_string(), word);
        }
        for word in ["units", "token-window", "sentence-window:5"] {
            assert_eq!(word.parse::<Strategy>().unwrap().to_string(), word);
        }
        assert_eq!("0%".parse::<Amount>(), Ok(Amount::Count(0)));
        for word in ["", "-1", "auto:", "autos", "1.5", "20%"] {
            assert!(word.parse::<Carry>().is_err(), "{word}");
        }
        for word in ["", "-1", "%", "1.5%"] {
            assert!(word.parse::<Amount>().is_err(), "{word}");
        }
        for word in ["", ":3", "word-window:", "word-window:x", "units:3"] {
            assert!(word.parse::<Strategy>().is_err(), "{word}");
        }
    }

    #[test]
    fn auto_carries_more_than_one_and_less_than_two() {
        let mut carries: Vec<Carry> =
            ["2", "auto", "3", "0", "auto:3", "1"].map(|word| word.parse().unwrap()).into();
        carries.sort();
        assert_eq!(
            carries.iter().map(Carry::to_string).collect::<Vec<_>>(),
            ["0", "1", "auto", "auto:3", "2", "3"]
        );
    }
}
