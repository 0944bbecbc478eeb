(class name: (constant) @name body: (_) @body) @declare.class
(class name: (constant) @name !body) @declare.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_) @body) @declare.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name) !body) @declare.class
(module name: (constant) @name body: (_) @body) @declare.module
(module name: (constant) @name !body) @declare.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_) @body) @declare.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) !body) @declare.module
(method name: (_) @name body: (_) @body) @declare.method
(method name: (_) @name !body) @declare.method
(singleton_method name: (_) @name body: (_) @body) @declare.function
(singleton_method name: (_) @name !body) @declare.function
; `X = Class.new(Base) do … end` is a class, `X = Other` another name for one.
(assignment left: (constant) @name) @declare.variable
(method_parameters (identifier) @name) @binding
(block_parameters (identifier) @name) @binding
(lambda_parameters (identifier) @name) @binding
(optional_parameter name: (identifier) @name) @binding
(keyword_parameter name: (identifier) @name) @binding
(splat_parameter name: (identifier) @name) @binding
(hash_splat_parameter name: (identifier) @name) @binding
(block_parameter name: (identifier) @name) @binding
(destructured_parameter (identifier) @name) @binding
(exception_variable (identifier) @name) @binding
(left_assignment_list (identifier) @name) @binding
(destructured_left_assignment (identifier) @name) @binding
(rest_assignment (identifier) @name) @binding
(in_clause pattern: (identifier) @name) @binding
(match_pattern pattern: (identifier) @name) @binding
(array_pattern (identifier) @name) @binding
(find_pattern (identifier) @name) @binding
(keyword_pattern key: (hash_key_symbol) @name !value) @binding
(keyword_pattern value: (identifier) @name) @binding
(for pattern: (identifier) @name) @binding
(class name: (scope_resolution !scope name: (constant) @name) body: (_) @body) @declare.class
(class name: (scope_resolution !scope name: (constant) @name) !body) @declare.class
(module name: (scope_resolution !scope name: (constant) @name) body: (_) @body) @declare.module
(module name: (scope_resolution !scope name: (constant) @name) !body) @declare.module
; What runs a part of itself by a condition, and the patterns of values.
[(if) (unless) (elsif) (if_modifier) (unless_modifier) (while) (while_modifier) (conditional) (binary)] @read
[(case) (case_match) (match_pattern) (as_pattern) (rescue)] @read
