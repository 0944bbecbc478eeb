//! The end by a signal, where a folder of this program is to go first.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::walk::ScratchRemover;

/// A signal ends the program.
static ENDS: AtomicBool = AtomicBool::new(false);

/// Removes a scratch folder when the program is interrupted, hung up or ended, and ends with 128 and the number of the
/// signal, as a shell has it.
pub fn on_interrupt(remover: &ScratchRemover) {
    #[cfg(unix)]
    {
        use std::io::Read;
        use std::os::unix::net::UnixStream;

        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        use signal_hook::low_level::pipe;

        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let Ok((mut read, write)) = UnixStream::pair() else { return };
            if pipe::register(signal, write).is_err() {
                return;
            }
            let remover = remover.clone();
            // A thread that cannot be started leaves the folder to the system, and the signal without an effect: then the
            // limit on threads has ended the run before.
            let wait = move || {
                if read.read_exact(&mut [0]).is_ok() {
                    ENDS.store(true, Ordering::SeqCst);
                    remover.remove();
                    std::process::exit(128 + signal);
                }
            };
            let _ = std::thread::Builder::new().spawn(wait);
        }
    }
    #[cfg(not(unix))]
    let _ = remover;
}

/// Waits for the end where a signal ends the program: what fails meanwhile lacks the folder that is gone, and is no fault.
pub fn give_way() {
    while ENDS.load(Ordering::SeqCst) {
        std::thread::park();
    }
}
