; What an interface embeds is read with its declaration: a union of types is no supertype.
(field_declaration !name type: [(type_identifier) (qualified_type) (generic_type)] @supertype)
