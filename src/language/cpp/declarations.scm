; The name of a declaration lies deep in its declarator: it is dug out when the declaration is read.
(preproc_def name: (identifier) @name value: (preproc_arg)) @declare.variable
(preproc_function_def name: (identifier) @name value: (preproc_arg) @body) @declare.macro
(preproc_function_def name: (identifier) @name !value) @declare.macro
(namespace_definition name: (_) @name body: (declaration_list) @body) @declare.module
(namespace_definition !name body: (declaration_list) @body) @declare.module
(class_specifier body: (field_declaration_list) @body) @declare.class
(struct_specifier body: (field_declaration_list) @body) @declare.struct
(union_specifier body: (field_declaration_list) @body) @declare.struct
(enum_specifier body: (enumerator_list) @body) @declare.enum
(enumerator name: (identifier) @name) @declare.field
(alias_declaration name: (type_identifier) @name) @declare.alias
(alias_declaration type: (type_descriptor type: [(type_identifier) (qualified_identifier) (template_type)] @returns))
(type_definition declarator: (_)) @declare.alias
; A macro may stand for the keyword.
(try_statement) @read
(catch_clause) @read
(function_definition declarator: (_) body: [(compound_statement) (try_statement)] @body) @declare.function
(function_definition declarator: (_) !body) @declare.function
(field_declaration declarator: (_)) @declare.field
(declaration declarator: (_)) @declare.variable
(parameter_declaration declarator: (_)) @declare.variable
(optional_parameter_declaration declarator: (_)) @declare.variable
(for_range_loop declarator: (_)) @declare.variable
; The body of a test with a title; every other block is taken back.
(compound_statement) @declare.function
