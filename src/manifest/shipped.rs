//! The manifests that come with the program.

/// The shipped manifests: the class of task, and the text.
pub const SHIPPED: &[(&str, &str)] = &[
    ("api-change", include_str!("../../manifests/api-change.yaml")),
    ("ask", include_str!("../../manifests/ask.yaml")),
    ("bug-fix", include_str!("../../manifests/bug-fix.yaml")),
    ("change", include_str!("../../manifests/change.yaml")),
    ("cve", include_str!("../../manifests/cve.yaml")),
    ("feature", include_str!("../../manifests/feature.yaml")),
    ("navigate", include_str!("../../manifests/navigate.yaml")),
    ("onboarding", include_str!("../../manifests/onboarding.yaml")),
    ("pr-review", include_str!("../../manifests/pr-review.yaml")),
    ("understand", include_str!("../../manifests/understand.yaml")),
];

/// The text of a shipped manifest.
pub fn shipped(class: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(name, _)| *name == class).map(|(_, text)| *text)
}
