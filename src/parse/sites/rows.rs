//! The roles of the parts of nodes: the data behind [`super::sites`].
//!
//! Grammars name alike what is alike, so one row often serves many languages. A row names node kinds (`*_x`: any with
//! that end), which of their children it is about (`x:` in that field, `x` of that kind, `x^` the first of it, `^` the
//! first, `*` all), and what those are given. The first row that fits decides. Where none does, what is inside of a type is type, what is
//! inside of an import import, and all else is read.

use crate::language::sites::Give::{AsType, Bind, Callee, Inner, Is, Key, Not, Own, Target, With};
use crate::language::sites::SiteKind::{Call, Decorator, Define, Import, New, Read, Type, Write};
use crate::language::sites::{Give, SiteRow};

/// The kinds of nodes that are names.
pub const NAMES: &str = "identifier type_identifier property_identifier private_property_identifier \
    shorthand_property_identifier shorthand_property_identifier_pattern field_identifier shorthand_field_identifier \
    package_identifier namespace_identifier simple_identifier interpolated_identifier identifier_dollar_escaped \
    operator_identifier constant name instance_variable class_variable global_variable this super self crate \
    self_expression metavariable undefined implicit_parameter";

/// The same, where what is in them names nothing more: `$x`.
pub const WHOLE: &str = "variable_name";

/// Keywords that stand where a name does, and indexers take for one.
pub const WORDS: &str = "__future__";

/// The kinds of nodes that are names only where a row says that they are keys.
pub const CLAIMED: &str = "string number word interpreted_string_literal";

/// The role of a field of this name, where no row says more.
pub const FIELDS: &[(&str, Give)] = &[
    ("type return_type returns superclass superclasses interfaces permits trait bounds bound", AsType),
    ("type_arguments type_parameters base default_type", Is(Type)),
    ("body arguments condition default_value", Is(Read)),
    ("label", Not),
];

/// The rows of all languages. Those of one, which come before, are [`crate::language::Language::sites`].
pub static ROWS: &[&[SiteRow]] = &[PATHS, IMPORTS, DECORATORS, CALLS, WRITES, DECLARATIONS, PATTERNS, TYPES];

/// Kinds whose last name has the meaning of the whole.
const PATHS: &[SiteRow] = &[
    ("member_expression nested_identifier", "property:", Own),
    ("field_expression field_access selector_expression dot_index_expression", "field:", Own),
    ("method_index_expression", "method:", Own),
    ("scoped_identifier qualified_identifier qualified_name scope_resolution alias_qualified_name", "name:", Own),
    ("member_access_expression nullsafe_member_access_expression scoped_property_access_expression", "name:", Own),
    ("member_binding_expression template_function template_method setter", "name:", Own),
    ("relative_name qualified_name", "name", Own),
    ("generic_name", "identifier", Own),
    ("generic_function instantiation_expression", "function:", Own),
    ("navigation_expression", "navigation_suffix", Own),
    ("navigation_suffix", "simple_identifier", Own),
    ("dependent_name destructor_name", "*", Own),
    ("parenthesized_expression non_null_expression", "*", Own),
    ("package_identifier identifier", "*", Own),
];

const IMPORTS: &[SiteRow] = &[
    ("import_spec", "path:", Key(Import)),
    ("import_spec", "name:", Is(Import)),
    (
        "import_statement import_declaration import_header import_from_statement future_import_statement",
        "*",
        Is(Import),
    ),
    ("import_alias import_require_clause export_clause namespace_export export_declaration", "*", Is(Import)),
    ("extern_crate_declaration using_directive using_declaration namespace_use_declaration", "*", Is(Import)),
    ("package_clause package_declaration package_header", "*", Is(Define)),
];

const DECORATORS: &[SiteRow] = &[
    ("decorator", "*", Is(Decorator)),
    ("annotation marker_annotation attribute", "name: prefix: user_type constructor_invocation", Is(Decorator)),
    ("file_annotation", "*", Is(Decorator)),
    ("element_value_pair", "key:", Is(Write)),
];

const CALLS: &[SiteRow] = &[
    ("call_expression call function_call_expression invocation_expression", "function: method:", Callee),
    ("function_call method_invocation scoped_call_expression", "name:", Callee),
    ("member_call_expression nullsafe_member_call_expression", "name:", Callee),
    ("call_expression", "arguments: call_suffix", Is(Read)),
    ("call_expression", "^", Callee),
    ("type_conversion_expression", "type:", Callee),
    ("explicit_constructor_invocation", "constructor:", Is(Call)),
    ("infix_expression", "operator:", Is(Call)),
    // With brackets behind it, the grammar of Scala takes all of `a + f[T]` for the function.
    ("infix_expression", "right:", Own),
    ("interpolated_string_expression", "interpolator:", Is(Call)),
    ("object_creation_expression new_expression composite_literal compound_literal_expression", "type:", Is(New)),
    ("instance_expression", "arguments: template_body early_defs", Is(Read)),
    ("instance_expression", "^", Is(New)),
];

