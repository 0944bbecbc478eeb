(use_declaration) @import
(extern_crate_declaration) @import
(mod_item !body) @import
; What a macro of the file brings to its top.
(macro_invocation) @import
; The paths of its own crate that a macro expands to.
(macro_rule) @import
(scoped_identifier) @import
(scoped_type_identifier) @import
; The names that a text captures which a macro formats.
(string_content) @import
