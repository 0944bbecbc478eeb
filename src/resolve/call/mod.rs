//! The definition that a call means: its callee, the candidates, and the choice among them.

mod access;
pub mod alternative;
pub mod argument;
mod block;
pub mod callable;
pub mod callee;
mod decorator;
pub mod edges;
pub mod extension;
mod extension_method;
mod fit;
mod held_callee;
pub mod implicit;
mod invoked;
pub(in crate::resolve) mod misfit;
mod name_alone;
mod number;
pub mod open;
pub mod overload;
mod own_parameter;
mod parameter_types;
mod receiver;
pub(in crate::resolve) mod resolved;
mod signature;
mod trait_member;
mod type_argument;
