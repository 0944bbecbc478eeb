(call_expression (simple_identifier) @callee (call_suffix) @arguments) @call.call
(call_expression (navigation_expression [(simple_identifier) (navigation_expression) (call_expression) (this_expression) (super_expression) (postfix_expression) (parenthesized_expression) (indexing_expression) (string_literal) (as_expression) (if_expression) (when_expression) (object_literal) (callable_reference)] @receiver (navigation_suffix (simple_identifier) @callee)) (call_suffix) @arguments) @call.call
(constructor_delegation_call) @read
; `a near b`
(infix_expression) @read
(delegation_specifier (constructor_invocation (user_type) @callee)) @call.new
(annotation (user_type) @callee) @call.decorator
(annotation (constructor_invocation (user_type) @callee)) @call.decorator
; What may belong to another file of the package: types, and simple names where a value stands.
(type_identifier) @reference
(interpolated_identifier) @reference
(navigation_suffix (simple_identifier) @reference)
(call_expression (simple_identifier) @reference)
(navigation_expression (simple_identifier) @reference)
(value_argument (simple_identifier) @reference)
(directly_assignable_expression (simple_identifier) @reference)
(jump_expression (simple_identifier) @reference)
(infix_expression (simple_identifier) @reference)
(property_declaration (simple_identifier) @reference)
(property_delegate (simple_identifier) @reference)
(function_body (simple_identifier) @reference)
(control_structure_body (simple_identifier) @reference)
(statements (simple_identifier) @reference)
(elvis_expression (simple_identifier) @reference)
(equality_expression (simple_identifier) @reference)
(comparison_expression (simple_identifier) @reference)
(additive_expression (simple_identifier) @reference)
(multiplicative_expression (simple_identifier) @reference)
(conjunction_expression (simple_identifier) @reference)
(disjunction_expression (simple_identifier) @reference)
(check_expression (simple_identifier) @reference)
(prefix_expression (simple_identifier) @reference)
(indexing_expression (simple_identifier) @reference)
(indexing_suffix (simple_identifier) @reference)
(range_expression (simple_identifier) @reference)
(as_expression (simple_identifier) @reference)
(when_subject (simple_identifier) @reference)
(when_condition (simple_identifier) @reference)
(assignment (simple_identifier) @reference)
(interpolated_expression (simple_identifier) @reference)
(parenthesized_expression (simple_identifier) @reference)
(callable_reference (simple_identifier) @reference)
; Operators that call members.
[(additive_expression) (multiplicative_expression) (equality_expression) (comparison_expression) (range_expression) (indexing_expression)] @operator
(directly_assignable_expression (indexing_suffix)) @operator
; A type by its path: `Outer.Inner`.
(user_type) @reference.path
