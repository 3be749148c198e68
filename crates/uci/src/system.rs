//! What only Unix has: outputs that tell when their reader has gone, signals of resource limits, and the
//! address space of the allocator.

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigHandler, Signal, signal};
use std::os::fd::AsFd;

/// Waits until the reader of a pipe, a socket or a terminal has gone. False when the system does not tell,
/// as it does for a file never.
pub fn wait_until_closed(output: &impl AsFd) -> bool {
    // Errors and a hang-up are told unasked.
    let mut files = [PollFd::new(output.as_fd(), PollFlags::empty())];
    loop {
        match poll(&mut files, PollTimeout::NONE) {
            Err(Errno::EINTR) => {}
            Err(_) => return false,
            Ok(_) => {
                let events = files[0].revents().unwrap_or(PollFlags::empty());
                return events.intersects(PollFlags::POLLERR | PollFlags::POLLHUP);
            }
        }
    }
}

/// From now on a write beyond the limit of the size of files (`ulimit -f`) is an error. By default it ends the
/// process.
pub fn ignore_file_size_signal() {
    // SAFETY: no handler is installed that could do something a handler must not do, and nothing else in
    // this process handles this signal.
    let ignored = unsafe { signal(Signal::SIGXFSZ, SigHandler::SigIgn) };
    if let Err(error) = ignored {
        tracing::warn!("SIGXFSZ is not ignored: {error}");
    }
}

/// From now on all threads share one arena of the GNU allocator. By default it reserves 64 MiB of address space
/// for each thread, which may be limited (`ulimit -v`). A search does not allocate in its nodes, so threads do
/// not wait for each other.
pub fn use_one_arena() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: it changes a number in the allocator, under its lock.
    unsafe {
        nix::libc::mallopt(nix::libc::M_ARENA_MAX, 1)
    };
}
