//! Facts drawn by hand, for the decisions that a random world would bury.

use cg_rules::{
    DEFAULT_HOPS, DefId, FileId, Hit, Imported, OccurrenceId, Relation, StandsFor, SymbolId, dependencies, refs,
    reverse_lookup, siblings, spine, tests_exercising, transitive_callers,
};

use super::world::World;

/// `service` ← `handler` ← `server_test`; `service_test` is in the package of `service` and imports nothing.
const SERVICE: FileId = FileId(0);
const HANDLER: FileId = FileId(1);
const SERVER_TEST: FileId = FileId(2);
const SERVICE_TEST: FileId = FileId(3);

fn package() -> World {
    World {
        n_files: 4,
        imports: vec![(HANDLER, SERVICE), (SERVER_TEST, HANDLER)],
        refers: vec![(SERVICE_TEST, SERVICE), (HANDLER, SERVICE)],
        is_test: vec![false, false, true, true],
        ..World::default()
    }
}

/// Files are one definition each; `aside` lists those in examples.
fn calls(n_defs: usize, calls: &[(u32, u32)], aside: &[usize]) -> World {
    World {
        n_files: n_defs,
        n_defs,
        calls: calls.iter().map(|&(caller, callee)| (DefId(caller), DefId(callee))).collect(),
        file_of: (0..).map(FileId).take(n_defs).collect(),
        is_test: vec![false; n_defs],
        is_aside: (0..n_defs).map(|def| aside.contains(&def)).collect(),
        ..World::default()
    }
}

fn name(def: u32) -> Vec<DefId> {
    vec![DefId(def)]
}

#[test]
fn a_test_is_as_near_as_what_it_opens() {
    // 0 and 1 are sources with one definition each, 2 and 3 tests; `index` imports both sources, and every test it.
    let index = FileId(4);
    let world = World {
        n_files: 5,
        n_defs: 5,
        file_of: (0..5).map(FileId).collect(),
        imports: vec![(index, SERVICE), (index, HANDLER), (SERVER_TEST, index), (SERVICE_TEST, index)],
        needs: vec![(DefId(1), DefId(0))],
        opens: vec![(SERVER_TEST, DefId(1)), (SERVICE_TEST, DefId(0))],
        is_test: vec![false, false, true, true, false],
        ..World::default()
    };
    let graph = world.tests();
    let tests = tests_exercising(&graph, &[SERVICE], 9);
    assert_eq!(tests.hits(), [Hit { hops: 1, file: SERVICE_TEST }, Hit { hops: 2, file: SERVER_TEST }]);
    assert_eq!(tests.chain(&graph, SERVER_TEST), [DefId(1), DefId(0)]);
    assert_eq!(tests_exercising(&graph, &[HANDLER], 9).hits(), [Hit { hops: 1, file: SERVER_TEST }]);
    let of_index = tests_exercising(&graph, &[index], 1);
    assert_eq!(of_index.hits(), [Hit { hops: 1, file: SERVER_TEST }, Hit { hops: 1, file: SERVICE_TEST }]);
    assert!(of_index.chain(&graph, SERVER_TEST).is_empty()); // it imports the file, and opens nothing in it
}

#[test]
fn a_changed_test_is_its_own_first_answer() {
    let world = World { opens: vec![(SERVICE_TEST, DefId(0))], n_defs: 1, file_of: vec![SERVICE], ..package() };
    let graph = world.tests();
    let tests = tests_exercising(&graph, &[SERVER_TEST, SERVICE], 1);
    assert_eq!(tests.hits(), [Hit { hops: 0, file: SERVER_TEST }, Hit { hops: 1, file: SERVICE_TEST }]);
    assert!(tests.chain(&graph, SERVER_TEST).is_empty());
}

#[test]
fn an_import_is_a_better_reason_than_a_reference() {
    let graph = package().imports();
    let users = transitive_callers(&graph, &[SERVICE], 3);
    assert_eq!(users.chain(&graph, SERVICE_TEST)[0].relation, Relation::Refers);
    // `handler` both imports and refers to `service`.
    let relations: Vec<&str> = users.chain(&graph, SERVER_TEST).iter().map(|step| step.relation.name()).collect();
    assert_eq!(relations, ["imports", "imports"]);
}

#[test]
fn seeds_are_no_answers_even_if_they_use_each_other() {
    let graph = package().imports();
    let files = |hits: &[Hit]| hits.iter().map(|hit| hit.file).collect::<Vec<_>>();
    assert_eq!(files(transitive_callers(&graph, &[SERVICE, HANDLER], 9).hits()), [SERVER_TEST, SERVICE_TEST]);
    assert_eq!(files(dependencies(&graph, &[SERVER_TEST, HANDLER], 9).hits()), [SERVICE]);
    assert_eq!(dependencies(&graph, &[SERVER_TEST], 1).hops(SERVICE), None);
}

