; A name may be a path, `M.f`, and a value decides what is declared: both are looked at when the declaration is read.
(function_declaration name: (_) body: (block) @body) @declare.function
(function_declaration name: (_) !body) @declare.function
(assignment_statement (variable_list) (expression_list)) @declare.variable
(field name: (identifier) value: (function_definition)) @declare.method
(variable_declaration (variable_list name: (identifier) @name)) @binding
(parameters name: (identifier) @name) @binding
(for_generic_clause (variable_list name: (identifier) @name)) @binding
(for_numeric_clause name: (identifier) @name) @binding
