//! `facts --format parquet`: a relation as a file of columns. Texts are strings, lines and counts unsigned numbers.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{LogicalType, Repetition, Type as PhysicalType};
use parquet::data_type::{ByteArray, ByteArrayType, Int32Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::Type;

use crate::cli::fault::Fault;
use crate::cli::output;
use crate::facts::{Relation, Snapshot, Value};

/// How many rows stand together.
const GROUP: usize = 1 << 16;

/// Whether Parquet can be written.
pub fn available() -> Result<(), Fault> {
    Ok(())
}

/// Writes a relation into a file.
pub fn write(root: &Path, path: &Path, relation: &Relation, facts: &Snapshot) -> Result<(), Fault> {
    let bytes = bytes(relation, facts).map_err(|error| Fault::File {
        what: "write",
        path: path.to_owned(),
        source: io::Error::other(error),
    })?;
    output::write_bytes(root, path, &bytes)
}

fn bytes(relation: &Relation, facts: &Snapshot) -> Result<Vec<u8>, ParquetError> {
    let columns = relation.columns();
    let fields = columns.iter().map(|name| field(name)).collect::<Result<Vec<_>, _>>()?;
    let schema = Type::group_type_builder(relation.name).with_fields(fields).build()?;
    let properties =
        WriterProperties::builder().set_created_by(concat!("cg-bundle ", env!("CARGO_PKG_VERSION")).to_owned());
    let mut writer = SerializedFileWriter::new(Vec::new(), Arc::new(schema), Arc::new(properties.build()))?;
    let rows = relation.rows(facts);
    for group in rows.chunks(GROUP) {
        write_group(&mut writer, &columns, group)?;
    }
    writer.into_inner()
}

/// A column that no row leaves empty.
fn field(name: &str) -> Result<Arc<Type>, ParquetError> {
    let (physical, logical) = match Relation::is_number(name) {
        true => (PhysicalType::INT32, LogicalType::integer(32, false)),
        false => (PhysicalType::BYTE_ARRAY, LogicalType::String),
    };
    let builder = Type::primitive_type_builder(name, physical).with_logical_type(Some(logical));
    Ok(Arc::new(builder.with_repetition(Repetition::REQUIRED).build()?))
}

fn write_group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: &[&str],
    rows: &[Vec<Value>],
) -> Result<(), ParquetError> {
    let mut group = writer.next_row_group()?;
    for (at, name) in columns.iter().enumerate() {
        let Some(mut column) = group.next_column()? else { break };
        let values = rows.iter().filter_map(|row| row.get(at));
        if Relation::is_number(name) {
            let numbers: Vec<i32> = values.map(number).collect();
            column.typed::<Int32Type>().write_batch(&numbers, None, None)?;
        } else {
            let texts: Vec<ByteArray> = values.map(text).collect();
            column.typed::<ByteArrayType>().write_batch(&texts, None, None)?;
        }
        column.close()?;
    }
    group.close()?;
    Ok(())
}

/// The bits of an unsigned number: the type of the column says how they are read.
fn number(value: &Value) -> i32 {
    match value {
        Value::Number(number) => number.cast_signed(),
        Value::Text(_) | Value::Word(_) => 0,
    }
}

fn text(value: &Value) -> ByteArray {
    match value {
        Value::Text(text) => ByteArray::from(text.as_str()),
        Value::Word(word) => ByteArray::from(*word),
        Value::Number(number) => ByteArray::from(number.to_string().as_str()),
    }
}
