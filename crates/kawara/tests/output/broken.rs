//! A pipe that somebody closed.

use std::io::{self, ErrorKind, Write};

use kawara::output::{Format, ParentSink, Sink};

use super::all;

/// Takes so many bytes.
struct Closing(usize);

impl Write for Closing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 && !bytes.is_empty() { Err(ErrorKind::BrokenPipe.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_broken_pipe_is_told_as_one_by_every_format() {
    let all = all();
    for format in Format::ALL.into_iter().filter(|format| format.is_available()) {
        for room in [0, 1, 100, 700] {
            let result = Sink::open(format, Closing(room)).and_then(|mut sink| {
                all.iter().try_for_each(|chunks| sink.write(chunks))?;
                sink.finish().map(drop)
            });
            assert_eq!(result.unwrap_err().kind(), ErrorKind::BrokenPipe, "{format}, {room} bytes");
            if matches!(format, Format::Text | Format::Markdown) {
                continue;
            }
            let result = ParentSink::open(format, Closing(room)).and_then(|mut sink| {
                all.iter().try_for_each(|chunks| sink.write(chunks))?;
                sink.finish().map(drop)
            });
            assert_eq!(
                result.unwrap_err().kind(),
                ErrorKind::BrokenPipe,
                "parents as {format}, {room} bytes"
            );
        }
    }
}
