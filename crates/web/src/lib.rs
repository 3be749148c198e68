//! The engine in a browser: one value, [`Lab`], that answers requests in JSON.
//!
//! The page of the book runs it in Web Workers, compiled to WebAssembly; `docs/src/web` is that page and
//! `bindings` the way in. Here is no rule of chess and no search: requests are put together from the
//! layers below. With the feature `uci` the module is a UCI engine instead, for the npm package.

#[cfg(all(target_arch = "wasm32", not(feature = "uci")))]
mod bindings;
mod engine;
mod games;
mod lab;
mod own;
mod paths;
mod request;
#[cfg(all(target_arch = "wasm32", feature = "uci"))]
mod session;
mod steps;
mod tree;

pub use lab::{Lab, Sink};
