; The name of a declaration lies deep in its declarator: it is dug out when the declaration is read.
(preproc_def name: (identifier) @name value: (preproc_arg)) @declare.variable
(preproc_function_def name: (identifier) @name value: (preproc_arg) @body) @declare.macro
(preproc_function_def name: (identifier) @name !value) @declare.macro
(function_definition declarator: (_) body: (compound_statement) @body) @declare.function
(struct_specifier body: (field_declaration_list) @body) @declare.struct
(union_specifier body: (field_declaration_list) @body) @declare.struct
(enum_specifier body: (enumerator_list) @body) @declare.enum
(enumerator name: (identifier) @name) @declare.field
(type_definition declarator: (_)) @declare.alias
(field_declaration declarator: (_)) @declare.field
(declaration declarator: (_)) @declare.variable
(parameter_declaration declarator: (_)) @declare.variable
