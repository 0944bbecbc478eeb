//! Supertypes, the types of values, and the members that names of values mean.

pub mod alias;
mod assigned;
pub mod awaited;
mod bounded;
mod class_value;
pub mod container;
pub mod element;
mod embedded;
pub mod file_types;
pub mod generic;
pub mod held_function;
pub mod hierarchy;
pub mod holder;
pub mod inherited_types;
pub mod local_types;
mod outer_names;
mod outer_result;
pub mod overrides;
pub mod owners;
pub mod parameter;
pub mod structural;
pub mod substituted;
pub mod taken_as;
pub mod type_argument;
mod type_parameter;
pub mod typing;
pub mod united;
