(call function: (identifier) @callee) @call.call
(call function: (attribute object: (_) @receiver attribute: (identifier) @callee)) @call.call
(decorator (identifier) @callee) @call.decorator
(decorator (attribute object: (_) @receiver attribute: (identifier) @callee)) @call.decorator
; Operators that call members.
[(binary_operator) (comparison_operator) (subscript) (for_statement) (with_item)] @operator
(call function: (identifier) arguments: (argument_list (_))) @operator
