; Read from the node, with the number of arguments.
(call_expression) @read
(constructor_expression constructed_type: (user_type) @callee) @call.new
(attribute (user_type) @callee) @call.decorator
