(import_declaration) @import
(package_clause) @import
(package_object) @import
