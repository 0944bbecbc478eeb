; `namespace A { … }`: what stands in it is of that namespace, whatever else the file holds.
(namespace_definition name: (_) @name body: (_) @body) @declare.module
(class_declaration name: (name) @name body: (_) @body) @declare.class
(interface_declaration name: (name) @name body: (_) @body) @declare.interface
(trait_declaration name: (name) @name body: (_) @body) @declare.trait
(enum_declaration name: (name) @name body: (_) @body) @declare.enum
; A class without a name, after the call that makes it.
(object_creation_expression) @import
(anonymous_class body: (_) @body) @declare.class
(function_definition name: (name) @name body: (_) @body) @declare.function
(method_declaration name: (name) @name body: (_) @body) @declare.method
(method_declaration name: (name) @name !body) @declare.method
(property_promotion_parameter) @import
(property_promotion_parameter name: (variable_name (name) @name)) @declare.field
(property_declaration) @import
(property_element name: (variable_name (name) @name)) @declare.field
(enum_case name: (name) @name) @declare.field
(const_element (name) @name) @declare.variable
