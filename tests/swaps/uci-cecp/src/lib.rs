//! A worked example of a replaced layer: the Chess Engine Communication Protocol (CECP, the protocol
//! of xboard and WinBoard, version 2) in the place of UCI. The searches below it do not change.
//!
//! [`run`] is a session. It plays games with a clock and takes moves back; it does not ponder or analyse.
//! The protocol is described in "Chess Engine Communication Protocol" by Tim Mann and H. G. Muller.

mod clock;
mod session;
mod text;

pub use session::run;
