//! Many settings tried on the same documents and questions.

mod axes;
mod point;

pub use axes::{Amount, Axes, Carry, Parameter, Strategy};
pub use point::{Point, one_at_a_time, product};
