//! Reports in the XML of JUnit, as CI shows them.

use quick_xml::escape::escape;

use crate::base::visible;

/// One case of a report: its name, and why it failed with the exit code of that.
pub struct JunitCase {
    /// The name.
    pub name: String,
    /// The failure.
    pub failure: Option<(String, u8)>,
}

/// The report of one suite.
pub fn report(suite: &str, cases: &[JunitCase]) -> String {
    let failed = cases.iter().filter(|it| it.failure.is_some()).count();
    let counts = format!("tests=\"{}\" failures=\"{failed}\"", cases.len());
    let mut out = format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"cg-bundle\" {counts}>\n");
    out += &format!("  <testsuite name=\"{suite}\" {counts}>\n");
    for case in cases {
        let name = visible(&case.name);
        let name = escape(&*name);
        match &case.failure {
            None => out += &format!("    <testcase classname=\"cg-bundle\" name=\"{name}\"/>\n"),
            Some((why, code)) => {
                let why = visible(why);
                let failure = format!("<failure message=\"{}\" type=\"exit {code}\"/>", escape(&*why));
                out += &format!("    <testcase classname=\"cg-bundle\" name=\"{name}\">{failure}</testcase>\n");
            }
        }
    }
    out + "  </testsuite>\n</testsuites>\n"
}
