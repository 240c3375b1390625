//! Lines that were broken by hand.

use kawara_core::is_blank;

/// Whether a sentence goes on behind the end of `line`: a comma, or a particle or an ending after which something must follow. The
/// items of a list end in nouns, in 음 and 함.
pub(crate) fn goes_on(line: &str) -> bool {
    const OPEN: [&str; 9] = ["를", "는", "에서", "으로", "에게", "면서", "지만", "으며", "하고"];
    let line = line.trim_end_matches(is_blank);
    line.ends_with([',', '，', '、']) || OPEN.iter().any(|end| line.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::goes_on;

    #[test]
    fn what_must_go_on() {
        assert!(goes_on("펌프를 점검하는 날에는 ") && goes_on("비가 오지만") && goes_on("물, 불,"));
        assert!(!goes_on("점검을 마쳤다.") && !goes_on("3번 창고") && !goes_on(""));
    }
}
