(class_declaration name: (identifier) @name body: (_) @body) @declare.class
(interface_declaration name: (identifier) @name body: (_) @body) @declare.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @declare.interface
(enum_declaration name: (identifier) @name body: (_) @body) @declare.enum
(record_declaration name: (identifier) @name body: (_) @body) @declare.class
; Before the class that it may open, as it is called from outside.
(object_creation_expression type: (_) @callee) @call.new
; `new Listener() { … }` is a class without a name.
(object_creation_expression type: (_) @name (class_body) @body) @declare.class
(method_declaration name: (identifier) @name body: (block) @body) @declare.method
(method_declaration name: (identifier) @name !body) @declare.method
(annotation_type_element_declaration name: (identifier) @name) @declare.method
(constructor_declaration name: (identifier) @name body: (_) @body) @declare.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @declare.method
; A type parameter is named before what it is the type of.
(type_parameter) @read
(method_declaration type: (_) @returns)
(formal_parameter type: (_) @type name: (identifier) @name) @binding
(spread_parameter) @read
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name value: (_) @value)) @binding
(local_variable_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name !value)) @binding
(enhanced_for_statement type: (_) @type name: (identifier) @name) @binding
(enhanced_for_statement type: (type_identifier)) @read
(resource type: (_) @type name: (identifier) @name value: (_) @value) @binding
(catch_formal_parameter (catch_type) @type name: (identifier) @name) @binding
(instanceof_expression right: (_) @type name: (identifier) @name) @binding
(type_pattern [(type_identifier) (scoped_type_identifier) (generic_type)] @type (identifier) @name) @binding
(record_pattern_component [(type_identifier) (scoped_type_identifier) (generic_type)] @type (identifier) @name) @binding
(lambda_expression) @read
(lambda_expression parameters: (identifier) @name) @binding
(inferred_parameters (identifier) @name) @binding
; Bindings stand before the declaration of the same field, so that they belong to the type around.
(field_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @binding
(constant_declaration type: (_) @type declarator: (variable_declarator name: (identifier) @name)) @binding
(variable_declarator name: (identifier) @name) @declare.variable
(enum_constant name: (identifier) @name) @declare.field
