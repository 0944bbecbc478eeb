; What may belong to another file of the package: types, and simple names where a value stands.
(type_identifier) @reference
(call_expression function: (identifier) @reference)
(generic_function function: (identifier) @reference)
(field_expression value: (identifier) @reference)
(arguments (identifier) @reference)
(infix_expression left: (identifier) @reference)
(infix_expression right: (identifier) @reference)
(val_definition value: (identifier) @reference)
(var_definition value: (identifier) @reference)
(function_definition body: (identifier) @reference)
(assignment_expression right: (identifier) @reference)
(if_expression (identifier) @reference)
(match_expression value: (identifier) @reference)
(block (identifier) @reference)
(interpolation (identifier) @reference)
(stable_type_identifier (identifier) @reference)
(stable_identifier (identifier) @reference)
(case_class_pattern type: (type_identifier) @reference)
; A type by its path: `Outer.Inner`.
(stable_type_identifier) @reference.path
