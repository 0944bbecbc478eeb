; What runs a part of itself by a condition.
[(if_statement) (while_statement) (ternary_expression) (binary_expression)] @read
