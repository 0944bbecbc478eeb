; Everything is a call: the word that is called decides what is declared, and what is none is taken back.
(call target: (identifier) (arguments)) @declare.function
(do_block) @declare.function
(unary_operator) @read
(binary_operator right: (identifier)) @read
(call) @read
(struct) @read
(alias) @read
[(atom) (keyword)] @read
