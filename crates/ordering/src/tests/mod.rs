//! Tests of whole schemes: what every one of them must keep, and what each one is.
//! Tables and scores are tested in their own files.

mod contract;
mod schemes;
mod support;
