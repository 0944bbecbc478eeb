//! The laws of the programs: each equals its naive oracle on random facts, and states in its header what it runs.

#[path = "laws/calls.rs"]
mod calls;
#[path = "laws/central.rs"]
mod central;
#[path = "laws/cochanged.rs"]
mod cochanged;
#[path = "laws/consumers.rs"]
mod consumers;
#[path = "laws/drawn.rs"]
mod drawn;
#[path = "laws/header.rs"]
mod header;
#[path = "laws/order.rs"]
mod order;
#[path = "laws/overrides.rs"]
mod overrides;
#[path = "laws/prior.rs"]
mod prior;
#[path = "laws/reach.rs"]
mod reach;
#[path = "laws/refs.rs"]
mod refs;
#[path = "laws/rows.rs"]
mod rows;
#[path = "laws/search.rs"]
mod search;
#[path = "laws/sets.rs"]
mod sets;
#[path = "laws/skeleton.rs"]
mod skeleton;
#[path = "laws/spine.rs"]
mod spine;
#[path = "laws/stand_ins.rs"]
mod stand_ins;
#[path = "laws/subtypes.rs"]
mod subtypes;
#[path = "laws/tests.rs"]
mod tests;
#[path = "laws/uses.rs"]
mod uses;
#[path = "laws/world.rs"]
mod world;
