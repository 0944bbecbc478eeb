(package_declaration [(scoped_identifier) (identifier)] @package)
(import_declaration) @import
(module_declaration name: (_) @package)
(requires_module_directive) @import
