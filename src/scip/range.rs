//! The range of an occurrence, in any of the forms that producers use.

use protobuf::{CodedInputStream, Error};
use scip::types::{MultiLineRange, SingleLineRange};

use super::decoded::Range;
use super::message::message;

/// The tags of the fields of an occurrence that are ranges.
mod tag {
    pub const RANGE: u32 = 10;
    pub const RANGE_UNPACKED: u32 = 8;
    pub const ENCLOSING: u32 = 58;
    pub const ENCLOSING_UNPACKED: u32 = 56;
    pub const SINGLE_LINE: u32 = 66;
    pub const MULTI_LINE: u32 = 74;
    pub const ENCLOSING_SINGLE_LINE: u32 = 82;
    pub const ENCLOSING_MULTI_LINE: u32 = 90;
}

/// Collects the range of one occurrence, and that of what it encloses. The typed form precedes the list of numbers,
/// which is on its way out: a producer may send both, or either.
#[derive(Default)]
pub struct RangeReader {
    numbers: Vec<i32>,
    enclosing: Vec<i32>,
    typed: Option<[i32; 4]>,
    typed_enclosing: Option<[i32; 4]>,
    is_multi_line: bool,
}

impl RangeReader {
    /// Makes ready for the next occurrence.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.enclosing.clear();
        (self.typed, self.typed_enclosing, self.is_multi_line) = (None, None, false);
    }

    /// Takes a field; `false` where it is no range.
    pub fn take(&mut self, tag: u32, stream: &mut CodedInputStream<'_>) -> Result<bool, Error> {
        match tag {
            tag::RANGE => stream.read_repeated_packed_int32_into(&mut self.numbers)?,
            tag::RANGE_UNPACKED => self.numbers.push(stream.read_int32()?),
            tag::ENCLOSING => stream.read_repeated_packed_int32_into(&mut self.enclosing)?,
            tag::ENCLOSING_UNPACKED => self.enclosing.push(stream.read_int32()?),
            tag::SINGLE_LINE => {
                self.typed = Some(single_line(&message(stream)?));
                self.is_multi_line = false;
            }
            tag::MULTI_LINE => {
                self.typed = Some(multi_line(&message(stream)?));
                self.is_multi_line = true;
            }
            tag::ENCLOSING_SINGLE_LINE => self.typed_enclosing = Some(single_line(&message(stream)?)),
            tag::ENCLOSING_MULTI_LINE => self.typed_enclosing = Some(multi_line(&message(stream)?)),
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// The range; `None` where there is none that makes sense.
    pub fn range(&self) -> Option<Range> {
        range(self.typed.or_else(|| numbers(&self.numbers))?)
    }

    /// Where the file ends, if this is the definition of a file: it is at the very beginning, and says how far the
    /// file goes by a range of four numbers, or by what it encloses.
    pub fn end_of_file(&self) -> Option<(u32, u32)> {
        let own = self.range().filter(|range| (range.start_line, range.start_column) == (0, 0))?;
        let spans = if self.typed.is_some() { self.is_multi_line } else { self.numbers.len() == 4 };
        if spans {
            return Some((own.end_line, own.end_column));
        }
        let enclosing = self.typed_enclosing.or_else(|| numbers(&self.enclosing)).and_then(range)?;
        (own.end_column == 0).then_some((enclosing.end_line, enclosing.end_column))
    }
}

fn single_line(said: &SingleLineRange) -> [i32; 4] {
    [said.line, said.start_character, said.line, said.end_character]
}

fn multi_line(said: &MultiLineRange) -> [i32; 4] {
    [said.start_line, said.start_character, said.end_line, said.end_character]
}

fn numbers(numbers: &[i32]) -> Option<[i32; 4]> {
    match *numbers {
        [line, start, end] => Some([line, start, line, end]),
        [start_line, start, end_line, end] => Some([start_line, start, end_line, end]),
        _ => None,
    }
}

fn range(numbers: [i32; 4]) -> Option<Range> {
    let [start_line, start_column, end_line, end_column] = numbers.map(|number| u32::try_from(number).ok());
    let range =
        Range { start_line: start_line?, start_column: start_column?, end_line: end_line?, end_column: end_column? };
    ((range.start_line, range.start_column) <= (range.end_line, range.end_column)).then_some(range)
}
