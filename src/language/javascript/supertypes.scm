(class_declaration (class_heritage [(identifier) (member_expression)] @supertype))
(variable_declarator value: (class (class_heritage [(identifier) (member_expression)] @supertype)))
(export_statement value: (class (class_heritage [(identifier) (member_expression)] @supertype)))
