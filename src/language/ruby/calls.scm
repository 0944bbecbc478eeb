; In Ruby an import, a mixin, an attribute, a test are calls like any other: the reader tells them apart.
(call) @import
(super) @import
(alias) @import
(simple_symbol) @import
(constant) @import
(scope_resolution) @import
(assignment left: [(constant) (identifier) (instance_variable)]) @import
(operator_assignment left: [(identifier) (instance_variable)]) @import
(binary left: (regex)) @import
; A name alone is a call where it is no local variable, which the reader tells by what was bound before it.
(identifier) @import
; `Class.new(Base) { … }` is a class without a name; what stands in `class_methods do` belongs to a module of its own.
; After the calls, which are made from outside.
(call block: (_) @body) @declare.class
; Operators that call members.
[(binary) (element_reference)] @operator
