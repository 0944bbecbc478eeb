; Type arguments stand in square brackets, so that paths are read from the nodes. Tests are calls as well.
(call_expression) @read
(infix_expression) @read
(extends_clause) @read
(annotation name: (_) @callee) @call.decorator
; Operators that call members.
(infix_expression) @operator
