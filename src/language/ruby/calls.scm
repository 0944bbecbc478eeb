; In Ruby an import, a mixin, an attribute, a test are calls like any other: the reader tells them apart.
(call) @import
(super) @import
(alias) @import
(simple_symbol) @import
(constant) @import
(scope_resolution) @import
(assignment left: [(identifier) (instance_variable)]) @import
(operator_assignment left: [(identifier) (instance_variable)]) @import
; A name alone is a call where it is no local variable.
(program (identifier) @import)
(body_statement (identifier) @import)
(block_body (identifier) @import)
(then (identifier) @import)
(else (identifier) @import)
(do (identifier) @import)
(ensure (identifier) @import)
(begin (identifier) @import)
(parenthesized_statements (identifier) @import)
(argument_list (identifier) @import)
(array (identifier) @import)
(pair value: (identifier) @import)
(binary (identifier) @import)
(unary (identifier) @import)
(interpolation (identifier) @import)
(call receiver: (identifier) @import)
(element_reference object: (identifier) @import)
(assignment right: (identifier) @import)
(operator_assignment right: (identifier) @import)
(conditional (identifier) @import)
(if condition: (identifier) @import)
(unless condition: (identifier) @import)
(while condition: (identifier) @import)
(until condition: (identifier) @import)
(elsif condition: (identifier) @import)
(while_modifier (identifier) @import)
(until_modifier (identifier) @import)
(rescue_modifier (identifier) @import)
(range (identifier) @import)
(splat_argument (identifier) @import)
(hash_splat_argument (identifier) @import)
(right_assignment_list (identifier) @import)
(case value: (identifier) @import)
(if_modifier (identifier) @import)
(unless_modifier (identifier) @import)
(method body: (identifier) @import)
(singleton_method body: (identifier) @import)
; `Class.new(Base) { … }` is a class without a name; what stands in `class_methods do` belongs to a module of its own.
; After the calls, which are made from outside.
(call block: (_) @body) @declare.class
