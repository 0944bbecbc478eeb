; The keys of a composite literal are left out where they are the names of fields.
(type_identifier) @reference
(qualified_type) @reference
(selector_expression operand: (identifier) field: (field_identifier)) @reference
(selector_expression operand: (identifier) @reference)
(call_expression function: (identifier) @reference)
(argument_list (identifier) @reference)
(variadic_argument (identifier) @reference)
(binary_expression (identifier) @reference)
(unary_expression (identifier) @reference)
(parenthesized_expression (identifier) @reference)
(index_expression (identifier) @reference)
(slice_expression (identifier) @reference)
(type_assertion_expression operand: (identifier) @reference)
(type_conversion_expression operand: (identifier) @reference)
(expression_list (identifier) @reference)
(expression_switch_statement value: (identifier) @reference)
(type_switch_statement value: (identifier) @reference)
(if_statement condition: (identifier) @reference)
(for_statement (identifier) @reference)
(for_clause condition: (identifier) @reference)
(range_clause right: (identifier) @reference)
(send_statement (identifier) @reference)
(inc_statement (identifier) @reference)
(dec_statement (identifier) @reference)
(array_type length: (identifier) @reference)
(literal_value (literal_element (identifier) @reference))
(keyed_element value: (literal_element (identifier) @reference))
(composite_literal
  type: [(map_type) (array_type) (slice_type) (implicit_length_array_type)]
  body: (literal_value (keyed_element key: (literal_element (identifier) @reference))))
