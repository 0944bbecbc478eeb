(call_expression function: (identifier) @callee) @call.call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @callee)) @call.call
(composite_literal type: [(type_identifier) (qualified_type)] @callee) @call.new
(composite_literal type: (generic_type type: [(type_identifier) (qualified_type)] @callee)) @call.new
