; Before the class that it may open, as it is called from outside.
(instance_expression) @read
(class_definition name: (identifier) @name) @declare.class
(trait_definition name: (identifier) @name) @declare.trait
(object_definition name: (identifier) @name) @declare.object
(enum_definition name: (identifier) @name) @declare.enum
(given_definition name: (identifier) @name) @declare.object
(type_definition name: (type_identifier) @name) @declare.alias
(type_definition type: (_) @returns)
; `new Listener { … }` is a class without a name.
(instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @name (template_body) @body) @declare.class
(function_definition name: [(identifier) (operator_identifier)] @name) @declare.function
(function_declaration name: [(identifier) (operator_identifier)] @name) @declare.function
(function_definition return_type: (_) @returns)
(function_declaration return_type: (_) @returns)
; `def f = new Type(…)` has the type of what it makes.
(function_definition !return_type body: (instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @returns))
(simple_enum_case name: (identifier) @name) @declare.field
(full_enum_case name: (identifier) @name) @declare.class
(type_parameters) @read
(self_type) @read
(class_parameter name: (identifier) @name type: (_) @type) @binding
(class_parameter name: (identifier) @name) @declare.field
(parameter name: (identifier) @name type: (lazy_parameter_type type: (_) @type)) @binding
(parameter name: (identifier) @name type: (_) @type) @binding
(binding name: (identifier) @name type: (_) @type) @binding
(binding name: (identifier) !type) @read
(lambda_expression parameters: (identifier)) @read
(typed_pattern pattern: (identifier) @name type: (_) @type) @binding
(typed_pattern pattern: (capture_pattern name: (identifier) @name) type: (_) @type) @binding
(capture_pattern name: (identifier) @name) @binding
; In a pattern, only a name that begins with a small letter is a variable.
(case_class_pattern) @read
(tuple_pattern) @read
(alternative_pattern) @read
(case_clause) @read
(enumerator) @read
; Bindings stand before the declaration of the same value, so that they belong to what is around it.
(val_definition) @read
(var_definition) @read
(val_declaration name: (identifier) @name type: (_) @type) @binding
(var_declaration name: (identifier) @name type: (_) @type) @binding
(val_definition pattern: (identifier) @name) @declare.variable
(var_definition pattern: (identifier) @name) @declare.variable
(val_declaration name: (identifier) @name) @declare.variable
(var_declaration name: (identifier) @name) @declare.variable