#[test]
fn a_module_is_an_importer_of_another_module_only() {
    let mut world = package();
    world.imports.push((SERVICE, SERVICE));
    let importers = reverse_lookup(&world.imports(), &[SERVICE, HANDLER], &[]);
    let found: Vec<_> = importers.iter().map(|it| (it.file, it.imported)).collect();
    assert_eq!(found, [(HANDLER, Imported::File(SERVICE)), (SERVER_TEST, Imported::File(HANDLER))]);
}

#[test]
fn a_family_has_three_implementers_and_may_be_asked_by_its_supertype() {
    let (few, many) = (DefId(0), DefId(1));
    let extends = [(2, many), (3, many), (4, many), (2, few), (5, few)].map(|(def, base)| (DefId(def), base));
    let world =
        World { n_files: 1, n_defs: 6, extends: extends.to_vec(), file_of: vec![FileId(0); 6], ..World::default() };
    let others = |seeds: &[DefId]| siblings(&world.types(), seeds).iter().map(|it| it.def.0).collect::<Vec<_>>();
    assert_eq!(others(&[DefId(2)]), [3, 4]); // 5 shares a supertype, but two are no family
    assert_eq!(others(&[many]), [2, 3, 4]);
    assert_eq!(others(&[DefId(2), DefId(3)]), [4]);
    assert!(others(&[few]).is_empty() && others(&[DefId(5)]).is_empty());
}

#[test]
fn a_spine_takes_the_nearest_way_to_each_name_and_all_ties() {
    // 0 → 1 → 3 and 0 → 2 → 3; 3 → 4. A longer way 0 → 5 → 6 → 4 adds nothing.
    let world = calls(8, &[(0, 1), (1, 3), (0, 2), (2, 3), (3, 4), (0, 5), (5, 6), (6, 4)], &[]);
    let answer = spine(&world.calls(), &[name(4), name(7), name(0), name(3)], DEFAULT_HOPS);
    let named: Vec<(u32, bool)> = answer.defs.iter().map(|it| (it.def.0, it.is_named)).collect();
    assert_eq!(named, [(0, true), (1, false), (2, false), (3, true), (4, true)]);
    assert_eq!(answer.unconnected, [1]);
    let chains: Vec<Vec<u32>> = answer.chains().iter().map(|it| it.iter().map(|def| def.0).collect()).collect();
    assert_eq!(chains, [vec![0, 1, 3, 4], vec![0, 2, 3]]);
}

#[test]
fn a_spine_goes_around_what_is_aside() {
    let world = calls(5, &[(0, 1), (1, 4), (0, 2), (2, 3), (3, 4)], &[1]);
    assert_eq!(spine(&world.calls(), &[name(0), name(4)], DEFAULT_HOPS).calls.len(), 3);
    assert_eq!(spine(&world.calls(), &[name(0), name(1)], DEFAULT_HOPS).calls.len(), 1); // it has no other meaning
    let either = vec![DefId(1), DefId(4)];
    assert_eq!(spine(&world.calls(), &[name(0), either], DEFAULT_HOPS).calls.len(), 3);
}

#[test]
fn a_method_is_used_through_what_it_overrides_but_not_by_its_siblings() {
    // `Trail#start` is overridden by `Laser#start` and `Lasso#start`. Each is defined at the place of its own number, and
    // used at that number and 10.
    let [trail, laser, lasso] = [0, 1, 2].map(SymbolId);
    let places = (0..13).filter(|at| at % 10 < 3).map(|at| (SymbolId(at % 10), OccurrenceId(at)));
    let world = World {
        n_symbols: 3,
        occurrences: places.collect(),
        is_definition: (0..13).map(|at| at < 10).collect(),
        stands_for: vec![(laser, trail), (lasso, trail)],
        ..World::default()
    };
    let graph = world.symbols();
    let places = |symbol, definitions_too| {
        let answer = refs(&graph, &[symbol], definitions_too);
        answer.sites().iter().map(|site| site.occurrence.0).collect::<Vec<_>>()
    };
    assert_eq!(places(trail, false), [10, 11, 12]);
    assert_eq!(places(laser, false), [10, 11]);
    assert_eq!(places(laser, true), [0, 1, 10, 11]);
    let of_trail = refs(&graph, &[trail], false);
    assert_eq!(of_trail.chain(&graph, lasso), [StandsFor { from: lasso, to: trail }]);
    assert!(of_trail.chain(&graph, trail).is_empty());
}
