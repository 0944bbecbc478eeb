(function_definition name: (identifier) @name body: (block) @body) @declare.function
(class_definition name: (identifier) @name body: (block) @body) @declare.class
(type_alias_statement left: (type (identifier) @name)) @declare.alias
(type_alias_statement right: (type) @returns)
(parameters (identifier) @name) @binding
(list_splat_pattern (identifier) @name) @binding
(dictionary_splat_pattern (identifier) @name) @binding
(lambda_parameters) @read
(default_parameter name: (identifier) @name) @binding
; What binds names is read by the language, and taken back: it is no declaration. It stands before the declaration of
; the same variable, so that the names belong to what is around it.
(assignment) @declare.variable
(for_statement) @declare.variable
(as_pattern) @declare.variable
(named_expression) @declare.variable
(assignment left: (identifier) @name) @declare.variable
