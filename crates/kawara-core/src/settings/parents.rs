//! Which sizes passages may have.

use super::{Strategy, TilingSettings};
use crate::{Error, ErrorKind, Result};

impl TilingSettings {
    /// The most sizes that passages may have: each is a plan of the whole text of its own.
    pub const MOST_PARENTS: usize = 8;

    /// Refuses passages that cannot be laid around chunks of at most `max_tokens`.
    pub(crate) fn check_parents(&self, max_tokens: u32) -> Result<()> {
        let refuse = |message: String| Err(Error::new(ErrorKind::Settings, message));
        let Some(smallest) = self.parents.last() else { return Ok(()) };
        if self.strategy != Strategy::Units {
            return refuse(format!(
                "tiling.parents lays passages of whole units, and tiling.strategy = {:?} lays windows: leave one of them out",
                self.strategy.as_str()
            ));
        }
        if let Some(pair) = self.parents.windows(2).find(|pair| pair[0] <= pair[1]) {
            return refuse(format!(
                "tiling.parents names {} before {}: the sizes of passages fall, the largest first",
                pair[0], pair[1]
            ));
        }
        if *smallest <= max_tokens {
            return refuse(format!(
                "tiling.parents has passages of {smallest} tokens, and budget.max-tokens lets a chunk have {max_tokens}: a passage \
                 holds several chunks, so its size is above that"
            ));
        }
        if self.parents.len() > Self::MOST_PARENTS {
            let (sizes, most) = (self.parents.len(), Self::MOST_PARENTS);
            return refuse(format!("tiling.parents names {sizes} sizes: there are at most {most}"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_that_cannot_be_laid_are_refused_by_name() {
        let of = |strategy, parents: &[u32]| TilingSettings {
            strategy,
            parents: parents.to_vec(),
            ..TilingSettings::default()
        };
        for (settings, said) in [
            (of(Strategy::Units, &[512, 128]), "passages of 128 tokens"),
            (of(Strategy::Units, &[0]), "passages of 0 tokens"),
            (of(Strategy::Units, &[512, 2048]), "names 512 before 2048"),
            (of(Strategy::Units, &[512, 512]), "names 512 before 512"),
            (of(Strategy::TokenWindow, &[512]), "\"token-window\" lays windows"),
            (of(Strategy::Units, &[900, 800, 700, 600, 500, 400, 300, 200, 150]), "names 9 sizes"),
        ] {
            let refused = settings.check_parents(128).unwrap_err().to_string();
            assert!(refused.contains(said), "{refused}");
        }
        for settings in
            [of(Strategy::Units, &[2048, 512, 129]), of(Strategy::Units, &[]), of(Strategy::Recursive, &[])]
        {
            settings.check_parents(128).unwrap();
        }
    }

    #[test]
    fn only_where_there_are_any_do_fingerprints_tell_them() {
        let mut settings = TilingSettings::default();
        assert!(!format!("{settings:?}").contains("parents"));
        settings.parents = vec![2048, 512];
        let shown = "TilingSettings { stability: Balanced, parents: [2048, 512] }";
        assert_eq!(format!("{:?}", settings.in_effect()), shown);
    }
}
