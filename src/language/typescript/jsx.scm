(jsx_opening_element name: (identifier) @callee) @call.jsx
(jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @callee)) @call.jsx
(jsx_self_closing_element name: (identifier) @callee) @call.jsx
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @callee)) @call.jsx
