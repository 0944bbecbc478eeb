; `this` and `base` are bare words of the grammar, so that calls are read from the node.
(invocation_expression) @read
(implicit_object_creation_expression) @read
(constructor_initializer) @read
(base_list) @read
(attribute) @read
(object_creation_expression) @read
(primary_constructor_base_type) @read
; Operators that call members.
[(binary_expression) (element_access_expression) (foreach_statement) (local_declaration_statement) (using_statement)] @operator
