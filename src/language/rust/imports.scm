(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
(scoped_identifier) @import
(scoped_type_identifier) @import
