(impl_item trait: [(type_identifier) (scoped_type_identifier) (generic_type)] @supertype)
(trait_item bounds: (trait_bounds [(type_identifier) (scoped_type_identifier) (generic_type)] @supertype))
; A type by its path: `module::Type`.
(scoped_type_identifier) @reference.path
