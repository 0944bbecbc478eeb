(namespace_definition name: (_) !body) @import
(namespace_use_declaration) @import
(use_declaration) @import
(require_expression) @import
(require_once_expression) @import
(include_expression) @import
(include_once_expression) @import
(base_clause) @import
(class_interface_clause) @import
; Calls, and what they are made on.
(function_call_expression) @import
(member_call_expression) @import
(nullsafe_member_call_expression) @import
(scoped_call_expression) @import
; Callables: `[$this, 'm']`, `'A::m'`, `static::class . '::m'`.
(array_creation_expression) @import
(argument [(string) (encapsed_string)] @import)
(binary_expression) @import
; What runs a part of itself by a condition.
[(if_statement) (while_statement) (conditional_expression)] @import
; Names of types.
(named_type) @import
(class_constant_access_expression) @import
(scoped_property_access_expression) @import
; A class behind `instanceof`, or else a constant.
(binary_expression right: [(name) (qualified_name)] @import)
(binary_expression left: [(name) (qualified_name)] @import)
; Constants where a value is read.
(argument [(name) (qualified_name)] @import)
(array_element_initializer [(name) (qualified_name)] @import)
(arrow_function body: [(name) (qualified_name)] @import)
(assignment_expression right: [(name) (qualified_name)] @import)
(augmented_assignment_expression right: [(name) (qualified_name)] @import)
(case_statement value: [(name) (qualified_name)] @import)
(cast_expression value: [(name) (qualified_name)] @import)
(conditional_expression [(name) (qualified_name)] @import)
(echo_statement [(name) (qualified_name)] @import)
(match_condition_list [(name) (qualified_name)] @import)
(match_conditional_expression return_expression: [(name) (qualified_name)] @import)
(match_default_expression return_expression: [(name) (qualified_name)] @import)
(parenthesized_expression [(name) (qualified_name)] @import)
(property_element default_value: [(name) (qualified_name)] @import)
(return_statement [(name) (qualified_name)] @import)
(sequence_expression [(name) (qualified_name)] @import)
(simple_parameter default_value: [(name) (qualified_name)] @import)
(subscript_expression [(name) (qualified_name)] @import)
(unary_op_expression [(name) (qualified_name)] @import)
(attribute [(name) (qualified_name)] @import)
; Local names.
(simple_parameter) @import
(variadic_parameter) @import
(assignment_expression) @import
(augmented_assignment_expression) @import
(catch_clause) @import
(foreach_statement (variable_name) @import)
(foreach_statement (pair (variable_name) @import))
(foreach_statement (by_ref (variable_name) @import))
(list_literal (variable_name) @import)
(static_variable_declaration name: (variable_name) @import)
(global_declaration (variable_name) @import)
