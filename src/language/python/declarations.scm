(function_definition name: (identifier) @name body: (block) @body) @declare.function
(class_definition name: (identifier) @name body: (block) @body) @declare.class
(function_definition return_type: (type) @returns)
(typed_parameter (identifier) @name type: (type) @type) @binding
(typed_default_parameter name: (identifier) @name type: (type) @type) @binding
(parameters (identifier) @name) @binding
(default_parameter name: (identifier) @name) @binding
(assignment left: (identifier) @name type: (type) @type) @binding
(assignment left: (identifier) @name right: (call) @value) @binding
(assignment left: (identifier) @name right: (_)) @binding
