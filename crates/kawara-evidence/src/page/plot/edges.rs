use std::fmt::Write as _;

use super::axis::Scale;
use super::px;
use crate::page::escape;

/// The inner edges of a figure: what is drawn stands between them, and the axes along them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edges {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) right: f64,
    pub(super) bottom: f64,
}

impl Edges {
    /// Where a value of the vertical axis stands.
    pub(super) fn down(self, scale: &Scale, value: f64) -> f64 {
        self.bottom - scale.at(value) * (self.bottom - self.top)
    }

    /// A line across at each tick of the vertical axis, with its label.
    pub(super) fn rules(self, html: &mut String, scale: &Scale) {
        for (value, label) in &scale.ticks {
            let at = self.down(scale, *value);
            let _ = writeln!(
                html,
                "<line class=\"grid\" x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/><text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{label}</text>",
                px(self.left),
                px(self.right),
                px(at),
                px(at),
                px(self.left - 7.0),
                px(at + 4.0)
            );
        }
    }

    /// Both axes with their titles, that of the horizontal one so far below it.
    pub(super) fn axes(self, html: &mut String, below: f64, x: &str, y: &str) {
        let Self { left, top, right, bottom } = self;
        let _ = writeln!(
            html,
            "<path class=\"axis path\" d=\"M{} {}V{}H{}\"/>\n\
            <text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
            <text transform=\"translate(14 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>",
            px(left),
            px(top),
            px(bottom),
            px(right),
            px((left + right) / 2.0),
            px(bottom + below),
            escape(x),
            px((top + bottom) / 2.0),
            escape(y)
        );
    }
}
