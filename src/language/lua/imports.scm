(function_call name: (identifier) arguments: (arguments (string))) @import
; What the file returns is what `require` of it gives.
(return_statement (expression_list (_))) @import
