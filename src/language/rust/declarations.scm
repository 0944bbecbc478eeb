(macro_invocation (token_tree) @embedded)

(mod_item name: (identifier) @name body: (declaration_list) @body) @declare.module
(function_item name: (identifier) @name body: (block) @body) @declare.function
(function_item return_type: (_) @returns)
(function_signature_item name: (identifier) @name) @declare.function
(function_signature_item return_type: (_) @returns)
(struct_item name: (type_identifier) @name body: (_) @body) @declare.struct
(struct_item !body name: (type_identifier) @name) @declare.struct
(union_item name: (type_identifier) @name body: (_) @body) @declare.struct
(enum_item name: (type_identifier) @name body: (enum_variant_list) @body) @declare.enum
(enum_variant name: (identifier) @name) @declare.field
(trait_item name: (type_identifier) @name body: (declaration_list) @body) @declare.trait
(impl_item
  type: [
    (type_identifier) (scoped_type_identifier) (primitive_type) (reference_type) (tuple_type) (unit_type)
    (array_type) (pointer_type) (dynamic_type) (function_type) (never_type) (bounded_type)
  ] @name @owner
  body: (declaration_list) @body) @declare.impl
(impl_item type: (generic_type type: (_) @name @owner) body: (declaration_list) @body) @declare.impl
(type_item name: (type_identifier) @name) @declare.alias
(type_item type: (_) @returns)
(associated_type name: (type_identifier) @name) @declare.alias
(macro_definition name: (identifier) @name) @declare.macro

; A constant or static is bound before it is declared, so that what is around it is the scope. Fields and parameters are
; bound in code, which looks through `Arc` and its like.
(field_declaration name: (field_identifier) @name) @declare.field
(const_item name: (identifier) @name type: (_) @type) @binding
(const_item name: (identifier) @name) @declare.variable
(static_item name: (identifier) @name type: (_) @type) @binding
(static_item name: (identifier) @name) @declare.variable

(type_parameter
  name: (type_identifier) @name
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @type)) @binding
(type_parameter !bounds name: (type_identifier) @name) @binding
(where_predicate
  left: (type_identifier) @name
  bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @type)) @binding
(let_declaration pattern: (identifier) @name type: (_) @type) @binding
(let_declaration !type pattern: (identifier) @name value: (_) @value) @binding
(let_declaration !type !value pattern: (identifier) @name) @binding
(for_expression pattern: [(identifier) (reference_pattern) (mut_pattern) (tuple_pattern)]) @read
(closure_parameters) @read
(let_declaration !type pattern: (tuple_pattern) value: (_)) @read
(tuple_pattern (identifier) @name) @binding
(tuple_struct_pattern) @read
(slice_pattern (identifier) @name) @binding
(captured_pattern (identifier) @name) @binding
(reference_pattern (identifier) @name) @binding
(ref_pattern (identifier) @name) @binding
(mut_pattern (identifier) @name) @binding
(field_pattern) @read
