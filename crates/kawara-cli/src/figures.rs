//! Figures for people.

/// Where there is no figure.
pub(crate) const NOTHING: &str = "–";

/// A share in per cent, with one decimal. What is not all is never shown as all, nor what is something as nothing.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", shown(share))
}

/// The same with its sign: what is more, or less.
pub(crate) fn signed_percent(share: f64) -> String {
    format!("{:+.1} %", shown(share))
}

fn shown(share: f64) -> f64 {
    let percent = share * 100.0;
    match percent {
        _ if share < 1.0 && percent >= 99.95 => 99.9,
        _ if share != 0.0 && percent.abs() < 0.05 => 0.1f64.copysign(share),
        // What would be -0 is 0.
        _ => percent + 0.0,
    }
}

/// `1 chunk`, `2 chunks`.
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// A number with its thousands apart.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (nth, digit) in digits.chars().enumerate() {
        if nth > 0 && (digits.len() - nth).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Money: four digits, and never nothing for something.
pub(crate) fn amount(amount: f64) -> String {
    if amount > 0.0 && amount < 0.000_1 { "< 0.0001".into() } else { format!("{amount:.4}") }
}

/// Bytes for people, in powers of a thousand.
pub(crate) fn size(bytes: u64) -> String {
    let units = ["B", "kB", "MB", "GB", "TB", "PB", "EB"];
    let power = units.len().min(bytes.checked_ilog10().map_or(0, |digits| digits as usize / 3) + 1) - 1;
    match power {
        0 => format!("{bytes} B"),
        _ => format!("{:.1} {}", bytes as f64 / 1e3f64.powi(power as i32), units[power]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_and_nothing_are_what_they_say() {
        assert_eq!(
            [0.0, -0.0, 0.0001, -0.0001, 0.1234, 0.9999, 1.0, 1.5].map(percent).join(" "),
            "0.0 % 0.0 % 0.1 % -0.1 % 12.3 % 99.9 % 100.0 % 150.0 %"
        );
        assert_eq!([0.0, 0.25, -0.02].map(signed_percent).join(" "), "+0.0 % +25.0 % -2.0 %");
    }

    #[test]
    fn numbers_are_for_people() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped).join(" "), "0 999 1,000 1,234,567");
        assert_eq!((counted(1, "chunk"), counted(0, "chunk")), ("1 chunk".into(), "0 chunks".into()));
        assert_eq!(
            [0.0, 0.000_01, 0.000_1, 12.34567].map(amount),
            ["0.0000", "< 0.0001", "0.0001", "12.3457"]
        );
    }

    #[test]
    fn sizes_are_for_people() {
        let sizes = [0, 999, 1_000, 12_345_678, 1_500_000_000, u64::MAX].map(size);
        assert_eq!(sizes, ["0 B", "999 B", "1.0 kB", "12.3 MB", "1.5 GB", "18.4 EB"]);
    }
}
