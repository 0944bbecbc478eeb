(call_expression function: (identifier) @callee) @call.call
(call_expression function: (parenthesized_expression (identifier) @callee)) @call.call
(call_expression function: (field_expression argument: (_) @receiver field: (field_identifier) @callee)) @call.call
(call_expression function: (identifier) arguments: (argument_list [(string_literal) (identifier)])) @test
; A program among tests is one.
(function_definition declarator: (function_declarator declarator: (identifier))) @test
