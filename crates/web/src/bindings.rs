//! What JavaScript calls.

use crate::Lab;
use serde_json::Value;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// The function of the worker that gets the reports of a running request, as JSON.
    #[wasm_bindgen(js_namespace = globalThis, js_name = bartizanReport)]
    fn bartizan_report(json: &str);
}

fn report(value: &Value) {
    bartizan_report(&value.to_string());
}

/// An engine with its tables.
#[wasm_bindgen]
#[derive(Default)]
pub struct Engine(Lab);

#[wasm_bindgen]
impl Engine {
    /// An engine with empty tables.
    #[must_use]
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the network of the evaluation `nnue` from the bytes of its file. Returns an error, or
    /// an empty text.
    pub fn load_network(&mut self, bytes: &[u8]) -> String {
        self.0.load_network(bytes).err().unwrap_or_default()
    }

    /// Answers a request. Request and answer are JSON, the answer with a field `ok` or `error`.
    pub fn call(&mut self, request: &str) -> String {
        self.0.call(request, report)
    }
}
