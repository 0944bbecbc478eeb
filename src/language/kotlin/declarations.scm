; The kind of a class, and whether it has a body, is read from its words.
(class_declaration (type_identifier) @name) @declare.class
(object_declaration (type_identifier) @name) @declare.object
; `object : Listener { … }` is an object without a name. With arguments and a body the grammar sees a call.
(object_literal (delegation_specifier [(user_type) @name (constructor_invocation (user_type) @name) (explicit_delegation (user_type) @name)]) (class_body) @body) @declare.object
(call_expression (object_literal (delegation_specifier [(user_type) @name (constructor_invocation (user_type) @name)])) (call_suffix) @body) @declare.object
(companion_object) @declare.object
(type_alias (type_identifier) @name) @declare.alias
(type_alias (user_type) @returns)
(function_declaration receiver: (receiver_type) @owner (simple_identifier) @name) @declare.function
(function_declaration !receiver (simple_identifier) @name) @declare.function
(secondary_constructor (function_value_parameters) @name) @declare.method
(function_declaration [(user_type) (nullable_type)] @returns)
(parameter (simple_identifier) @name [(user_type) (nullable_type)] @type) @binding
(parameter (simple_identifier) @name [(function_type) (parenthesized_type) (not_nullable_type)]) @binding
(class_parameter (simple_identifier) @name [(user_type) (nullable_type)] @type) @binding
(class_parameter (simple_identifier) @name) @binding
(lambda_literal) @read
(call_suffix (type_arguments)) @read
(lambda_parameters (variable_declaration)) @read
(multi_variable_declaration (variable_declaration)) @read
(for_statement (variable_declaration)) @read
(catch_block (simple_identifier) @name [(user_type) (nullable_type)] @type) @binding
(when_subject (variable_declaration (simple_identifier) @name)) @binding
; Bindings stand before the declaration of the same property, so that they belong to what is around it.
(property_declaration (variable_declaration (simple_identifier) @name [(user_type) (nullable_type)] @type)) @binding
(property_declaration (variable_declaration (simple_identifier) @name) [(call_expression) (navigation_expression) (simple_identifier)] @value) @binding
(property_declaration (variable_declaration (simple_identifier) @name) [(object_literal (delegation_specifier [(user_type) @type (constructor_invocation (user_type) @type)])) (call_expression (object_literal (delegation_specifier [(user_type) @type (constructor_invocation (user_type) @type)])))]) @binding
(property_declaration (variable_declaration (simple_identifier) @name) (as_expression [(user_type) (nullable_type)] @type)) @binding
; `val a = b as? A ?: return`
(property_declaration (variable_declaration (simple_identifier) @name) (elvis_expression (as_expression [(user_type) (nullable_type)] @type) (jump_expression))) @binding
(property_declaration (variable_declaration (simple_identifier) @name) (elvis_expression [(call_expression) (navigation_expression) (simple_identifier)] @value (jump_expression))) @binding
(property_declaration (variable_declaration (simple_identifier) @name)) @binding
(property_declaration receiver: (receiver_type) @owner (variable_declaration (simple_identifier) @name)) @declare.variable
(property_declaration !receiver (variable_declaration (simple_identifier) @name)) @declare.variable
(class_parameter (binding_pattern_kind) (simple_identifier) @name) @declare.field
(enum_entry (simple_identifier) @name) @declare.field
