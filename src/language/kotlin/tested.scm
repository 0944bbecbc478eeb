; What runs a part of itself by a condition.
[(if_expression) (when_expression) (while_statement) (conjunction_expression) (disjunction_expression)] @read
