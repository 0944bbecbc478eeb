(class_declaration (delegation_specifier [(user_type) @supertype (constructor_invocation (user_type) @supertype) (explicit_delegation (user_type) @supertype)]))
(object_declaration (delegation_specifier [(user_type) @supertype (constructor_invocation (user_type) @supertype) (explicit_delegation (user_type) @supertype)]))
(companion_object (delegation_specifier [(user_type) @supertype (constructor_invocation (user_type) @supertype) (explicit_delegation (user_type) @supertype)]))
(object_literal (delegation_specifier [(user_type) @supertype (constructor_invocation (user_type) @supertype) (explicit_delegation (user_type) @supertype)]))
