; What runs a part of itself by a condition.
[
  (if_statement) (elif_clause) (while_statement) (conditional_expression) (boolean_operator) (assert_statement) (case_clause)
  (list_comprehension (if_clause)) (set_comprehension (if_clause)) (dictionary_comprehension (if_clause))
  (generator_expression (if_clause))
] @read
