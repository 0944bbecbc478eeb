(call_expression function: (identifier) @callee arguments: (_) @arguments) @call.call
(call_expression function: (member_expression object: (_) @receiver property: (_) @callee) arguments: (_) @arguments) @call.call
(new_expression constructor: (identifier) @callee arguments: (_) @arguments) @call.new
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @callee) arguments: (_) @arguments) @call.new
(new_expression constructor: (identifier) @callee !arguments) @call.new
(new_expression constructor: (member_expression object: (_) @receiver property: (_) @callee) !arguments) @call.new
(decorator (identifier) @callee) @call.decorator
(decorator (member_expression object: (_) @receiver property: (_) @callee)) @call.decorator
