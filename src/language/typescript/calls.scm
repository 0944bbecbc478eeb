(call_expression function: (identifier) @callee) @call.call
(call_expression function: (member_expression object: (_) @receiver property: (_) @callee)) @call.call
(new_expression constructor: (identifier) @callee) @call.new
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @callee)) @call.new
(decorator (identifier) @callee) @call.decorator
(decorator (member_expression object: (_) @receiver property: (_) @callee)) @call.decorator
