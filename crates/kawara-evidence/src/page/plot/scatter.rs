use std::fmt::Write as _;

use super::axis::{Axis, Scale};
use super::edges::Edges;
use super::{finite, px, width};
use crate::Result;
use crate::page::escape;

/// Points of one or several series over two axes.
#[derive(Clone, Debug)]
pub struct Plot {
    title: String,
    x: Axis,
    y: Axis,
    series: Vec<Series>,
}

/// Points that belong together: one colour, one shape, one name in the legend.
#[derive(Clone, Debug)]
pub struct Series {
    name: String,
    line: bool,
    points: Vec<Point>,
}

#[derive(Clone, Debug)]
struct Point {
    x: f64,
    y: f64,
    label: String,
    marked: bool,
}

const WIDTH: f64 = 760.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = 20.0;
const BOTTOM: f64 = 58.0;
/// A row of the legend.
const ROW: f64 = 20.0;

impl Series {
    /// A series with its name in the legend.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), line: false, points: Vec::new() }
    }

    /// Joins the points by a line, in the order in which they are given.
    pub fn with_line(mut self) -> Self {
        self.line = true;
        self
    }

    /// One more point; its label is shown when it is pointed at.
    ///
    /// # Errors
    ///
    /// If a coordinate is infinite or not a number.
    pub fn point(&mut self, x: f64, y: f64, label: impl Into<String>) -> Result<&mut Self> {
        self.push(x, y, label.into(), false)
    }

    /// One more point that stands out, such as one that no other beats: with a ring, and its label beside it.
    ///
    /// # Errors
    ///
    /// If a coordinate is infinite or not a number.
    pub fn marked_point(&mut self, x: f64, y: f64, label: impl Into<String>) -> Result<&mut Self> {
        self.push(x, y, label.into(), true)
    }

    fn push(&mut self, x: f64, y: f64, label: String, marked: bool) -> Result<&mut Self> {
        let (x, y) = (finite(&format!("x of {label:?}"), x)?, finite(&format!("y of {label:?}"), y)?);
        self.points.push(Point { x, y, label, marked });
        Ok(self)
    }
}

impl Plot {
    /// A plot without points.
    pub fn new(title: impl Into<String>, x: Axis, y: Axis) -> Self {
        Self { title: title.into(), x, y, series: Vec::new() }
    }

    /// One more series. The first six differ in colour, shape and dash; those after them pair the colours with other shapes and
    /// dashes, so that 36 differ.
    pub fn series(mut self, series: Series) -> Self {
        self.series.push(series);
        self
    }

    pub(in crate::page) fn write(&self, html: &mut String) {
        let points = || self.series.iter().flat_map(|series| &series.points);
        let _ = writeln!(html, "<figure>\n<figcaption>{}</figcaption>", escape(&self.title));
        if points().next().is_none() {
            html.push_str("<p class=\"faint\">There are no points to show.</p>\n</figure>\n");
            return;
        }
        let frame = Frame {
            x: self.x.scale(points().map(|point| point.x), 8),
            y: self.y.scale(points().map(|point| point.y), 6),
            top: 14.0 + ROW * self.legend_rows() as f64,
        };
        let about = format!(
            "{}: {} points in {} series; {} over {}",
            self.title,
            points().count(),
            self.series.len(),
            self.y.title,
            self.x.title
        );
        let _ = writeln!(
            html,
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
            px(WIDTH),
            px(HEIGHT),
            escape(&about)
        );
        self.legend(html);
        frame.write(html, &self.x.title, &self.y.title);
        for (nth, series) in self.series.iter().enumerate() {
            self.draw(html, &frame, nth, series);
        }
        self.labels(html, &frame);
        html.push_str("</svg>\n</figure>\n");
    }

    fn draw(&self, html: &mut String, frame: &Frame, nth: usize, series: &Series) {
        if series.line && series.points.len() > 1 {
            let path: Vec<String> = series
                .points
                .iter()
                .map(|point| format!("{},{}", px(frame.left(point.x)), px(frame.down(point.y))))
                .collect();
            let dash = ["", "6 3", "2 3", "9 3 2 3", "1 4", "12 4"][(nth + nth / 6) % 6];
            let _ = writeln!(
                html,
                "<polyline class=\"path s{}\" stroke-dasharray=\"{dash}\" points=\"{}\"/>",
                nth % 6,
                path.join(" ")
            );
        }
        for point in &series.points {
            let (x, y) = (frame.left(point.x), frame.down(point.y));
            let title = format!(
                "{} · {}\n{}: {}\n{}: {}",
                series.name,
                point.label,
                self.x.title,
                self.x.tell(point.x),
                self.y.title,
                self.y.tell(point.y)
            );
            let _ = write!(html, "<g><title>{}</title>", escape(&title));
            if point.marked {
                let _ = write!(html, "<circle class=\"halo\" cx=\"{}\" cy=\"{}\" r=\"8.5\"/>", px(x), px(y));
            }
            let _ = writeln!(html, "{}</g>", shape(nth, x, y));
        }
    }