const WRITES: &[SiteRow] = &[
    ("assignment_expression augmented_assignment_expression reference_assignment_expression", "left:", Is(Write)),
    ("assignment augmented_assignment operator_assignment", "left: target:", Is(Write)),
    ("assignment directly_assignable_expression", "directly_assignable_expression", Is(Write)),
    ("assignment_statement", "left: variable_list", Target),
    ("compound_assignment_expr", "left:", Is(Write)),
    ("directly_assignable_expression", "*", Own),
    ("variable_list expression_list", "*", Own),
    ("update_expression inc_statement dec_statement", "*", Is(Write)),
    (
        "prefix_unary_expression postfix_unary_expression prefix_expression postfix_expression",
        "*",
        With("++ --", Write, Read),
    ),
    ("short_var_declaration", "left:", Is(Define)),
    ("range_clause receive_statement", "left:", With(":=", Define, Write)),
    ("keyed_element", "key:", Is(Write)),
    ("literal_element", "*", Own),
    ("initializer_pair", "designator:", Is(Write)),
    ("field_designator", "*", Own),
    ("field_initializer", "^", Is(Write)),
    ("field", "name:", With("[", Read, Write)),
];

const DECLARATIONS: &[SiteRow] = &[
    ("*_declaration *_definition *_declarator *_signature *_item *_spec *_parameter", "name:", Is(Define)),
    (
        "parameter parameters parameter_list method_elem type_alias resource enumerator enum_constant enum_case",
        "name:",
        Is(Define),
    ),
    (
        "enhanced_for_statement instanceof_expression catch_clause local_function_statement from_clause",
        "name:",
        Is(Define),
    ),
    (
        "declaration_expression declaration_pattern recursive_pattern var_pattern tuple_element binding",
        "name:",
        Is(Define),
    ),
    ("type_parameter type_parameters associated_type preproc_def preproc_function_def", "name:", Is(Define)),
    ("simple_enum_case full_enum_case for_numeric_clause parameter_list", "name:", Is(Define)),
    ("class_declaration object_declaration companion_object type_parameter type_alias", "type_identifier", Is(Define)),
    ("type_parameter_declaration variadic_type_parameter_declaration", "type_identifier", Is(Define)),
    (
        "function_declaration variable_declaration class_parameter parameter enum_entry",
        "simple_identifier^",
        Is(Define),
    ),
    ("parameter_with_optional_type catch_block", "simple_identifier^", Is(Define)),
    ("inferred_parameters preproc_params type_pattern record_pattern_component", "identifier", Is(Define)),
    ("let_clause", "identifier^", Is(Define)),
    ("lambda_expression", "parameters:", Is(Define)),
    ("type_switch_statement", "alias:", Is(Define)),
    ("record_pattern", "identifier", Is(Type)),
    ("variable_declaration", "assignment_statement variable_list", Is(Define)),
    ("for_generic_clause", "variable_list", Is(Define)),
    ("foreach_statement", "left:", Is(Define)),
    ("function_definition declaration init_declarator field_declaration type_definition", "declarator:", Is(Define)),
    ("parameter_declaration optional_parameter_declaration variadic_parameter_declaration", "declarator:", Is(Define)),
    ("for_range_loop", "declarator:", Is(Define)),
    ("pointer_declarator array_declarator function_declarator pointer_type_declarator", "declarator:", Own),
    ("reference_declarator parenthesized_declarator attributed_declarator variadic_declarator", "*", Own),
    ("structured_binding_declarator", "*", Own),
    ("struct_specifier union_specifier enum_specifier class_specifier", "name:", With("body:", Define, Type)),
    ("labeled_statement goto_statement break_statement continue_statement label_statement", "identifier name", Not),
];

const PATTERNS: &[SiteRow] = &[
    ("val_definition var_definition case_clause", "pattern:", Bind),
    ("enumerator", "^", Bind),
    ("capture_pattern", "name:", Bind),
    ("case_class_pattern typed_pattern", "type:", Is(Type)),
    ("capture_pattern case_class_pattern typed_pattern tuple_pattern alternative_pattern", "*", Own),
];

const TYPES: &[SiteRow] = &[
    ("type_annotation type_arguments type_argument_list template_argument_list type_parameters", "*", Is(Type)),
    ("type_parameter_list template_parameter_list constraint default_type type_bound trait_bounds", "*", Is(Type)),
    ("superclass super_interfaces extends_interfaces interfaces permits throws type_list catch_type", "*", Is(Type)),
    ("class_heritage implements_clause base_clause class_interface_clause base_class_clause", "*", Is(Type)),
    ("base_list primary_constructor_base_type", "argument_list", Is(Read)),
    ("base_list class_literal delegation_specifier inheritance_specifier type_constraint", "*", Is(Type)),
    ("type_parameter_constraints_clause", "identifier", Is(Type)),
    ("constructor_invocation", "user_type", AsType),
    ("constructor_invocation", "value_arguments", Is(Read)),
    ("function_declaration method_declaration func_literal function_type method_elem", "result:", Is(Type)),
    ("is_expression as_expression instanceof_expression", "right:", Is(Type)),
    ("qualified_type", "package:", Inner),
    ("scoped_type_identifier nested_type_identifier stable_type_identifier", "^", Inner),
    ("scoped_type_identifier nested_type_identifier stable_type_identifier qualified_type", "*", AsType),
    ("generic_type user_type template_type named_type annotated_type dependent_type", "*", AsType),
    ("applied_constructor_type", "*", AsType),
    ("array_rank_specifier", "*", Is(Read)),
    ("array_type", "length:", Is(Read)),
    ("*_type", "*", Is(Type)),
];
