//! UCI sessions in this process. Tests of the binary, random input among them, are in the package
//! `bartizan-tests`.

mod common;
mod docs;
mod input;
mod network;
mod protocol;
mod refusals;
mod searching;
mod single_thread;
