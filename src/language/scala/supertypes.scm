(extends_clause type: [(type_identifier) (generic_type) (stable_type_identifier)] @supertype)
(instance_expression [(type_identifier) (generic_type) (stable_type_identifier)] @supertype (template_body))
