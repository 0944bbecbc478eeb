(function_definition name: (identifier) @name body: (block) @body) @declare.function
(class_definition name: (identifier) @name body: (block) @body) @declare.class
(type_alias_statement left: (type (identifier) @name)) @declare.alias
(type_alias_statement right: (type) @returns)
(function_definition return_type: (type) @returns)
(parameters (identifier) @name) @binding
(list_splat_pattern (identifier) @name) @binding
(dictionary_splat_pattern (identifier) @name) @binding
(lambda_parameters (identifier) @name) @binding
(default_parameter name: (identifier) @name) @binding
(typed_parameter (identifier) @name type: (type) @type) @binding
(typed_default_parameter name: (identifier) @name type: (type) @type) @binding
; Bindings stand before the declaration of the same variable, so that they belong to what is around it.
(assignment left: (identifier) @name type: (type) @type) @binding
(assignment left: (identifier) @name right: (call) @value) @binding
(assignment left: (identifier) @name right: (_)) @binding
(assignment left: (attribute object: (identifier) @receiver attribute: (identifier) @name) type: (type) @type) @binding
(assignment left: (attribute object: (identifier) @receiver attribute: (identifier) @name) right: [(call) (identifier)] @value) @binding
(assignment left: (attribute object: (identifier) @receiver attribute: (identifier) @name) right: (_)) @binding
(named_expression name: (identifier) @name value: (call) @value) @binding
(named_expression name: (identifier) @name) @binding
(as_pattern (call) @value alias: (as_pattern_target (identifier) @name)) @binding
(as_pattern alias: (as_pattern_target (identifier) @name)) @binding
(as_pattern alias: (as_pattern_target (tuple (identifier) @name))) @binding
(for_statement left: (identifier) @name) @binding
(for_in_clause left: (identifier) @name) @binding
(pattern_list (identifier) @name) @binding
(tuple_pattern (identifier) @name) @binding
(list_pattern (identifier) @name) @binding
(assignment left: (identifier) @name) @declare.variable
