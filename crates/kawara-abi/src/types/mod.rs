//! The twins of `kawara_pack.h`. What each means is said there, once.

mod counter;
mod option;
mod pack;
mod segmenter;
mod sink;
mod text;

pub use counter::*;
pub use option::*;
pub use pack::*;
pub use segmenter::*;
pub use sink::*;
pub use text::*;
