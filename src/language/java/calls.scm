(method_invocation object: (_) @receiver name: (identifier) @callee arguments: (_) @arguments) @call.call
(method_invocation name: (identifier) @callee !object arguments: (_) @arguments) @call.call
; `this(…)` and `super(…)` at the head of a constructor.
(explicit_constructor_invocation constructor: [(this) (super)] @callee arguments: (_) @arguments) @call.call
(marker_annotation name: (_) @callee) @call.decorator
(annotation name: (_) @callee) @call.decorator
; What may belong to another file of the package: types, and the heads of dotted names.
(type_identifier) @reference
(method_invocation object: (identifier) @reference)
(field_access object: (identifier) @reference)
(method_reference (identifier) @reference)
(marker_annotation name: (identifier) @reference)
(annotation name: (identifier) @reference)
(scoped_identifier scope: (identifier) @reference)
; A type by its path: `Outer.Inner`.
(scoped_type_identifier) @reference.path
