(using_directive) @import
(namespace_declaration) @import
(file_scoped_namespace_declaration) @import
