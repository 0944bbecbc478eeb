(call_expression (simple_identifier) @callee) @call.call
(call_expression
  (navigation_expression
    target: (_) @receiver
    suffix: (navigation_suffix suffix: (simple_identifier) @callee))) @call.call
(constructor_expression constructed_type: (user_type) @callee) @call.new
(attribute (user_type) @callee) @call.decorator
