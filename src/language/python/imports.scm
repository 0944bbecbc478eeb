(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
; `import_module("a.b")`, `__import__("a.b")`; and `__all__.extend([…])`
(call function: [(identifier) (attribute)] arguments: (argument_list [(string) (list)])) @import
; `__all__ = […]`
(assignment left: (identifier) right: (_)) @import
(augmented_assignment left: (identifier) right: (_)) @import
; What a type in quotes names.
(string_content) @import
