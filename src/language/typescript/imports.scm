; Modules.
(import_statement) @import
(export_statement) @import
; `import("x")` as an expression and as a type, `require("x")`, `vi.mock("x")`; the reader looks at what is called.
(call_expression function: (import) arguments: (arguments [(string) (template_string)])) @import
(call_expression function: (identifier) arguments: (arguments (string))) @import
(call_expression function: (member_expression property: (property_identifier)) arguments: (arguments (string))) @import
; `new URL("./x", import.meta.url)`
(new_expression constructor: (identifier) arguments: (arguments (string))) @import
; `/// <reference path="x" />`
(comment) @import
