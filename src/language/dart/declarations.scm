(class_declaration name: (identifier) @name body: (_) @body) @declare.class
; `class P = A with B`: the name stands inside.
(class_declaration (mixin_application_class (identifier) @name)) @declare.class
(mixin_declaration name: (identifier) @name body: (_) @body) @declare.trait
(enum_declaration name: (identifier) @name body: (_) @body) @declare.enum
(extension_type_declaration name: (extension_type_name (identifier) @name) body: (_) @body) @declare.struct
; An extension may have no name of its own.
(extension_declaration class: (type) @owner body: (_) @body) @declare.impl
(type_alias) @declare.alias
(function_declaration signature: (_ name: (identifier) @name) body: (_) @body) @declare.function
(getter_declaration signature: (_ name: (identifier) @name) body: (_) @body) @declare.function
(setter_declaration signature: (_ name: (identifier) @name) body: (_) @body) @declare.function
(external_function_declaration signature: (_ name: (identifier) @name)) @declare.function
(external_getter_declaration signature: (_ name: (identifier) @name)) @declare.function
(external_setter_declaration signature: (_ name: (identifier) @name)) @declare.function
(local_function_declaration (function_signature name: (identifier) @name) (function_body) @body) @declare.function
; Constructors have two names, operators none: both are read from the node.
(method_declaration body: (_) @body) @declare.method
(declaration) @declare.method
(initialized_identifier name: (identifier) @name) @declare.variable
(static_final_declaration name: (identifier) @name) @declare.variable
(extension_type_representation name: (identifier) @name) @declare.field
(enum_entry name: (identifier) @name) @declare.field
(type_parameter) @read
(formal_parameter) @read
(initialized_variable_declaration) @read
(for_statement) @read
(catch_clause) @read
(variable_pattern) @read
