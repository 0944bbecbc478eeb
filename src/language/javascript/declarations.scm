; As for TypeScript, in the words of the JavaScript grammar.
(variable_declarator) @declare.variable
(catch_clause parameter: (_)) @declare.variable
(for_in_statement left: (_)) @declare.variable
(arrow_function) @declare.variable
(function_expression) @declare.variable
(generator_function) @declare.variable
(call_expression arguments: (arguments [(arrow_function) (function_expression) (object)])) @declare.variable
(export_statement value: (_)) @declare.variable
; `this.a = new A()` in a constructor; `module.exports = …`, `exports.a = …`, `A.prototype.b = function …`.
(assignment_expression left: (member_expression) right: (_)) @declare.variable

(function_declaration name: (identifier) @name body: (statement_block) @body) @declare.function
(generator_function_declaration name: (identifier) @name body: (statement_block) @body) @declare.function
(class_declaration name: (identifier) @name body: (class_body) @body) @declare.class
(method_definition name: (_) @name body: (statement_block) @body) @declare.method
(field_definition property: (_) @name) @declare.field
(pair key: (_) @name value: [(arrow_function) (function_expression) (generator_function)] @body) @declare.method
