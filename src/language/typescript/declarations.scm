; Names of functions, and what is bound: the reader keeps what is outside a function, and binds the rest.
(variable_declarator) @declare.variable
(catch_clause parameter: (_)) @declare.variable
(for_in_statement left: (_)) @declare.variable
(type_parameter) @declare.variable
(arrow_function) @declare.variable
(function_expression) @declare.variable
(generator_function) @declare.variable
(call_expression arguments: (arguments [(arrow_function) (function_expression) (object)])) @declare.variable
; `export default <expression>`
(export_statement value: (_)) @declare.variable

(function_declaration name: (identifier) @name body: (statement_block) @body) @declare.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @declare.function
(function_signature name: (identifier) @name) @declare.function
(class_declaration name: (type_identifier) @name body: (class_body) @body) @declare.class
(abstract_class_declaration name: (type_identifier) @name body: (class_body) @body) @declare.class
(interface_declaration name: (type_identifier) @name body: (interface_body) @body) @declare.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @declare.enum
(type_alias_declaration name: (type_identifier) @name) @declare.alias
(internal_module name: (_) @name body: (statement_block) @body) @declare.module
(ambient_declaration (statement_block) @body) @declare.module
(module name: (_) @name body: (statement_block) @body) @declare.module

(method_definition name: (_) @name body: (statement_block) @body) @declare.method
(method_signature name: (_) @name) @declare.method
(abstract_method_signature name: (_) @name) @declare.method
(public_field_definition name: (_) @name) @declare.field
(property_signature name: (_) @name) @declare.field
; A function under a name in an object.
(pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @body) @declare.method
