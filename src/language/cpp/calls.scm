(call_expression function: [(identifier) (qualified_identifier) (template_function)] @callee arguments: (argument_list) @arguments) @call.call
(call_expression function: (field_expression argument: (_) @receiver field: [(field_identifier) (template_method) (destructor_name)] @callee) arguments: (argument_list) @arguments) @call.call
(new_expression type: [(type_identifier) (qualified_identifier) (template_type)] @callee) @call.new
(compound_literal_expression type: [(type_identifier) (qualified_identifier) (template_type)] @callee) @call.new
(call_expression function: (identifier) arguments: (argument_list [(string_literal) (identifier)])) @test
; Operators that call members.
[(binary_expression) (subscript_expression)] @operator
; `A a(make<B>());` in a function makes a value by a call, which the grammar takes for a parameter that is a function.
(compound_statement (declaration declarator: (function_declarator parameters: (parameter_list (parameter_declaration type: [(type_identifier) (qualified_identifier) (template_type)] @callee declarator: (abstract_function_declarator)))))) @call.call
