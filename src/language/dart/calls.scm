(call_expression) @read
(cascade_call_expression) @read
(new_expression) @read
(const_object_expression) @read
(initializer_list_entry) @read
(redirection) @read
(redirecting_factory_constructor_signature) @read
(annotation name: (_) @callee (annotation_arguments)) @call.decorator
; What may belong to another file of the library: types, and names where a value stands.
(type (type_identifier) @reference.type)
(object_pattern (type_identifier) @reference.type)
(call_expression function: (identifier) @reference)
(member_expression object: (identifier) @reference)
(instantiation_expression function: (identifier) @reference)
(arguments (identifier) @reference)
(named_argument (identifier) @reference)
(return_statement (identifier) @reference)
(function_body (identifier) @reference)
(function_expression_body (identifier) @reference)
(initialized_variable_declaration value: (identifier) @reference)
(initialized_identifier value: (identifier) @reference)
(static_final_declaration value: (identifier) @reference)
(field_initializer value: (identifier) @reference)
(assignment_expression right: (identifier) @reference)
(assignable_expression (identifier) @reference)
(assignable_expression object: (identifier) @reference)
(template_substitution (identifier) @reference)
(template_substitution (identifier_dollar_escaped) @reference)
(parenthesized_expression (identifier) @reference)
(conditional_expression (identifier) @reference)
(if_null_expression (identifier) @reference)
(equality_expression (identifier) @reference)
(relational_expression (identifier) @reference)
(additive_expression (identifier) @reference)
(multiplicative_expression (identifier) @reference)
(logical_and_expression (identifier) @reference)
(logical_or_expression (identifier) @reference)
(index_expression (identifier) @reference)
(list_literal (identifier) @reference)
(constant_pattern (identifier) @reference)
; Operators that call members.
[(additive_expression) (multiplicative_expression) (equality_expression) (relational_expression) (shift_expression) (index_expression)] @operator
