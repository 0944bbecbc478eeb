(package_clause (package_identifier) @package) @import
(import_spec) @import
