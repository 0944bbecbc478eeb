(class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @supertype)))
(class_declaration (class_heritage (implements_clause [(type_identifier) (nested_type_identifier) (generic_type)] @supertype)))
(abstract_class_declaration (class_heritage (extends_clause value: [(identifier) (member_expression)] @supertype)))
(abstract_class_declaration (class_heritage (implements_clause [(type_identifier) (nested_type_identifier) (generic_type)] @supertype)))
(interface_declaration (extends_type_clause type: [(type_identifier) (nested_type_identifier) (generic_type)] @supertype))
; A class that a variable names.
(variable_declarator value: (class (class_heritage (extends_clause value: [(identifier) (member_expression)] @supertype))))
(variable_declarator value: (class (class_heritage (implements_clause [(type_identifier) (nested_type_identifier) (generic_type)] @supertype))))
(export_statement value: (class (class_heritage (extends_clause value: [(identifier) (member_expression)] @supertype))))
(export_statement value: (class (class_heritage (implements_clause [(type_identifier) (nested_type_identifier) (generic_type)] @supertype))))
; A type by its path: `Namespace.Type`.
(nested_type_identifier) @reference.path
