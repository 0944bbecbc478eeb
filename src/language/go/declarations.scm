(function_declaration name: (identifier) @name body: (block) @body) @declare.function
(function_declaration !body name: (identifier) @name) @declare.function
(function_declaration result: [(type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (map_type) (array_type)] @returns)
(function_declaration result: (parameter_list (parameter_declaration type: (_) @returns)))

(method_declaration
  receiver: (parameter_list (parameter_declaration type: (_) @owner))
  name: (field_identifier) @name
  body: (block) @body) @declare.method
(method_declaration result: [(type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (map_type) (array_type)] @returns)
(method_declaration result: (parameter_list (parameter_declaration type: (_) @returns)))

(type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body)) @declare.struct
(type_spec name: (type_identifier) @name type: (interface_type) @body) @declare.interface
(type_spec
  name: (type_identifier) @name
  type: [
    (type_identifier) (qualified_type) (pointer_type) (generic_type) (array_type) (slice_type) (map_type)
    (channel_type) (function_type) (parenthesized_type)
  ]) @declare.alias
(type_spec type: [(slice_type) (map_type) (array_type)] @returns)
(type_alias name: (type_identifier) @name) @declare.alias
(type_alias type: [(type_identifier) (qualified_type) (pointer_type) (generic_type)] @returns)

; A field is bound before it is declared, so that its type is the scope.
(field_declaration name: (field_identifier) @name type: (_) @type) @binding
(field_declaration !name type: (type_identifier) @name @type) @binding
(field_declaration !name type: (qualified_type name: (type_identifier) @name) @type) @binding
(field_declaration !name type: (generic_type type: (type_identifier) @name) @type) @binding
(field_declaration name: (field_identifier) type: (channel_type)) @import
(field_declaration name: (field_identifier) @name) @declare.field
(method_elem name: (field_identifier) @name) @declare.method
(method_elem result: [(type_identifier) (qualified_type) (pointer_type) (generic_type) (slice_type) (map_type) (array_type)] @returns)
(method_elem result: (parameter_list (parameter_declaration type: (_) @returns)))

(const_spec name: (identifier) @name type: (_) @type) @binding
(const_spec !type name: (identifier) @name) @binding
(const_spec name: (identifier) @name) @declare.variable
(var_spec name: (identifier) @name type: (_) @type) @binding
(var_spec !type value: (expression_list)) @import
(var_spec name: (identifier) @name) @declare.variable

(type_parameter_declaration name: (identifier) @name type: (type_constraint (_) @type)) @binding
(parameter_declaration name: (identifier) @name type: (_) @type) @binding
(variadic_parameter_declaration) @import
(parameter_declaration name: (identifier) type: (channel_type)) @import
(var_spec name: (identifier) type: (channel_type)) @import
(short_var_declaration) @import
(range_clause) @import
(receive_statement left: (expression_list)) @import
(type_switch_statement alias: (expression_list (identifier) @name)) @binding
(type_switch_statement alias: (_)) @import
