//! UCI sessions in this process. Tests of the binary, random input among them, are in the package
//! `bartizan-tests`.

mod common;
mod docs;
mod network;
mod protocol;
mod searching;
