; Read from the node, with the number of arguments.
(call_expression) @read
(constructor_expression constructed_type: (user_type) @callee) @call.new
(attribute) @read
; Operators that call members.
[(additive_expression) (multiplicative_expression) (equality_expression) (comparison_expression)] @operator
