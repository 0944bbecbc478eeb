(class_definition superclasses: (argument_list [(identifier) (attribute) (subscript)] @supertype))