    /// The labels of marked points, each where it meets no other label, no point and no line; left out where there is no such place.
    fn labels(&self, html: &mut String, frame: &Frame) {
        // Left edge, width, and base line of what is there: first the points themselves.
        let points = self.series.iter().flat_map(|series| &series.points);
        let mut taken: Vec<(f64, f64, f64)> =
            points.map(|point| (frame.left(point.x) - 6.0, 12.0, frame.down(point.y) + 4.0)).collect();
        for ends in
            self.series.iter().filter(|series| series.line).flat_map(|series| series.points.windows(2))
        {
            let [from, to] = ends else { continue };
            let (x, y) = (frame.left(from.x), frame.down(from.y));
            let (dx, dy) = (frame.left(to.x) - x, frame.down(to.y) - y);
            let steps = (dx.abs().max(dy.abs()) / 4.0).ceil().max(1.0) as u32;
            // From the middle of a line of text to its base line there are four pixels.
            taken.extend(
                (0..=steps)
                    .map(|step| f64::from(step) / f64::from(steps))
                    .map(|part| (dx.mul_add(part, x) - 1.0, 2.0, dy.mul_add(part, y) + 4.0)),
            );
        }
        for point in self.series.iter().flat_map(|series| &series.points).filter(|point| point.marked) {
            let (x, y, wide) = (frame.left(point.x), frame.down(point.y), width(&point.label));
            let right = x + 12.0 + wide <= WIDTH - 4.0;
            let from = if right { x + 12.0 } else { (x - 12.0 - wide).max(2.0) };
            let meets = |down: f64| {
                taken.iter().any(|(other, length, at)| {
                    (at - down).abs() < 13.0 && from < other + length + 4.0 && *other < from + wide + 4.0
                })
            };
            let places = [4.0, -9.0, 17.0, -22.0, 30.0, -35.0, 43.0].map(|by| y + by);
            let fits = |down: &f64| !meets(*down) && *down > frame.top - 2.0 && *down < HEIGHT - BOTTOM - 2.0;
            let Some(down) = places.into_iter().find(fits) else { continue };
            taken.push((from, wide, down));
            let _ = writeln!(
                html,
                "<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>",
                px(from),
                px(down),
                escape(&point.label)
            );
        }
    }

    /// Each series with its place in the legend: left edge and row.
    fn places(&self) -> Vec<(f64, usize)> {
        let (mut x, mut row) = (LEFT, 0);
        let place = |series: &Series| {
            let wide = 34.0 + width(&series.name);
            if x > LEFT && x + wide > WIDTH - RIGHT {
                (x, row) = (LEFT, row + 1);
            }
            let place = (x, row);
            x += wide;
            place
        };
        self.series.iter().map(place).collect()
    }

    fn legend_rows(&self) -> usize {
        self.places().last().map_or(0, |(_, row)| row + 1)
    }

    fn legend(&self, html: &mut String) {
        for (nth, (series, (x, row))) in self.series.iter().zip(self.places()).enumerate() {
            let y = 12.0 + ROW * row as f64;
            let name = escape(&series.name);
            let _ = writeln!(
                html,
                "{}<text x=\"{}\" y=\"{}\">{name}</text>",
                shape(nth, x + 6.0, y),
                px(x + 16.0),
                px(y + 4.0)
            );
        }
    }
}

/// The mark of a series: no two of the first six have one shape or one colour, and no two of the first 36 have both.
fn shape(nth: usize, x: f64, y: f64) -> String {
    let class = format!("s{}", nth % 6);
    let path = |steps: &str| format!("<path class=\"{class}\" d=\"M{} {}{steps}\"/>", px(x), px(y));
    match (nth + nth / 6) % 6 {
        0 => format!("<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>", px(x), px(y)),
        1 => path("m-4.2 -4.2h8.4v8.4h-8.4z"),
        2 => path("m0 -5.5l5 9h-10z"),
        3 => path("m0 -5.8l5.8 5.8l-5.8 5.8l-5.8 -5.8z"),
        4 => path("m0 5.5l5 -9h-10z"),
        _ => format!("<circle class=\"{class} open\" cx=\"{}\" cy=\"{}\" r=\"4.5\"/>", px(x), px(y)),
    }
}

