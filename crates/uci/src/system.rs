//! What only Unix has: standard streams that are waited for, outputs that tell when their reader has gone,
//! signals of resource limits, and the address space of the allocator.

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{SigHandler, Signal, signal};
use nix::unistd::{read, write};
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::fs::FileTypeExt;

/// Standard input or output without a buffer, and waited for. Another process that shares a stream may have set
/// that it fails where it would block.
#[derive(Debug)]
pub struct Waiting<S>(pub S);

impl<S: AsFd> Waiting<S> {
    /// The result of `call`, once the stream is ready for it.
    fn when_ready<T>(
        &self,
        event: PollFlags,
        mut call: impl FnMut(&S) -> nix::Result<T>,
    ) -> io::Result<T> {
        loop {
            match call(&self.0) {
                Err(Errno::EAGAIN) => {
                    poll(&mut [PollFd::new(self.0.as_fd(), event)], PollTimeout::NONE)?;
                }
                result => return Ok(result?),
            }
        }
    }
}

impl<S: AsFd> Read for Waiting<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.when_ready(PollFlags::POLLIN, |stream| read(stream, buffer))
    }
}

impl<S: AsFd> Write for Waiting<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.when_ready(PollFlags::POLLOUT, |stream| write(stream, bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits until the reader of a pipe, a socket or a terminal has gone. False when the system does not tell,
/// as it does for a file never, and for a pipe with a name, which another reader may open.
pub fn wait_until_closed(output: &impl AsFd) -> bool {
    if is_named_pipe(output) {
        return false;
    }
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

/// Whether it is a pipe with a name. False where the system has no `/proc`.
fn is_named_pipe(output: &impl AsFd) -> bool {
    let path = format!("/proc/self/fd/{}", output.as_fd().as_raw_fd());
    let is_pipe = std::fs::metadata(&path).is_ok_and(|data| data.file_type().is_fifo());
    is_pipe && std::fs::read_link(&path).is_ok_and(|target| target.is_absolute())
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::fs::File;

    #[test]
    fn pipes_with_names_are_told_apart() {
        let (reader, writer) = io::pipe().expect("a pipe");
        assert!(!is_named_pipe(&writer));
        drop(reader);
        assert!(wait_until_closed(&writer));
        let path = std::env::temp_dir().join(format!("bartizan-pipe-{}", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&path).status().expect("mkfifo");
        assert!(made.success());
        let reader = File::options().read(true).write(true).open(&path).expect("a pipe");
        let writer = File::options().write(true).open(&path).expect("a pipe");
        std::fs::remove_file(&path).expect("it is there");
        drop(reader);
        assert!(is_named_pipe(&writer) && !wait_until_closed(&writer));
        assert!(!is_named_pipe(&File::open("/dev/null").expect("it is there")));
    }
}
