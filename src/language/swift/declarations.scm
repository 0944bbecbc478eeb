; The kind of a type is read from its first word.
(class_declaration name: (type_identifier) @name body: (_) @body) @declare.class
(class_declaration name: (user_type) @name @owner body: (_) @body) @declare.impl
(protocol_declaration name: (type_identifier) @name body: (_) @body) @declare.interface
(typealias_declaration name: (type_identifier) @name) @declare.alias
(typealias_declaration (user_type) @returns)
(associatedtype_declaration name: (type_identifier) @name) @declare.alias
; Names of functions may be operators, so they are read from the node.
(function_declaration) @declare.function
(protocol_function_declaration) @declare.function
(init_declaration) @declare.method
(deinit_declaration) @declare.method
(subscript_declaration) @declare.method
(function_declaration [(user_type) (optional_type) (array_type)] @returns)
(function_declaration [(opaque_type (user_type) @returns) (existential_type (user_type) @returns)])
(protocol_function_declaration [(user_type) (optional_type) (array_type)] @returns)
(protocol_function_declaration [(opaque_type (user_type) @returns) (existential_type (user_type) @returns)])
(enum_entry name: (simple_identifier) @name) @declare.field
; The names of a property stand in a row with their types and values, as do those of conditions.
(property_declaration) @declare.variable
(protocol_property_declaration) @declare.variable
(if_statement) @read
(guard_statement) @read
(lambda_literal) @read
(switch_pattern) @read
(while_statement) @read
(for_statement) @read
(type_parameter) @read
(parameter name: (simple_identifier) @name [(user_type) (optional_type) (array_type)] @type) @binding
(parameter name: (simple_identifier) @name [(opaque_type (user_type) @type) (existential_type (user_type) @type)]) @binding
(parameter name: (simple_identifier) @name) @binding
(lambda_parameter name: (simple_identifier) @name [(user_type) (optional_type)] @type) @binding
(lambda_parameter name: (simple_identifier) @name) @binding
(pattern bound_identifier: (simple_identifier) @name) @binding
(pattern (pattern (simple_identifier) @name)) @binding
(if_statement (pattern (simple_identifier) @name)) @binding
(guard_statement (pattern (simple_identifier) @name)) @binding
(while_statement (pattern (simple_identifier) @name)) @binding
