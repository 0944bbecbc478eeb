//! Messages inside a stream, within their lengths.

use protobuf::{CodedInputStream, Error, Message};

/// Reads a message for which the crate has a type.
pub fn message<M: Message>(stream: &mut CodedInputStream<'_>) -> Result<M, Error> {
    let mut message = M::new();
    inside(stream, |stream| message.merge_from(stream))?;
    Ok(message)
}

/// Reads a message that is a field of another. The stream itself takes the end of the file for the end of every message
/// that is open; so a file that breaks off would look whole.
pub fn inside<'s>(
    stream: &mut CodedInputStream<'s>,
    read: impl FnOnce(&mut CodedInputStream<'s>) -> Result<(), Error>,
) -> Result<(), Error> {
    let length = stream.read_raw_varint64()?;
    let outer = stream.push_limit(length)?;
    read(stream)?;
    whole(stream)?;
    stream.pop_limit(outer);
    Ok(())
}

/// Whether the message that is open was read to its end.
pub fn whole(stream: &CodedInputStream<'_>) -> Result<(), Error> {
    match stream.bytes_until_limit() {
        0 => Ok(()),
        _ => Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into()),
    }
}
