(function_definition name: (word) @name body: (_) @body) @declare.function
(variable_assignment name: (variable_name) @name) @declare.variable
