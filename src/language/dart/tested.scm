; What runs a part of itself by a condition.
[(if_statement) (while_statement) (conditional_expression) (logical_and_expression) (logical_or_expression)] @read