struct Frame {
    x: Scale,
    y: Scale,
    top: f64,
}

impl Frame {
    fn left(&self, value: f64) -> f64 {
        LEFT + self.x.at(value) * (WIDTH - LEFT - RIGHT)
    }

    fn down(&self, value: f64) -> f64 {
        self.edges().down(&self.y, value)
    }

    fn edges(&self) -> Edges {
        Edges { left: LEFT, top: self.top, right: WIDTH - RIGHT, bottom: HEIGHT - BOTTOM }
    }

    fn write(&self, html: &mut String, x: &str, y: &str) {
        let Edges { top, bottom, .. } = self.edges();
        for (value, label) in &self.x.ticks {
            let at = px(self.left(*value));
            let _ = writeln!(
                html,
                "<line class=\"grid\" x1=\"{at}\" x2=\"{at}\" y1=\"{}\" y2=\"{}\"/><text class=\"tick\" x=\"{at}\" y=\"{}\" text-anchor=\"middle\">{label}</text>",
                px(top),
                px(bottom),
                px(bottom + 17.0)
            );
        }
        self.edges().rules(html, &self.y);
        self.edges().axes(html, 36.0, x, y);
        let begins = |name: &str, scale: &Scale| {
            scale.begins().map(|first| format!("{name} begins at {first}, not at 0"))
        };
        let hidden: Vec<String> =
            [begins("x", &self.x), begins("y", &self.y)].into_iter().flatten().collect();
        if !hidden.is_empty() {
            let _ = writeln!(
                html,
                "<text class=\"warn\" x=\"{}\" y=\"{}\">⚠ {}</text>",
                px(LEFT),
                px(bottom + 53.0),
                escape(&hidden.join("; "))
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn html(plot: &Plot) -> String {
        let mut html = String::new();
        plot.write(&mut html);
        html
    }

    #[test]
    fn sixteen_series_are_told_apart() {
        let marks: std::collections::BTreeSet<String> = (0..36).map(|nth| shape(nth, 0.0, 0.0)).collect();
        assert_eq!(marks.len(), 36);
    }

    #[test]
    fn what_is_no_number_is_refused() {
        let mut series = Series::new("s");
        for (x, y) in [(f64::NAN, 1.0), (1.0, f64::NAN), (f64::INFINITY, 1.0), (1.0, f64::NEG_INFINITY)] {
            let error = series.point(x, y, "p").unwrap_err();
            assert_eq!(error.kind(), crate::ErrorKind::Page);
            assert!(error.to_string().contains("of \"p\""), "{error}");
        }
        assert!(series.points.is_empty());
    }

    #[test]
    fn no_points_and_one_point() -> Result<()> {
        let plot = Plot::new("t", Axis::new("x"), Axis::new("y")).series(Series::new("none").with_line());
        assert!(html(&plot).contains("There are no points to show."));
        let mut one = Series::new("one").with_line();
        one.marked_point(0.0, 0.0, "origin")?;
        let html = html(&plot.series(one));
        assert!(html.contains("cx=\"70\" cy=\"382\""), "the corner: {html}");
        assert!(!html.contains("NaN") && !html.contains("inf") && !html.contains("<polyline"), "{html}");
        Ok(())
    }

    #[test]
    fn an_axis_without_zero_warns_in_the_figure() -> Result<()> {
        let mut series = Series::new("s");
        series.point(0.0, 0.92, "a")?.point(0.3, 0.97, "b")?;
        let html = html(&Plot::new("t", Axis::share("x"), Axis::share("y")).series(series));
        assert!(html.contains("⚠ y begins at 92\u{a0}%, not at 0</text>"), "{html}");
        Ok(())
    }

    #[test]
    fn labels_of_marked_points_do_not_lie_over_each_other() -> Result<()> {
        let mut series = Series::new("s");
        for nth in 0..4 {
            series.marked_point(1.0, 1.0 + f64::from(nth) * 1e-3, format!("marked {nth}"))?;
        }
        series.point(0.0, 0.0, "plain")?;
        let html = html(&Plot::new("t", Axis::new("x"), Axis::new("y")).series(series));
        let rows: std::collections::BTreeSet<&str> =
            html.split("class=\"label\"").skip(1).filter_map(|rest| rest.split('"').nth(3)).collect();
        assert_eq!(rows.len(), 4, "{html}");
        Ok(())
    }
}
