//! From values by role to the inputs of a manifest: by name where it has them, else by type.

use super::resolved::Resolved;
use super::shape::{Adapter, ValueRole};
use super::source::{Place, Source};
use crate::input::{Given, Origin};
use crate::manifest::Manifest;

/// The input that takes the values of a role: the one with the adapter's name for it. In a manifest that has none of the
/// adapter's names, the first of the type.
fn input_for<'m>(adapter: &Adapter, role: ValueRole, word: &str, manifest: &'m Manifest) -> Option<&'m str> {
    let own = format!("{}.", adapter.prefix);
    let is_own = manifest.inputs.iter().any(|input| input.name.starts_with(&own));
    let input = match role.arg_type() {
        _ if is_own => manifest.input(&(own + word)),
        Some(arg_type) => manifest.inputs.iter().find(|input| input.arg_type == arg_type),
        None => None,
    };
    input.map(|input| input.name.as_str())
}

/// The inputs that a source may fill, each without a value yet: what else is missing shows before any work is done.
pub fn expected(source: &Source, manifest: &Manifest) -> Vec<Given> {
    let names = source.adapter.roles.iter().filter_map(|(role, word)| input_for(source.adapter, *role, word, manifest));
    names.map(|name| given(source, name, &[], false)).collect()
}

/// The inputs that a source fills. Paths that are gone stand with the files where no input is for them alone.
pub fn filled(source: &Source, resolved: &Resolved, manifest: &Manifest) -> Vec<Given> {
    let adapter = source.adapter;
    let target = |role: ValueRole| {
        let (_, word) = adapter.roles.iter().find(|(it, _)| *it == role)?;
        input_for(adapter, role, word, manifest)
    };
    let mut filled: Vec<Given> = Vec::new();
    for (role, values) in &resolved.values {
        let name = target(*role).or_else(|| target(ValueRole::Files).filter(|_| *role == ValueRole::Deleted));
        let Some(name) = name else { continue };
        let is_gone = role.is_gone();
        match filled.iter_mut().find(|given| given.name == name) {
            Some(known) => {
                let more = given(source, name, values, is_gone);
                known.values.extend(more.values);
                known.gone.extend(more.gone);
            }
            None => filled.push(given(source, name, values, is_gone)),
        }
    }
    if let Some(first) = filled.first_mut() {
        let label = match &source.place {
            Place::Value(input) => input.clone(),
            _ => format!("--from {}", adapter.name),
        };
        first.unmatched = resolved.unmatched.iter().map(|it| format!("`{label}`: {it}")).collect();
    }
    filled
}

fn given(source: &Source, name: &str, values: &[String], is_gone: bool) -> Given {
    let gone = if is_gone { values.to_vec() } else { Vec::new() };
    Given {
        name: name.to_owned(),
        values: values.to_vec(),
        origin: Origin::From(source.adapter.name),
        gone,
        unmatched: Vec::new(),
    }
}
