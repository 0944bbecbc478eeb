//! The program.

fn main() -> std::process::ExitCode {
    cg_bundle::cli::main()
}
