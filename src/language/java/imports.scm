(package_declaration [(scoped_identifier) (identifier)] @package)
(import_declaration) @import
