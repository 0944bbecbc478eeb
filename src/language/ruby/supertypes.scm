(class superclass: (superclass (constant) @supertype))
