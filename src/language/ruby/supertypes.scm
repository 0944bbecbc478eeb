(class superclass: (superclass [(constant) (scope_resolution)] @supertype))
