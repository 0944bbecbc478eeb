; Calls through `!`: only typed code has it.
(call_expression function: (non_null_expression (identifier) @callee) arguments: (_) @arguments) @call.call
(call_expression function: (non_null_expression (member_expression object: (_) @receiver property: (_) @callee)) arguments: (_) @arguments) @call.call
