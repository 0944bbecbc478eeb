(inheritance_specifier (user_type) @supertype)
