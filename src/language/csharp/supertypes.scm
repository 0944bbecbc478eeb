(base_list [(identifier) (generic_name) (qualified_name)] @supertype)
(base_list (primary_constructor_base_type type: (_) @supertype))
