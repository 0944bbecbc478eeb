(function_call name: (identifier) @callee) @call.call
(function_call name: (dot_index_expression table: (_) @receiver field: (identifier) @callee)) @call.call
(function_call name: (method_index_expression table: (_) @receiver method: (identifier) @callee)) @call.call
(function_call name: (identifier) arguments: (arguments (string) (function_definition))) @test
