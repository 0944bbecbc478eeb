(call_expression function: (identifier) @callee) @call.call
(call_expression function: (selector_expression operand: (_) @receiver field: (field_identifier) @callee)) @call.call
(composite_literal type: [(type_identifier) (qualified_type)] @callee) @call.new
(composite_literal type: (generic_type type: [(type_identifier) (qualified_type)] @callee)) @call.new
; With one type argument the grammar sees an index, or a conversion.
(call_expression function: (index_expression operand: (identifier) @callee)) @call.call
(call_expression
  function: (index_expression
    operand: (selector_expression operand: (_) @receiver field: (field_identifier) @callee))) @call.call
(type_conversion_expression type: (generic_type type: [(type_identifier) (qualified_type)] @callee)) @call.call
