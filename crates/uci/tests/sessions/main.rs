//! Whole sessions in this process, scripted.

mod common;
mod garbage;
mod protocol;
mod searching;
