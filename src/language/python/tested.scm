; What runs a part of itself by a condition, or for each of something.
[
  (if_statement) (elif_clause) (while_statement) (conditional_expression) (boolean_operator) (assert_statement) (case_clause)
  (list_comprehension) (set_comprehension) (dictionary_comprehension) (generator_expression)
] @read
