use std::fmt::Write as _;

use super::axis::Axis;
use super::edges::Edges;
use super::{finite, px, width};
use crate::page::escape;
use crate::{Error, ErrorKind, Result};

/// A chart of bars that begin at 0: a histogram, or kinds side by side.
#[derive(Clone, Debug)]
pub struct Bars {
    title: String,
    x: String,
    y: Axis,
    bars: Vec<(String, f64)>,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 10.0;
const TOP: f64 = 12.0;
const BOTTOM: f64 = 56.0;

impl Bars {
    /// A chart without bars: what they are of, and what their lengths say.
    pub fn new(title: impl Into<String>, x: impl Into<String>, y: impl Into<String>) -> Self {
        Self { title: title.into(), x: x.into(), y: Axis::new(y).from_zero(), bars: Vec::new() }
    }

    /// Lengths are shares: 0.25 is written as 25 %.
    pub fn shares(mut self) -> Self {
        self.y = Axis::share(self.y.title).from_zero();
        self
    }

    /// One more bar, right of those before.
    ///
    /// # Errors
    ///
    /// If its length is negative, infinite or not a number.
    pub fn bar(mut self, label: impl Into<String>, length: f64) -> Result<Self> {
        let label = label.into();
        let length = finite(&format!("the length of {label:?}"), length)?;
        if length < 0.0 {
            let message = format!("cannot draw a bar of {length} for {label:?}: lengths are 0 or more");
            return Err(Error::new(ErrorKind::Page, message));
        }
        self.bars.push((label, length));
        Ok(self)
    }

    pub(in crate::page) fn write(&self, html: &mut String) {
        let _ = writeln!(html, "<figure>\n<figcaption>{}</figcaption>", escape(&self.title));
        if self.bars.is_empty() {
            html.push_str("<p class=\"faint\">There are no bars to show.</p>\n</figure>\n");
            return;
        }
        let scale = self.y.scale(self.bars.iter().map(|(_, length)| *length), 5);
        let (bottom, right) = (HEIGHT - BOTTOM, WIDTH - RIGHT);
        let edges = Edges { left: LEFT, top: TOP, right, bottom };
        let about = format!("{}: {} by {}, {} bars", self.title, self.y.title, self.x, self.bars.len());
        let _ = writeln!(
            html,
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
            px(WIDTH),
            px(HEIGHT),
            escape(&about)
        );
        edges.rules(html, &scale);
        let each = (right - LEFT) / self.bars.len() as f64;
        let widest = self.bars.iter().map(|(label, _)| width(label)).fold(0.0, f64::max);
        let every = (((widest + 8.0) / each).ceil() as usize).max(1);
        for (nth, (label, length)) in self.bars.iter().enumerate() {
            let (x, top) = (LEFT + each * nth as f64, edges.down(&scale, *length));
            let (label, told) = (escape(label), escape(&self.y.tell(*length)));
            let _ = writeln!(
                html,
                "<g><title>{label}: {told}</title><rect class=\"bar\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></g>",
                px(x + each * 0.08),
                px(top),
                px((each * 0.84).max(0.5)),
                px((bottom - top).max(0.0))
            );
            if nth % every == 0 {
                let _ = writeln!(
                    html,
                    "<text class=\"tick\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                    px(x + each / 2.0),
                    px(bottom + 17.0)
                );
            }
        }
        edges.axes(html, 38.0, &self.x, &self.y.title);
        html.push_str("</svg>\n</figure>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(bars: &Bars) -> String {
        let mut html = String::new();
        bars.write(&mut html);
        html
    }

    #[test]
    fn bars_begin_at_zero() -> Result<()> {
        let bars = Bars::new("t", "x", "y").bar("a", 98.0)?.bar("b", 100.0)?.bar("c", 0.0)?;
        let html = html(&bars);
        let heights: Vec<f64> = html
            .split("height=\"")
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap().parse().unwrap())
            .collect();
        assert_eq!(heights, [227.4, 232.0, 0.0], "in proportion");
        assert!(html.contains("<title>a: 98</title>"));
        Ok(())
    }

    #[test]
    fn lengths_that_cannot_be_are_refused() {
        for length in [f64::NAN, f64::INFINITY, -1.0] {
            assert!(Bars::new("t", "x", "y").bar("a", length).is_err());
        }
    }

    #[test]
    fn nothing_one_and_many() -> Result<()> {
        let empty = Bars::new("t", "x", "y");
        assert!(html(&empty).contains("There are no bars to show."));
        assert_eq!(html(&empty.clone().bar("a", 0.0)?).matches("<rect").count(), 1);
        let mut many = empty.shares();
        for nth in 0..500 {
            many = many.bar(format!("{nth}–{}", nth + 1), 0.25)?;
        }
        let html = html(&many);
        assert_eq!(html.matches("<rect").count(), 500);
        assert!(html.matches("text-anchor=\"middle\"").count() < 20, "labels have room");
        assert!(html.contains("<title>7–8: 25 %</title>"));
        Ok(())
    }
}
