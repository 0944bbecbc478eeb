(class_declaration name: (identifier) @name body: (_) @body) @declare.class
(class_declaration name: (identifier) @name !body) @declare.class
(interface_declaration name: (identifier) @name body: (_) @body) @declare.interface
(struct_declaration name: (identifier) @name body: (_) @body) @declare.struct
(record_declaration name: (identifier) @name body: (_) @body) @declare.class
(record_declaration name: (identifier) @name !body) @declare.class
(enum_declaration name: (identifier) @name body: (_) @body) @declare.enum
(delegate_declaration name: (identifier) @name) @declare.alias
(method_declaration name: (identifier) @name body: (_) @body) @declare.method
(method_declaration name: (identifier) @name !body) @declare.method
(local_function_statement name: (identifier) @name body: (_) @body) @declare.function
(local_function_statement type: (_) @returns)
(constructor_declaration name: (identifier) @name body: (_) @body) @declare.method
(operator_declaration body: (_) @body) @declare.method
(operator_declaration type: (_) @returns)
(indexer_declaration) @declare.method
(indexer_declaration type: (_) @returns)
(enum_member_declaration name: (identifier) @name) @declare.field
; Before the property, so that they belong to the type around.
(property_declaration type: (_) @type name: (identifier) @name) @binding
(property_declaration name: (identifier) @name) @declare.field
; What one row declares, fields or locals, is read from the node.
(variable_declaration) @declare.variable
(type_parameter) @read
(parameter_list) @read
(conversion_operator_declaration) @read
(parameter type: (_) @type name: (identifier) @name) @binding
(parameter !type name: (identifier)) @read
(parameter_list name: (identifier) @name) @binding
(lambda_expression parameters: (implicit_parameter)) @read
(foreach_statement type: (_) @type left: (identifier) @name) @binding
(foreach_statement type: (_) left: [(identifier) (tuple_pattern)]) @read
(declaration_pattern type: (_) @type name: (identifier) @name) @binding
(recursive_pattern type: (_) @type name: (identifier) @name) @binding
(recursive_pattern !type name: (identifier) @name) @binding
(catch_declaration type: (_) @type name: (identifier) @name) @binding
(declaration_expression type: (_) @type name: (identifier) @name) @binding
(from_clause type: (_) @type name: (identifier) @name) @binding
(from_clause !type name: (identifier) @name) @binding
(let_clause (identifier) @name) @binding
(join_clause (identifier) @name) @binding
