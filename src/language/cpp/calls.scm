(call_expression function: [(identifier) (qualified_identifier) (template_function)] @callee arguments: (argument_list) @arguments) @call.call
(call_expression function: (field_expression argument: (_) @receiver field: [(field_identifier) (template_method) (destructor_name)] @callee) arguments: (argument_list) @arguments) @call.call
(new_expression type: [(type_identifier) (qualified_identifier) (template_type)] @callee) @call.new
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)] @callee) @call.new
(call_expression function: (identifier) arguments: (argument_list [(string_literal) (identifier)])) @test
; Operators that call members.
[(binary_expression) (subscript_expression)] @operator
