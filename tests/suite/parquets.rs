//! Relations as Parquet: the rows are those of JSON, and the type of a column follows from its name.

use cg_bundle::facts::{RELATIONS, Relation, Value};

use crate::support::Repository;

const SOURCES: &str = "\
--- package.json
{\"name\": \"cart\", \"dependencies\": {\"lodash\": \"^4.17.0\"}}
--- src/cart.ts
import { sum } from './sum'
import { template } from 'lodash'
export class Cart extends Array { total() { return sum(template('größe')) } }
--- src/sum.ts
export function sum(a: unknown) { return a }
--- src/cart.test.ts
import { Cart } from './cart'
test('total', () => { new Cart().total() })
";

#[test]
fn a_column_is_of_numbers_where_its_name_says_so() {
    let index = Repository::of(SOURCES).0.index();
    let mut n_rows = 0;
    for relation in RELATIONS.iter() {
        let columns = relation.columns();
        for row in relation.rows(&index.facts) {
            n_rows += 1;
            for (name, value) in columns.iter().zip(&row) {
                let is_number = matches!(value, Value::Number(_));
                assert_eq!(Relation::is_number(name), is_number, "{}.{name}", relation.name);
            }
        }
    }
    assert!(n_rows > 20, "{n_rows} rows");
}

#[cfg(feature = "parquet")]
#[test]
fn the_rows_come_back() {
    use std::fs::File;
    use std::process::Command;

    use parquet::file::reader::{FileReader, SerializedFileReader};

    let (repository, _) = Repository::of(SOURCES);
    let folder = tempfile::TempDir::new().expect("a folder");
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cg-bundle"));
        let root = repository.root().to_string_lossy().into_owned();
        let output = command.args(arguments).args(["-q", "--no-store", "-C", &root]).output().expect("a run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    for name in ["calls", "declares", "depends", "imports", "imports_package", "tests", "overrides"] {
        let path = folder.path().join(format!("{name}.parquet"));
        run(&["facts", name, "--format", "parquet", "-o", &path.to_string_lossy()]);
        let json = run(&["facts", name, "--format", "json"]);
        let wanted: Vec<serde_json::Value> =
            json.lines().map(|line| serde_json::from_str(line).expect("a row")).collect();
        let reader = SerializedFileReader::new(File::open(&path).expect("a file")).expect("Parquet");
        let rows = reader.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row");
            let cells = row.get_column_iter().map(|(name, field)| {
                let value = match field {
                    parquet::record::Field::UInt(number) => serde_json::Value::from(*number),
                    parquet::record::Field::Str(text) => serde_json::Value::from(text.as_str()),
                    other => panic!("{name}: {other}"),
                };
                (name.clone(), value)
            });
            serde_json::Value::Object(cells.collect())
        });
        assert_eq!(rows.collect::<Vec<_>>(), wanted, "{name}");
    }
}
