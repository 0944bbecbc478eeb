; What a method is called on is a value: `a.f()` never means the module `a`.
(call_expression function: [(identifier) (scoped_identifier)] @callee) @call.call
(call_expression function: (generic_function function: [(identifier) (scoped_identifier)] @callee)) @call.call
(call_expression function: (field_expression value: (_) @value field: (field_identifier) @callee)) @call.call
(call_expression
  function: (generic_function
    function: (field_expression value: (_) @value field: (field_identifier) @callee))) @call.call
(macro_invocation macro: [(identifier) (scoped_identifier)] @callee) @call.macro
(struct_expression name: [(type_identifier) (scoped_type_identifier)] @callee) @call.new
; Operators that call members.
[(binary_expression) (compound_assignment_expr) (index_expression)] @operator
