//! Binds the targets to libFuzzer.

pub mod hostile;

/// Makes a target libFuzzer's, with its own changes beside libFuzzer's. Where `CG_FUZZ_INPUT` names a file, each input is
/// written there before it is read: what overflows the stack or runs out of memory leaves no other trace. Where
/// `CG_FUZZ_SEEDS` names a folder, the first inputs are written there, and nothing is run.
#[macro_export]
macro_rules! run_target {
    ($name:literal) => {
        libfuzzer_sys::fuzz_target!(init: $crate::write_seeds($name), |input: &[u8]| {
            if let Some(path) = std::env::var_os("CG_FUZZ_INPUT") {
                std::fs::write(path, input).expect("the input is kept");
            }
            ($crate::hostile::target($name).expect("a target").run)(input);
        });
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
            let mut chance = $crate::hostile::chance::Chance::new(u64::from(seed));
            if chance.once_in(4) {
                return libfuzzer_sys::fuzzer_mutate(data, size, max_size);
            }
            let target = $crate::hostile::target($name).expect("a target");
            let output = $crate::hostile::mutate::mutate(target, &data[..size], &mut chance, max_size);
            data[..output.len()].copy_from_slice(&output);
            output.len()
        });
    };
}

/// Writes the first inputs of a target where `CG_FUZZ_SEEDS` says, and ends.
pub fn write_seeds(name: &str) {
    let Some(folder) = std::env::var_os("CG_FUZZ_SEEDS").map(std::path::PathBuf::from) else { return };
    let target = hostile::target(name).expect("a target");
    for (at, seed) in target.seeds().iter().enumerate() {
        std::fs::write(folder.join(format!("{at:04}")), seed).expect("a seed");
    }
    std::process::exit(0);
}
